"""Erasing what emergency files contain."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Set
from pathlib import Path

from clemtui.records.names import folded
from clemtui.store.database import database_id
from clemtui.store.write.emergency import lines
from clemtui.store.write.emergency.files import content, locked, reason, write_whole
from clemtui.store.write.emergency.places import moved, named, recovered


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
    found = dict.fromkeys((*named(database, own), *(moved(database, own) if own else ())))
    copies = dict.fromkeys(recovered(database, own, found))
    problems = []
    for path in (*found, *copies):
        try:
            _purge(path, erased, names)
        except (OSError, UnicodeDecodeError) as error:
            problems.append(
                f"{path}: could not be read or changed ({reason(error)}); it may still contain "
                "text that should be erased: check it, and delete it"
            )
    return tuple(problems)


def _purge(path: Path, erased: Set[str], names: Mapping[str, str]) -> None:
    unwanted = [f'"{id}"' for id in erased]
    with locked(path, os.O_RDWR | os.O_APPEND) as file:
        found = content(file).decode("ascii").splitlines(keepends=True)
        kept = [
            lines.renamed(line, names)
            for line in found
            if not any(id in line for id in unwanted) or _survives(line, erased)
        ]
        if kept != found:
            os.ftruncate(file, 0)
            write_whole(file, "".join(kept).encode("ascii"), path)


def _survives(line: str, erased: Set[str]) -> bool:
    """Whether a line contains only records that erasures keep."""
    try:
        change = lines.read(line).change
    except lines.UNREADABLE:
        return False
    return all(
        table in ("tags", "exposures") and row.get("person") not in erased
        for table, row in change.rows
    )
