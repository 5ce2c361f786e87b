"""Imports in a merge: an episode that both databases have imported is one episode.

What an import records depends on more than the episode: on its sitting, on the version of the
rules, on the instances that were at hand. So one record is kept, the same in every merge: the
original, if one database has it, otherwise an import that could be scored by our rules, otherwise
the earliest import. What was added to the other one later (tags, scores, an erasure, who has seen
it) is merged. The id of an import is made from its content; imports of older versions have random
ids, and are found by the identity that they recorded. An export of our own keeps the id of the
episode, so an episode and the import of its export are one as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from clemtui.records.rows import IMPORTED_TAG, NOT_RESCORED_TAG
from clemtui.store import search
from clemtui.store.codec import json_value
from clemtui.store.database import write_transaction
from clemtui.store.library import Database
from clemtui.store.lifting import lifted
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Added, ReplacedWithEpisode, Table

_IMPORTS = f"""SELECT e.id, {json_value("c.body", "import.identity")} AS identity,
        {json_value("c.body", "import.not_rescored")} IS NOT NULL AS not_rescored, e.session
    FROM episodes e JOIN contents c ON c.hash = e.environment
    WHERE c.kind = 'environment' AND json_valid(c.body) AND identity IS NOT NULL"""

_GONE = "(SELECT gone FROM same)"


@dataclass(frozen=True, slots=True)
class Known:
    """What both databases have of the same episodes.

    Attributes:
        episodes, sessions, people: the numbers of rows that need no merging, because their record
            here is kept.
        replaced: pairs of ids, here and there, of the episodes whose record here makes way for the
            one there.
    """

    episodes: int = 0
    sessions: int = 0
    people: int = 0
    replaced: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Unused:
    """The sittings and people of removed records, which may have no other records."""

    sessions: tuple[str, ...]
    people: tuple[str, ...]


def keep_known(db: Database, there: Database) -> Known:
    """Remove from the copy of the other database what is recorded better here.

    Args:
        db: the database that is merged into.
        there: the copy; it is not used for anything but this merge.
    """
    kept, replaced = _same(db, there)
    if not kept:
        return Known(replaced=replaced)
    there.execute("PRAGMA foreign_keys = OFF")  # rows added to an episode refer to the one here
    with write_transaction(there):
        for name in _column(there, "SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            there.execute(f'DROP TRIGGER "{name}"')
        sessions, people = _remove_unused(there, _remove_records(there, kept))
    return Known(len(kept), sessions, people, replaced)


@contextmanager
def replacing(db: Database, pairs: tuple[tuple[str, str], ...]) -> Iterator[None]:
    """Let the records of these imports make way for those that the block copies.

    Args:
        db: the database, with the other attached, inside the open transaction.
        pairs: ids here and there.
    """
    if not pairs:
        yield
        return
    with lifted(db):
        search.remove_episodes(db, [here for here, _ in pairs])
        unused = _remove_records(db, pairs)
    yield
    with lifted(db):
        _remove_unused(db, unused)


def _same(
    db: Database, there: Database
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Return the ids of each episode that at least one side has imported.

    Returns:
        pairs of ids there and here of those whose record here is kept, and pairs of ids here and
        there of the others.
    """
    here = {row[0]: row[1:] for row in db.execute(_IMPORTS)}
    by_identity = {identity: id for id, (identity, *_) in here.items()}
    imports = {row[0]: row[1:] for row in there.execute(_IMPORTS)}
    erased = {row[0] for row in db.execute("SELECT episode FROM erased_episodes")}
    kept, replaced = [], []
    for (id,) in there.execute("SELECT id FROM episodes").fetchall():
        found: str | None = id
        if id not in here:
            if id not in imports:
                continue
            known = db.execute("SELECT 1 FROM episodes WHERE id = ?", (id,)).fetchone()
            found = id if known else by_identity.get(imports[id][0])
        if found is None:
            continue
        worse = _rank(here.get(found)) > _rank(imports.get(id))
        if worse and found not in erased:
            replaced.append((found, id))
        else:
            kept.append((id, found))
    return tuple(kept), tuple(replaced)


def _rank(recorded: tuple[Any, ...] | None) -> tuple[Any, ...]:
    """Return what sorts the better record of an episode first; None: it is no import."""
    return (0,) if recorded is None else (1, *recorded[1:])


def _remove_records(db: Database, pairs: tuple[tuple[str, str], ...]) -> _Unused:
    """Remove what is recorded of the first episode of each pair; what was added goes to the second.

    Returns:
        the sittings and people of what was removed.
    """
    db.execute("CREATE TEMP TABLE same (gone TEXT PRIMARY KEY, kept TEXT)")
    db.conn.executemany("INSERT INTO same VALUES (?, ?)", pairs)
    sessions = _column(
        db,
        f"""SELECT e.session FROM episodes e JOIN sessions s ON s.id = e.session
        WHERE s.front = 'import' AND e.id IN {_GONE}""",
    )
    people = _column(db, f"SELECT person FROM seat_assignments WHERE episode IN {_GONE}")
    db.execute(
        f"""DELETE FROM exposures WHERE kind = 'played' AND episode IN {_GONE}
        AND person IN (SELECT a.person FROM seat_assignments a
            WHERE a.episode = exposures.episode)"""
    )
    db.execute(
        f"DELETE FROM tags WHERE episode IN {_GONE} AND key IN (?, ?)",
        (IMPORTED_TAG, NOT_RESCORED_TAG),
    )
    for table in reversed(TABLES.values()):
        if table.episode is not None and (_is_recorded(table) or table.name == "episode_line_ups"):
            db.execute(f"DELETE FROM {table.name} WHERE {table.episode.within(_GONE)}")
    for table in TABLES.values():
        if "episode" in table.names and not (_is_recorded(table) or table.internal):
            db.execute(
                f"""UPDATE OR REPLACE {table.name}
                SET episode = (SELECT kept FROM same WHERE gone = {table.name}.episode)
                WHERE episode IN (SELECT gone FROM same WHERE gone <> kept)"""
            )
    db.execute("DROP TABLE same")
    return _Unused(tuple(sessions), tuple(people))


def _is_recorded(table: Table) -> bool:
    """Whether an episode itself is recorded in a table, and not only what was added to it."""
    recorded = isinstance(table.merge, Added | ReplacedWithEpisode)
    return recorded and table.episode is not None and table.name != "tags"


def _remove_unused(db: Database, unused: _Unused) -> tuple[int, int]:
    """Remove sittings of imports without episodes, and people of whom nothing else is recorded.

    Returns:
        how many of both were removed.
    """
    return (
        sum(_remove_session(db, each) for each in unused.sessions),
        sum(_remove_person(db, each) for each in unused.people),
    )


def _remove_session(db: Database, session: str) -> int:
    """Remove the sitting of an import without other episodes; return the number removed."""
    found = db.execute("SELECT 1 FROM episodes WHERE session = ?", (session,)).fetchone()
    if found:
        return 0
    db.execute("DELETE FROM sitting_events WHERE session = ?", (session,))
    return db.execute("DELETE FROM sessions WHERE id = ?", (session,)).rowcount


def _remove_person(db: Database, person: str) -> int:
    """Remove a person of whom nothing else is recorded; return the number removed."""
    for table in TABLES.values():
        if "person" in table.names and table.name != "people":
            sql = f"SELECT 1 FROM {table.name} WHERE person = ?"
            if db.execute(sql, (person,)).fetchone():
                return 0
    return db.execute("DELETE FROM people WHERE id = ?", (person,)).rowcount


def _column(db: Database, sql: str) -> list[str]:
    """Return the values of a query's only column, each once, without NULL."""
    return sorted({value for (value,) in db.execute(sql) if value is not None})
