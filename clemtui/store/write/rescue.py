"""The file of an open database, and the copy that is made if it loses its name.

Whoever moves, replaces or deletes a database in use, or its log, gets no error from SQLite: the
open connection goes on writing to a file that no one will find again, but still sees all of it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from clemtui.paths import paths
from clemtui.records.errors import StoreError
from clemtui.store.library import Database
from clemtui.store.sqlite_errors import store_error

_FileId = tuple[int, int]
"""The device and the inode."""

_NEVER = -1, -1
"""No file has this id."""

_LOG_BEGINS = b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"
"""How every log that is not empty begins (https://sqlite.org/fileformat2.html, section 4.1)."""

_copies: dict[_FileId, Path] = {}
_copying = threading.Lock()


@dataclass(frozen=True, slots=True)
class OpenFile:
    """The file that a connection has opened.

    Attributes:
        path: its name, which may be a link.
        real: its name without links.
        id: which file it was; None where that cannot be known, as on Windows, where no one can take
            an open file away.
        beside: which files its log and the index of its log were, by name. SQLite leaves them where
            they are as long as there is a connection.
    """

    path: Path
    real: Path
    id: _FileId | None
    beside: Mapping[Path, _FileId | None]

    @classmethod
    def of(cls, path: Path) -> OpenFile:
        """Return the file that was just opened at a path."""
        try:
            id = _id(path)
        except PermissionError:
            id = None
        except OSError:  # it was taken away while it was being opened
            id = _NEVER
        if id is not None:
            with _copying:
                _copies.pop(id, None)  # the number of a file that is gone may be used again
        real = Path(os.path.realpath(path))
        beside = {}
        for name in (f"{real.name}-wal", f"{real.name}-shm"):
            with suppress(OSError):
                beside[real.with_name(name)] = _id(real.with_name(name))
        return cls(path, real, id, beside)

    def lost(self) -> str:
        """Return what has happened if a name does not stand for its file any more, or ""."""
        if not _stands_for(self.path, self.id):
            return f"the database {self.path} was moved, replaced or deleted while clemtui used it"
        for path, id in self.beside.items():
            if not _stands_for(path, id) or (path.name.endswith("-wal") and not _is_log(path)):
                return f"{path} was moved, overwritten or deleted while clemtui used it"
        return ""

    def rescued(self, db: Database) -> Path:
        """Save everything that a connection to this file sees, once in this process.

        The copy is beside the database or, if that is impossible, in the data folder.

        Raises:
            StoreError: if no copy can be made.
        """
        with _copying:
            known = None if self.id is None else _copies.get(self.id)
            if known is not None and known.is_file():
                return known
            copy = self._saved(db)
            if self.id is not None and self.id != _NEVER:
                _copies[self.id] = copy
            return copy

    def _saved(self, db: Database) -> Path:
        data, reasons = paths().data, []
        for folder in dict.fromkeys((self.real.parent, data)):
            copy = folder / f"{self.real.name}.rescued-{secrets.token_hex(4)}.db"
            try:
                if folder == data:
                    folder.mkdir(parents=True, exist_ok=True)
                _copy(db, copy)
            except OSError as error:
                reasons.append(f"{folder}: {error.strerror or error}")
            except sqlite3.Error as error:
                reasons.append(str(store_error(error, folder)))
            else:
                return copy
        raise StoreError("; ".join(reasons))


def _stands_for(path: Path, id: _FileId | None) -> bool:
    """Whether a name still stands for a file, as far as one can know."""
    if id is None:
        return True
    try:
        return _id(path) == id
    except PermissionError:
        return True
    except OSError:
        return False


def _is_log(path: Path) -> bool:
    """Whether a file can be a log: if it was emptied by another program, what SQLite adds is not.

    Only the log may be opened here: closing any other file of a database gives up SQLite's locks.
    """
    try:
        with path.open("rb") as file:
            begins = file.read(4)
    except OSError:
        return True
    return not begins or begins in _LOG_BEGINS


def _id(path: Path) -> _FileId | None:
    found = path.stat()
    return (found.st_dev, found.st_ino) if found.st_ino else None


def _copy(db: Database, copy: Path) -> None:
    """Copy a database to a new private file; if that fails, nothing is left of it.

    Raises:
        OSError, sqlite3.Error: if it fails, or if what was copied is damaged.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    os.close(os.open(copy, flags, 0o600))
    try:
        with closing(sqlite3.connect(copy)) as target:
            db.conn.backup(target)
            # Another program that opens a database of this name may have written into our log.
            (said,) = target.execute("PRAGMA quick_check(1)").fetchone()
            if said != "ok":
                raise sqlite3.DatabaseError(f"the copy is damaged ({said})")
    except BaseException:
        for leftover in (copy, *copy.parent.glob(f"{copy.name}-*")):
            with suppress(OSError):
                leftover.unlink()
        raise


def empty_log(db: Database) -> None:
    """Move the log into the file, and empty it.

    It still has its name, if only the database was moved. SQLite would apply it to another database
    that takes the place, and damage it.
    """
    with suppress(sqlite3.Error):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
