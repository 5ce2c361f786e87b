"""Forking: a new episode whose evidence begins with all that another has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.store.library import Database

_COPIED = (("requests", "number"), ("entries", "seq"), ("drafts", "request"))
"""What is copied, and in which order: a request stands on those before it.

Attempts are not: they are calls that were made, and paid for, once."""


def copy_evidence(db: Database, source: str, fork: str) -> None:
    """Copy the requests, entries and drafts of an episode to another, byte for byte.

    Times and sittings stay those in which they came to be.
    """
    for table, order in _COPIED:
        columns = ", ".join(c.name for c in db[table].columns if c.name != "episode")
        db.execute(
            f"INSERT INTO {table} (episode, {columns}) "
            f"SELECT ?, {columns} FROM {table} WHERE episode = ? ORDER BY {order}",
            (fork, source),
        )
