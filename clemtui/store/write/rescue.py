"""The file of an open database, and the copy that is made if it loses its name.

Whoever moves, replaces or deletes a database in use gets no error from SQLite: the open connection
goes on writing to a file that no one will find again, but also still sees all of it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
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
    """

    path: Path
    real: Path
    id: _FileId | None

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
        return cls(path, Path(os.path.realpath(path)), id)

    def is_in_place(self) -> bool:
        """Whether the name still stands for this file, as far as one can know."""
        if self.id is None:
            return True
        try:
            return _id(self.path) == self.id
        except PermissionError:
            return True
        except OSError:
            return False

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
