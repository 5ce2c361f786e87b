"""Forking: a new episode whose evidence begins with all that another has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clemtui.store.schema import TABLES

if TYPE_CHECKING:
    from clemtui.store.library import Database


def copy_evidence(db: Database, source: str, fork: str) -> None:
    """Copy the forked tables' rows of an episode to another, byte for byte.

    Times and sittings stay those in which they came to be. Attempts are not copied: they are calls
    that were made, and paid for, once.
    """
    for table in TABLES.values():
        if table.forked:
            columns = ", ".join(name for name in table.names if name != "episode")
            # In the order of the key: a request stands on those before it.
            db.execute(
                f"INSERT INTO {table.name} (episode, {columns}) SELECT ?, {columns} "
                f"FROM {table.name} WHERE episode = ? ORDER BY {', '.join(table.key)}",
                (fork, source),
            )
