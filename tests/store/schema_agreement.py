"""Comparison of a database with the schema that describes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from clemtui.store.migrations.scripts import statements
from clemtui.store.schema import TABLES
from clemtui.store.schema.guards import guards
from clemtui.store.schema.model import Table, View
from clemtui.store.schema.views import VIEWS


def differences(path: Path) -> list[str]:
    """Return one line for each difference; none if the schema describes the database."""
    with closing(sqlite3.connect(path)) as db:
        return [*_names(db), *_columns(db), *_keys(db), *_triggers(db), *_references(db)]


def _names(db: sqlite3.Connection) -> Iterator[str]:
    rows = db.execute(
        """SELECT iif(type = 'view', type, 'table'), name FROM pragma_table_list
        WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'"""
    )
    described = {("table", name) for name in TABLES} | {("view", view.name) for view in VIEWS}
    for kind, name in sorted(described ^ set(rows)):
        yield f"{kind} {name} is in the schema or in the database, not in both"


def _columns(db: sqlite3.Connection) -> Iterator[str]:
    described_here: tuple[Table | View, ...] = (*TABLES.values(), *VIEWS)
    for each in described_here:
        actual = db.execute("SELECT name, type FROM pragma_table_info(?)", (each.name,)).fetchall()
        described = [(column.name, column.type) for column in each.columns]
        if not isinstance(each, Table):  # computed columns of views have no type
            actual, described = ([(name, "") for name, _ in both] for both in (actual, described))
        if described != actual:
            yield f"{each.name}: the schema has {described}, the database {actual}"


def _keys(db: sqlite3.Connection) -> Iterator[str]:
    for table in TABLES.values():
        if not table.key or table.key == ("rowid",):
            continue
        primary = db.execute(
            "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table.name,)
        )
        found = {tuple(row[0] for row in primary)}
        for (index,) in db.execute(
            "SELECT name FROM pragma_index_list(?) WHERE [unique]", (table.name,)
        ).fetchall():
            info = db.execute("SELECT name FROM pragma_index_info(?) ORDER BY seqno", (index,))
            found.add(tuple(row[0] for row in info))
        if found - {()} != {table.key, *table.unique}:
            yield f"{table.name}: the database keeps {found} unique"


def _triggers(db: sqlite3.Connection) -> Iterator[str]:
    actual = {
        name: " ".join(sql.split())
        for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    }
    described = {
        statement.split()[2]: " ".join(statement.split()).removesuffix(";")
        for table in TABLES.values()
        for statement in statements(guards(table))
    }
    for name in sorted(actual.keys() | described.keys()):
        if actual.get(name) != described.get(name):
            yield f"trigger {name}: {described.get(name)} in the schema, {actual.get(name)} here"


def _references(db: sqlite3.Connection) -> Iterator[str]:
    """Check that tables follow those they refer to, because a merge copies rows in that order."""
    order = list(TABLES)
    for place, table in enumerate(order):
        for (other,) in db.execute("SELECT [table] FROM pragma_foreign_key_list(?)", (table,)):
            if other not in order[: place + 1]:
                yield f"{table} stands before {other}, to which it refers"
