"""Episodes that were continued in both databases: each continuation is kept, and one counts.

An unfinished episode that was copied can be resumed, given up or closed in both databases. What
only one of them has of the episode, and the other has otherwise, is its *continuation* there. One
of them comes first. If the other contains no answer and says nothing else, because it only asks or
ends the same, it is dropped. Otherwise it becomes an episode of its own, with a copy of the common
beginning: both are in both databases then. The id of the new episode is derived from the first
record of the continuation, so it is the same in every merge.

All this is done to the rows of the database and of the attached copy, before they are merged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from clemtui.records.rows import CONTINUATION_TAG, RUN_TAG
from clemtui.store import search
from clemtui.store.clock import moment
from clemtui.store.ids import derived_id, tag_id
from clemtui.store.library import Database
from clemtui.store.lifting import lifted
from clemtui.store.merge.rows import play_tables
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import EPISODE, Added, CustomMerge, Newest, ReplacedWithEpisode

EXCLUDED = "another continuation of the episode counts"
"""Why a continuation is excluded, if no run says which episode counts."""

_UNSAID = {"session", "asked_at", "at", "clock_ms", "text", "reason_exact", "reason"}
"""What may differ between two records that say the same. Of entries, this concerns controls."""

_DATABASES = ("main", "incoming")


@dataclass(frozen=True, slots=True)
class _Record:
    """A row of a continuation: its table and its values by column."""

    table: str
    row: dict[str, Any]

    @property
    def begun(self) -> tuple[str, str, str, int]:
        """When it was recorded, in which sitting, and its place."""
        row = self.row
        number = row.get("number") or row.get("seq") or 0
        return row.get("asked_at") or row["at"], row["session"], self.table, number

    @property
    def spoken(self) -> bool:
        """Whether someone answered."""
        return self.row.get("kind") == "response"

    @property
    def said(self) -> tuple[Any, ...]:
        """What it says, whenever and by whom it was recorded."""
        timing = {column.name for column in TABLES[self.table].columns if column.own_seat_only}
        left_out = _UNSAID | timing
        return self.table, *(each for each in self.row.items() if each[0] not in left_out)


@dataclass(frozen=True, slots=True)
class _Continuation:
    """What one of the databases has of an episode, and the other has otherwise."""

    where: str
    episode: str
    records: list[_Record] = field(default_factory=list)

    @property
    def state(self) -> str:
        """The state of the episode there."""
        ends = [each.row["state"] for each in self.records if each.table == "episode_ends"]
        return ends[0] if ends else "running"

    @property
    def counts(self) -> bool:
        """Whether the episode counts there, now or once it has ended."""
        return self.state in ("running", "finished")

    @property
    def order(self) -> tuple[Any, ...]:
        """Play comes before what only ends the episode, what counts before what does not, and of
        two equals the one that was begun first."""
        spoken = any(each.spoken for each in self.records)
        return not spoken, not self.counts, self.first

    @property
    def first(self) -> tuple[str, str, str, int]:
        """When it was begun, and by which record."""
        return min(each.begun for each in self.records)

    def adds_to(self, other: _Continuation) -> bool:
        """Whether it says anything that the other one does not: an answer, or another end."""
        said = {each.said for each in other.records}
        return any(each.spoken or each.said not in said for each in self.records)


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of the episodes that were continued in both databases.

    Attributes:
        split: pairs of an episode and the new one that has its other continuation.
        ended_alike: the episodes that ended in the same way in both.
        changed: the episodes whose rows in this database were changed.
    """

    split: tuple[tuple[str, str], ...]
    ended_alike: tuple[str, ...]
    changed: frozenset[str]


def continued_in_both(db: Database, *, erased: bool = False) -> tuple[str, ...]:
    """Return the episodes of which both databases have what the other one lacks.

    Args:
        db: the database, with the other attached.
        erased: return those that were erased in one of them, instead of all others.
    """
    ahead = [_ahead(db, one, two, erased=erased) for one, two in (_DATABASES, _DATABASES[::-1])]
    return tuple(sorted(ahead[0] & ahead[1]))


def changed_here(db: Database) -> frozenset[str]:
    """Return the episodes whose rows in this database `settle` would change."""
    return frozenset(
        later.episode
        for _, later in map(_in_order, *_continuations(db, continued_in_both(db)))
        if later.where == "main"
    )


def settle(db: Database) -> Settled:
    """Settle all episodes that were continued in both databases, inside the open transaction."""
    split: list[tuple[str, str]] = []
    alike: list[str] = []
    changed: set[str] = set()
    while episodes := continued_in_both(db):  # a new episode may itself be one of these
        with lifted(db):
            for one, two in zip(*_continuations(db, episodes), strict=True):
                first, later = _in_order(one, two)
                if later.where == "main":
                    changed.add(later.episode)
                    search.remove_episodes(db, [later.episode])
                if not later.adds_to(first):
                    if later.state != "running":
                        alike.append(later.episode)
                    _remove(db, later)
                    continue
                new = _split(db, first, later)
                if later.where == "main" or not _exists(db, "main", "episodes", new):
                    split.append((later.episode, new))
    return Settled(tuple(split), tuple(alike), frozenset(changed))


def _ahead(db: Database, one: str, two: str, *, erased: bool) -> set[str]:
    """Return the shared episodes of which ``one`` has records that ``two`` lacks or has otherwise.

    A record with the same number that was made in the same sitting is the same record; if it
    differs nevertheless, one of the databases is damaged.
    """
    found: set[str] = set()
    gone = "SELECT episode FROM {}.erased_episodes"
    both = " UNION ".join(gone.format(each) for each in _DATABASES)
    for table, column in play_tables():
        rows = db.execute(
            f"""SELECT DISTINCT o.episode FROM {one}.{table.name} o
            WHERE EXISTS (SELECT 1 FROM {two}.episodes e WHERE e.id = o.episode)
            AND o.episode {"" if erased else "NOT"} IN ({both})
            AND {_LACKS.format(two=two, table=table.name, column=column)}"""
        )
        found |= {row[0] for row in rows}
    return found


_LACKS = """NOT EXISTS (SELECT 1 FROM {two}.{table} t
    WHERE t.episode = o.episode AND t.{column} = o.{column} AND t.session IS o.session)"""


def _continuations(
    db: Database, episodes: tuple[str, ...]
) -> tuple[list[_Continuation], list[_Continuation]]:
    """Return the continuations of these episodes, here and there."""
    here, there = (
        [_Continuation(one, each, list(_records(db, one, two, each))) for each in episodes]
        for one, two in (_DATABASES, _DATABASES[::-1])
    )
    return here, there


def _records(db: Database, one: str, two: str, episode: str) -> Iterator[_Record]:
    for table, column in play_tables():
        names = [name for name in table.names if name != "episode"]
        rows = db.execute(
            f"""SELECT {", ".join(names)} FROM {one}.{table.name} o WHERE o.episode = ?
            AND {_LACKS.format(two=two, table=table.name, column=column)}""",
            (episode,),
        )
        yield from (_Record(table.name, dict(zip(names, row, strict=True))) for row in rows)


def _in_order(one: _Continuation, two: _Continuation) -> tuple[_Continuation, _Continuation]:
    return (one, two) if one.order < two.order else (two, one)


def _remove(db: Database, continuation: _Continuation) -> None:
    """Remove the records of a continuation, whose copy is elsewhere."""
    other = next(each for each in _DATABASES if each != continuation.where)
    for table, column in reversed(list(play_tables())):
        db.execute(
            f"""DELETE FROM {continuation.where}.{table.name} AS o WHERE o.episode = ?
            AND {_LACKS.format(two=other, table=table.name, column=column)}""",
            (continuation.episode,),
        )


def _split(db: Database, first: _Continuation, later: _Continuation) -> str:
    """Make the later continuation an episode of its own, where it is; return its id."""
    where, old = later.where, later.episode
    new = _new_id(db, later)
    for name in ("episodes", "seat_assignments", "study_episodes"):
        _copy(db, f"{where}.{name}", TABLES[name].key[0], old, new)
    for table in TABLES.values():
        if table.episode == EPISODE and isinstance(table.merge, Added) and table.merge.played:
            _copy(db, f"{where}.{table.name}", "episode", old, new)
    _remove(db, later)
    for table in TABLES.values():
        if table.episode == EPISODE and isinstance(
            table.merge, Newest | ReplacedWithEpisode | CustomMerge
        ):
            db.execute(f"UPDATE {where}.{table.name} SET episode = ? WHERE episode = ?", (new, old))
    _move_attempts(db, where, first.where, old, new)
    _move_tags(db, where, first.where, old, new)
    db.execute(f"UPDATE {where}.work_items SET result = ? WHERE result = ?", (new, old))
    run = db.execute(
        f"""SELECT 1 FROM {where}.tags WHERE episode = :new AND key = '{RUN_TAG}'
        UNION ALL SELECT 1 FROM {where}.study_episodes WHERE episode = :new""",
        {"new": new},
    ).fetchone()
    tags = [(CONTINUATION_TAG, old)]
    if first.counts and run is None:  # of a run's episodes, the one counts that its item names
        tags.append(("excluded", EXCLUDED))
    for key, value in tags:
        db.execute(
            f"INSERT OR IGNORE INTO {where}.tags VALUES (?, ?, ?, ?, 'added', '', '', ?)",
            (tag_id(new, key, value), new, key, value, later.first[0]),
        )
    if where == "main":
        db.execute("INSERT OR IGNORE INTO results_pending VALUES (?), (?)", (old, new))
    return new


def _new_id(db: Database, continuation: _Continuation) -> str:
    """Return the id of the episode that a continuation becomes.

    It sorts after the id of the original. It is not made from that id, because the continuation can
    belong to another one by then, after merges with further databases.
    """
    where = continuation.where
    created, sitting = db.execute(
        f"SELECT created_at, session FROM {where}.episodes WHERE id = ?", (continuation.episode,)
    ).fetchone()
    named = "\n".join(map(str, (created, sitting, *continuation.first)))
    after = max(0, int(moment(created).timestamp() * 1000)) + 1
    while True:
        new = derived_id(after, hashlib.sha256(named.encode()).digest())
        if not _exists(db, where, "episodes", new):
            return new
        named += "\nagain"


def _copy(db: Database, table: str, column: str, old: str, new: str) -> None:
    """Copy an episode's rows of a table to a new episode, in key order."""
    described = TABLES[table.partition(".")[2]]
    rest = ", ".join(name for name in described.names if name != column)
    db.execute(
        f"""INSERT INTO {table} ({column}, {rest}) SELECT ?, {rest} FROM {table}
        WHERE {column} = ? ORDER BY {", ".join(described.key)}""",
        (new, old),
    )


def _move_attempts(db: Database, where: str, other: str, old: str, new: str) -> None:
    """Give the new episode the calls that were made for it; calls that both know stay."""
    attempts = db.execute(
        f"""SELECT id FROM {where}.attempts_started WHERE episode = ?
        AND id NOT IN (SELECT id FROM {other}.attempts_started)""",
        (old,),
    ).fetchall()
    for (attempt,) in attempts:
        moved = _derived(new, attempt)
        db.execute(
            f"UPDATE {where}.attempts_started SET id = ?, episode = ? WHERE id = ?",
            (moved, new, attempt),
        )
        for table in TABLES.values():
            if table.episode is not None and table.episode.through == "attempts_started":
                db.execute(
                    f"UPDATE {where}.{table.name} SET attempt = ? WHERE attempt = ?",
                    (moved, attempt),
                )


def _move_tags(db: Database, where: str, other: str, old: str, new: str) -> None:
    """Give the new episode all tags of the old one, which keeps those that both know."""
    rows = db.execute(
        f"SELECT id, key, value, decision, author, reason, at FROM {where}.tags WHERE episode = ?",
        (old,),
    ).fetchall()
    for id, *tag in rows:
        key, value, *_ = tag
        own = tag_id(old, key, value) == id
        copy = tag_id(new, key, value) if own else _derived(new, id)
        db.execute(f"INSERT INTO {where}.tags VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (copy, new, *tag))
        db.execute(
            f"DELETE FROM {where}.tags WHERE id = ? AND id NOT IN (SELECT id FROM {other}.tags)",
            (id,),
        )


def _derived(episode: str, id: str) -> str:
    """Return the id that a record has in the new episode; it sorts like the old one."""
    return derived_id(_milliseconds(id), hashlib.sha256(f"{episode}\n{id}".encode()).digest())


def _milliseconds(id: str) -> int:
    """Return the Unix time in an id."""
    return int(id.replace("-", "")[:12], 16)


def _exists(db: Database, where: str, table: str, id: str) -> bool:
    return db.execute(f"SELECT 1 FROM {where}.{table} WHERE id = ?", (id,)).fetchone() is not None
