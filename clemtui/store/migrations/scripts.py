"""Execution of SQL scripts in migrations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.store.library import Database


def run(db: Database, script: str) -> None:
    """Execute a script in the open transaction. Each statement must end at a line end.

    The ``executescript`` of sqlite3 would commit. That of sqlite-utils checks after every character
    whether a statement is complete, which takes four fifths of the time to create a database.

    Raises:
        ValueError: if the last statement is incomplete.
    """
    for statement in statements(script):
        db.execute(statement)


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script. Each must end at a line end.

    Raises:
        ValueError: if the last statement is incomplete.
    """
    statement = ""
    for line in script.strip().splitlines(keepends=True):
        statement += line
        if line.rstrip().endswith(";") and sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement:
        raise ValueError(f"the last statement of a script is not complete: {statement!r}")
