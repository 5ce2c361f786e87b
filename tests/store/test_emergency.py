"""Changes that cannot be written to the database are kept in a file and can be restored."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import stat
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Control, Response
from clemtui.records.errors import LeaseLost, StoreError, Unrestored
from clemtui.records.rows import ErasureTarget, SessionStart
from clemtui.store import database
from clemtui.store.changes import Change
from clemtui.store.database import open_for_writing
from clemtui.store.library import Database
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import (
    EmergencyFile,
    append_change,
    emergency_files,
    emergency_places,
    recover_emergency,
)
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    MODEL,
    human,
    inspected,
    outcome,
    request,
    request_together,
    restore,
    rows,
    running,
    session,
    start,
)

LONG = "x" * 20_000
AT = "2026-01-01T00:00:00.000000Z"


def fill(writer: Writer) -> None:
    """Make the disk full from now on."""
    pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
    writer._db.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.db.emergency.jsonl"
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

    recovery = restore(file, path)
    assert (recovery.written, recovery.existing, recovery.refused) == (2, 0, ())
    with Reader(path) as reader:
        stored = reader.load(episode)
    assert stored.entries_for_replay == (Response.of(1, hostile),)
    assert stored.attempts[0].text == hostile
    assert not file.exists()
    done = file.with_name(file.name + ".recovered")
    assert restore(done, path).existing == 2


@pytest.mark.parametrize("what", ["entry", "end of an attempt"])
def test_an_episode_is_resumed_only_once_its_saved_records_are_restored(
    what: str, tmp_path: Path
) -> None:
    """What would be recorded in their place could not be undone."""
    path, file = tmp_path / "records.db", tmp_path / "records.db.emergency.jsonl"
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
    assert restore(file, path).written == 1
    again = Writer(path)
    again.resume_episode(episode, session(again))
    again.close()


def saved_in(writer: Writer, episode: str) -> str:
    """Fill the disk, record a request, and return where the error says that it is."""
    fill(writer)
    with pytest.raises(StoreError) as error:
        writer.request(episode, request(1, LONG))
    return str(error.value).rpartition("request saved in ")[2]


def test_the_file_is_private_and_beside_the_database(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    assert file == emergency_places(path)[0] == tmp_path / "records.db.emergency.jsonl"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text(encoding="ascii"))["what"] == "request"


@pytest.mark.parametrize("obstacle", ["folder", "link", "dangling link", "pipe"])
def test_the_data_folder_is_the_only_other_place(tmp_path: Path, home: Path, obstacle: str) -> None:
    """Nothing is written through what someone else has put in the place of the file."""
    path, elsewhere = tmp_path / "records.db", tmp_path / "elsewhere"
    writer, _, episode = running(path)
    beside, other = emergency_places(path)
    match obstacle:
        case "folder":
            beside.mkdir()
        case "link":
            elsewhere.touch()
            beside.symlink_to(elsewhere)
        case "dangling link":
            beside.symlink_to(elsewhere)
        case "pipe":
            os.mkfifo(beside)
    assert Path(saved_in(writer, episode)) == other
    writer.close()
    assert other.parent == home / "data"
    assert not elsewhere.exists() or elsewhere.read_bytes() == b""
    assert emergency_files(path)[-1] == other
    assert restore(other, path).restored == {"request": 1}


def another_name(path: Path, name: str = "renamed.db") -> Path:
    return path.rename(path.with_name(name))


@pytest.mark.parametrize("beside", [True, False], ids=["beside it", "in the data folder"])
def test_the_file_is_found_after_the_database_was_moved(
    tmp_path: Path, home: Path, beside: bool
) -> None:
    """As when the disk is full: an erasure or a new answer must not miss what is in it."""
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    if not beside:
        emergency_places(path)[0].mkdir()
    file = Path(saved_in(writer, episode))
    writer.close()
    (tmp_path / "larger").mkdir()
    moved = another_name(path) if beside else path.rename(tmp_path / "larger" / "r.db")
    assert emergency_files(moved) == (file,)
    again = Writer(moved)
    with pytest.raises(Unrestored, match="restore them first"):
        again.resume_episode(episode, session(again))
    again.close()
    assert restore(file, moved).restored == {"request": 1}
    assert emergency_files(moved) == ()
    again = Writer(moved)
    again.resume_episode(episode, session(again))
    again.release(episode)
    again.erase(ErasureTarget(episodes=(episode,)))
    again.close()
    assert LONG not in file.read_text("ascii")


def test_the_file_stays_with_a_renamed_database_if_another_takes_its_name(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    moved = another_name(path)
    Writer(path).close()
    assert emergency_files(moved) == (file,)
    with pytest.raises(StoreError, match="restore them"):
        merge(tmp_path / "target.db", moved)
    merge(tmp_path / "target.db", path)


def test_a_link_to_a_database_is_that_database(tmp_path: Path) -> None:
    path, link = tmp_path / "records.db", tmp_path / "links" / "current.db"
    Writer(path).close()
    link.parent.mkdir()
    link.symlink_to(path)
    writer, _, episode = running(link)
    file = Path(saved_in(writer, episode))
    writer.close()
    assert file == emergency_places(path)[0] == emergency_places(link)[0]
    assert emergency_files(path) == emergency_files(link) == (file,)


@pytest.mark.parametrize("beside", [True, False], ids=["beside it", "in the data folder"])
def test_files_that_older_versions_named_after_a_link_are_found(
    tmp_path: Path, home: Path, beside: bool
) -> None:
    path, link = tmp_path / "records.db", tmp_path / "links" / "current.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    link.parent.mkdir()
    link.symlink_to(path)
    (home / "data").mkdir(parents=True)
    digest = emergency_places(path)[1].name.split(".")[2]
    before = link.name if beside else f"{link.name}.{digest}"
    folder = link.parent if beside else home / "data"
    old = file.rename(folder / f"{before}.emergency.jsonl")
    assert emergency_files(link) == (old,)
    assert restore(old, link).restored == {"request": 1}
    assert not old.exists()


def test_a_copy_does_not_take_the_records_of_its_original(tmp_path: Path) -> None:
    path, copy = tmp_path / "records.db", tmp_path / "copy.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    copy.write_bytes(path.read_bytes())
    assert emergency_files(copy) == ()
    moved = another_name(path)
    assert restore(file, copy).written == 1, "nobody knows which of them it was"
    assert emergency_files(copy) == ()
    assert emergency_files(moved) == (file,), "so both can have them"
    assert restore(file, moved).written == 1


def older(file: Path) -> None:
    """Make the lines of a file those of a version that did not say where the database is."""
    kept = []
    for line in file.read_text("ascii").splitlines():
        data = json.loads(line)
        del data["path"], data["sha256"]
        data["sha256"] = hashlib.sha256(json.dumps(data).encode()).hexdigest()
        kept.append(json.dumps(data) + "\n")
    file.write_text("".join(kept), "ascii")


def test_a_copy_takes_nothing_from_the_data_folder_if_it_may_be_of_another(tmp_path: Path) -> None:
    path, copy = tmp_path / "records.db", tmp_path / "copy.db"
    writer, _, episode = running(path)
    emergency_places(path)[0].mkdir()
    file = Path(saved_in(writer, episode))
    writer.close()
    older(file)
    copy.write_bytes(path.read_bytes())
    assert inspected(file).records == 1
    assert emergency_files(copy) == ()
    assert file in emergency_files(path)


@pytest.mark.parametrize("where", [7, ["x"], "x" * 5000, "nul\0", "/proc/1/cwd/x"])
def test_where_a_line_says_that_its_database_was_may_be_anything(
    tmp_path: Path, where: object
) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    data = json.loads(file.read_text("ascii"))
    del data["sha256"]
    data["path"] = where
    data["sha256"] = hashlib.sha256(json.dumps(data).encode()).hexdigest()
    file.write_text(json.dumps(data) + "\n", "ascii")
    assert emergency_files(path) == (file,)
    assert set(emergency_files(another_name(path))) <= {file}


def test_a_database_that_gets_an_ending_keeps_its_file(tmp_path: Path) -> None:
    path = tmp_path / "study"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    moved = another_name(path, "study.db")
    assert emergency_files(moved) == (file,), "once, under both rules"


def test_the_file_of_a_database_without_an_ending_is_not_that_of_another(tmp_path: Path) -> None:
    """Older versions named the file of ``study.db`` like that of ``study`` today."""
    path, other = tmp_path / "study", tmp_path / "study.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    Writer(other).close()
    assert emergency_files(path) == (file,)
    assert emergency_files(other) == ()
    merge(tmp_path / "target.db", other)


def test_a_database_with_such_a_file_is_not_merged(tmp_path: Path) -> None:
    """Whoever deletes it after the merge would lose them."""
    path, target = tmp_path / "records.db", tmp_path / "target.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    with pytest.raises(StoreError, match=r"some of its records are still in .* restore them"):
        merge(target, path)
    restore(file, path)
    assert merge(target, path).episodes_new == 1


def test_a_file_of_another_account_is_neither_written_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    beside, other = emergency_places(path)
    for file in (beside, other):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}\n", encoding="ascii")
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: beside.stat().st_uid + 1)
        assert "belongs to another account" in restore(beside, path).problem
        assert "belongs to another account" in inspected(beside).problem
        fill(writer)
        with pytest.raises(StoreError, match="saved anywhere else"):
            writer.request(episode, request(1, LONG))
    assert beside.read_text(encoding="ascii") == other.read_text(encoding="ascii") == "{}\n"


def test_where_the_disk_is_still_full_the_file_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()

    def full(database: Path) -> Database:
        db = open_for_writing(database)
        db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
        return db

    with monkeypatch.context() as patched:
        patched.setattr(f"{recover_emergency.__module__}.open_for_writing", full)
        with pytest.raises(StoreError, match="the disk is full; free some space"):
            restore(file, path)
    assert restore(file, path).restored == {"request": 1}


def test_what_cannot_be_a_database_has_no_emergency_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to(second)
    second.symlink_to(first)
    assert emergency_places(Path("/")) == emergency_files(Path("/")) == ()
    assert emergency_files(first) == ()


def test_databases_with_similar_names_do_not_share_a_file(tmp_path: Path) -> None:
    paths = [tmp_path / "a.db", tmp_path / "a.sqlite", tmp_path / "b" / "a.db"]
    places = [place for path in paths for place in emergency_places(path)]
    assert len(set(places)) == len(places)


def test_records_of_another_database_are_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "records.db", tmp_path / "other.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    Writer(other).close()
    recovery = restore(file, other)
    assert (recovery.refused, recovery.failed) == ((), False)
    assert recovery.foreign == ("line 1: belongs to another database",)
    assert file.exists()


@given(data=st.data())
def test_a_changed_line_is_never_restored(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kept.jsonl"
        change = Change("tag", (("tags", {"episode": "e", "key": "k", "value": "v", "at": AT}),))
        append_change(change, AT, "some-id", file.with_name("a.db"), file)
        line = file.read_bytes()
        assert inspected(file) == EmergencyFile(file, records=1)
        at = data.draw(st.integers(0, len(line) - 2))
        with_ = data.draw(st.sampled_from([b"", b"x", b"0", b'"']))
        changed = line[:at] + with_ + line[at + 1 :]
        file.write_bytes(changed)
        whole = json.loads(line)
        try:
            same = json.loads(changed) == whole
        except ValueError:
            same = False
        assert inspected(file) == EmergencyFile(file, int(same), () if same else (1,))


def test_a_line_that_a_crash_has_cut_does_not_harm_the_next(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    file = emergency_places(path)[0]
    file.write_text('{"at": "2026', encoding="ascii")
    saved_in(writer, episode)
    writer.close()
    assert inspected(file) == EmergencyFile(file, records=1, damaged=(1,))
    recovery = restore(file, path)
    assert recovery.restored == {"request": 1}
    assert recovery.refused == ("line 1: damaged, or not a record",)


def test_files_of_older_versions_are_restored(tmp_path: Path) -> None:
    """They had another name, and neither checksum nor the id of the database."""
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    file = Path(saved_in(writer, episode))
    writer.close()
    line = json.loads(file.read_text(encoding="ascii"))
    del line["sha256"], line["database"]
    file.unlink()
    before = tmp_path / "records.emergency.jsonl"
    before.write_text(json.dumps(line) + "\n", encoding="ascii")
    assert emergency_files(path) == (before,)
    assert restore(before, path).restored == {"request": 1}


def test_the_error_says_if_no_file_is_writable(tmp_path: Path, home: Path) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    fill(writer)
    (tmp_path / "records.db.emergency.jsonl").mkdir()
    home.mkdir()
    (home / "data").touch()
    with pytest.raises(StoreError, match="could not be saved anywhere else"):
        writer.request(episode, request(1, LONG))


def test_recovery_never_overwrites_what_was_recorded_since(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.db.emergency.jsonl"
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
    recovery = restore(file, path)
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
        '{"what": "x", "rows": [["tags", {"episode": "none", "key": "a", "value": "b", '
        f'"at": "{AT}"}}]], "deletes": []}}',
    )
    file.write_text("\n".join(lines), encoding="ascii")
    recovery = restore(file, path)
    assert (recovery.written, len(recovery.refused)) == (0, len(lines))
    assert "delete evidence" in recovery.refused[5]
    assert "does not exist here" in recovery.refused[6]
    with Reader(path) as reader:
        assert len(reader.episodes()) == 1
    assert "cannot be read" in restore(tmp_path / "missing.jsonl", path).problem


async def test_a_shared_commit_that_fails_keeps_every_write(tmp_path: Path) -> None:
    path, file = tmp_path / "records.db", tmp_path / "records.db.emergency.jsonl"
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
        assert restore(file, path).written == 4
        assert all(len(reader.load(each).requests) == 1 for each in episodes)


async def test_while_the_database_is_locked_every_write_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was begun, so nothing that the program knows of its episodes is wrong."""
    monkeypatch.setattr(database, "BUSY_MS", 10)
    path = tmp_path / "records.db"
    recorder = await Recorder.open(path)
    sitting = await recorder.do(Writer.open_session, SessionStart("run", "0.1"))
    episodes = [await recorder.do(Writer.start_episode, start(sitting, MODEL)) for _ in range(4)]
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        results = await request_together(recorder, episodes[:3], lambda *_: None)
        assert all("another program has locked the database" in str(each) for each in results)
        other.execute("ROLLBACK")
    await recorder.do(Writer.request, episodes[3], request(1, "hello"))
    await recorder.close()


async def test_after_a_commit_failed_the_writes_of_all_episodes_say_why(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    recorder = await Recorder.open(path)
    sitting = await recorder.do(Writer.open_session, SessionStart("run", "0.1"))
    episodes = [await recorder.do(Writer.start_episode, start(sitting, MODEL)) for _ in range(3)]
    await request_together(
        recorder,
        episodes[:2],
        lambda connection, statement: connection.interrupt() if statement == "COMMIT" else None,
    )
    await recorder.do(lambda writer: writer._db.conn.set_trace_callback(None))
    for episode in episodes:
        with pytest.raises(StoreError, match="interrupted") as caught:
            await recorder.do(Writer.request, episode, request(2, "hello"))
        assert not isinstance(caught.value, LeaseLost)
    await recorder.do(Writer.release, episodes[2])
    await recorder.do(Writer.resume_episode, episodes[2], sitting)
    await recorder.do(Writer.request, episodes[2], request(1, "hello"))
    await recorder.close()


async def test_if_a_write_undoes_the_whole_group_the_other_writes_say_why(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    recorder = await Recorder.open(path)
    sitting = await recorder.do(Writer.open_session, SessionStart("run", "0.1"))
    episodes = [await recorder.do(Writer.start_episode, start(sitting, MODEL)) for _ in range(3)]
    inserted: list[str] = []

    def interrupt_the_second(connection: sqlite3.Connection, statement: str) -> None:
        if statement.startswith("INSERT INTO requests"):
            inserted.append(statement)
            if len(inserted) == 2:
                connection.interrupt()

    results = await request_together(recorder, episodes, interrupt_the_second)
    assert len(inserted) >= 2
    assert "interrupted" in str(results[0])
    assert "interrupted" in str(results[1])
    await recorder.do(lambda writer: writer._db.conn.set_trace_callback(None))
    await recorder.close()


async def test_a_transaction_that_sqlite_rolls_back_loses_no_write_of_the_group(
    tmp_path: Path,
) -> None:
    """On some errors SQLite undoes the whole transaction, also what other episodes have written."""
    path = tmp_path / "records.db"
    recorder = await Recorder.open(path)
    sitting = await recorder.do(Writer.open_session, SessionStart("run", "0.1"))
    episodes = [await recorder.do(Writer.start_episode, start(sitting, MODEL)) for _ in range(4)]
    await recorder.do(
        lambda writer: writer._db.execute(
            f"""CREATE TEMP TRIGGER rolled_back BEFORE INSERT ON main.requests
            WHEN NEW.episode = '{episodes[1]}'
            BEGIN SELECT RAISE(ROLLBACK, 'out of memory'); END"""
        )
    )
    results = await request_together(recorder, episodes, lambda *_: None)
    assert "out of memory" in str(results[1])
    await recorder.do(lambda writer: writer._db.execute("DROP TRIGGER temp.rolled_back"))
    await recorder.close()
    for file in emergency_files(path):
        assert restore(file, path).refused == ()
    with Reader(path) as reader:
        kept = [len(reader.load(each).requests) for each in episodes]
    assert kept == [1, 0, 1, 1]
    acknowledged = [index for index, each in enumerate(results) if each is None]
    assert all(kept[index] for index in acknowledged)
