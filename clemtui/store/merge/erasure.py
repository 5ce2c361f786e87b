"""Tombstones in a merge: what was erased in one database is erased in both.

Before rows are merged, everything erased here is erased in the copy of the other database, so that
none of it is merged. Afterwards, the erasures of the other database are applied here. An erasure of
a person also covers their episodes that only this database has; the others cover the episodes that
they name.

Because triggers refuse new records of deleted people, those that come with an episode (without its
text) are copied under an open erasure.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clemtui.records.rows import CONTINUATION_TAG, Erased, ErasureTarget
from clemtui.store import changes
from clemtui.store.database import open_for_writing, write_transaction
from clemtui.store.library import Database
from clemtui.store.lifting import lifted
from clemtui.store.schema import TABLES
from clemtui.store.write import erasure, names
from clemtui.store.write.erasure import Erasure

_NEW = "id NOT IN (SELECT id FROM main.erasures)"


@dataclass(frozen=True, slots=True)
class AppliedErasures:
    """What the other database's erasures changed here.

    Attributes:
        erasures: those that are new here.
        people: those who were not yet deleted here.
        episodes: those that were not yet erased here.
    """

    erasures: tuple[Erased, ...]
    people: tuple[str, ...]
    episodes: tuple[str, ...]


def about_to_erase(db: Database) -> frozenset[str]:
    """Return the episodes here that the erasures of ``incoming`` will erase."""
    rows = db.execute(
        f"""SELECT x.episode FROM incoming.erased_episodes x
        JOIN incoming.erasures e ON e.id = x.erasure WHERE e.{_NEW}
        UNION SELECT t.episode FROM main.tags t JOIN incoming.erased_episodes x
            ON t.value = x.episode JOIN incoming.erasures e ON e.id = x.erasure
            WHERE t.key = '{CONTINUATION_TAG}' AND e.{_NEW}
            AND t.episode NOT IN (SELECT id FROM incoming.episodes)
        UNION SELECT a.episode FROM main.seat_assignments a
        JOIN incoming.erasures e ON e.person = a.person WHERE e.{_NEW}"""
    )
    return frozenset(row[0] for row in rows)


def apply_erasures(db: Database) -> AppliedErasures:
    """Apply the erasures that only ``incoming`` has, after the rows of both are merged."""
    erased: list[Erased] = []
    people: list[str] = []
    episodes: list[str] = []
    for each, closed_at in _erasures(db, "incoming", f"WHERE {_NEW}"):
        if each.person and not erasure.is_deleted(db, each.person):
            people.append(each.person)
        known = _all_known(db, covered(db, each.id, "incoming"), db, "incoming")
        applied, taken = _apply(db, each, closed_at, known)
        erased.append(applied)
        episodes += taken
    return AppliedErasures(tuple(erased), tuple(people), tuple(episodes))


def open_for_deleted(db: Database, now: str) -> dict[Erasure, tuple[str, ...]]:
    """Open an erasure for each person deleted here of whom ``incoming`` has more records.

    Returns:
        these erasures, and the episodes that each will cover once their rows are copied.
    """
    people = set()
    for table in TABLES.values():
        if "forgotten person" in table.refuses:
            person = table.owners["person"].of("i", "incoming.")
            same = " AND ".join(f"m.{key} = i.{key}" for key in table.key)
            rows = db.execute(
                f"""SELECT DISTINCT {person} FROM incoming.{table.name} i
                WHERE {person} IN (SELECT person FROM main.erasures)
                AND NOT EXISTS (SELECT 1 FROM main.{table.name} m WHERE {same})"""
            )
            people |= {row[0] for row in rows}
    opened = {}
    for person in sorted(people):
        each = Erasure.of(ErasureTarget(person=person), now)
        erasure.open_erasure(db, each, ())
        rows = db.execute(
            """SELECT i.episode FROM incoming.seat_assignments i WHERE i.person = ?
            AND NOT EXISTS (SELECT 1 FROM main.seat_assignments m
                WHERE m.episode = i.episode AND m.seat = i.seat)""",
            (person,),
        )
        opened[each] = tuple(sorted({row[0] for row in rows}))
    return opened


def close_for_deleted(db: Database, opened: dict[Erasure, tuple[str, ...]], now: str) -> None:
    """Erase what was copied under these erasures, and close them."""
    for each, episodes in opened.items():
        erasure.cover(db, each.id, episodes)
        erasure.erase_and_close(db, each, now)


def share_placeholders(db: Database) -> None:
    """Replace names that are erased in the same record of the other database, in both databases.

    The database that still has such a name may not know whose it is.
    """
    for table, column in names.naming_columns():
        same = " AND ".join(f"m.{key} = i.{key}" for key in table.key)
        these = " AND ".join(f"{key} = ?" for key in table.key)
        for here, there in (("main", "incoming"), ("incoming", "main")):
            rows = db.execute(
                f"""SELECT i.{column}, {", ".join(f"m.{key}" for key in table.key)}
                FROM {here}.{table.name} m JOIN {there}.{table.name} i ON {same}
                WHERE i.{column} IN {names.placeholders(there)}
                AND m.{column} NOT IN {names.placeholders(here)} AND m.{column} <> i.{column}"""
            ).fetchall()
            if rows:
                with lifted(db, {f"{table.name}_update"}, {here}):
                    db.conn.executemany(
                        f"UPDATE {here}.{table.name} SET {column} = ? WHERE {these}", rows
                    )


def mark_erased(db: Database) -> int:
    """Record which erasures cover the merged episodes; return the number of new rows."""
    return db.execute(
        """INSERT INTO main.erased_episodes (episode, erasure)
        SELECT i.episode, i.erasure FROM incoming.erased_episodes i
        WHERE NOT EXISTS (SELECT 1 FROM main.erased_episodes m
            WHERE m.episode = i.episode AND m.erasure = i.erasure)"""
    ).rowcount


def erase_in_copy(copy: Path, here: Database) -> None:
    """Erase in the copy everything that was erased here, with the same erasure ids."""
    erasures = _erasures(here, "main")
    if not erasures:
        return
    there = open_for_writing(copy)
    try:
        there.execute("PRAGMA synchronous = OFF")
        with write_transaction(there):
            for each, closed_at in erasures:
                episodes = _all_known(there, covered(here, each.id), here, "main")
                if not _exists(there, "erasures", each.id) and _concerns(there, each, episodes):
                    _apply(there, each, closed_at, episodes)
    finally:
        there.close()


def covered(db: Database, erasure: str, where: str = "main") -> tuple[str, ...]:
    """Return the episodes that an erasure covers."""
    rows = db.execute(f"SELECT episode FROM {where}.erased_episodes WHERE erasure = ?", (erasure,))
    return tuple(row[0] for row in rows)


def _all_known(
    db: Database, episodes: tuple[str, ...], erasing: Database, where: str
) -> tuple[str, ...]:
    """Add the second continuations of erased episodes: they may have been what was erased.

    Where a continuation had become an episode of its own, it was erased under its own id, or it was
    not meant.

    Args:
        db: the database in which the episodes are to be erased.
        episodes: those that were erased in the other one.
        erasing, where: the database that has erased them, and its name in this connection.
    """
    found = list(episodes)
    for episode in episodes:
        rows = db.execute(
            "SELECT episode FROM main.tags WHERE key = ? AND value = ?",
            (CONTINUATION_TAG, episode),
        ).fetchall()
        found += [row[0] for row in rows if not _exists(erasing, f"{where}.episodes", row[0])]
    return tuple(found)


def _erasures(db: Database, where: str, which: str = "") -> list[tuple[Erasure, str]]:
    """Return the erasures of a database, with the times at which they were closed."""
    rows = db.execute(
        f"SELECT {erasure.COLUMNS}, closed_at FROM {where}.erasures {which} ORDER BY id"
    ).fetchall()
    return [(Erasure(*row[:-1]), row[-1]) for row in rows]


def _concerns(db: Database, each: Erasure, episodes: tuple[str, ...]) -> bool:
    """Whether a database has records that an erasure covers."""
    if each.person:
        return _exists(db, "people", each.person)
    of_sitting = bool(each.session) and _exists(db, "sessions", each.session)
    return of_sitting or any(_exists(db, "episodes", episode) for episode in episodes)


def _apply(
    db: Database, each: Erasure, closed_at: str, episodes: tuple[str, ...]
) -> tuple[Erased, tuple[str, ...]]:
    """Apply an erasure of another database in this one, inside the open write transaction.

    Args:
        db: the database, which knows the person, if there is one.
        each: the erasure.
        closed_at: when it was closed.
        episodes: the episodes that it covers there; other episodes of its person here are covered
            too.

    Returns:
        what it has erased here, and those of its episodes that were not erased before.
    """
    own = db.execute(
        """SELECT DISTINCT episode FROM seat_assignments WHERE person = :person
        AND episode NOT IN (SELECT x.episode FROM erased_episodes x
            JOIN erasures e ON e.id = x.erasure WHERE e.person = :person)""",
        {"person": each.person},
    )
    found = {*(row[0] for row in own), *episodes}
    known = tuple(episode for episode in sorted(found) if _exists(db, "episodes", episode))
    taken = tuple(episode for episode in known if not changes.is_erased(db, episode))
    erasure.open_erasure(db, each, known)
    renamed = erasure.erase_and_close(db, each, closed_at)
    return Erased(each.id, each.target, known, pages_in_use=False, renamed=renamed), taken


def _exists(db: Database, table: str, id: str) -> bool:
    return db.execute(f"SELECT 1 FROM {table} WHERE id = ?", (id,)).fetchone() is not None
