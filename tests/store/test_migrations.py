"""A database of any earlier version is migrated with everything in it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from clemtui.engine import Control, Response
from clemtui.records.errors import StoreError
from clemtui.records.results import TallyScope
from clemtui.records.rows import EpisodeFilter
from clemtui.store.database import open_for_writing
from clemtui.store.migrations import STEPS, known, m0002_views
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, request, session
from tests.store.freeze import OLD, frozen

SCRIPTS = sorted(OLD.glob("*.sql"))


def restored(script: Path, path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.executescript(script.read_text(encoding="utf-8"))
    connection.close()
    return path


def schema(path: Path) -> dict[str, str]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: re.sub(r"\s+", " ", sql) for name, sql in found.fetchall()}


def test_there_is_a_frozen_database_for_every_version_but_the_last() -> None:
    """Before adding a migration, run `python -m tests.store.freeze`."""
    assert [script.stem for script in SCRIPTS] == [
        f"{number:04}" for number in range(1, len(known()))
    ]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_old_database_becomes_what_a_new_one_is(script: Path, tmp_path: Path) -> None:
    old = restored(script, tmp_path / "old.db")
    open_for_writing(old)
    open_for_writing(tmp_path / "new.db")
    assert schema(old) == schema(tmp_path / "new.db")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_what_was_recorded_is_there_and_can_be_resumed(script: Path, tmp_path: Path) -> None:
    everything_is_there(restored(script, tmp_path / "old.db"))


def test_a_database_of_this_version_can_be_frozen(tmp_path: Path) -> None:
    script = tmp_path / "now.sql"
    script.write_text(frozen(), encoding="utf-8")
    path = restored(script, tmp_path / "old.db")
    open_for_writing(tmp_path / "new.db")
    assert schema(path) == schema(tmp_path / "new.db")
    with Reader(path) as reader:
        assert [each.state for each in reader.assignments("pilot")] == ["open"]
        assert [each.value for each in reader.answers("pilot")] == [True]
    everything_is_there(path)


def everything_is_there(path: Path) -> None:
    """Check that the example of `freeze` is there, and go on with its unfinished episode."""
    writer = Writer(path)
    with Reader(path) as reader:
        (unfinished,) = reader.unfinished("Ada")
        stored = reader.load(unfinished.summary.id)
        (finished,) = [each for each in reader.episodes() if each.state == "finished"]
        found = reader.episodes(EpisodeFilter(text="c"))
        tallied = reader.tallies(TallyScope("taboo", "1.0", ()))
    assert stored.instance == INSTANCE
    assert stored.entries_for_replay == (Response.of(1, "CLUE: hot \ud800"),)
    assert [attempt.text for attempt in stored.attempts] == ["CLUE: hot"]
    assert [draft.body for draft in unfinished.drafts] == ["CLU"]
    assert (unfinished.lease, unfinished.lease_stale) == (None, False)
    assert [each.id for each in found] == [unfinished.summary.id], "a word that begins so"
    assert finished.scores is not None
    assert finished.scores.main_score == 100
    assert sum(tallied.left_out.values()) + sum(row.episodes for row in tallied.rows) == 2
    writer.resume_episode(stored.summary.id, session(writer))
    writer.request(stored.summary.id, request(2, "hello", "CLUE: hot", "again", new_from=2))
    assert writer.entry(stored.summary.id, Control("gave up", "Player 1")) == 2
    writer.close()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_reading_an_old_database_upgrades_it(script: Path, tmp_path: Path) -> None:
    old = restored(script, tmp_path / "old.db")
    with Reader(old) as reader:
        assert len(reader.episodes()) == 2
    open_for_writing(tmp_path / "new.db")
    assert schema(old) == schema(tmp_path / "new.db")


def test_an_old_database_that_cannot_be_written_is_read_from_an_upgraded_copy(
    unprivileged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    old = restored(SCRIPTS[0], unprivileged / "old.db")
    before = old.read_bytes()
    for file, folder in ((0o400, 0o700), (0o600, 0o500)):
        old.chmod(file)
        unprivileged.chmod(folder)
        with Reader(old) as reader:
            assert len(reader.episodes()) == 2
        unprivileged.chmod(0o700)
        assert "temporary copy" in caplog.messages.pop()
    assert old.read_bytes() == before


def test_an_empty_file_is_not_turned_into_a_database(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(StoreError, match="no records yet"):
        Reader(empty)
    assert empty.read_bytes() == b""


def test_steps_are_applied_once(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    open_for_writing(path)
    db = open_for_writing(path)
    assert [step.name for step in STEPS.applied(db)] == list(known())


def test_a_step_that_fails_leaves_the_old_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = restored(SCRIPTS[0], tmp_path / "old.db")
    before = schema(path)

    def fail(db: Database) -> None:
        m0002_views.apply(db)
        raise sqlite3.OperationalError("the light goes out")

    monkeypatch.setattr(STEPS._migrations[1], "fn", fail)
    with pytest.raises(StoreError, match="the light goes out"):
        open_for_writing(path)
    assert schema(path) == before
