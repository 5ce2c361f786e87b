"""Evidence can be added and read; no program can change or delete it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from clemtui.engine import Control, Response, Timing
from clemtui.records.attempts import ReceivedBody
from clemtui.records.rows import TagDecision
from clemtui.records.studies import Difference, NewAnswer, StudyRef
from clemtui.store.claims import NewWorkItem
from clemtui.store.schema import TABLES
from clemtui.store.write.writer import Writer
from tests.store.builders import enrolled, human, outcome, request, rows, running, start

ERASURE = {"erasures", "erased_episodes"}
EVIDENCE = [t.name for t in TABLES.values() if t.kind == "evidence" and t.name not in ERASURE]


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A database with at least one row in every table of evidence."""
    path = tmp_path / "records.db"
    writer, person, episode = running(path)
    sitting = rows(writer, "SELECT id FROM sessions")[0][0]
    writer.sitting_event(sitting, "paused", "tea")
    writer.consent(person, "record", "given", {"text": "I agree."})
    writer.request(episode, request(1, "hello"))
    attempt = writer.attempt_started(episode, 1, 1, {"temperature": 0})
    writer.attempt_partial(attempt, "CLU")
    writer.attempt_received(attempt, ReceivedBody(200, "text/plain", b"CLUE: hot", complete=True))
    writer.attempt_ended(attempt, outcome())
    writer.entry(episode, Response.of(1, "CLUE: hot"), Timing())
    writer.entry(episode, Control("gave up", "Player 1", "tired"))
    writer.exposure(person, "taboo:tea", "h", "played", episode)
    writer.tag([episode], TagDecision("pilot", "1", "Ann"))
    writer.open_run("20260301-0a1b2c", {"plan": None}, [NewWorkItem("episode", {"game": "taboo"})])
    writer.end_episode(episode, "finished")
    one = enrolled(writer, "pilot", person)
    writer.deviation(Difference("pilot", "rules", "taboo", "a", "b"))
    writer.screening("pilot", "declined")
    writer.answer(NewAnswer(one.id, "consent", "record", True, sitting))
    writer.start_episode(start(sitting, human(person), study=StudyRef(one.id, 1)))
    writer.close()
    return path


def test_these_tables_are_always_evidence() -> None:
    assert set(EVIDENCE) >= {
        "databases", "contents", "people", "consents", "sessions", "sitting_events", "episodes",
        "seat_assignments", "requests", "entries", "attempts_started", "attempt_partials",
        "attempt_bodies", "attempts_ended", "episode_ends", "exposures", "tags", "studies",
        "deviations", "screenings", "enrolments", "assignments", "study_episodes", "answers",
    }  # fmt: skip


@pytest.mark.parametrize("table", EVIDENCE)
def test_evidence_is_neither_changed_nor_deleted_nor_replaced(full: Path, table: str) -> None:
    stranger = sqlite3.connect(full)  # any other program, with SQLite's default settings
    before = stranger.execute(f"SELECT * FROM {table}").fetchall()
    assert before
    column = stranger.execute(f"SELECT name FROM pragma_table_info('{table}')").fetchone()[0]
    for sql in (
        f"UPDATE {table} SET {column} = {column}",
        f"DELETE FROM {table}",
        f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)
    stranger.rollback()
    assert stranger.execute(f"SELECT * FROM {table}").fetchall() == before


def test_an_erasure_can_only_be_closed(full: Path) -> None:
    writer = Writer(full)
    person = rows(writer, "SELECT id FROM people")[0][0]
    writer.delete_person(person)
    writer.close()
    stranger = sqlite3.connect(full)
    for sql in (
        "UPDATE erasures SET closed_at = NULL",
        "UPDATE erasures SET closed_at = 'later'",
        "DELETE FROM erasures",
        "DELETE FROM erased_episodes",
        "UPDATE erased_episodes SET erasure = 'x'",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)


def test_a_study_can_only_be_closed(full: Path) -> None:
    """And once."""
    stranger = sqlite3.connect(full)
    close = "UPDATE studies SET closed_at = 'now'"
    for sql in (
        f"{close}, frozen_at = 'then'",
        f"{close}, manifest = 'x'",
        f"{close}, id = 'x'",
        "UPDATE studies SET closed_at = NULL",
        "INSERT OR REPLACE INTO studies SELECT id, manifest, frozen_at, 'now' FROM studies",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)
    stranger.execute(close)
    for sql in (close, "UPDATE studies SET closed_at = NULL", "DELETE FROM studies"):
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)
    assert stranger.execute("SELECT closed_at FROM studies").fetchall() == [("now",)]


def test_nothing_is_recorded_after_the_end(full: Path) -> None:
    stranger = sqlite3.connect(full)
    with pytest.raises(sqlite3.IntegrityError, match="over"):
        stranger.execute(
            """INSERT INTO entries (episode, seq, session, kind, text, control, at, clock_ms)
            SELECT episode, 99, session, 'control', '', 'gave up', at, 0 FROM episode_ends"""
        )
