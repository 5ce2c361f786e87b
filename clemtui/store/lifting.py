"""The guards of evidence, lifted where a merge or an erasure must change what they protect.

A merge changes no record by that: an episode that was continued in both databases becomes two, and
an import makes way for the episode that it is an import of. An erasure replaces a person's name in
records that it does not cover otherwise (`clemtui.store.write.names`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from clemtui.store.library import Database
from clemtui.store.schema import TABLES

_NAMES = frozenset(
    {"work_items_done", *(f"{name}_{verb}" for name in TABLES for verb in ("update", "delete"))}
)
"""The triggers that keep rows as they are. Those that refuse new rows stay in force."""


@contextmanager
def lifted(
    db: Database,
    guards: Collection[str] = _NAMES,
    where: Collection[str] = ("main", "incoming"),
) -> Iterator[None]:
    """Lift guards inside the open transaction: by default, of the database and the attached copy.

    The copy does not get its guards back. References are checked when the transaction ends.
    """
    db.execute("PRAGMA defer_foreign_keys = ON")
    dropped = {each: _drop(db, each, guards) for each in where}
    yield
    for statement in dropped.get("main", ()):
        db.execute(statement)


def _drop(db: Database, where: str, guards: Collection[str]) -> list[str]:
    rows = db.execute(f"SELECT name, sql FROM {where}.sqlite_master WHERE type = 'trigger'")
    found = [(name, sql) for name, sql in rows.fetchall() if name in guards]
    for name, _ in found:
        db.execute(f"DROP TRIGGER {where}.{name}")
    return [sql for _, sql in found]
