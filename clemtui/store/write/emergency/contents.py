"""What emergency files contain, and which of that a database lacks."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from clemtui.paths import command_on
from clemtui.records.errors import StoreError, Unrestored
from clemtui.store import changes
from clemtui.store.changes import Change
from clemtui.store.database import database_id, open_for_reading
from clemtui.store.library import Database
from clemtui.store.write.emergency import lines
from clemtui.store.write.emergency.files import append, read_lines, reason
from clemtui.store.write.emergency.lines import Line
from clemtui.store.write.emergency.places import moved, named, real_path


@dataclass(frozen=True, slots=True)
class EmergencyFile:
    """What an existing emergency file contains.

    Attributes:
        records: the number of records of the database that are not in it.
        damaged: the numbers of the lines that are no records, from 1.
        foreign: the number of records of other databases, by where these were; empty: unknown.
        problem: why the file cannot be read; then nothing else is known.
    """

    path: Path
    records: int = 0
    damaged: tuple[int, ...] = ()
    foreign: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""


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
    line = lines.written(change, at, database, str(real_path(path)))
    last: OSError | None = None
    for place in wanted:
        try:
            append(place, line.encode("ascii"))
        except OSError as error:
            last = error
        else:
            return place
    raise last or OSError("no emergency file")


def emergency_files(database: Path, copy: Path | None = None) -> tuple[Path, ...]:
    """Return the emergency files of a database that are not empty.

    These are those at its `emergency_places` and, from before it was moved, others with lines that
    are not in it yet. ``copy``: read this copy instead of the database itself.
    """
    readable = copy or database
    own = database_id(readable)
    here = named(database, own)
    if own is None:
        return here
    elsewhere = [path for path in moved(database, own) if path not in here]
    return (*here, *(path for path in elsewhere if _lacks(readable, path, own)))


def _lacks(database: Path, path: Path, own: str) -> bool:
    """Whether a file has records of a database that are not in it.

    A file of another place stays when its records are restored: a copy of the database may need it.
    """
    texts = _texts(path)
    unneeded = unneeded_sessions(texts)
    with _readable(database) as db:
        for text in texts:
            line = _sound(text) if text not in unneeded else None
            if line is not None and line.database == own and is_missing(db, line):
                return True
    return False


def inspect(database: Path, *files: Path) -> tuple[EmergencyFile, ...]:
    """Check emergency files of a database without restoring anything."""
    unneeded = unneeded_sessions([text for path in files for text in _texts(path)])
    own = database_id(database)
    with _readable(database) as db:
        return tuple(_inspected(path, db, own, unneeded) for path in files)


def _inspected(
    path: Path, db: Database | None, own: str | None, unneeded: Collection[str]
) -> EmergencyFile:
    try:
        texts = read_lines(path)
    except (OSError, UnicodeDecodeError) as error:
        return EmergencyFile(path, problem=reason(error))
    records = 0
    damaged: list[int] = []
    foreign: Counter[str] = Counter()
    for number, text in enumerate(texts, 1):
        line = _sound(text)
        if line is None:
            damaged += [number] if text.strip() else []
        elif is_foreign(line, own):
            foreign[line.where or ""] += 1
        else:
            records += text not in unneeded and is_missing(db, line)
    return EmergencyFile(path, records, tuple(damaged), dict(foreign))


def is_foreign(line: Line, own: str | None) -> bool:
    """Whether a line is of another database than the one with this id."""
    return own is not None and line.database not in (None, own)


def is_missing(db: Database | None, line: Line) -> bool:
    """Whether a line is not in its database; None: it cannot be read, so whoever uses it is told.

    What cannot be restored as it is, such as a row of an unknown table, is missing, too.
    """
    try:
        return db is None or changes.is_missing(db, line.change)
    except sqlite3.Error:
        return True


def unneeded_sessions(texts: Sequence[str]) -> frozenset[str]:
    """Return those of all lines of a database that are sittings in which nothing was recorded.

    No other line mentions them; and what is in the database cannot: they are not there yet.
    """
    found: dict[str, list[str]] = {}
    for text in texts:
        line = _sound(text) if '"sessions"' in text else None
        if line is not None and {table for table, _ in line.change.rows} == {"sessions"}:
            found[text] = [f'"{row["id"]!s}"' for _, row in line.change.rows]
    return frozenset(
        text
        for text, ids in found.items()
        if not any(id in other for other in texts if other != text for id in ids)
    )


def check_restored(what: str, ids: Iterable[str], database: Path) -> None:
    """Check that the emergency files of a database have no records of something that it lacks.

    Args:
        what: what the records belong to, such as "episode" and its id.
        ids: its id, and those of its parts that records name instead.
        database: where it is.

    Raises:
        Unrestored: if they have some; the message says what to do.
    """
    wanted = [json.dumps(id) for id in ids]
    own = database_id(database)
    for path in emergency_files(database):
        naming = [text for text in _texts(path) if any(id in text for id in wanted)]
        if naming and _any_unrestored(naming, database, own):
            raise Unrestored(
                f"records of {what} are in {path}; restore them first: "
                f"{command_on(database, 'doctor', '--recover')}; to go on without those that it "
                "cannot restore, move the file away"
            )


def _any_unrestored(texts: Sequence[str], database: Path, own: str | None) -> bool:
    """Whether any of these lines is damaged, or of a database with this id and not in it."""
    with _readable(database) as db:
        for text in texts:
            line = _sound(text)
            if line is None or (not is_foreign(line, own) and is_missing(db, line)):
                return True
    return False


def _texts(path: Path) -> list[str]:
    """Return the lines of a file; none if it cannot be read, which `inspect` reports."""
    try:
        return read_lines(path)
    except (OSError, UnicodeDecodeError):
        return []


def _sound(text: str) -> Line | None:
    """Return what a line says; None if it is damaged."""
    try:
        return lines.read(text)
    except lines.UNREADABLE:
        return None


@contextmanager
def _readable(database: Path) -> Iterator[Database | None]:
    """Open a database; None if it cannot be read."""
    try:
        db = open_for_reading(database)
    except (StoreError, sqlite3.Error):
        yield None
        return
    with closing(db):
        yield db
