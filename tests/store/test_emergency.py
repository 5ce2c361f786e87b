"""Changes that cannot be written to the database are kept in a file and can be restored."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from clemtui.engine import Control, Response
from clemtui.records.errors import StoreError, Unrestored
from clemtui.records.rows import SessionStart
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import recover_emergency
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    MODEL,
    human,
    outcome,
    request,
    request_together,
    rows,
    running,
    session,
    start,
)

LONG = "x" * 20_000


def fill(writer: Writer) -> None:
    """Make the disk full from now on."""
    pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
    writer._db.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.emergency.jsonl"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    attempt = writer.attempt_started(episode, 1, 1, {})
    fill(writer)
    hostile = LONG + "\ud800\0"
    with pytest.raises(StoreError) as error:
        writer.attempt_ended(
            attempt, outcome(text=LONG, raw=hostile.encode("utf-8", "surrogatepass"))
        )
    assert str(error.value) == (
        f"{path}: the disk is full; free some space and start clemtui again; "
        f"end of the attempt saved in {file}"
    )
    with pytest.raises(StoreError, match="entry saved in"):
        writer.entry(episode, Response.of(1, hostile))
    assert rows(writer, "SELECT count(*) FROM entries") == [(0,)]
    writer.close()

    recovery = recover_emergency(file, path)
    assert (recovery.written, recovery.existing, recovery.refused) == (2, 0, ())
    with Reader(path) as reader:
        stored = reader.load(episode)
    assert stored.entries_for_replay == (Response.of(1, hostile),)
    assert stored.attempts[0].text == hostile
    assert not file.exists()
    done = file.with_name(file.name + ".recovered")
    assert recover_emergency(done, path).existing == 2


@pytest.mark.parametrize("what", ["entry", "end of an attempt"])
def test_an_episode_is_resumed_only_once_its_saved_records_are_restored(
    what: str, tmp_path: Path
) -> None:
    """What would be recorded in their place could not be undone."""
    path, file = tmp_path / "records.db", tmp_path / "records.emergency.jsonl"
    writer, person, episode = running(path)
    other = writer.start_episode(start(session(writer, person), human(person), MODEL))
    writer.request(episode, request(1, "hello"))
    attempt = writer.attempt_started(episode, 1, 1, {})
    fill(writer)
    record = partial(writer.entry, episode, Response.of(1, LONG))
    ended = partial(writer.attempt_ended, attempt, outcome(text=LONG))
    with pytest.raises(StoreError, match="saved in"):
        (record if what == "entry" else ended)()
    writer.close()

    again = Writer(path)
    with pytest.raises(Unrestored, match="restore them first: clemtui doctor --recover"):
        again.resume_episode(episode, session(again))
    again.resume_episode(other, session(again))
    again.close()
    assert recover_emergency(file, path).written == 1
    again = Writer(path)
    again.resume_episode(episode, session(again))
    again.close()


def test_a_custom_emergency_file(tmp_path: Path) -> None:
    own = tmp_path / "elsewhere" / "kept.jsonl"
    first, _, episode = running(tmp_path / "records.db")
    first.close()
    writer = Writer(tmp_path / "records.db", emergency=own)
    writer.resume_episode(episode, session(writer))
    fill(writer)
    with pytest.raises(StoreError, match=str(own)):
        writer.request(episode, request(1, LONG))
    assert json.loads(own.read_text(encoding="ascii"))["what"] == "request"


def test_the_error_says_if_no_file_is_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    fill(writer)
    (tmp_path / "records.emergency.jsonl").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "records.db" / "none"))
    with pytest.raises(StoreError, match="could not be saved anywhere else"):
        writer.request(episode, request(1, LONG))


def test_the_temporary_folder_is_the_last_resort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    fill(writer)
    (tmp_path / "records.emergency.jsonl").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    with pytest.raises(StoreError, match="temporary"):
        writer.request(episode, request(1, LONG))
    assert (tmp_path / "temporary" / "records.emergency.jsonl").is_file()


def test_recovery_never_overwrites_what_was_recorded_since(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.emergency.jsonl"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    fill(writer)
    with pytest.raises(StoreError):
        writer.entry(episode, Response.of(1, LONG))
    writer.close()
    elsewhere = file.rename(tmp_path / "moved.jsonl")  # or the episode could not be resumed
    again = Writer(path)
    again.resume_episode(episode, session(again))
    again.entry(episode, Control("gave up", "Player 1"))
    again.close()
    elsewhere.rename(file)
    recovery = recover_emergency(file, path)
    assert recovery.refused == (
        "line 1: entry: entries already has a different record with this key",
    )
    assert file.exists()


def test_an_invalid_emergency_file_changes_nothing(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "bad.jsonl"
    writer, _, _ = running(path)
    writer.close()
    lines = (
        "not json",
        "[1]",
        '{"what": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"what": "x", "rows": [["people; DROP TABLE tags", {"id": "1"}]], "deletes": []}',
        '{"what": "x", "rows": [["people", {"id = 1; --": "1"}]], "deletes": []}',
        '{"what": "x", "rows": [], "deletes": [["episodes", {"game": "taboo"}]]}',
        '{"what": "x", "rows": [["tags", {"episode": "none", "key": "a", "value": "b", "at": "c"}]]'
        ', "deletes": []}',
    )
    file.write_text("\n".join(lines), encoding="ascii")
    recovery = recover_emergency(file, path)
    assert (recovery.written, len(recovery.refused)) == (0, len(lines))
    assert "delete evidence" in recovery.refused[5]
    assert "does not exist here" in recovery.refused[6]
    with Reader(path) as reader:
        assert len(reader.episodes()) == 1
    with pytest.raises(StoreError, match="cannot be read"):
        recover_emergency(tmp_path / "missing.jsonl", path)


async def test_a_shared_commit_that_fails_keeps_every_write(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.emergency.jsonl"
    recorder = await Recorder.open(path)
    sitting = await recorder.do(Writer.open_session, SessionStart("run", "0.1"))
    episodes = [await recorder.do(Writer.start_episode, start(sitting, MODEL)) for _ in range(4)]
    results = await request_together(
        recorder,
        episodes,
        lambda connection, statement: connection.interrupt() if statement == "COMMIT" else None,
    )
    assert [str(each).endswith(f"request saved in {file}") for each in results] == [True] * 4
    await recorder.do(lambda writer: writer._db.conn.set_trace_callback(None))
    await recorder.close()
    with Reader(path) as reader:
        assert all(reader.load(each).requests == () for each in episodes)
        assert recover_emergency(file, path).written == 4
        assert all(len(reader.load(each).requests) == 1 for each in episodes)
