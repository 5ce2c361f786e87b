"""A database, or its log, that is moved, replaced or deleted while it is used: nothing is lost.

SQLite reports none of this: the open connection goes on writing to a file without a name.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from clemtui.engine import Response
from clemtui.records.errors import DatabaseGone
from clemtui.records.rows import SessionStart
from clemtui.store.database import open_for_reading, open_for_writing
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write import rescue
from clemtui.store.write.emergency import emergency_files, emergency_places
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, request, request_together, rows, running, session, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")


def delete(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("moved.db"))


def put_a_folder_there(path: Path) -> None:
    move(path)
    path.mkdir()


def replace(path: Path) -> None:
    other = path.with_name("other.db")
    Writer(other).close()
    other.replace(path)


def move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


GONE = [delete, move, put_a_folder_there, replace]


def close(writer: Writer) -> None:
    """Close a writer, which says once more what has happened if it still had to release a lease."""
    with suppress(DatabaseGone):
        writer.close()


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("records.db.rescued-*.db"))


def brought_back(copy: Path, database: Path) -> None:
    """Merge a copy as the error says, and continue the only unfinished episode."""
    merge(database, copy)
    with Reader(database) as reader:
        (unfinished,) = reader.unfinished()
    writer = Writer(database)
    writer.resume_episode(unfinished.summary.id, session(writer))
    writer.request(unfinished.summary.id, request(2, "hello", "tea", "again", new_from=2))
    writer.entry(unfinished.summary.id, Response.of(2, "GUESS: cup"))
    writer.close()
    with Reader(database) as reader:
        entries = reader.load(unfinished.summary.id).entries_for_replay
    assert entries == (Response.of(1, "tea"), Response.of(2, "GUESS: cup"))


@pytest.mark.parametrize("take_away", GONE)
def test_everything_is_in_a_copy_and_nothing_is_acknowledged(
    take_away: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    take_away(path)
    with pytest.raises(DatabaseGone) as error:
        writer.entry(episode, Response.of(1, "tea"))
    (copy,) = copies(tmp_path)
    assert str(error.value) == (
        f"the database {path} was moved, replaced or deleted while clemtui used it; everything "
        f"recorded until now is in {copy}; to bring it back, close clemtui and enter: "
        f"clemtui database merge {copy} --db {path}"
    )
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with pytest.raises(DatabaseGone):
        writer.release(episode)
    close(writer)
    assert copies(tmp_path) == [copy], "there is one copy, and nothing is beside it"
    assert emergency_files(copy) == ()
    brought_back(copy, tmp_path / "new.db" if path.is_dir() else path)


@pytest.mark.parametrize("take_away", GONE)
def test_a_write_between_its_check_and_its_commit_is_in_the_copy(
    take_away: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    writer._db.conn.set_trace_callback(
        lambda statement: take_away(path) if statement == "COMMIT" else None
    )
    with pytest.raises(DatabaseGone):
        writer.entry(episode, Response.of(1, "tea"))
    close(writer)
    brought_back(copies(tmp_path)[0], tmp_path / "new.db" if path.is_dir() else path)


def test_what_takes_the_place_stays_untouched(tmp_path: Path) -> None:
    """Our log must not be beside it: SQLite would apply it to the other database."""
    path, other = tmp_path / "records.db", tmp_path / "other.db"
    writer, _, episode = running(path)
    theirs, _, _ = running(other)
    theirs.close()
    other.replace(path)
    before = path.read_bytes()
    with pytest.raises(DatabaseGone):
        writer.request(episode, request(1, "hello"))
    close(writer)
    assert path.read_bytes() == before
    with closing(open_for_writing(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("SELECT count(*) FROM requests").fetchone() == (0,)


def test_a_database_that_was_moved_is_complete(tmp_path: Path) -> None:
    """The newest records were in the log, which stayed behind."""
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    move(path)
    with pytest.raises(DatabaseGone):
        writer.entry(episode, Response.of(1, "tea"))
    close(writer)
    with Reader(tmp_path / "moved.db") as reader:
        assert len(reader.load(episode).requests) == 1


def test_the_heartbeat_notices_it_before_anything_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, _ = running(path)
    delete(path)
    with pytest.raises(DatabaseGone):
        writer.heartbeat()
    assert len(copies(tmp_path)) == 1


def refuse_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def open_(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT and Path(path).parent == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", open_)


@pytest.mark.parametrize("why", ["the folder is gone", "it is not writable"])
def test_the_data_folder_is_the_other_place_for_the_copy(
    why: str, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "folder" / "records.db"
    path.parent.mkdir()
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    if why == "the folder is gone":
        move_the_folder(path)
    else:
        delete(path)
        refuse_folder(path.parent, monkeypatch)
    with pytest.raises(DatabaseGone, match="database merge"):
        writer.entry(episode, Response.of(1, "tea"))
    monkeypatch.undo()
    close(writer)
    (copy,) = copies(home / "data")
    brought_back(copy, tmp_path / "new.db")


def test_without_a_place_for_the_copy_the_entry_is_in_the_emergency_file(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    move(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(rescue, "_copy", full)
        with pytest.raises(DatabaseGone) as error:
            writer.entry(episode, Response.of(1, "tea"))
        file = emergency_places(path)[0]
        assert "there is no copy of its content" in str(error.value)
        assert "No space left on device" in str(error.value)
        assert str(error.value).endswith(f"entry saved in {file}")
    with pytest.raises(DatabaseGone, match="everything recorded until now"):
        writer.release(episode)
    close(writer)
    (copy,) = copies(tmp_path)
    assert "tea" in file.read_text(encoding="ascii")
    brought_back(copy, path)


def test_databases_that_are_taken_away_while_they_are_opened_have_copies_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, found = rescue.OpenFile.of, []

    def of(path: Path) -> rescue.OpenFile:
        if path.name == "records.db":
            delete(path)
        return opened(path)

    monkeypatch.setattr(rescue.OpenFile, "of", of)
    writers = {}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        writers[name] = Writer(tmp_path / name / "records.db")
    for name, writer in writers.items():
        with pytest.raises(DatabaseGone):
            writer.person(name)
        close(writer)
        with Reader(copies(tmp_path / name)[0]) as reader:
            found += [each.pseudonym for each in reader.people()]
    assert found == ["one", "two"]


def test_a_copy_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, _ = running(path)
    with closing(open_for_reading(path)) as closed:
        pass
    with pytest.raises(Exception, match="closed"):
        rescue._copy(closed, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy.db*"))
    close(writer)


def test_all_writers_of_a_process_share_one_copy(tmp_path: Path) -> None:
    """What the second one commits after the copy was made is added to it."""
    path = tmp_path / "records.db"
    first, person, episode = running(path)
    second = Writer(path)
    other = second.start_episode(start(session(second, person), MODEL))

    def first_notices(statement: str) -> None:
        if statement.startswith("BEGIN"):
            delete(path)
            with pytest.raises(DatabaseGone):
                first.request(episode, request(1, "hello"))

    second._db.conn.set_trace_callback(first_notices)
    with pytest.raises(DatabaseGone):
        second.request(other, request(1, "hello"))
    close(first)
    close(second)
    (copy,) = copies(tmp_path)
    with Reader(copy) as reader:
        assert [len(reader.load(each).requests) for each in (episode, other)] == [1, 1]


def test_a_copy_that_is_deleted_as_well_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    delete(path)
    with pytest.raises(DatabaseGone):
        writer.heartbeat()
    delete(copies(tmp_path)[0])
    with pytest.raises(DatabaseGone) as error:
        writer.entry(episode, Response.of(1, "tea"))
    assert str(error.value).endswith(f"--db {path}"), "not into the copy that is gone"
    close(writer)
    (copy,) = copies(tmp_path)
    brought_back(copy, path)


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_log_that_is_deleted_is_noticed_and_the_database_is_complete(
    ending: str, tmp_path: Path
) -> None:
    """What is written after that would be in a log that no other program reads."""
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    path.with_name(path.name + ending).unlink()
    with pytest.raises(DatabaseGone, match=f"records.db{ending} was moved, overwritten or deleted"):
        writer.entry(episode, Response.of(1, "tea"))
    close(writer)
    (copy,) = copies(tmp_path)
    with Reader(path) as reader:
        assert len(reader.load(episode).requests) == 1
    brought_back(copy, path)


def test_a_log_that_is_emptied_is_noticed_and_everything_is_in_a_copy(tmp_path: Path) -> None:
    """SQLite goes on writing where the log ended, which no program can read."""
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    path.with_name(f"{path.name}-wal").write_bytes(b"")
    with pytest.raises(DatabaseGone, match="-wal was moved, overwritten or deleted"):
        writer.entry(episode, Response.of(1, "tea"))
    close(writer)
    brought_back(copies(tmp_path)[0], tmp_path / "new.db")


@pytest.mark.parametrize("when", ["before", "at the commit"])
async def test_no_write_of_a_shared_commit_is_acknowledged(when: str, tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    recorder = await Recorder.open(path)
    sitting = await recorder.do(Writer.open_session, SessionStart("run", "0.1"))
    episodes = [await recorder.do(Writer.start_episode, start(sitting, MODEL)) for _ in range(4)]
    if when == "before":
        delete(path)
    results = await request_together(
        recorder,
        episodes,
        lambda _, statement: delete(path) if statement == "COMMIT" else None,
    )
    assert [type(each) for each in results] == [DatabaseGone] * 4
    with pytest.raises(DatabaseGone):
        await recorder.check_file()
    with pytest.raises(DatabaseGone):
        await recorder.close()
    (copy,) = copies(tmp_path)
    with Reader(copy) as reader:
        assert all(len(reader.load(each).requests) == 1 for each in episodes)


def test_a_database_that_is_back_in_time_is_used_on(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    move(path)
    (tmp_path / "moved.db").rename(path)
    assert writer.is_in_place()
    writer.entry(episode, Response.of(1, "tea"))
    assert rows(writer, "SELECT count(*) FROM entries") == [(1,)]
    writer.close()
    assert not copies(tmp_path)
