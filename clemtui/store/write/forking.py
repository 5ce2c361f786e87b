"""Forking: a new episode that starts with a copy of another one's evidence."""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.schema import TABLES


def copy_evidence(db: Database, source: str, fork: str) -> None:
    """Copy an episode's rows in the forked tables to another episode, byte for byte.

    Times and sittings stay those of the original. Attempts are not copied: those calls were made,
    and paid for, only once.
    """
    for table in TABLES.values():
        if table.forked:
            columns = ", ".join(name for name in table.names if name != "episode")
            # In key order, because a request refers to earlier ones.
            db.execute(
                f"INSERT INTO {table.name} (episode, {columns}) SELECT ?, {columns} "
                f"FROM {table.name} WHERE episode = ? ORDER BY {', '.join(table.key)}",
                (fork, source),
            )
