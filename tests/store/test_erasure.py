"""Deletion of a person: their text is erased everywhere, and what belongs to others is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from clemtui.engine import Control, Event, Response, Scores, Timing, assistant, user
from clemtui.engine.requests import Request
from clemtui.records.errors import ErasedEpisode, NotFound, RefusedWrite, StoreError
from clemtui.records.rows import EpisodeFilter, Erased, SeatAssignment, TagDecision
from clemtui.store.changes import Change
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import append_change, emergency_places
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    MODEL,
    SetClock,
    human,
    outcome,
    request,
    restore,
    rows,
    session,
    start,
)

WORD = "rhinoceros"
"""What Ada says, and what must not be found anywhere afterwards."""


class DeletedPerson:
    """Ada has played with Ben and with a model, and has been deleted."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = clock = SetClock()
        self.writer = writer = Writer(path, clock=clock)
        self.ada, self.ben = writer.person(f"Ada {WORD}").id, writer.person("Ben").id
        sitting = session(writer, self.ada)
        writer.sitting_event(sitting, "paused", WORD)
        guesser = SeatAssignment("Player 2", "WordGuesser", "human", "human", self.ben)
        tags = {"wave": "1", "excluded": "ill"}
        self.shared = writer.start_episode(start(sitting, human(self.ada), guesser, tags=tags))
        self.open = writer.start_episode(start(sitting, human(self.ada), MODEL))
        self.other = writer.start_episode(start(sitting, human(self.ben), MODEL))
        timing = Timing(
            shown_at=clock.moment - timedelta(seconds=9), submitted_ms=9000, edits=3,
            hints=({"word": WORD},), values={"clue": WORD},
        )  # fmt: skip
        writer.request(self.shared, request(1, "hello"))
        writer.entry(self.shared, Response.of(1, f"CLUE: {WORD}"), timing)
        told = (user("guess"), assistant("?"), user(f"CLUE: {WORD}"))
        writer.request(self.shared, Request(2, "Player 2", "WordGuesser", told))
        writer.entry(self.shared, Response.of(2, f"a {WORD}"), timing)
        writer.end_episode(
            self.shared, "finished", reason=WORD, scores=Scores(0, 1, 0, {"Main Score": 100}),
            events=[Event("get message", f"CLUE: {WORD}", 0)],
        )  # fmt: skip
        for episode in (self.open, self.other):
            writer.request(episode, request(1, "hello"))
        writer.draft(self.open, 1, WORD)
        attempt = writer.attempt_started(self.open, 1, 1, {})
        writer.attempt_partial(attempt, WORD)
        writer.attempt_ended(attempt, outcome(text=WORD, raw=WORD.encode(), reasoning=WORD))
        self.late = writer.attempt_started(self.open, 1, 2, {})
        writer.entry(self.open, Control("gave up", "Player 1", WORD))
        writer.entry(self.other, Response.of(1, "elephant"), timing)
        writer.exposure(self.ada, "taboo:tea", "h", "played", self.shared)
        writer.exposure(self.ben, "taboo:tea", "h", "other seat", self.shared)
        self.erased: Erased = writer.delete_person(self.ada)


@pytest.fixture
def forgotten(tmp_path: Path) -> DeletedPerson:
    return DeletedPerson(tmp_path / "records.db")


def test_no_file_contains_the_erased_text(tmp_path: Path) -> None:
    before = DeletedPerson(tmp_path / "records.db")
    others = rows(before.writer, "SELECT hints, form_values FROM entries WHERE episode = ?",
                  (before.other,))  # fmt: skip
    assert WORD in str(others)  # Ben's own episode keeps the word: remove it
    before.writer._db.execute("DROP TRIGGER entries_update")
    rows(before.writer, "UPDATE entries SET hints = NULL, form_values = NULL WHERE episode = ?",
         (before.other,))  # fmt: skip
    before.writer.close()
    for file in tmp_path.glob("records*"):
        assert WORD.encode() not in file.read_bytes(), file
    assert before.erased.pages_in_use is False


def test_scores_and_partner_timing_are_kept(forgotten: DeletedPerson) -> None:
    assert forgotten.erased.episodes == (forgotten.shared, forgotten.open)
    timing = rows(
        forgotten.writer,
        "SELECT seat, text, submitted_ms, edits, hints FROM entries WHERE episode = ? ORDER BY seq",
        (forgotten.shared,),
    )
    assert timing == [("Player 1", "", None, None, None), ("Player 2", "", 9000.0, 3, None)]
    with Reader(forgotten.path) as reader:
        stored = reader.load(forgotten.shared)
        bens = reader.exposures(forgotten.ben)
        (adas,) = reader.exposures(forgotten.ada)
        assert [person.pseudonym for person in reader.people()] == ["Ben"]
    assert [each.scores.main_score for each in stored.scores] == [100]
    assert stored.state == "finished"
    assert (len(bens), adas.episode) == (1, forgotten.shared)


def test_an_erased_episode_still_belongs_to_what_it_was_tagged_with(
    forgotten: DeletedPerson,
) -> None:
    tags = {"wave": ("1",), "excluded": ("ill",)}
    with Reader(forgotten.path) as reader:
        assert reader.load(forgotten.shared).summary.tags == tags
    forgotten.writer.tag([forgotten.shared], TagDecision("wave", "2", "Ann"))
    with Reader(forgotten.path) as reader:
        assert reader.load(forgotten.shared).summary.tags == tags | {"wave": ("1", "2")}


def test_an_erased_episode_is_not_replayed_or_resumed(forgotten: DeletedPerson) -> None:
    with Reader(forgotten.path) as reader:
        stored = reader.load(forgotten.shared)
        unfinished = [each.summary.id for each in reader.unfinished()]
        everything = {summary.id: summary.erased for summary in reader.episodes(EpisodeFilter())}
    assert (stored.erased, stored.requests, stored.entries) == (True, (), ())
    assert unfinished == [forgotten.other]
    assert everything == {
        forgotten.shared: True, forgotten.open: True, forgotten.other: False,
    }  # fmt: skip
    with pytest.raises(ErasedEpisode):
        forgotten.writer.resume_episode(forgotten.open, session(forgotten.writer))


def test_nothing_can_be_added_after_erasure(forgotten: DeletedPerson) -> None:
    writer = forgotten.writer
    for write in (
        lambda: writer.attempt_ended(forgotten.late, outcome(text=WORD)),
        lambda: writer.attempt_partial(forgotten.late, WORD),
        lambda: writer.exposure(forgotten.ada, "t", "h", "played"),
        lambda: session(writer, forgotten.ada),
        lambda: writer.start_episode(start(session(writer), human(forgotten.ada))),
        lambda: writer.delete_person(forgotten.ada),
    ):
        with pytest.raises(RefusedWrite):
            write()
    with pytest.raises(NotFound):
        writer.delete_person("nobody")


def test_a_program_playing_meanwhile_gets_an_error(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    playing = Writer(path)
    ada = playing.person("Ada").id
    episode = playing.start_episode(start(session(playing, ada), human(ada), MODEL))
    playing.request(episode, request(1, "hello"))
    Writer(path).delete_person(ada)
    with pytest.raises(ErasedEpisode, match="was erased"):
        playing.entry(episode, Response.of(1, WORD))


def test_an_emergency_file_neither_keeps_the_words_nor_brings_them_back(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.db.emergency.jsonl"
    writer = Writer(path)
    ada = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, ada), human(ada), MODEL))
    writer.request(episode, request(1, "hello"))
    pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
    writer._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError):
        writer.entry(episode, Response.of(1, WORD * 2000))
    writer.close()
    copy = file.read_text(encoding="ascii")
    assert WORD in copy
    Writer(path).delete_person(ada)
    assert file.read_text(encoding="ascii") == ""
    file.write_text(copy, encoding="ascii")
    recovery = restore(file, path)
    assert recovery.refused == ("line 1: entry was refused: the episode was erased",)


def test_an_emergency_file_keeps_the_tags_and_the_exposures_of_others(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    file = emergency_places(path)[0]
    writer = Writer(path)
    ((own,),) = rows(writer, "SELECT id FROM databases")
    ada, ben = writer.person("Ada").id, writer.person("Ben").id
    episode = writer.start_episode(start(session(writer, ada), human(ada), MODEL))
    at = "2026-01-01T00:00:00.000000Z"
    for id, person in (("one", ada), ("two", ben)):
        met = {"id": id, "person": person, "task_key": "taboo:tea", "instance_hash": "h",
               "kind": "reviewed", "episode": episode, "at": at}  # fmt: skip
        append_change(Change("exposure", (("exposures", met),)), at, own, path, file)
    tag = {"episode": episode, "key": "wave", "value": "1", "at": at}
    append_change(Change("tag", (("tags", tag),)), at, own, path, file)
    writer.delete_person(ada)
    recovery = restore(file, path)
    assert (recovery.written, recovery.refused) == (2, ())


def test_both_partners_can_be_forgotten(forgotten: DeletedPerson) -> None:
    erased = forgotten.writer.delete_person(forgotten.ben)
    assert erased.episodes == (forgotten.shared, forgotten.other)
    assert rows(
        forgotten.writer, "SELECT DISTINCT text, submitted_ms FROM entries WHERE kind = 'response'"
    ) == [("", None)]


def test_the_name_can_be_reused(forgotten: DeletedPerson) -> None:
    again = forgotten.writer.person(f"Ada {WORD}")
    assert again.id != forgotten.ada


def authors(path: Path) -> set[str]:
    """Return everyone who has decided anything."""
    with closing(sqlite3.connect(path)) as db:
        return {row[0] for row in db.execute("SELECT author FROM tags WHERE author <> ''")}


def test_a_deleted_person_loses_the_name_as_an_author_of_decisions_too(tmp_path: Path) -> None:
    """On episodes of others as well, in every spelling, and for the name that they keep."""
    path = tmp_path / "records.db"
    writer = Writer(path)
    ada, ben = writer.person("Marmaduke").id, writer.person("Ben").id
    sitting = session(writer, ben)
    other = writer.start_episode(start(sitting, human(ben), MODEL))
    own = writer.start_episode(start(sitting, human(ada), MODEL))
    for episode, author in ((other, "Marmaduke"), (other, "MARMADUKE"), (own, "marmaduke")):
        writer.tag([episode], TagDecision("excluded", "everywhere", author))
    for author in ("Ben", "Marmaduke2"):
        writer.tag([other], TagDecision("wave", "1", author))
    writer.delete_person(ada)
    ((kept,),) = rows(writer, "SELECT pseudonym FROM people WHERE id = ?", (ada,))
    assert authors(path) == {kept, "Ben", "Marmaduke2"}
    with pytest.raises(RefusedWrite, match="append-only"), writer._transaction():
        writer._db.execute("UPDATE tags SET author = 'Eve'")
    writer.close()
    content = path.read_bytes().replace(b"Marmaduke2", b"")
    assert b"marmaduke" not in content.lower()


def test_a_spelling_that_may_be_another_persons_stays_theirs(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer = Writer(path)
    ann = writer.imported_person("Ann").id
    writer.imported_person("ANN")
    episode = writer.start_episode(start(session(writer), MODEL))
    for author in ("Ann", "ANN", "ann"):
        writer.tag([episode], TagDecision("wave", "1", author))
    writer.delete_person(ann)
    ((kept,),) = rows(writer, "SELECT pseudonym FROM people WHERE id = ?", (ann,))
    writer.close()
    assert authors(path) == {kept, "ANN", "ann"}


def test_an_emergency_file_does_not_bring_back_the_name_of_an_author(tmp_path: Path) -> None:
    """The decision itself is kept."""
    path = tmp_path / "records.db"
    writer = Writer(path)
    ada = writer.person("Marmaduke").id
    episode = writer.start_episode(start(session(writer), MODEL))
    ((own,),) = rows(writer, "SELECT id FROM databases")
    file, at = emergency_places(path)[0], "2026-01-31T12:00:00.000Z"
    tag = {"id": "one", "episode": episode, "key": "wave", "value": "1", "decision": "added",
           "author": "marmaduke", "reason": "", "at": at}  # fmt: skip
    append_change(Change("tag", (("tags", tag),)), at, own, path, file)
    writer.delete_person(ada)
    recovery = restore(file, path)
    assert (recovery.written, recovery.refused) == (1, ())
    ((kept,),) = rows(writer, "SELECT pseudonym FROM people WHERE id = ?", (ada,))
    writer.close()
    assert authors(path) == {kept}
    for left in tmp_path.glob("records*"):
        assert b"marmaduke" not in left.read_bytes().lower()
