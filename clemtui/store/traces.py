"""Traces of erased text in the files of a database, and their removal.

An erasure overwrites the text (``secure_delete``, see `clemtui.store.database`), but the new pages
are in the write-ahead log first: until a checkpoint, the old ones are still in the database file,
and until the log is truncated, some may be in the log. A program that is killed, or that reads the
database, can prevent both. The header of the file therefore has the number of erasures up to which
everything was removed, as its ``user_version``; whoever opens the database completes the others.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from clemtui.paths import command_on
from clemtui.store.library import Database


def are_left(db: Database) -> bool:
    """Whether erased text may still be in the files of the database."""
    removed = db.execute("PRAGMA user_version").fetchone()[0]
    return bool(_erasures(db) != removed)


def remove(db: Database) -> bool:
    """Remove erased text from the files of the database, outside of any transaction.

    Returns:
        False if another program is using the database: the text is still there.

    Raises:
        sqlite3.Error: if the files cannot be written.
    """
    number = _erasures(db)
    if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        return False
    with suppress(sqlite3.OperationalError):  # someone writes: the next program does it again
        db.execute(f"PRAGMA user_version = {number:d}")
    return True


def said_to_be_left(path: Path) -> str:
    """Return a line that says where erased text may still be, and what to do."""
    return (
        f"erased text may still be in {path} and {path}-wal: close every other program that uses "
        f"the database, then run: {command_on(path, 'doctor')}"
    )


def remove_if_free(db: Database, wait_ms: int) -> None:
    """Remove erased text that is left, without waiting for other programs.

    It stays left if that is not possible; `clemtui doctor` says so.

    Args:
        wait_ms: how long the connection waits for other programs afterwards, in milliseconds.
    """
    if not are_left(db):
        return
    db.execute("PRAGMA busy_timeout = 0")
    with suppress(sqlite3.Error):  # what was asked for matters more, and may be possible
        remove(db)
    db.execute(f"PRAGMA busy_timeout = {wait_ms:d}")


def _erasures(db: Database) -> int:
    return int(db.execute("SELECT count(*) FROM erasures").fetchone()[0])
