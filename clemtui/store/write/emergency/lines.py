"""A line of an emergency file: a change, its database and where that was, with a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clemtui.records.names import folded
from clemtui.store import changes
from clemtui.store.changes import Change
from clemtui.store.schema import TABLES

UNREADABLE = (KeyError, TypeError, ValueError, RecursionError)
"""What a damaged line raises."""

_CHECKSUM = "sha256"
_KEYS = {"at", "database", "what", "rows", "deletes"}
_PATH = "path"
"""The absolute path of the database, which lines of older versions do not have."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sound line.

    Attributes:
        at: when it was written; empty if it does not say so.
        database: the id of its database; None if it does not say so, as in older versions.
        where: where that was; None if it does not say so, empty if it names no place.
    """

    change: Change
    at: str
    database: str | None
    where: str | None


def read(text: str) -> Line:
    """Return what a line says.

    Raises:
        KeyError, TypeError, ValueError, RecursionError: if the line is damaged.
    """
    data = json.loads(text)
    if not isinstance(data, dict):
        raise TypeError("not an object")
    at = data.get("at")
    at = at if isinstance(at, str) else ""
    checksum = data.pop(_CHECKSUM, None)
    if checksum is None and "database" not in data:
        return Line(changes.from_json(data, sealed=False), at, None, None)
    if checksum != _sum(data) or set(data) - {_PATH} != _KEYS:
        raise ValueError("the checksum does not match")
    where = data.get(_PATH)
    known = where if where is None or isinstance(where, str) else ""
    return Line(changes.from_json(data, sealed=True), at, str(data["database"]), known)


def written(change: Change, at: str, database: str, where: str) -> str:
    """Return the line for a change."""
    record = {"at": at, "database": database, _PATH: where, **changes.to_json(change)}
    return _dump(record | {_CHECKSUM: _sum(record)}) + "\n"


def renamed(line: str, names: Mapping[str, str]) -> str:
    """Return a line with names replaced, given by their folded form; a damaged one is unchanged."""
    try:
        read(line)
    except UNREADABLE:
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
        data[_CHECKSUM] = _sum(data)
    return _dump(data) + "\n"


def _sum(record: dict[str, Any]) -> str:
    return hashlib.sha256(_dump(record).encode("ascii")).hexdigest()


def _dump(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=True)
