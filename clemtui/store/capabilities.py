"""What the SQLite of this Python supports, for ``clemtui doctor``. Nothing is written to disk."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The version of SQLite and the features that the records need (``fts5`` is for search)."""

    version: str
    strict: bool
    fts5: bool
    wal: bool


def capabilities() -> Capabilities:
    """Query SQLite's features on an in-memory database."""
    connection = sqlite3.connect(":memory:")
    try:
        compiled = {row[0] for row in connection.execute("PRAGMA compile_options")}
        return Capabilities(
            version=sqlite3.sqlite_version,
            strict=_accepts(connection, "CREATE TABLE strict_table (id INTEGER) STRICT"),
            fts5=_accepts(connection, "CREATE VIRTUAL TABLE words USING fts5(text)"),
            wal="OMIT_WAL" not in compiled,
        )
    finally:
        connection.close()


def _accepts(connection: sqlite3.Connection, statement: str) -> bool:
    try:
        connection.execute(statement)
    except sqlite3.OperationalError:
        return False
    return True
