"""The guards of evidence, lifted where a merge gives a record its place.

No record is changed by that: an episode that was continued in both databases becomes two, and an
import makes way for the episode that it is an import of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from clemtui.store.library import Database
from clemtui.store.schema import TABLES

_NAMES = frozenset(
    {"work_items_done", *(f"{name}_{verb}" for name in TABLES for verb in ("update", "delete"))}
)
"""The triggers that keep rows as they are. Those that refuse new rows stay in force."""


@contextmanager
def lifted(db: Database) -> Iterator[None]:
    """Lift the guards of the database and of the attached copy, inside the open transaction.

    The copy does not get its guards back. References are checked when the transaction ends.
    """
    db.execute("PRAGMA defer_foreign_keys = ON")
    guards = _drop(db, "main")
    _drop(db, "incoming")
    yield
    for statement in guards:
        db.execute(statement)


def _drop(db: Database, where: str) -> list[str]:
    rows = db.execute(f"SELECT name, sql FROM {where}.sqlite_master WHERE type = 'trigger'")
    guards = [(name, sql) for name, sql in rows.fetchall() if name in _NAMES]
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {where}.{name}")
    return [sql for _, sql in guards]
