"""Imports in a merge: an episode that both databases have imported is one episode.

What an import records depends on more than the episode: on its sitting, on the version of the
rules, on the instances that were at hand. So the record here is kept, and of the other database
only what was added to the episode later (tags, scores, an erasure) is merged. The id of an import
is made from its content; imports of older versions have random ids, and are found by the identity
that they recorded. An export of our own keeps the id of the episode, so an episode and the import
of its export are one as well, whichever is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clemtui.records.rows import IMPORTED_TAG, NOT_RESCORED_TAG
from clemtui.store.codec import json_value
from clemtui.store.database import write_transaction
from clemtui.store.library import Database
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Table

_RECORDED = frozenset(
    {
        *("episodes", "seat_assignments", "requests", "entries", "episode_ends", "exposures"),
        *("attempts_started", "attempt_partials", "attempts_ended", "events"),
    }
)
"""The tables in which an episode itself is recorded. What others have was added to it."""

_IMPORTS = f"""SELECT e.id, {json_value("c.body", "import.identity")} AS identity
    FROM episodes e JOIN contents c ON c.hash = e.environment
    WHERE c.kind = 'environment' AND json_valid(c.body) AND identity IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class Known:
    """The numbers of rows that need no merging because their record here is kept."""

    episodes: int = 0
    sessions: int = 0
    people: int = 0


def keep_known(db: Database, there: Database) -> Known:
    """Remove from the copy of the other database what is recorded here as the same imports.

    Args:
        db: the database that is merged into.
        there: the copy; it is not used for anything but this merge.
    """
    same = dict(_same(db, there))
    if not same:
        return Known()
    there.execute("PRAGMA foreign_keys = OFF")  # rows added to an episode refer to the one here
    there.execute("CREATE TEMP TABLE same (there TEXT PRIMARY KEY, here TEXT)")
    with write_transaction(there):
        _remove_guards(there)
        for pair in same.items():
            there.execute("INSERT INTO same VALUES (?, ?)", pair)
        sessions = _column(
            there,
            f"""SELECT e.session FROM episodes e JOIN sessions s ON s.id = e.session
            WHERE s.front = 'import' AND e.id IN {_THERE}""",
        )
        people = _column(there, f"SELECT person FROM seat_assignments WHERE episode IN {_THERE}")
        for table in TABLES.values():
            if table.name in _RECORDED:
                _remove(there, table)
            elif "episode" in table.names:
                _rename(there, table)
        return Known(
            len(same),
            sum(_remove_session(there, each) for each in sessions),
            sum(_remove_person(there, each) for each in people),
        )


_THERE = "(SELECT there FROM same)"


def _same(db: Database, there: Database) -> Iterator[tuple[str, str]]:
    """Yield the ids there and here of each episode that at least one side has imported."""
    here = dict(db.execute(_IMPORTS))
    by_identity = {identity: id for id, identity in here.items()}
    imports = dict(there.execute(_IMPORTS))
    for (id,) in there.execute("SELECT id FROM episodes").fetchall():
        if id in here:
            yield id, id
        elif id in imports:
            known = db.execute("SELECT 1 FROM episodes WHERE id = ?", (id,)).fetchone()
            found = id if known else by_identity.get(imports[id])
            if found is not None:
                yield id, found


def _remove_guards(there: Database) -> None:
    for name in _column(there, "SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        there.execute(f'DROP TRIGGER "{name}"')


def _remove(there: Database, table: Table) -> None:
    owned = f"episode IN {_THERE}" if table.episode is None else table.episode.within(_THERE)
    there.execute(f"DELETE FROM {table.name} WHERE {owned}")


def _rename(there: Database, table: Table) -> None:
    """Make rows refer to the episode here, except for what an import says of itself."""
    if table.name == "tags":
        there.execute(
            f"DELETE FROM tags WHERE episode IN {_THERE} AND key IN (?, ?)",
            (IMPORTED_TAG, NOT_RESCORED_TAG),
        )
    there.execute(
        f"""UPDATE OR REPLACE {table.name}
        SET episode = (SELECT here FROM same WHERE there = {table.name}.episode)
        WHERE episode IN (SELECT there FROM same WHERE there <> here)"""
    )


def _remove_session(there: Database, session: str) -> int:
    """Remove the sitting of an import without other episodes; return the number removed."""
    found = there.execute("SELECT 1 FROM episodes WHERE session = ?", (session,)).fetchone()
    if found:
        return 0
    there.execute("DELETE FROM sitting_events WHERE session = ?", (session,))
    return there.execute("DELETE FROM sessions WHERE id = ?", (session,)).rowcount


def _remove_person(there: Database, person: str) -> int:
    """Remove a person of whom nothing else is recorded; return the number removed."""
    for table in TABLES.values():
        if "person" in table.names and table.name != "people":
            sql = f"SELECT 1 FROM {table.name} WHERE person = ?"
            if there.execute(sql, (person,)).fetchone():
                return 0
    return there.execute("DELETE FROM people WHERE id = ?", (person,)).rowcount


def _column(there: Database, sql: str) -> list[str]:
    """Return the values of a query's only column, each once, without NULL."""
    return sorted({value for (value,) in there.execute(sql) if value is not None})
