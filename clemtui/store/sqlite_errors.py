"""One-line messages for SQLite errors."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from clemtui.records.errors import RefusedWrite, StoreError

READ_ONLY = (
    "the file or its folder is not writable; change the permissions or choose another file "
    "with --db"
)
NO_SEARCH = "this Python's SQLite has no full-text search (FTS5); use another Python"

_ADVICE = {
    "SQLITE_FULL": "the disk is full; free some space and start clemtui again",
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CANTOPEN": (
        "the file cannot be opened; check that its folder exists and is "
        "writable, or choose another file with --db"
    ),
    "SQLITE_PERM": "permission denied; change the permissions or choose another file with --db",
    "SQLITE_BUSY": "another program has locked the database; close it and try again",
    "SQLITE_LOCKED": "another program has locked the database; close it and try again",
    "SQLITE_NOTADB": "not an SQLite database; choose another file with --db",
    "SQLITE_CORRUPT": (
        "the database is damaged; move it away together with its files -wal and -shm and restore "
        "a backup, or choose another file with --db"
    ),
    "SQLITE_INTERRUPT": "interrupted; nothing was written",
    "SQLITE_IOERR": "the disk reported an error; check the disk, or choose another file with --db",
}


def is_no_text(error: Exception) -> bool:
    """Return whether an error says that what should be a text is not valid UTF-8.

    If SQLite's message quotes it, there is a `UnicodeDecodeError`.
    """
    return isinstance(error, UnicodeDecodeError) or "Could not decode to UTF-8" in str(error)


def store_error(error: sqlite3.Error | UnicodeDecodeError, path: Path | str) -> StoreError:
    """Return a `StoreError` with a one-line message for an SQLite error."""
    if is_no_text(error):
        return StoreError(f"{path}: {_ADVICE['SQLITE_CORRUPT']}")
    if isinstance(error, sqlite3.IntegrityError):
        return RefusedWrite(f"{path}: the record was refused: {error}")
    if "no such module: fts5" in str(error):
        return StoreError(f"{path}: {NO_SEARCH}")
    name = str(getattr(error, "sqlite_errorname", ""))
    kind = "_".join(name.split("_")[:2])
    return StoreError(f"{path}: {_ADVICE.get(kind, f'SQLite error: {error}')}")
