"""The other database of a merge: a copy of it at one moment, migrated to this version.

Only the copy is opened for writing; the other file and its folder are not changed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from clemtui.language import one_line, safe, truncate
from clemtui.records.errors import DamagedRecord, RefusedWrite, StoreError
from clemtui.store.clock import is_time
from clemtui.store.codec import checked_name, content_hash, loads
from clemtui.store.database import BUSY_MS, Connect, check_kind, connect, open_for_writing
from clemtui.store.library import Database
from clemtui.store.migrations import STEPS
from clemtui.store.migrations.scripts import statements
from clemtui.store.read import integrity, loading
from clemtui.store.schema import TABLES
from clemtui.store.schema.guards import guards
from clemtui.store.scratch import private_folder
from clemtui.store.sqlite_errors import store_error

_TRIES = 3
_LONGEST_NAME = 1_000
"""Characters of a person's name; those of earlier versions and imports may be longer than new
ones."""
_SHOWN_OF_A_NAME = 40

_STEPS = 1_000_000
"""SQLite's steps, about 10 ms, between two moments in which Ctrl+C takes effect."""


def stoppable(connect: Connect) -> Connect:
    """Return how to make connections whose statements Ctrl+C stops, however long they take."""

    def connect_stoppable(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_progress_handler(lambda: None, _STEPS)  # Python handles signals meanwhile
        return connection

    return connect_stoppable


@contextmanager
def private_copy(other: Path) -> Iterator[Path]:
    """Make a private copy of another database, migrated to this version, and delete it at the end.

    Raises:
        StoreError: if the file is missing, damaged, not one of our databases, or of a newer
            version.
    """
    if not other.exists():
        raise StoreError(f"{other}: no such file; name the other database")
    try:
        check_kind(other)
    except StoreError as error:
        raise _about_other(error) from error
    with private_folder() as folder:
        copy = folder / "other.db"
        try:
            _copy(other, copy)
            _check(copy, other)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise _about_other(store_error(error, other)) from error
        try:
            open_for_writing(copy, connect=stoppable(connect)).close()
        except StoreError as error:
            raise _about_other(StoreError(str(error).replace(str(copy), str(other)))) from error
        yield copy


def _about_other(error: StoreError) -> StoreError:
    """Return an error with advice on the database that is merged, which no option names."""
    return StoreError(str(error).replace("choose another file with --db", "name another database"))


def _copy(other: Path, copy: Path) -> None:
    os.close(os.open(copy, os.O_CREAT | os.O_RDWR, 0o600))
    for _ in range(_TRIES):
        at_rest = _unlogged_state(other)
        # Even reading a write-ahead database leaves files next to it. If no program has it open,
        # read it as immutable, and check afterwards that it did not change.
        address = f"{other.resolve().as_uri()}?mode=ro{'' if at_rest is None else '&immutable=1'}"
        with (
            closing(sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
        if at_rest is None or at_rest == _unlogged_state(other):
            return
    raise StoreError(f"{other}: the file keeps changing; close the program that writes to it")


def _unlogged_state(path: Path) -> tuple[int, int] | None:
    """Return time and size of a database without a pending journal, or None if there is one."""
    for ending in ("-wal", "-journal"):
        journal = path.with_name(path.name + ending)
        if journal.exists() and journal.stat().st_size > 0:
            return None
    now = path.stat()
    return now.st_mtime_ns, now.st_size


def _check(copy: Path, other: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise StoreError(f"{other}: the database is damaged ({said}); nothing was merged")
        kinds = dict(db.execute("SELECT name, type FROM sqlite_master"))
        if not kinds:
            raise StoreError(f"{other}: this file contains no records; name the other database")
        for name in TABLES:
            if kinds.get(name, "table") != "table":  # code of that file, which would be run
                raise _changed(other, f"{name} is not a table")


def _changed(other: Path, what: str) -> StoreError:
    return StoreError(f"{other}: {what}: another program changed the file; nothing was merged")


def check_copy(copy: Path, other: Path) -> None:
    """Check that a migrated copy has the tables and views of this version and no other triggers,
    that all references of its rows lead somewhere, that none contradicts another, and that the
    names of people can be right.

    Scores that cannot be right count as not scored in every database (`clemtui.store.results`).

    Raises:
        StoreError: naming the first thing that is wrong.
    """
    with closing(stoppable(connect)(copy)) as there:
        found = _definitions(there)
        for name, definition in _definitions_here().items():
            if found.get(name) != definition:
                raise _changed(other, f"{name} is missing or defined differently")
        if foreign := sorted(found.keys() - _definitions_here().keys() - TABLES.keys()):
            raise _changed(other, f"{foreign[0]} is in no database of clemtui")
        triggers = _triggers_here()
        for name, sql in there.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ):
            if triggers.get(name) != " ".join(sql.split()):
                raise _changed(other, f"the trigger {name} is in no database of clemtui")
        for check in (integrity.dangling_references, integrity.contradictions):
            if problem := next(check(Database(there)), ""):
                raise _changed(other, problem)
        for (name,) in there.execute("SELECT pseudonym FROM people"):
            try:
                checked_name(name, "the name")
            except RefusedWrite as error:
                raise _changed(other, str(error)) from error
            if len(name) > _LONGEST_NAME or safe(name) != name:
                shown = one_line(truncate(name, _SHOWN_OF_A_NAME))
                raise _changed(other, f"nobody can have the name {shown!r}")


@cache
def _definitions_here() -> Mapping[str, str]:
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.execute("PRAGMA foreign_keys = ON")  # as everywhere: renaming depends on it
        STEPS.apply(Database(empty))
        return _definitions(empty)


def _triggers_here() -> Mapping[str, str]:
    found = (each for table in TABLES.values() for each in statements(guards(table)))
    return {each.split()[2]: " ".join(each.split()).removesuffix(";") for each in found}


def _definitions(db: sqlite3.Connection) -> dict[str, str]:
    rows = db.execute(
        r"""SELECT name, sql FROM sqlite_master
        WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'"""
    )
    return {name: " ".join(sql.split()) for name, sql in rows if sql is not None}


def check_contents(db: Database, other: Path) -> None:
    """Verify the hashes of all contents that are new here.

    Raises:
        StoreError: naming the first content that does not match.
    """
    new = db.execute(
        """SELECT hash, body FROM incoming.contents i
        WHERE NOT EXISTS (SELECT 1 FROM main.contents m WHERE m.hash = i.hash)"""
    )
    for digest, body in new:
        try:
            found = content_hash(loads(body))
        except (DamagedRecord, RecursionError):
            found = ""
        if found != digest:
            raise StoreError(
                f"{other}: content {digest} does not match its hash: another program "
                "changed the file; nothing was merged"
            )


def check_episodes(there: Database, here: Database, other: Path) -> None:
    """Check that all episodes that are new here, or longer than here, can be read.

    Raises:
        StoreError: naming the first one that cannot.
    """
    length = "SELECT id, (SELECT count(*) FROM entries WHERE episode = id) FROM episodes"
    known = set(here.execute(length))
    for id, entries in there.execute(length).fetchall():
        if (id, entries) not in known:
            try:
                loading.episode(there, id)
            except StoreError as error:
                raise StoreError(f"{other}: {error}; nothing was merged") from error


def check_times(db: Database, other: Path) -> None:
    """Check that every time in ``incoming`` is one, because readers rely on it.

    Raises:
        StoreError: naming the first column that contains something else.
    """
    for table in TABLES.values():
        for column in table.columns:
            if not column.is_time:
                continue
            name = f"{table.name}.{column.name}"
            rows = db.execute(
                f"SELECT DISTINCT {column.name} FROM incoming.{table.name} "
                f"WHERE {column.name} IS NOT NULL"
            )
            if not all(is_time(row[0]) for row in rows):
                raise StoreError(
                    f"{other}: {name} contains an invalid time: another program changed the "
                    "file; nothing was merged"
                )
