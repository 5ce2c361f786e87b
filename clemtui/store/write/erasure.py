"""Deletion of a person: their text is erased, and what others need for their own results is kept.

One transaction, under an open row of `erasures`, erases all text of the episodes in which the
person had a seat. This includes the partners' requests, attempts and events, which repeat the
person's words. Scores, states, the number and order of entries, and the partners' timing are kept.
The person's own timing, exposures and pseudonym are removed. The closed row is the tombstone:
nothing can be added to these episodes or for this person any more, and the episodes cannot be
replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from clemtui.records.errors import NotFound, RefusedWrite
from clemtui.records.rows import Erased
from clemtui.store import search
from clemtui.store.ids import uuid7
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Table

if TYPE_CHECKING:
    from clemtui.store.library import Database

_EPISODES = "(SELECT episode FROM erased_episodes WHERE erasure = :erasure)"
_OWN_SEAT = """seat IN (SELECT seat FROM seat_assignments s
    WHERE s.episode = {table}.episode AND s.person = :person)"""


def forget(db: Database, person: str, now: str) -> Erased:
    """Delete a person inside the open write transaction.

    Raises:
        NotFound: if the person does not exist.
        RefusedWrite: if the person was already deleted.
    """
    if db.execute("SELECT 1 FROM people WHERE id = ?", (person,)).fetchone() is None:
        raise NotFound(f"there is nobody with the id {person}")
    if db.execute("SELECT 1 FROM erasures WHERE person = ?", (person,)).fetchone() is not None:
        raise RefusedWrite("this person was forgotten before")
    erasure = uuid7()
    names = {"erasure": erasure, "person": person, "now": now}
    db.execute(
        "INSERT INTO erasures (id, person, opened_at) VALUES (:erasure, :person, :now)", names
    )
    db.execute(
        """INSERT INTO erased_episodes (episode, erasure)
        SELECT DISTINCT episode, :erasure FROM seat_assignments WHERE person = :person""",
        names,
    )
    blank(db, erasure, person)
    db.execute("UPDATE erasures SET closed_at = :now WHERE id = :erasure", names)
    episodes = db.execute(
        "SELECT episode FROM erased_episodes WHERE erasure = ? ORDER BY episode", (erasure,)
    )
    return Erased(erasure, person, tuple(row[0] for row in episodes), pages_in_use=False)


def blank(db: Database, erasure: str, person: str) -> None:
    """Erase the text of everything that an open erasure covers, inside the transaction."""
    covered = db.execute("SELECT episode FROM erased_episodes WHERE erasure = ?", (erasure,))
    search.remove(db, [row[0] for row in covered.fetchall()])
    for table in TABLES.values():
        for statement in blanking(table):
            db.execute(statement, {"erasure": erasure, "person": person})


def blanking(table: Table) -> Iterator[str]:
    """Yield the statements that erase a table's text; none if erasures do not change the table."""
    if not table.changed_by_erasure:
        return
    rows = _erased_rows(table)
    if table.deleted:
        yield f"DELETE FROM {table.name} WHERE {rows}"
        return
    person = table.person
    own = person.within("(:person)") if person else _OWN_SEAT.format(table=table.name)
    for only_own, where in ((False, rows), (True, f"{rows} AND {own}")):
        values = ", ".join(
            f"{column.name} = {column.blank}"
            for column in table.columns
            if column.blank is not None and column.own is only_own
        )
        if values:
            yield f"UPDATE {table.name} SET {values} WHERE {where}"


def _erased_rows(table: Table) -> str:
    """Return an SQL condition for the rows that an erasure covers."""
    if table.erased_with == "episode" and table.episode is not None:
        return table.episode.within(_EPISODES)
    if table.erased_with == "person" and table.person is not None:
        return table.person.within("(:person)")
    raise ValueError(f"the schema does not say which rows of {table.name} an erasure changes")


def ids(db: Database, erased: Erased) -> list[str]:
    """Return the ids that records outside the database use for what was erased."""
    attempts = db.execute(
        """SELECT id FROM attempts_started WHERE episode IN
        (SELECT episode FROM erased_episodes WHERE erasure = ?)""",
        (erased.erasure,),
    )
    return [erased.person, *erased.episodes, *(row[0] for row in attempts)]


def without_traces(db: Database, erased: Erased) -> Erased:
    """Remove erased text from the write-ahead log.

    Pages of the database file itself are overwritten as rows change (``secure_delete``, see
    `clemtui.store.database`).
    """
    busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return replace(erased, pages_in_use=bool(busy))
