"""A person deleted in one of two databases is deleted in both, in either order of merging."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from clemtui.engine import Response, Scores, Timing
from clemtui.records.errors import RefusedWrite
from clemtui.records.rows import SeatAssignment, TagDecision
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, request, rows, session, start
from tests.store.merge.helpers import copy_database, dump, evidence

WORD = "marmalade"


@dataclass
class TwoDatabases:
    """Ada and Ben played once in both databases, and once more in ``there`` only."""

    here: Path
    there: Path
    ada: str
    ben: str
    both: str
    later: str


def together(writer: Writer, ada: str, ben: str) -> str:
    sitting = session(writer, ada)
    writer.sitting_event(sitting, "paused", WORD)
    partner = SeatAssignment("Player 2", "WordGuesser", "human", "human", ben)
    episode = writer.start_episode(start(sitting, human(ada), partner, tags={"wave": "1"}))
    writer.request(episode, request(1, "hello"))
    writer.entry(episode, Response.of(1, f"CLUE: {WORD}"), Timing(submitted_ms=1234))
    writer.request(episode, request(2, f"CLUE: {WORD}", seat="Player 2"))
    writer.entry(episode, Response.of(2, f"a {WORD}"), Timing(submitted_ms=4321))
    writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 100}))
    writer.exposure(ada, "taboo:tea", "h", "played", episode)
    return episode


@pytest.fixture
def two(tmp_path: Path) -> TwoDatabases:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    writer = Writer(here)
    ada, ben = writer.person(f"Ada {WORD}").id, writer.person("Ben").id
    both = together(writer, ada, ben)
    writer.close()
    copy_database(here, there.name)
    writer = Writer(there)
    later = together(writer, ada, ben)
    writer.close()
    return TwoDatabases(here, there, ada, ben, both, later)


def forget(path: Path, person: str) -> None:
    writer = Writer(path)
    writer.delete_person(person)
    writer.close()


def timings(path: Path, episode: str) -> list[float | None]:
    writer = Writer(path)
    found = rows(writer, "SELECT submitted_ms FROM entries WHERE episode = ? ORDER BY seq",
                 (episode,))  # fmt: skip
    writer.close()
    return [row[0] for row in found]


def assert_erased(path: Path) -> None:
    for file in path.parent.glob(f"{path.stem}*"):
        assert WORD.encode() not in file.read_bytes(), file


def test_a_person_deleted_there_is_deleted_here(two: TwoDatabases) -> None:
    forget(two.there, two.ada)
    merged = merge(two.here, two.there)
    assert (merged.people_forgotten, merged.episodes_erased, merged.episodes_new) == (1, 1, 1)
    assert_erased(two.here)
    with Reader(two.here) as reader:
        assert [person.pseudonym for person in reader.people()] == ["Ben"]
        assert reader.load(two.both).erased
        assert [each.scores.main_score for each in reader.scores(two.both)] == [100]
    assert timings(two.here, two.both) == [None, 4321]  # the partner's timing is kept
    assert evidence(two.here) == evidence(two.there)
    again = merge(two.here, two.there)
    assert (again.rows, again.people_forgotten, again.episodes_erased) == (0, 0, 0)


def test_who_was_forgotten_here_stays_forgotten_though_the_other_has_the_words(
    two: TwoDatabases,
) -> None:
    forget(two.here, two.ada)
    merged = merge(two.here, two.there)
    assert (merged.people_forgotten, merged.episodes_erased) == (0, 0)
    assert_erased(two.here)
    with Reader(two.here) as reader:
        assert [person.pseudonym for person in reader.people()] == ["Ben"]
    before = dump(two.here)
    assert merge(two.here, two.there).rows == 0
    assert dump(two.here) == before


def test_an_episode_of_theirs_that_was_not_known_here_comes_without_its_words(
    two: TwoDatabases,
) -> None:
    forget(two.here, two.ada)
    merge(two.here, two.there)
    with Reader(two.here) as reader:
        stored = reader.load(two.later)
        assert [each.scores.main_score for each in reader.scores(two.later)] == [100]
    assert stored.erased
    assert [seat.person for seat in stored.summary.seats] == [two.ada, two.ben]
    assert timings(two.here, two.later) == [None, 4321]
    writer = Writer(two.here)
    counted = rows(writer, "SELECT episode, erased, main_score FROM human_episodes "
                           "WHERE person = ? ORDER BY episode", (two.ada,))  # fmt: skip
    writer.close()
    assert counted == [(two.both, 1, 100), (two.later, 1, 100)]


def test_both_directions_agree(two: TwoDatabases, tmp_path: Path) -> None:
    forget(two.here, two.ada)
    one = copy_database(two.here, "one.db")
    merge(one, two.there)
    merge(two.there, two.here)
    assert_erased(two.there)
    assert evidence(one) == evidence(two.there)
    merge(one, two.there)
    merge(two.there, one)
    for table in ("erasures", "erased_episodes"):  # after learning of each other's tombstones
        assert dump(one)[table] == dump(two.there)[table]
    assert merge(one, two.there).rows == 0


def test_erased_text_does_not_return_through_a_third_database(
    two: TwoDatabases, tmp_path: Path
) -> None:
    third = copy_database(two.there, "third.db")
    forget(two.there, two.ada)
    merge(two.here, two.there)
    merge(two.here, third)
    assert_erased(two.here)
    merge(third, two.here)
    assert_erased(third)


def test_nothing_is_recorded_for_them_afterwards(two: TwoDatabases) -> None:
    forget(two.there, two.ada)
    merge(two.here, two.there)
    writer = Writer(two.here)
    for write in (
        lambda: session(writer, two.ada),
        lambda: writer.exposure(two.ada, "t", "h", "played"),
        lambda: writer.delete_person(two.ada),
    ):
        with pytest.raises(RefusedWrite):
            write()
    assert writer.person(f"Ada {WORD}").id != two.ada  # the name is free again
    writer.close()


def test_one_who_was_forgotten_in_both_and_one_in_each(two: TwoDatabases) -> None:
    forget(two.here, two.ada)
    forget(two.there, two.ada)
    forget(two.there, two.ben)
    merged = merge(two.here, two.there)
    assert merged.people_forgotten == 1
    assert timings(two.here, two.both) == [None, None]
    merge(two.there, two.here)
    assert evidence(two.here) == evidence(two.there)
    names = [
        {row for row in dump(path)["people"] if str(row[1]).startswith("forgotten ")}
        for path in (two.here, two.there)
    ]
    assert names[0] == names[1]
    assert len(names[0]) == 2


def test_an_episode_that_was_erased_while_it_was_played_stays_as_it_was(
    tmp_path: Path,
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    writer = Writer(here)
    ada = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, ada), human(ada)))
    writer.request(episode, request(1, WORD))
    writer.close()
    copy_database(here, there.name)
    forget(here, ada)
    writer = Writer(there)
    writer.resume_episode(episode, session(writer, ada))
    writer.entry(episode, Response.of(1, WORD))
    writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 40}))
    writer.close()
    merge(here, there)
    assert_erased(here)
    with Reader(here) as reader:
        stored = reader.load(episode)
    assert (stored.erased, stored.state) == (True, "running")
    merge(there, here)
    assert_erased(there)
    with Reader(there) as reader:
        assert reader.load(episode).state == "finished"


def test_the_emergency_file_loses_the_words_as_well(two: TwoDatabases) -> None:
    file = two.here.with_name("here.db.emergency.jsonl")
    file.write_text(f'{{"episode":"{two.both}","text":"{WORD}"}}\n{{"x":1}}\n', encoding="ascii")
    forget(two.there, two.ada)
    merge(two.here, two.there, dry_run=True)
    assert WORD in file.read_text(encoding="ascii")
    merge(two.here, two.there)
    assert file.read_text(encoding="ascii") == '{"x":1}\n'


def test_a_file_that_cannot_be_read_is_named_once_the_merge_is_done(two: TwoDatabases) -> None:
    file = two.here.with_name("here.db.emergency.jsonl")
    file.write_bytes(b"\xff")
    forget(two.there, two.ada)
    (problem,) = merge(two.here, two.there).problems
    assert problem.startswith(f"{file}: could not be read or changed (")
    assert_erased(two.here)


def decide(path: Path, episode: str, author: str) -> None:
    writer = Writer(path)
    writer.tag([episode], TagDecision("excluded", "everywhere", author))
    writer.close()


def authors(path: Path) -> list[str]:
    writer = Writer(path)
    found = rows(writer, "SELECT author FROM tags WHERE author <> '' ORDER BY id")
    writer.close()
    return [row[0] for row in found]


def name_of(path: Path, person: str) -> str:
    writer = Writer(path)
    ((name,),) = rows(writer, "SELECT pseudonym FROM people WHERE id = ?", (person,))
    writer.close()
    return str(name)


@dataclass
class Decided:
    """Marmaduke has decided on an episode without people in both databases, and twice in
    ``there``."""

    here: Path
    there: Path
    person: str
    episode: str


NAME = "Marmaduke"


@pytest.fixture
def decided(tmp_path: Path) -> Decided:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    writer = Writer(here)
    person = writer.person(NAME).id
    episode = writer.start_episode(start(session(writer), MODEL))
    writer.close()
    decide(here, episode, NAME)
    copy_database(here, there.name)
    decide(there, episode, NAME.lower())
    return Decided(here, there, person, episode)


@pytest.mark.parametrize("where", ["here", "there", "both"])
def test_no_merge_brings_back_the_name_of_an_author(decided: Decided, where: str) -> None:
    files = (decided.here, decided.there)
    for path in files if where == "both" else (getattr(decided, where),):
        forget(path, decided.person)
    for _ in range(2):
        merge(*files)
        merge(*reversed(files))
    kept = name_of(decided.here, decided.person)
    assert kept.startswith("forgotten ")
    for path in files:
        assert name_of(path, decided.person) == kept
        assert authors(path) == [kept, kept]
        assert NAME.lower().encode() not in path.read_bytes().lower()


@pytest.mark.parametrize("first", ["here", "there"])
def test_a_database_that_does_not_know_whose_name_it_is_loses_it_as_well(
    decided: Decided, first: str
) -> None:
    """It has the decision, but the person was never in it."""
    with closing(sqlite3.connect(decided.there)) as db:
        db.execute("DROP TRIGGER people_delete")
        db.execute("DELETE FROM people")
        db.commit()
    merge(decided.here, decided.there)
    forget(decided.here, decided.person)
    files = (decided.here, decided.there)
    for order in (files, files[::-1]) if first == "here" else (files[::-1], files):
        merge(*order)
    kept = name_of(decided.here, decided.person)
    assert authors(decided.here) == authors(decided.there) == [kept, kept]


def test_decisions_of_a_renamed_person_are_theirs_and_not_their_namesakes(
    decided: Decided, tmp_path: Path
) -> None:
    own = tmp_path / "own.db"
    writer = Writer(own)
    namesake = writer.person(NAME).id
    writer.close()
    merge(own, decided.there)
    renamed = name_of(own, decided.person)
    assert renamed != NAME
    assert authors(own) == [renamed, renamed]
    decide(own, decided.episode, NAME)
    decide(own, decided.episode, renamed)
    merge(decided.here, own)
    assert authors(decided.here) == [NAME, NAME, name_of(decided.here, namesake), NAME]
    assert merge(own, decided.here).rows == 0
    forget(own, decided.person)
    merge(decided.here, own)
    kept = name_of(own, decided.person)
    assert authors(own) == [kept, kept, NAME, kept]
    assert authors(decided.here) == [kept, kept, name_of(decided.here, namesake), kept]
