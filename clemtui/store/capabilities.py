"""What this Python's SQLite can do, for ``clemtui doctor``; nothing is written to any disk."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The version of SQLite, and whether it has what the records need (``fts5``: what search
    needs)."""

    version: str
    strict: bool
    fts5: bool
    wal: bool


def capabilities() -> Capabilities:
    """Ask SQLite itself, in memory."""
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
