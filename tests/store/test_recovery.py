"""Recovery of emergency files: which row stays, what is refused, and that no line breaks it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Control, Event, Response, Scores
from clemtui.records.errors import StoreError, Unrestored
from clemtui.records.rows import ErasureTarget
from clemtui.store.read.reader import Reader
from clemtui.store.schema import TABLES
from clemtui.store.write.emergency import (
    emergency_files,
    emergency_places,
    purge,
    recover_emergency,
)
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    MODEL,
    SetClock,
    inspected,
    outcome,
    request,
    restore,
    rows,
    running,
    session,
    start,
)

WORD = "rhinoceros"
EARLY, LATER, LATEST = (f"2030-01-01T00:00:0{second}.000000Z" for second in (1, 2, 3))


def line(of: str, **changed: Any) -> str:
    """Return a line as the program writes it, for the database with an id."""
    record = {"at": EARLY, "database": of, "what": "draft", "rows": [], "deletes": []} | changed
    checksum = hashlib.sha256(json.dumps(record).encode()).hexdigest()
    return json.dumps(record | {"sha256": checksum}) + "\n"


def draft(episode: str, text: str, at: str) -> list[Any]:
    row = {"episode": episode, "request": 1, "body": json.dumps(text), "timing": None}
    return ["drafts", row | {"updated_at": at}]


class Asked:
    """A database with one open request, and its emergency file."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, SetClock()
        self.writer, _, self.episode = running(path)
        self.writer._clock = self.clock
        self.writer.request(self.episode, request(1, "hello"))
        ((self.id,),) = rows(self.writer, "SELECT id FROM databases")
        self.file = emergency_places(path)[0]

    def save(self, *drafts: tuple[str, str]) -> None:
        """Write drafts, each a text and its time, to the emergency file."""
        lines = [line(self.id, rows=[draft(self.episode, *each)]) for each in drafts]
        self.file.write_text("".join(lines), encoding="ascii")

    def recover(self) -> tuple[int, int, tuple[str, ...]]:
        found = restore(self.file, self.path)
        return found.written, found.existing, found.refused

    def drafts(self) -> list[str]:
        return [json.loads(body) for (body,) in rows(self.writer, "SELECT body FROM drafts")]

    def copies(self) -> list[Path]:
        return sorted(self.path.parent.glob("*.recovered*"))


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(tmp_path / "records.db")


def test_a_later_draft_replaces_that_of_the_opened_request(asked: Asked) -> None:
    asked.writer.draft(asked.episode, 1, None)
    asked.save((WORD, LATER))
    assert asked.recover() == (1, 0, ())
    assert asked.drafts() == [WORD]


def test_an_earlier_draft_does_not(asked: Asked) -> None:
    asked.writer.draft(asked.episode, 1, "newer")
    asked.save((WORD, "2020-01-01T00:00:00.000000Z"))
    assert asked.recover() == (0, 1, ())
    assert asked.drafts() == ["newer"]


@pytest.mark.parametrize("order", [1, -1])
def test_the_last_of_several_drafts_is_restored(asked: Asked, order: int) -> None:
    asked.save(*(("one", EARLY), ("two", LATER), ("three", LATEST))[::order])
    assert asked.recover()[2] == ()
    assert asked.drafts() == ["three"]


@pytest.mark.parametrize("ended", [False, True])
def test_the_draft_of_an_answered_request_does_not_come_back(asked: Asked, ended: bool) -> None:
    asked.writer.entry(asked.episode, Response.of(1, "hello"))
    if ended:
        asked.writer.end_episode(asked.episode, "abandoned")
    asked.save((WORD, LATEST))
    assert asked.recover() == (0, 1, ())
    assert asked.drafts() == []


def test_the_end_of_an_episode_is_restored_with_everything(asked: Asked) -> None:
    """Its events, and the models that answered."""
    asked.writer.request(asked.episode, request(2, "hello", seat="Player 2"))
    attempt = asked.writer.attempt_started(asked.episode, 2, 1, {})
    asked.writer.attempt_ended(attempt, outcome())
    asked.writer.draft(asked.episode, 1, WORD)
    state = ("events", "scores", "episode_line_ups", "episode_ends", "drafts")
    pages = rows(asked.writer, "PRAGMA page_count")[0][0]
    asked.writer._db.execute(f"PRAGMA max_page_count = {pages}")
    events = [Event("get message", WORD * 2000, 0)]
    scores = Scores(0, 1, 0, {"Main Score": 100.0})
    with pytest.raises(StoreError, match="end of the episode saved in"):
        asked.writer.end_episode(asked.episode, "finished", scores=scores, events=events)
    asked.writer._db.execute("PRAGMA max_page_count = 100000")
    written, existing, refused = asked.recover()
    assert (written > 0, existing, refused) == (True, 0, ())
    found = {each: rows(asked.writer, f"SELECT * FROM {each}") for each in state}
    assert [len(found[each]) for each in state] == [1, 1, 1, 1, 0]
    assert "x-2026" in str(found["episode_line_ups"])
    again = restore(asked.copies()[0], asked.path)
    assert (again.written, again.existing, again.refused) == (0, written, ())
    assert found == {each: rows(asked.writer, f"SELECT * FROM {each}") for each in state}


def sitting(asked: Asked, id: str) -> str:
    """Return the line of a sitting."""
    (row,) = rows(asked.writer, f"SELECT {', '.join(TABLES['sessions'].names)} FROM sessions")
    named = dict(zip(TABLES["sessions"].names, row, strict=True)) | {"id": id, "person": None}
    return line(asked.id, what="session", at=LATEST, rows=[["sessions", named]])


def event(asked: Asked, id: str, of: str) -> str:
    """Return the line of the end of a sitting."""
    row = {"id": id, "session": of, "kind": "ended", "at": EARLY, "clock_ms": 1.0, "note": ""}
    return line(asked.id, what="sitting event", rows=[["sitting_events", row]])


def tag(episode: str, **changed: Any) -> dict[str, Any]:
    """Return a tag as older versions wrote it."""
    return {"episode": episode, "key": "k", "value": "v", "at": EARLY} | changed


@pytest.mark.parametrize("turned", [False, True])
def test_the_files_of_a_database_are_restored_as_one(asked: Asked, turned: bool) -> None:
    """A record may refer to one in another file, or to one with a later time."""
    places = emergency_places(asked.path)
    lines = event(asked, "e1", "s1") + event(asked, "e2", "unknown"), sitting(asked, "s1")
    for file, text in zip(places, lines[::-1] if turned else lines, strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "ascii")
    found = recover_emergency(asked.path, *emergency_files(asked.path))
    assert rows(asked.writer, "SELECT session FROM sitting_events WHERE id = 'e1'") == [("s1",)]
    refused = [reason for each in found for reason in each.refused]
    assert refused == [
        "line 2: sitting event was refused: it refers to a record that does not exist here"
    ]
    assert [each.file for each in found if each.failed] == [places[1 if turned else 0]]
    assert [place.exists() for place in places] == [not turned, turned]


def test_records_are_restored_in_the_order_in_which_they_were_written(asked: Asked) -> None:
    """Of two that contradict each other, the first stays, whichever file has it."""
    places = emergency_places(asked.path)
    for file, at, key in zip(places, (LATER, EARLY), ("second", "first"), strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        row = tag(asked.episode, key=key, id="t", decision="added", author="", reason="")
        file.write_text(line(asked.id, at=at, rows=[["tags", row]]), "ascii")
    found = recover_emergency(asked.path, *emergency_files(asked.path))
    assert rows(asked.writer, "SELECT key FROM tags WHERE id = 't'") == [("first",)]
    assert [len(each.refused) for each in found] == [1, 0]


def test_a_sitting_in_which_nothing_was_recorded_is_left_out(asked: Asked) -> None:
    """A process that cannot write fails before it plays, but has begun a sitting."""
    before = rows(asked.writer, "SELECT count(*) FROM sessions")
    asked.file.write_text(sitting(asked, "s1") + sitting(asked, "s2"), "ascii")
    assert inspected(asked.file, asked.path).records == 0
    found = restore(asked.file, asked.path)
    assert (found.unneeded, found.written, found.failed) == (2, 0, False)
    assert rows(asked.writer, "SELECT count(*) FROM sessions") == before
    assert not asked.file.exists()


def resume(asked: Asked) -> None:
    asked.writer.release(asked.episode)
    asked.writer.resume_episode(asked.episode, session(asked.writer))


def test_what_is_not_of_this_database_does_not_keep_an_episode_from_being_resumed(
    asked: Asked,
) -> None:
    """Nor does what was restored, though the file stays because of the rest."""
    asked.save((WORD, LATER))
    other = line("other", path="/x/other.db", rows=[draft(asked.episode, WORD, LATER)])
    asked.file.write_text(asked.file.read_text("ascii") + "\n" + other, "ascii")
    with pytest.raises(Unrestored):
        resume(asked)
    assert inspected(asked.file, asked.path).records == 1
    found = restore(asked.file, asked.path)
    assert found.foreign == ("line 3: belongs to another database",)
    assert (found.failed, asked.file.exists()) == (False, True)
    left = inspected(asked.file, asked.path)
    assert (left.records, left.damaged, left.foreign) == (0, (), {"/x/other.db": 1})
    resume(asked)


@pytest.mark.parametrize("what", ["unknown table", "other record", "damaged"])
def test_what_cannot_be_restored_does_and_the_message_says_what_to_do(
    asked: Asked, what: str
) -> None:
    unknown = line(asked.id, rows=[["unknown", {"episode": asked.episode}]])
    row = {"id": "t", "decision": "added", "author": "", "reason": "", **tag(asked.episode)}
    asked.writer._db.execute(
        "INSERT INTO tags (id, episode, key, value, decision, author, reason, at) VALUES "
        "('t', ?, 'other', 'v', 'added', '', '', ?)",
        (asked.episode, EARLY),
    )
    texts = {
        "unknown table": unknown,
        "other record": line(asked.id, rows=[["tags", row]]),
        "damaged": unknown.replace("unknown", "UNKNOWN"),
    }
    asked.file.write_text(texts[what], "ascii")
    assert restore(asked.file, asked.path).failed
    with pytest.raises(Unrestored, match="cannot restore, move the file away"):
        resume(asked)
    asked.file.unlink()
    resume(asked)


ODD_VALUES = [
    ("tags", {"at": "nonsense"}),
    ("tags", {"at": "2026-01-01T00:00:00"}),
    ("tags", {"key": 7}),
    ("scores", {"computed_at": 3}),
    ("scores", {"main_score": float("inf")}),
    ("scores", {"main_score": float("nan")}),
    ("scores", {"main_score": "50"}),
    ("scores", {"success": 0.5}),
    ("scores", {"turn_scores": "{"}),
    ("scores", {"seat_scores": {"base64": "e30="}}),
]


@pytest.mark.parametrize(("table", "odd"), ODD_VALUES, ids=str)
def test_what_no_reader_can_read_is_damaged(
    asked: Asked, table: str, odd: Mapping[str, Any]
) -> None:
    """A line of an older version has no checksum, so it may contain anything."""
    scores = {
        "episode": asked.episode, "scorer": "s", "rules_hash": None, "aborted": 0, "success": 1,
        "lose": 0, "main_score": 50.0, "episode_scores": "{}", "turn_scores": "{}",
        "seat_scores": "{}", "computed_at": EARLY,
    }  # fmt: skip
    sound = {"tags": tag(asked.episode), "scores": scores}[table]
    for row, refused in ((sound, ()), ({**sound, **odd}, ("line 1: damaged, or not a record",))):
        data = {"at": "x", "what": table, "rows": [[table, row]], "deletes": []}
        asked.file.write_text(json.dumps(data), "ascii")
        assert restore(asked.file, asked.path).refused == refused
    with Reader(asked.path) as reader:
        assert len(reader.episodes()) == 1


def test_every_time_of_the_schema_is_checked() -> None:
    """Whatever a column of a time is called, the schema says once that it is one."""
    named = ("at", "created_at", "started_at", "asked_at", "updated_at", "acquired", "heartbeat")
    columns = [column for table in TABLES.values() for column in table.columns]
    assert all(column.is_time for column in columns if column.name in named)


def test_no_recovery_overwrites_the_copy_of_another_and_all_are_erased(asked: Asked) -> None:
    for number, at in enumerate((EARLY, LATER, LATEST), 1):
        asked.save((f"{WORD} {number}", at))
        assert asked.recover() == (1, 0, ())
    assert [each.read_text("ascii").count(WORD) for each in asked.copies()] == [1, 1, 1]
    asked.writer.release(asked.episode)
    asked.writer.erase(ErasureTarget(episodes=(asked.episode,)))
    assert len(asked.copies()) == 3
    assert not any(WORD in each.read_text("ascii") for each in asked.copies())


def test_copies_are_erased_after_the_database_was_moved(asked: Asked) -> None:
    for at in (EARLY, LATER):
        asked.save((WORD, at))
        asked.recover()
    # as if written for the database under its name of today
    for each in asked.copies():
        data = json.loads(each.read_text("ascii"))
        del data["sha256"]
        each.write_text(line(asked.id, **data, path=str(asked.path)), "ascii")
    asked.writer.close()
    writer = Writer(asked.path.rename(asked.path.with_name("renamed.db")))
    writer.erase(ErasureTarget(episodes=(asked.episode,)))
    writer.close()
    assert [each.read_text("ascii") for each in asked.copies()] == ["", ""]


@pytest.mark.parametrize("obstacle", ["folder", "link", "not text"])
def test_an_unreadable_file_does_not_keep_others_from_being_erased(
    asked: Asked, home: Path, obstacle: str
) -> None:
    beside, other = emergency_places(asked.path)
    asked.save((WORD, LATER))
    other.parent.mkdir(parents=True)
    asked.file.rename(other)
    match obstacle:
        case "folder":
            beside.mkdir()
            (beside / "x").touch()
        case "link":
            beside.symlink_to(other)
        case "not text":
            beside.write_bytes(b"\xff")
    asked.writer.release(asked.episode)
    erased = asked.writer.erase(ErasureTarget(episodes=(asked.episode,)))
    (problem,) = erased.problems
    assert problem.startswith(f"{beside}: could not be read or changed (")
    assert "it may still contain text" in problem
    assert WORD not in other.read_text("ascii")
    assert rows(asked.writer, "SELECT count(*) FROM erased_episodes") == [(1,)]


@pytest.mark.parametrize(
    "odd",
    [
        {"rows": [["drafts", []]]},
        {"rows": [["drafts", "abc"]]},
        {"rows": [["drafts", {}]]},
        {"rows": [["drafts", {"episode": "e", "request": None}]]},
        {"rows": [["drafts", {"episode": "e", "request": 2**63}]]},
        {"rows": [["drafts", {"episode": "e", "request": 1, "body": "\ud800"}]]},
        {"rows": ["ab"]},
        {"rows": None},
        {"what": ["a"]},
        {"what": {"a": 1}},
        {"what": None},
        {"deletes": [["drafts", {}]]},
        {"deletes": [["drafts", {"request": [1]}]]},
        {"deletes": [[["drafts"], {"request": 1}]]},
        {"deletes": [["drafts", {"request": 2**70}]]},
    ],
    ids=str,
)
def test_an_odd_line_is_damaged_and_stops_nothing(asked: Asked, odd: Mapping[str, Any]) -> None:
    good = line(asked.id, rows=[draft(asked.episode, WORD, LATER)])
    asked.file.write_text(line(asked.id, **odd) + good, encoding="ascii")
    assert inspected(asked.file).damaged == (1,)
    asked.writer.close()
    other = Writer(asked.path.with_name("other.db"))
    assert emergency_files(other.path) == ()
    episode = other.start_episode(start(session(other), MODEL))
    other.release(episode)
    assert other.erase(ErasureTarget(episodes=(episode,))).problems == ()
    other.close()
    assert asked.recover() == (1, 0, ("line 1: damaged, or not a record",))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**63, -(2**70)])
    | st.floats()
    | st.text(st.characters(), max_size=5)
    | st.sampled_from(["drafts", "rows", "base64", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
ROWS = st.sampled_from(sorted(TABLES)).flatmap(
    lambda table: st.tuples(
        st.just(table),
        st.fixed_dictionaries(
            {}, optional=dict.fromkeys((*TABLES[table].names, "x", ""), VALUES | st.just("known"))
        ),
    )
)
CHANGES = st.lists(st.lists(VALUES, max_size=3) | ROWS, max_size=3) | VALUES
RECORDS = st.fixed_dictionaries(
    {},
    optional={
        "what": VALUES | st.just("draft"),
        "rows": CHANGES,
        "deletes": CHANGES,
        "path": VALUES,
        "at": VALUES,
        "database": VALUES,
        "sha256": VALUES,
    },
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """One database for many examples."""
    return Asked(tmp_path_factory.mktemp("shared") / "records.db")


@given(lines=st.lists(VALUES | RECORDS, min_size=1, max_size=2), sealed=st.booleans())
def test_no_line_breaks_a_recovery(shared: Asked, lines: Sequence[Any], sealed: bool) -> None:
    written = []
    for each in lines:
        if sealed and isinstance(each, dict):
            given = {key: value for key, value in each.items() if key != "sha256"}
            written.append(line(shared.id, **{**given, "database": shared.id}))
        else:
            written.append(json.dumps(each) + "\n")
    known = "".join(written).replace('"known"', f'"{shared.episode}"')
    shared.file.write_text(known, encoding="ascii")
    assert inspected(shared.file).problem == ""
    emergency_files(shared.path)
    assert purge(shared.path, ["unknown"], {"Ann": "forgotten"}) == ()
    try:
        restore(shared.file, shared.path)
    finally:
        for each in shared.path.parent.glob("*.emergency*"):
            each.unlink()


def test_the_recovered_entry_removes_the_draft(asked: Asked) -> None:
    asked.writer.draft(asked.episode, 1, WORD)
    asked.writer._db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="entry saved in"):
        asked.writer.entry(asked.episode, Response.of(1, WORD * 3000))
    asked.writer._db.execute("PRAGMA max_page_count = 100000")
    assert asked.recover() == (1, 0, ())
    assert asked.drafts() == []


def test_every_later_error_says_what_was_saved_elsewhere(asked: Asked) -> None:
    """Closing fails, too, and its error may be the only one that is shown."""
    pages = rows(asked.writer, "PRAGMA page_count")[0][0]
    asked.writer._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="draft saved in"):
        asked.writer.draft(asked.episode, 1, WORD * 3000)
    asked.writer._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError) as error:
        asked.writer.release(asked.episode)
    assert str(error.value).endswith(f"; draft saved in {asked.file}")
    asked.writer._db.execute("PRAGMA query_only = OFF")
    asked.writer._db.execute("PRAGMA max_page_count = 100000")
    asked.recover()
    asked.writer._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError) as error:
        asked.writer.entry(asked.episode, Control("gave up", "Player 1"))
    assert "draft" not in str(error.value)


def test_every_later_error_says_what_could_not_be_saved(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And an empty emergency file must not look as if something was."""

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    asked.writer._db.execute("PRAGMA query_only = ON")
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StoreError, match=r"draft could not be saved .*: .* No space left on"):
        asked.writer.draft(asked.episode, 1, WORD)
    with pytest.raises(StoreError, match="draft could not be saved anywhere else"):
        asked.writer.release(asked.episode)
    assert not asked.file.exists()


def test_the_reader_finds_what_was_restored(asked: Asked) -> None:
    asked.save((WORD, LATER))
    asked.recover()
    with Reader(asked.path) as reader:
        assert WORD in str(reader.load(asked.episode))
