"""Opening of databases: checks with specific errors, pragmas, migrations and transactions."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from clemtui.records.errors import StoreError
from clemtui.store import line_ups, results, traces
from clemtui.store.filesystems import network_file_system
from clemtui.store.library import Database
from clemtui.store.migrations import STEPS, known
from clemtui.store.scratch import private_folder
from clemtui.store.sqlite_errors import READ_ONLY, store_error

Connect = Callable[[Path], sqlite3.Connection]

OLDEST_SQLITE = (3, 37, 0)
"""The first version with STRICT tables."""

BUSY_MS = 5000
"""How long a write waits for the lock of another program, in milliseconds."""


READ_CACHE_KIB = 32_768
"""How much of a large database a reader may keep in memory, in KiB."""

_PAUSE = 0.02  # seconds

_LOG = logging.getLogger(__name__)


def check_sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> None:
    """Refuse a version of SQLite that is too old for the records.

    Raises:
        StoreError: if the version is too old.
    """
    if version < OLDEST_SQLITE:
        ours, wanted = (".".join(map(str, v)) for v in (version, OLDEST_SQLITE))
        raise StoreError(
            f"this Python includes SQLite {ours}, but clemtui needs {wanted} or newer; use "
            "another Python"
        )


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection for reading and writing that waits for locks of other programs."""
    # Not bound to a thread: the writer uses one thread of its own, the reader uses a lock.
    return sqlite3.connect(path, timeout=BUSY_MS / 1000, check_same_thread=False)


def open_for_writing(
    path: Path, *, connect: Connect = connect, mountinfo: str | None = None
) -> Database:
    """Open a database, creating it if it is missing, and migrate it to this version.

    Args:
        path: the database file; its folder is created if missing.
        connect: makes the connection.
        mountinfo: the system's mount table (see `network_file_system`); by default it is read from
            ``/proc``.

    Raises:
        StoreError: if the database cannot be opened; the message is one line with the reason.
    """
    check_sqlite()
    check_kind(path)
    _check_file_system(path, mountinfo)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # Records are private. SQLite's journal files inherit the mode.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(
            f"{path}: {error.strerror}; choose another file with --db, or change the permissions"
        ) from error
    if path.is_file() and not can_be_written(path):
        # SQLite would open the file read-only and fail at the first write.
        raise StoreError(f"{path}: {READ_ONLY}")
    return _configure(path, connect)


def has_records(path: Path) -> bool:
    """Whether a path is anything but an empty file, as one is left if its creation is interrupted.

    What is no regular file counts, so that whoever opens it says so.
    """
    return path.exists() and (not path.is_file() or path.stat().st_size > 0)


def _configure(path: Path, connect: Connect) -> Database:
    with _connection(path, lambda: connect(path)) as connection:
        db = Database(connection)
        _check_owner(db, path)
        if _use_log(db) != "wal":
            raise StoreError(
                f"{path}: SQLite cannot use a write-ahead log here; choose another file with --db"
            )
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")
        if check_version(db, path):
            migrate(db)
        elif results_pending(db):
            with write_transaction(db):
                pass  # its end computes them
        traces.remove_if_free(db, BUSY_MS)
    return db


def open_for_reading(path: Path) -> Database:
    """Open an existing database for queries only.

    A database of an older version is migrated first; if it cannot be written, a private copy is.
    Erased text that is still in its files is removed first, if that is possible.

    Raises:
        StoreError: if the file is missing or empty, not one of our databases, or of a newer
            version.
    """
    check_sqlite()
    check_kind(path)
    if not has_records(path) or not path.is_file():
        raise _no_records(path)
    try:
        db = _connect_for_reading(path)
    except StoreError:
        if _writable(path.parent) or not _has_pending_log(path):
            raise
        return _recovered_copy(path)
    if check_version(db, path):
        if not can_be_written(path):
            return private_copy(db, path)
        db.close()
        open_for_writing(path).close()
        db = _connect_for_reading(path)
    elif can_be_written(path) and traces.are_left(db):
        with suppress(StoreError):  # reading is possible
            open_for_writing(path).close()
    return db


def may_keep_erased_text(path: Path) -> bool:
    """Whether erased text may still be in the files of a database of this version.

    Raises:
        StoreError: if it cannot be read.
    """
    if not has_records(path):
        return False
    with closing(_connect_for_reading(path).conn) as connection:
        db = Database(connection, recursive_triggers=False)
        return not check_version(db, path) and traces.are_left(db)


def database_id(path: Path) -> str | None:
    """Return the id of a database, which its copies have too; None if it cannot be read."""
    try:
        with closing(_connect_for_reading(path).conn) as connection:
            row = connection.execute("SELECT id FROM databases").fetchone()
    except (StoreError, sqlite3.Error):  # whoever reads or writes it is told so
        return None
    return None if row is None else str(row[0])


def private_copy(db: Database, path: Path) -> Database:
    """Close a database that cannot be written; return a copy with everything up to date.

    SQLite keeps the copy in memory, or in a file that no one else can open, and deletes it when it
    is closed.

    Raises:
        StoreError: if the copy cannot be made.
    """
    with _connection(path, lambda: sqlite3.connect("", check_same_thread=False)) as connection:
        with closing(db.conn) as original:
            original.backup(connection)
        copy = Database(connection)
        migrate(copy)
        copy.execute("PRAGMA query_only = ON")
    _LOG.warning("%s cannot be written, so a temporary copy of it is brought up to date", path)
    return copy


def _recovered_copy(path: Path) -> Database:
    """Return a copy of a database with a log that SQLite cannot read where it is."""
    with private_folder() as folder:
        for name in (path.name, f"{path.name}-wal"):
            shutil.copyfile(path.with_name(name), folder / name)
        return private_copy(_connect_for_reading(folder / path.name), path)


def _connect_for_reading(path: Path) -> Database:
    """Open a database of this or an older version for queries only."""
    check_kind(path)
    address = f"{Path(os.path.realpath(path)).as_uri()}?mode=ro"
    if not _writable(path.parent) and not _has_pending_log(path):
        # SQLite cannot create its shared-memory file here, and no other program can write here
        # either.
        address += "&immutable=1"

    def for_reading() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000, check_same_thread=False)

    with _connection(path, for_reading) as connection:
        db = Database(connection, recursive_triggers=False)
        db.execute("PRAGMA query_only = ON")
        db.execute(f"PRAGMA cache_size = -{READ_CACHE_KIB}")
        _check_owner(db, path)
        if not db.table_names() and not can_be_written(path):
            raise _no_records(path)  # its creation was interrupted
        check_version(db, path)
    return db


def _use_log(db: Database) -> str:
    """Switch a new database to the write-ahead log, and return its journal mode.

    If two programs do so at once, SQLite refuses one of them without waiting.
    """
    until = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            return str(db.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


@contextmanager
def _connection(
    path: Path, connect: Callable[[], sqlite3.Connection]
) -> Iterator[sqlite3.Connection]:
    """Open a connection and close it again if the block fails.

    Raises:
        StoreError: instead of an SQLite error.
    """
    try:
        connection = connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise store_error(error, path) from error


def check_version(db: Database, path: Path) -> bool:
    """Return whether migrations are pending.

    Raises:
        StoreError: if the database has migrations that this version does not know.
    """
    ours = known()
    applied = {step.name for step in STEPS.applied(db)}
    if not applied <= set(ours):
        raise StoreError(
            f"{path}: created by a newer clemtui; update clemtui or choose another file with --db"
        )
    return applied != set(ours)


def migrate(db: Database) -> None:
    """Apply all pending migrations in one transaction; two programs may do so at once."""
    with write_transaction(db):
        STEPS.apply(db)
        line_ups.complete(db)


@contextmanager
def write_transaction(db: Database) -> Iterator[None]:
    """Run a write transaction: commit at the end, roll back on any error; nests as savepoints.

    ``db.atomic()`` starts a transaction that reads first and upgrades later. If another program has
    written in between, SQLite refuses the upgrade at once, without waiting; so this takes the write
    lock at the start.
    """
    if _in_transaction(db):
        with _savepoint(db):
            yield
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        if not _in_transaction(db):
            raise sqlite3.OperationalError("SQLite rolled back the transaction")
        if results_pending(db):
            results.settle(db)
        db.commit()
    except BaseException:
        db.rollback()
        raise


def results_pending(db: Database) -> bool:
    """Return whether results of episodes must be computed again (`clemtui.store.results`)."""
    return db.execute("SELECT 1 FROM results_pending LIMIT 1").fetchone() is not None


@contextmanager
def _savepoint(db: Database) -> Iterator[None]:
    """Undo the block on any error.

    Each savepoint of ``db.atomic()`` has a name of its own, and so pushes a compiled statement out
    of SQLite's cache. Savepoints of the same name nest.
    """
    db.execute("SAVEPOINT nested")
    try:
        yield
    except BaseException:
        if _in_transaction(db):  # else SQLite has rolled back everything
            db.execute("ROLLBACK TO nested")
            db.execute("RELEASE nested")
        raise
    db.execute("RELEASE nested")


def _in_transaction(db: Database) -> bool:
    return db.conn.in_transaction


def _no_records(path: Path) -> StoreError:
    return StoreError(f"{path}: no records yet; play first, or choose another database with --db")


def can_be_written(path: Path) -> bool:
    """Whether a database can be written; SQLite also creates files next to it."""
    return _writable(path) and _writable(path.parent)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _check_owner(db: Database, path: Path) -> None:
    tables = set(db.table_names())
    if tables and not STEPS.applied(db):
        raise StoreError(
            f"{path}: this database belongs to another program; choose another file with --db"
        )


def check_kind(path: Path) -> None:
    """Refuse folders, pipes and devices: SQLite would wait for them, or blame the disk.

    Raises:
        StoreError: if there is something at the path that is no regular file.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"{path}: not a regular file; choose another file with --db")


def _check_file_system(path: Path, mountinfo: str | None) -> None:
    if mountinfo is None:
        mounts = Path("/proc/self/mountinfo")
        if not sys.platform.startswith("linux") or not mounts.exists():
            return
        mountinfo = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    kind = network_file_system(path, mountinfo)
    if kind is not None:
        raise StoreError(
            f"{path}: on a network file system ({kind}), where SQLite's write-ahead log is not "
            "safe; choose a file on a local disk with --db"
        )


def _has_pending_log(path: Path) -> bool:
    """Return whether the write-ahead log contains commits; an empty log is only a leftover."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0
