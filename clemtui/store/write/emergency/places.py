"""Where the emergency files of a database are, also after it was moved or renamed."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from clemtui.paths import paths
from clemtui.store.database import database_id
from clemtui.store.write.emergency import lines
from clemtui.store.write.emergency.files import read_lines

RECOVERED = ".recovered"
"""The end of the names of files that were restored."""

_ENDING = ".emergency.jsonl"


def emergency_places(database: Path) -> tuple[Path, ...]:
    """Return the paths for a database's emergency file, the preferred one first.

    There are none for a path that cannot be that of a file.
    """
    real = real_path(database)
    return _places(real, real.name) if real.name else ()


def real_path(path: Path) -> Path:
    """Return a path without links."""
    return Path(os.path.realpath(path))  # unlike `resolve`, this allows links to each other


def _places(database: Path, name: str) -> tuple[Path, Path]:
    """Return the paths beside a database and in the data folder, for a name of it."""
    path = str(real_path(database)).encode("utf-8", "surrogatepass")
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
    real = real_path(database)
    if not real.name or not database.name:
        return ()
    found = (
        *_places(database, database.name),
        *(each.with_name(f"{each.stem}{_ENDING}") for each in (real, database)),
    )
    return tuple(path for path in dict.fromkeys(found) if path not in emergency_places(database))


def _has_records_of(id: str | None, path: Path) -> bool:
    """Whether an emergency file has lines of the database with this id, or cannot be read."""
    try:
        return any(of in (None, id) for of, _ in _origins(path))
    except (OSError, UnicodeDecodeError):
        return True


def named(database: Path, own: str | None) -> tuple[Path, ...]:
    """Return the files at the paths for a database."""
    earlier = (path for path in _earlier_places(database) if _has_lines(path))
    return (
        *filter(_has_lines, emergency_places(database)),
        *(path for path in earlier if _has_records_of(own, path)),
    )


def _has_lines(path: Path) -> bool:
    return os.path.lexists(path) and path.lstat().st_size > 0


def moved(database: Path, own: str, ending: str = _ENDING) -> Iterator[Path]:
    """Yield the files of a database from when it had another name or folder."""
    places = emergency_places(database)
    data = paths().data
    beside = real_path(database).parent
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
    for text in read_lines(path):
        try:
            line = lines.read(text)
        except lines.UNREADABLE:
            continue
        yield line.database, line.where


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


def recovered(database: Path, own: str | None, found: Iterable[Path]) -> Iterator[Path]:
    """Yield the copies that recoveries of a database have left, also of these emergency files."""
    for path in dict.fromkeys((*emergency_places(database), *found)):
        yield from _copies(path)
    for path in _earlier_places(database):
        yield from (copy for copy in _copies(path) if _has_records_of(own, copy))
    if own:
        yield from moved(database, own, f"{_ENDING}{RECOVERED}*")


def _copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{glob.escape(path.name)}{RECOVERED}*"))
