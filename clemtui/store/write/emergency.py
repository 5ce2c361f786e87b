"""The emergency file: changes that could not be written to the database, one per line.

It is beside the database or, if it cannot be written there, in the data folder, under a name made
from the path of the database; a link to a database is that database. Each line names its database
and where that was, and has a checksum; so the file is also found after the database was moved. A
file that another account could have put there is neither written nor read.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import itertools
import json
import os
import sqlite3
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clemtui.paths import paths
from clemtui.records.errors import RefusedWrite, StoreError, UnreadableFile
from clemtui.records.names import folded
from clemtui.store import changes
from clemtui.store.changes import Change
from clemtui.store.database import (
    database_id,
    open_for_reading,
    open_for_writing,
    write_transaction,
)
from clemtui.store.library import Database
from clemtui.store.schema import TABLES
from clemtui.store.sqlite_errors import store_error

_RECOVERED = ".recovered"
_ENDING = ".emergency.jsonl"
_CHECKSUM = "sha256"
_KEYS = {"at", "database", "what", "rows", "deletes"}
_PATH = "path"
"""The absolute path of the database, which lines of older versions do not have."""
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class EmergencyFile:
    """What an existing emergency file contains.

    Attributes:
        records: the number of lines that can be restored.
        damaged: the numbers of the other lines, from 1.
        problem: why the file cannot be read; then nothing else is known.
    """

    path: Path
    records: int = 0
    damaged: tuple[int, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Recovery:
    """The outcome of restoring an emergency file.

    Attributes:
        file: the emergency file.
        written: the number of rows that were restored.
        existing: the number of rows that were already there.
        restored: the number of records that were restored, by kind, e.g. ``entry``.
        refused: a line for each record that could not be restored, with its line number and the
            reason; if there is one, the file was kept.
        problem: why nothing of the file could be read.
    """

    file: Path
    written: int = 0
    existing: int = 0
    restored: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    problem: str = ""


def emergency_places(database: Path) -> tuple[Path, ...]:
    """Return the paths for a database's emergency file, the preferred one first.

    There are none for a path that cannot be that of a file.
    """
    real = _real(database)
    return _places(real, real.name) if real.name else ()


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # unlike `resolve`, this allows links to each other


def _places(database: Path, name: str) -> tuple[Path, Path]:
    """Return the paths beside a database and in the data folder, for a name of it."""
    path = str(_real(database)).encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(path).hexdigest()[:16]
    return (
        database.with_name(f"{name}{_ENDING}"),
        paths().data / f"{name}.{digest}{_ENDING}",
    )


def _earlier_places(database: Path) -> tuple[Path, ...]:
    """Return where older versions put the file, if that is elsewhere.

    They named it after the database without its ending, as that of a database without one is named
    now, and after a link to the database, beside the link.
    """
    real = _real(database)
    if not real.name or not database.name:
        return ()
    found = (
        *_places(database, database.name),
        *(each.with_name(f"{each.stem}{_ENDING}") for each in (real, database)),
    )
    return tuple(path for path in dict.fromkeys(found) if path not in emergency_places(database))


def emergency_files(database: Path, copy: Path | None = None) -> tuple[Path, ...]:
    """Return the emergency files of a database that are not empty.

    These are those at its `emergency_places` and, from before it was moved, others with lines that
    are not in it yet. ``copy``: read this copy instead of the database itself.
    """
    readable = copy or database
    own = database_id(readable)
    named = _named(database, own)
    if own is None:
        return named
    moved = (path for path in _moved(database, own) if _lacks(readable, path, own))
    return (*named, *(path for path in moved if path not in named))


def has_records_of(id: str | None, path: Path) -> bool:
    """Whether an emergency file has lines of the database with this id, or cannot be read."""
    try:
        return any(of in (None, id) for of, _ in _origins(path))
    except (OSError, UnicodeDecodeError):
        return True


def _named(database: Path, own: str | None) -> tuple[Path, ...]:
    """Return the files at the paths for a database."""
    earlier = (path for path in _earlier_places(database) if _has_lines(path))
    return (
        *filter(_has_lines, emergency_places(database)),
        *(path for path in earlier if has_records_of(own, path)),
    )


def _has_lines(path: Path) -> bool:
    return os.path.lexists(path) and path.lstat().st_size > 0


def _moved(database: Path, own: str, ending: str = _ENDING) -> Iterator[Path]:
    """Yield the files of a database from when it had another name or folder."""
    places = emergency_places(database)
    data = paths().data
    beside = _real(database).parent
    same = beside == data.resolve()
    for folder in (beside,) if same else (beside, data):
        for path in sorted(folder.glob(f"*{ending}")):
            if path in places:
                continue
            # In the data folder, the name of a file does not say where its database is.
            sibling = path.with_name(path.name.rpartition(_ENDING)[0])
            unnamed = "" if same or folder == data else str(sibling)
            try:
                origins = tuple(_origins(path))
            except (OSError, UnicodeDecodeError):  # another account's, or not written here
                continue
            if any(
                of == own and not _is_there(unnamed if where is None else where, database, own)
                for of, where in origins
            ):
                yield path


def _origins(path: Path) -> Iterator[tuple[str | None, str | None]]:
    """Yield of each sound line the id of its database and where that was, as far as it says so.

    Raises:
        OSError, UnicodeDecodeError: if the file cannot be read.
    """
    for line in _lines(path):
        try:
            _, of, where = _record(line)
        except _UNREADABLE:
            continue
        yield of, where


def _is_there(where: str, database: Path, own: str) -> bool:
    """Whether another copy of a database is still where a line was written for it.

    A copy has the same id, but what its original could not write is not the copy's. If that cannot
    be known, the line belongs to the other one, too.
    """
    if not where:
        return True
    there = Path(where)
    try:
        if not there.is_file() or there.samefile(database):
            return False
        return database_id(there) == own
    except (OSError, ValueError):
        return True


def _lacks(database: Path, path: Path, own: str) -> bool:
    """Whether a file has records of a database that are not in it.

    A file of another place stays when its records are restored: a copy of the database may need it.
    """
    try:
        lines = _lines(path)
    except (OSError, UnicodeDecodeError):
        return False
    try:
        with closing(open_for_reading(database)) as db:
            return any(_is_missing(db, line, own) for line in lines)
    except (StoreError, sqlite3.Error):  # whoever reads or writes the database is told so
        return True


def _is_missing(db: Database, line: str, own: str) -> bool:
    try:
        change, of, _ = _record(line)
        return of == own and changes.is_missing(db, change)
    except (*_UNREADABLE, RefusedWrite):  # what cannot be restored
        return False


def inspect(path: Path) -> EmergencyFile:
    """Check an emergency file without restoring anything."""
    try:
        lines = _lines(path)
    except (OSError, UnicodeDecodeError) as error:
        return EmergencyFile(path, problem=_reason(error))
    damaged = []
    for number, line in enumerate(lines, 1):
        try:
            _record(line)
        except _UNREADABLE:
            damaged.append(number)
    return EmergencyFile(path, len(lines) - len(damaged), tuple(damaged))


def append_change(change: Change, at: str, database: str, path: Path, *wanted: Path) -> Path:
    """Append a change to the first writable one of the given files.

    Args:
        change: what could not be written.
        at: the time.
        database: the id of the database that it belongs to.
        path: where that is.
        wanted: the files.

    Returns:
        the file that now contains the change, synced to disk.

    Raises:
        OSError: if no file is writable.
    """
    where = str(_real(path))
    record = {"at": at, "database": database, _PATH: where, **changes.to_json(change)}
    line = _dump(record | {_CHECKSUM: _checksum(record)}) + "\n"
    last: OSError | None = None
    for place in wanted:
        try:
            _append(place, line.encode("ascii"))
        except OSError as error:
            last = error
        else:
            return place
    raise last or OSError("no emergency file")


def file_with(ids: Iterable[str], database: Path) -> Path | None:
    """Return the first emergency file of a database that mentions one of these ids."""
    wanted = [f'"{id}"' for id in ids]
    for path in emergency_files(database):
        try:
            lines = _lines(path)
        except (OSError, UnicodeDecodeError):  # `doctor` reports it as unreadable
            continue
        if any(id in line for line in lines for id in wanted):
            return path
    return None


def purge(database: Path, ids: Iterable[str], renamed: Mapping[str, str]) -> tuple[str, ...]:
    """Remove lines that mention one of these ids from emergency files and recovered copies.

    Lines with nothing but tags, or exposures of other people, stay: erasures keep such records.
    In those that stay, names are replaced, whatever their case or form.

    Returns:
        a line for each existing file that could not be read or written.
    """
    erased = frozenset(ids)
    names = {folded(name): kept for name, kept in renamed.items()}
    own = database_id(database)
    found = dict.fromkeys((*_named(database, own), *(_moved(database, own) if own else ())))
    recovered = dict.fromkeys(_recovered(database, own, found))
    problems = []
    for path in (*found, *recovered):
        try:
            _purge(path, erased, names)
        except (OSError, UnicodeDecodeError) as error:
            problems.append(
                f"{path}: could not be read or changed ({_reason(error)}); it may still contain "
                "text that should be erased: check it, and delete it"
            )
    return tuple(problems)


def _recovered(database: Path, own: str | None, found: Iterable[Path]) -> Iterator[Path]:
    """Yield the copies that recoveries of a database have left, also of these emergency files."""
    for path in dict.fromkeys((*emergency_places(database), *found)):
        yield from _copies(path)
    for path in _earlier_places(database):
        yield from (copy for copy in _copies(path) if has_records_of(own, copy))
    if own:
        yield from _moved(database, own, f"{_ENDING}{_RECOVERED}*")


def _copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{glob.escape(path.name)}{_RECOVERED}*"))


def _purge(path: Path, erased: Set[str], names: Mapping[str, str]) -> None:
    unwanted = [f'"{id}"' for id in erased]
    with _locked(path, os.O_RDWR | os.O_APPEND) as file:
        lines = _content(file).decode("ascii").splitlines(keepends=True)
        kept = [
            _renamed(line, names)
            for line in lines
            if not any(id in line for id in unwanted) or _survives(line, erased)
        ]
        if kept != lines:
            os.ftruncate(file, 0)
            _write_whole(file, "".join(kept).encode("ascii"), path)


def _survives(line: str, erased: Set[str]) -> bool:
    """Whether a line contains only records that erasures keep."""
    try:
        change, _, _ = _record(line)
    except _UNREADABLE:
        return False
    return all(
        table in ("tags", "exposures") and row.get("person") not in erased
        for table, row in change.rows
    )


def _renamed(line: str, names: Mapping[str, str]) -> str:
    """Return a line with names replaced, given by their folded form; a damaged one is unchanged."""
    try:
        _record(line)
    except _UNREADABLE:
        return line
    data = json.loads(line)
    changed = False
    for table, row in data["rows"]:
        for column in TABLES[table].columns if table in TABLES else ():
            name = row.get(column.name) if column.names_person else None
            if isinstance(name, str) and (kept := names.get(folded(name))):
                row[column.name], changed = kept, True
    if not changed:
        return line
    if data.pop(_CHECKSUM, None) is not None:
        data[_CHECKSUM] = _checksum(data)
    return _dump(data) + "\n"


def recover_emergency(path: Path, database: Path) -> Recovery:
    """Restore the records of an emergency file into the database.

    Restoring twice changes nothing. When every line is in the database, the file is renamed to end
    in ``.recovered``, or this and a number if there is such a file, unless it was written where the
    database no longer is.

    Raises:
        UnreadableFile: if the file cannot be read.
        StoreError: if the database cannot be used.
    """
    done = _free(path.with_name(path.name + _RECOVERED))
    try:
        with _locked(path, os.O_RDWR) as file:
            recovery = _recover(_content(file).decode("ascii").splitlines(), path, database)
            complete = not recovery.refused and path in _named(database, database_id(database))
            if complete and sys.platform != "win32":
                path.replace(done)
        if complete and sys.platform == "win32":  # no open file can be renamed there
            path.replace(done)
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(
            f"{path}: this emergency file cannot be read: {_reason(error)}"
        ) from error
    return recovery


def _free(path: Path) -> Path:
    numbered = (path.with_name(f"{path.name}-{number}") for number in itertools.count(2))
    return next(each for each in itertools.chain((path,), numbered) if not os.path.lexists(each))


def _recover(lines: Sequence[str], path: Path, database: Path) -> Recovery:
    db = open_for_writing(database)
    written = there = 0
    restored: Counter[str] = Counter()
    refused: list[str] = []
    try:
        (own,) = db.execute("SELECT id FROM databases").fetchone()
        for number, line in enumerate(lines, 1):
            try:
                change, of, _ = _record(line)
                if of not in (None, own):
                    raise StoreError("belongs to another database")
                with write_transaction(db):
                    new, old = changes.recover(db, change)
            except StoreError as error:
                refused.append(f"line {number}: {error}")
            except _UNREADABLE:
                refused.append(f"line {number}: damaged, or not a record")
            else:
                written, there = written + new, there + old
                restored[change.what] += bool(new)
    except sqlite3.Error as error:
        raise store_error(error, database) from error
    finally:
        db.close()
    return Recovery(path, written, there, +restored, tuple(refused))


_UNREADABLE = (KeyError, TypeError, ValueError, RecursionError)


def _record(line: str) -> tuple[Change, str | None, str | None]:
    """Return the change in a line, the id of its database and where that was.

    Older versions did not name the database, or not where it was. A place that is no text is empty.

    Raises:
        KeyError, TypeError, ValueError, RecursionError: if the line is damaged.
    """
    data = json.loads(line)
    if not isinstance(data, dict):
        raise TypeError("not an object")
    checksum = data.pop(_CHECKSUM, None)
    if checksum is None and "database" not in data:
        return changes.from_json(data), None, None
    if checksum != _checksum(data) or set(data) - {_PATH} != _KEYS:
        raise ValueError("the checksum does not match")
    where = data.get(_PATH)
    known = where if where is None or isinstance(where, str) else ""
    return changes.from_json(data), str(data["database"]), known


def _checksum(record: dict[str, Any]) -> str:
    return hashlib.sha256(_dump(record).encode("ascii")).hexdigest()


def _dump(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=True)


def _lines(path: Path) -> list[str]:
    file = _open(path, os.O_RDONLY)
    try:
        return _content(file).decode("ascii").splitlines()
    finally:
        os.close(file)


def _append(path: Path, line: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path, os.O_RDWR | os.O_APPEND, create=True) as file:
        before = os.fstat(file).st_size
        # A crash of the machine may have left part of a line.
        torn = before > 0 and _content(file, before - 1) != b"\n"
        try:
            _write_whole(file, b"\n" * torn + line, path)
        except OSError:
            os.ftruncate(file, before)
            raise


def _write_whole(file: int, content: bytes, path: Path) -> None:
    if content and os.write(file, content) < len(content):
        raise OSError(f"{path}: could be written only in part")
    os.fsync(file)


def _content(file: int, start: int = 0) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(file, 2**20), b""))


@contextmanager
def _locked(path: Path, flags: int, *, create: bool = False) -> Iterator[int]:
    """Open a file that no other program appends to or renames meanwhile."""
    while True:
        file = _create(path, flags) if create else _open(path, flags)
        try:
            _lock(file)
            if _is_at(file, path):
                yield file
                return
        finally:
            os.close(file)


def _lock(file: int) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _is_at(file: int, path: Path) -> bool:
    """Whether a file still has its name, and was not renamed before it was locked."""
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except FileNotFoundError:
        return False


def _create(path: Path, flags: int) -> int:
    try:
        file = os.open(path, flags | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600)
    except FileExistsError:
        return _open(path, flags)
    _sync_folder(path.parent)
    return file


def _open(path: Path, flags: int) -> int:
    """Open an existing emergency file.

    Raises:
        OSError: if it is not a file that this account made, and could so contain anything.
    """
    file = os.open(path, flags | _FLAGS)
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode):
        problem = "not a regular file"
    elif sys.platform != "win32" and found.st_uid != os.geteuid():
        problem = "belongs to another account, which has to restore it"
    else:
        return file
    os.close(file)
    raise OSError(problem)


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file survives a crash of the machine."""
    if sys.platform == "win32":  # a folder cannot be opened there
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it contains other characters than the program writes"
    if error.errno == errno.ELOOP:
        return "a link, which the program does not follow"
    return error.strerror or str(error)
