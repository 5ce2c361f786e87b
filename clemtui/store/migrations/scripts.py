"""Running the scripts of the steps."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.store.library import Database


def run(db: Database, script: str) -> None:
    """Execute a script in the transaction at hand; each of its statements ends with a line.

    The ``executescript`` of sqlite3 would commit. That of sqlite-utils looks after every character
    whether a statement is complete, which is four fifths of the time that a new database takes.

    Raises:
        ValueError: if the last statement is not complete.
    """
    for statement in statements(script):
        db.execute(statement)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, each of which ends with a line.

    Raises:
        ValueError: if the last one is not complete.
    """
    statement = ""
    for line in script.strip().splitlines(keepends=True):
        statement += line
        if line.rstrip().endswith(";") and sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement:
        raise ValueError(f"the last statement of a script is not complete: {statement!r}")
