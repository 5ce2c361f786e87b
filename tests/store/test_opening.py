"""Every problem with the file is reported in one line that says what to do."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Response
from clemtui.records.errors import StoreError
from clemtui.records.rows import EpisodeFilter
from clemtui.store.database import check_sqlite, connect, open_for_writing
from clemtui.store.filesystems import network_file_system
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import request, running
from tests.store.records import GPT, Records

MOUNTS = r"""22 1 0:21 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
23 22 0:22 / /net/lab\040data rw shared:2 - nfs4 server:/data rw
24 23 0:23 / /net/lab\040data/local rw - tmpfs tmpfs rw
"""


def one_line(error: pytest.ExceptionInfo[StoreError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    return text


def test_the_connection_is_as_safe_as_it_claims(tmp_path: Path) -> None:
    db = open_for_writing(tmp_path / "new" / "folder" / "records.db")
    settings = {
        pragma: db.execute(f"PRAGMA {pragma}").fetchone()[0]
        for pragma in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
    }
    assert settings == {
        "journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 5000,
    }  # fmt: skip
    strict = db.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table'")
    loose = {name for name, is_strict in strict if not is_strict and "sqlite" not in name}
    assert loose == set()


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    open_for_writing(tmp_path / "records.db")
    assert stat.S_IMODE((tmp_path / "records.db").stat().st_mode) == 0o600


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes. " * 100, encoding="utf-8")
    for open_it in (Writer, Reader):
        with pytest.raises(StoreError, match=r"not an SQLite database.*--db") as error:
            open_it(path)
        one_line(error)
    assert path.read_text(encoding="utf-8").startswith("These")


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE bookmarks (url TEXT)")
    other.commit()
    for open_it in (Writer, Reader):
        with pytest.raises(StoreError, match=r"another program.*--db"):
            open_it(path)
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_a_newer_database(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    Writer(path).close()
    newer = sqlite3.connect(path)
    newer.execute(
        """INSERT INTO _sqlite_migrations (migration_set, name, applied_at)
        VALUES ('clemtui', '9999_future', '')"""
    )
    newer.commit()
    for open_it in (Writer, Reader):
        with pytest.raises(StoreError) as error:
            open_it(path)
        assert one_line(error).endswith(
            "created by a newer clemtui; update clemtui or choose another file with --db"
        )


def test_no_records_yet(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no records yet"):
        Reader(tmp_path / "records.db")
    assert not (tmp_path / "records.db").exists()


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    path.touch()
    with pytest.raises(StoreError, match="no records yet"):
        Reader(path)
    running(path)[0].close()
    with Reader(path) as reader:
        assert len(reader.episodes()) == 1


def begun(path: Path) -> None:
    """Leave a database as a program does that is killed while it creates one."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size > 0


def test_a_reader_finishes_a_creation_that_was_interrupted(tmp_path: Path) -> None:
    begun(tmp_path / "records.db")
    with Reader(tmp_path / "records.db") as reader:
        assert reader.episodes() == ()


def test_a_read_only_file_without_tables_has_no_records(unprivileged: Path) -> None:
    begun(unprivileged / "records.db")
    (unprivileged / "records.db").chmod(0o400)
    with pytest.raises(StoreError, match="no records yet"):
        Reader(unprivileged / "records.db")


def test_two_programs_that_create_a_database_at_once_wait_for_each_other(tmp_path: Path) -> None:
    refused: list[sqlite3.Error] = []

    class Refusing(sqlite3.Connection):
        """SQLite does not wait if two connections switch the journal mode."""

        def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            if "journal_mode" in sql and len(refused) < 2:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                refused.append(error)
                raise error
            return super().execute(sql, *arguments)

    def refusing(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, factory=Refusing)

    open_for_writing(tmp_path / "records.db", connect=refusing).close()
    assert len(refused) == 2


def test_a_file_that_cannot_be_written(unprivileged: Path) -> None:
    path = unprivileged / "records.db"
    running(path)[0].close()
    path.chmod(0o400)
    with pytest.raises(StoreError, match=r"is not writable.*--db") as error:
        Writer(path)
    one_line(error)


def test_a_folder_that_cannot_be_written(unprivileged: Path) -> None:
    unprivileged.chmod(0o500)
    with pytest.raises(StoreError, match="--db") as error:
        Writer(unprivileged / "records.db")
    one_line(error)


def test_published_records_are_read_from_a_folder_that_cannot_be_written(
    unprivileged: Path,
) -> None:
    path = unprivileged / "records.db"
    writer, _, episode = running(path)
    writer.close()
    path.chmod(0o400)
    unprivileged.chmod(0o500)
    with Reader(path) as reader:
        assert reader.load(episode).summary.game == "taboo"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
@pytest.mark.parametrize("opening", [open_for_writing, Reader])
def test_a_pipe_is_no_database(opening: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StoreError, match="not a regular file"):
        opening(tmp_path / "pipe")


def queued(path: Path) -> sqlite3.Connection:
    """Let another program change records, so that results must be computed; leave it open."""
    other = sqlite3.connect(path)
    other.execute("PRAGMA wal_autocheckpoint = 0")
    other.execute("INSERT INTO results_pending SELECT id FROM episodes")
    for derived in ("episode_results", "result_counts", "result_items"):
        other.execute(f"DELETE FROM {derived}")
    other.commit()
    return other


@pytest.mark.parametrize(("file", "folder"), [(0o400, 0o700), (0o600, 0o500), (0o400, 0o500)])
def test_results_are_computed_in_a_copy_if_the_database_cannot_be_written(
    file: int, folder: int, unprivileged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = unprivileged / "records.db"
    Records(path).play(*GPT)
    queued(path).close()
    before = path.read_bytes()
    path.chmod(file)
    unprivileged.chmod(folder)
    with Reader(path) as reader:
        for _ in range(2):
            assert reader.results(EpisodeFilter()).episodes == 1
        assert len(reader.episodes()) == 1
    (said,) = caplog.messages
    assert said.startswith(f"{path} cannot be written")
    assert path.read_bytes() == before


def test_a_log_on_a_medium_that_cannot_be_written_is_read(unprivileged: Path) -> None:
    """The program that wrote it was killed, and its shared memory is gone."""
    path = unprivileged / "records.db"
    records = Records(path)
    records.play(*GPT)
    records.writer.close()
    medium = unprivileged / "medium"
    medium.mkdir()
    with closing(queued(path)):
        for name in ("records.db", "records.db-wal"):
            (medium / name).write_bytes((unprivileged / name).read_bytes())
            (medium / name).chmod(0o400)
    assert (medium / "records.db-wal").stat().st_size > 0
    medium.chmod(0o500)
    try:
        with Reader(medium / "records.db") as reader:
            assert reader.results(EpisodeFilter()).episodes == 1
        assert {each.name for each in medium.iterdir()} == {"records.db", "records.db-wal"}
    finally:
        medium.chmod(0o700)


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    running(tmp_path / "records.db")[0].close()
    with Reader(tmp_path / "records.db") as reader, pytest.raises(sqlite3.OperationalError):
        reader._db.execute("DELETE FROM drafts")


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "records.db").mkdir()
    with pytest.raises(StoreError, match="--db"):
        Writer(tmp_path / "records.db")


def test_a_full_disk_while_opening(tmp_path: Path) -> None:
    def small(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 5")
        return connection

    with pytest.raises(StoreError, match="disk is full; free some space") as error:
        Writer(tmp_path / "records.db", connect=small)
    one_line(error)
    Writer(tmp_path / "records.db").close()  # nothing half-made is left


def test_a_locked_database(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer._db.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(
        StoreError, match="another program has locked the database; close it"
    ) as error:
        writer.request(episode, request(1, "hello"))
    one_line(error)
    other.execute("ROLLBACK")
    writer.request(episode, request(1, "hello"))
    assert writer.entry(episode, Response.of(1, "x")) == 1
    writer.close()


def test_an_sqlite_without_strict_tables() -> None:
    check_sqlite((3, 37, 0))
    with pytest.raises(StoreError, match=r"SQLite 3\.36\.0.*3\.37\.0"):
        check_sqlite((3, 36, 0))


def test_a_network_file_system(tmp_path: Path) -> None:
    assert network_file_system(Path("/net/lab data/records.db"), MOUNTS) == "nfs4"
    assert network_file_system(Path("/net/lab data/local/records.db"), MOUNTS) is None
    assert network_file_system(Path("/net/lab database/records.db"), MOUNTS) is None
    root = "22 1 0:21 / / rw - cifs //server/share rw\n"
    with pytest.raises(StoreError, match=r"network file system \(cifs\).*--db") as error:
        open_for_writing(tmp_path / "records.db", mountinfo=root)
    one_line(error)
    assert not (tmp_path / "records.db").exists()
