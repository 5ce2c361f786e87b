"""Restoring the records of emergency files into their database."""

from __future__ import annotations

import itertools
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from clemtui.records.errors import StoreError
from clemtui.store import changes
from clemtui.store.database import open_for_writing, write_transaction
from clemtui.store.library import Database
from clemtui.store.sqlite_errors import store_error
from clemtui.store.write.emergency import lines
from clemtui.store.write.emergency.contents import is_foreign, is_missing, unneeded_sessions
from clemtui.store.write.emergency.files import content, locked, reason
from clemtui.store.write.emergency.lines import Line
from clemtui.store.write.emergency.places import RECOVERED, named


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
        foreign: the same for records of other databases.
        unneeded: the number of sittings that were left out because nothing was recorded in them.
        problem: why the file cannot be read, or not renamed.
    """

    file: Path
    written: int = 0
    existing: int = 0
    restored: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    unneeded: int = 0
    problem: str = ""

    @property
    def failed(self) -> bool:
        """Whether anything that may be of this database was not restored."""
        return bool(self.refused or self.problem)


@dataclass(slots=True)
class _Found:
    """A file that is being restored; the attributes are as in `Recovery`."""

    path: Path
    texts: Sequence[str] = ()
    written: int = 0
    existing: int = 0
    restored: Counter[str] = field(default_factory=Counter)
    refused: dict[int, str] = field(default_factory=dict)
    foreign: dict[int, str] = field(default_factory=dict)
    unneeded: int = 0
    problem: str = ""

    @property
    def complete(self) -> bool:
        return not (self.problem or self.refused or self.foreign)

    def outcome(self) -> Recovery:
        return Recovery(
            self.path,
            self.written,
            self.existing,
            +self.restored,
            _numbered(self.refused),
            _numbered(self.foreign),
            self.unneeded,
            self.problem,
        )


_Pending = tuple[_Found, int, Line]
"""A line that is not restored yet: its file, its number and what it says."""


def recover_emergency(database: Path, *files: Path) -> tuple[Recovery, ...]:
    """Restore the records of all emergency files of a database, as if they were one.

    They are restored in the order in which they were written, and again until no further one can
    be. Restoring twice changes nothing. A file whose every line is in the database is renamed to
    end in ``.recovered``, or this and a number if there is such a file, unless it was written where
    the database no longer is.

    Raises:
        StoreError: if the database cannot be used.
    """
    found = {path: _Found(path) for path in files}
    with ExitStack() as stack:
        for path in sorted(found):  # in the same order in every program, or they could wait forever
            _open(found[path], stack)
        own = _restore(list(found.values()), database)
        done = [each for each in found.values() if each.complete]
        done = [each for each in done if each.path in named(database, own)]
        if sys.platform != "win32":
            _set_aside(done)
    if sys.platform == "win32":  # no open file can be renamed there
        _set_aside(done)
    return tuple(each.outcome() for each in found.values())


def _open(found: _Found, stack: ExitStack) -> None:
    """Read a file that stays locked."""
    try:
        file = stack.enter_context(locked(found.path, os.O_RDWR))
        found.texts = content(file).decode("ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        found.problem = f"{found.path}: this emergency file cannot be read: {reason(error)}"


def _set_aside(done: Sequence[_Found]) -> None:
    for each in done:
        try:
            each.path.replace(_free(each.path.with_name(each.path.name + RECOVERED)))
        except OSError as error:
            each.problem = f"{each.path}: this emergency file cannot be renamed: {reason(error)}"


def _free(path: Path) -> Path:
    numbered = (path.with_name(f"{path.name}-{number}") for number in itertools.count(2))
    return next(each for each in itertools.chain((path,), numbered) if not os.path.lexists(each))


def _restore(found: Sequence[_Found], database: Path) -> str:
    """Restore everything that can be restored; return the id of the database."""
    try:
        with closing(open_for_writing(database)) as db:
            own = str(db.execute("SELECT id FROM databases").fetchone()[0])
            pending = sorted(_pending(found, db, own), key=lambda each: each[2].at)
            while pending:
                left = [each for each in pending if not _restored(db, *each)]
                if len(left) == len(pending):
                    break
                pending = left
    except sqlite3.Error as error:
        raise store_error(error, database) from error
    return own


def _pending(found: Sequence[_Found], db: Database, own: str) -> Iterator[_Pending]:
    """Yield the lines to restore, and note why the others are not."""
    unneeded = unneeded_sessions([text for each in found for text in each.texts])
    for each in found:
        for number, text in enumerate(each.texts, 1):
            if not text.strip():
                continue
            try:
                line = lines.read(text)
            except lines.UNREADABLE:
                each.refused[number] = "damaged, or not a record"
                continue
            if is_foreign(line, own):
                each.foreign[number] = "belongs to another database"
            elif text in unneeded and is_missing(db, line):
                each.unneeded += 1
            else:
                yield each, number, line


def _restored(db: Database, found: _Found, number: int, line: Line) -> bool:
    """Restore a line, or note why that is impossible now."""
    try:
        with write_transaction(db):
            new, old = changes.recover(db, line.change)
    except StoreError as error:
        found.refused[number] = str(error)
        return False
    found.refused.pop(number, None)
    found.written += new
    found.existing += old
    found.restored[line.change.what] += bool(new)
    return True


def _numbered(reasons: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(f"line {number}: {why}" for number, why in sorted(reasons.items()))
