"""Tombstones in a merge: a person deleted in one database is deleted in both.

Before rows are merged, people deleted here are deleted in the copy of the other database, so that
none of their text is merged. Afterwards, the erasures of the other database are applied here.

An episode of a deleted person that is new here comes without its text, like any erased episode.
Because triggers refuse seats of deleted people, it comes with the seat empty; then the person is
assigned to the seat under an erasure of its own. The sitting stays without a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clemtui.store import changes
from clemtui.store.database import open_for_writing, write_transaction
from clemtui.store.ids import uuid7
from clemtui.store.library import Database
from clemtui.store.write import erasure

Erasures = tuple[tuple[str, str], ...]
"""Pairs of the id of an erasure and the id of its person."""


@dataclass(frozen=True, slots=True)
class AppliedErasures:
    """What the other database's erasures changed here.

    Attributes:
        erasures: those that are new here.
        people: those who were not yet deleted here.
        episodes: those that were not yet erased here.
    """

    erasures: Erasures
    people: tuple[str, ...]
    episodes: tuple[str, ...]


def apply_erasures(db: Database) -> AppliedErasures:
    """Apply the erasures that only ``incoming`` has, after the rows of both are merged."""
    new = db.execute(
        """SELECT id, person, opened_at, closed_at FROM incoming.erasures i
        WHERE NOT EXISTS (SELECT 1 FROM main.erasures m WHERE m.id = i.id) ORDER BY id"""
    ).fetchall()
    people: list[str] = []
    episodes: list[str] = []
    for row in new:
        if not _exists(db, "SELECT 1 FROM main.erasures WHERE person = ?", row[1]):
            people.append(row[1])
        episodes += _apply(db, row, covered(db, row[0], "incoming"))
    return AppliedErasures(tuple((row[0], row[1]) for row in new), tuple(people), tuple(episodes))


def assign_deleted_people(db: Database, now: str) -> Erasures:
    """Assign deleted people to the seats that came empty; return the erasures made for this."""
    empty = """FROM incoming.seat_assignments i
        JOIN main.seat_assignments m ON m.episode = i.episode AND m.seat = i.seat
        WHERE m.person IS NULL AND i.person IS NOT NULL"""
    made = []
    people = [row[0] for row in db.execute(f"SELECT DISTINCT i.person {empty} ORDER BY 1")]
    for person in people:
        seats = db.execute(
            f"SELECT i.episode, i.seat {empty} AND i.person = ?", (person,)
        ).fetchall()
        id = uuid7()
        erasure.open_erasure(db, id, person, now, sorted({episode for episode, _ in seats}))
        for episode, seat in seats:
            db.execute(
                "UPDATE seat_assignments SET person = ? WHERE episode = ? AND seat = ?",
                (person, episode, seat),
            )
        erasure.erase_and_close(db, id, person, now)
        made.append((id, person))
    return tuple(made)


def mark_erased(db: Database) -> int:
    """Record which erasures cover the merged episodes; return the number of new rows."""
    return db.execute(
        """INSERT INTO main.erased_episodes (episode, erasure)
        SELECT i.episode, i.erasure FROM incoming.erased_episodes i
        WHERE NOT EXISTS (SELECT 1 FROM main.erased_episodes m
            WHERE m.episode = i.episode AND m.erasure = i.erasure)"""
    ).rowcount


def erase_in_copy(copy: Path, here: Database) -> None:
    """Delete in the copy everyone who is deleted here, with the same erasure ids."""
    forgotten = here.execute(
        "SELECT id, person, opened_at, closed_at FROM main.erasures ORDER BY id"
    ).fetchall()
    if not forgotten:
        return
    there = open_for_writing(copy)
    try:
        there.execute("PRAGMA synchronous = OFF")
        with write_transaction(there):
            for id, person, opened_at, closed_at in forgotten:
                known = _exists(there, "SELECT 1 FROM erasures WHERE id = ?", id)
                if not known and _exists(there, "SELECT 1 FROM people WHERE id = ?", person):
                    _apply(there, (id, person, opened_at, closed_at), covered(here, id))
    finally:
        there.close()


def covered(db: Database, erasure: str, where: str = "main") -> tuple[str, ...]:
    """Return the episodes that an erasure covers."""
    rows = db.execute(f"SELECT episode FROM {where}.erased_episodes WHERE erasure = ?", (erasure,))
    return tuple(row[0] for row in rows)


def _apply(
    db: Database, row: tuple[str, str, str, str], episodes: tuple[str, ...]
) -> tuple[str, ...]:
    """Apply an erasure of another database in this one, inside the open write transaction.

    Args:
        db: the database, which knows the person.
        row: id, person, and the times when the erasure was opened and closed.
        episodes: the episodes that it covers there; the person's other episodes here are covered
            too.

    Returns:
        the episodes here that were not erased before.
    """
    id, person, opened_at, closed_at = row
    own = db.execute(
        """SELECT DISTINCT episode FROM seat_assignments WHERE person = :person
        AND episode NOT IN (SELECT x.episode FROM erased_episodes x
            JOIN erasures e ON e.id = x.erasure WHERE e.person = :person)""",
        {"person": person},
    )
    found = {*(each[0] for each in own), *episodes}
    known = [e for e in sorted(found) if _exists(db, "SELECT 1 FROM episodes WHERE id = ?", e)]
    taken = tuple(episode for episode in known if not changes.is_erased(db, episode))
    erasure.open_erasure(db, id, person, opened_at, known)
    erasure.erase_and_close(db, id, person, closed_at)
    return taken


def _exists(db: Database, query: str, value: str) -> bool:
    return db.execute(query, (value,)).fetchone() is not None
