"""Deletion of a person: their text is erased, and what others need for their own results is kept.

One transaction, under an open row of `erasures`, erases all text of the episodes in which the
person had a seat. This includes the partners' requests, attempts and events, which repeat the
person's words. Scores, states, the number and order of entries, and the partners' timing are kept.
The person's own timing, exposures and pseudonym are removed. The closed row is the tombstone:
nothing can be added to these episodes or for this person any more, and the episodes cannot be
replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from clemtui.records.errors import NotFound, RefusedWrite
from clemtui.records.rows import Erased
from clemtui.store import search
from clemtui.store.ids import uuid7
from clemtui.store.library import Database
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Table

_EPISODES = "(SELECT episode FROM erased_episodes WHERE erasure = :erasure)"
_OWN_SEAT = """seat IN (SELECT seat FROM seat_assignments s
    WHERE s.episode = {table}.episode AND s.person = :person)"""


def delete_person(db: Database, person: str, now: str) -> Erased:
    """Delete a person inside the open write transaction.

    Raises:
        NotFound: if the person does not exist.
        RefusedWrite: if the person was already deleted.
    """
    if db.execute("SELECT 1 FROM people WHERE id = ?", (person,)).fetchone() is None:
        raise NotFound(f"unknown person {person}")
    if db.execute("SELECT 1 FROM erasures WHERE person = ?", (person,)).fetchone() is not None:
        raise RefusedWrite("this person was already deleted")
    erasure = uuid7()
    seats = db.execute(
        "SELECT DISTINCT episode FROM seat_assignments WHERE person = ? ORDER BY episode", (person,)
    )
    episodes = tuple(row[0] for row in seats)
    open_erasure(db, erasure, person, now, episodes)
    erase_and_close(db, erasure, person, now)
    return Erased(erasure, person, episodes, pages_in_use=False)


def open_erasure(db: Database, id: str, person: str, at: str, episodes: Iterable[str]) -> None:
    """Record an erasure that covers these episodes, inside the open write transaction."""
    db.execute("INSERT INTO erasures (id, person, opened_at) VALUES (?, ?, ?)", (id, person, at))
    for episode in episodes:
        db.execute("INSERT INTO erased_episodes VALUES (?, ?)", (episode, id))


def erase_and_close(db: Database, id: str, person: str, at: str) -> None:
    """Erase the text of everything that an open erasure covers, and close it."""
    covered = db.execute("SELECT episode FROM erased_episodes WHERE erasure = ?", (id,))
    search.remove_episodes(db, [row[0] for row in covered.fetchall()])
    for table in TABLES.values():
        for statement in erasing_statements(table):
            db.execute(statement, {"erasure": id, "person": person})
    # The remaining pseudonym is that of the first erasure, so it is the same in every database.
    first = db.execute("SELECT min(id) FROM erasures WHERE person = ?", (person,)).fetchone()[0]
    db.execute("UPDATE people SET pseudonym = 'forgotten ' || ? WHERE id = ?", (first, person))
    db.execute("UPDATE erasures SET closed_at = ? WHERE id = ?", (at, id))


def erasing_statements(table: Table) -> Iterator[str]:
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
            f"{column.name} = {column.erased_value}"
            for column in table.columns
            if column.erased_value is not None and column.own_seat_only is only_own
        )
        if values:
            yield f"UPDATE {table.name} SET {values} WHERE {where}"


def _erased_rows(table: Table) -> str:
    """Return an SQL condition for the rows that an erasure covers."""
    rows = []
    if "episode" in table.erased_with and table.episode is not None:
        rows.append(table.episode.within(_EPISODES))
    if "person" in table.erased_with and table.person is not None:
        rows.append(table.person.within("(:person)"))
    if not rows:
        raise ValueError(f"the schema does not say which rows of {table.name} an erasure changes")
    return rows[0] if len(rows) == 1 else f"({' OR '.join(rows)})"


def erased_ids(db: Database, erased: Erased) -> list[str]:
    """Return the ids that records outside the database use for what was erased."""
    attempts = db.execute(
        """SELECT id FROM attempts_started WHERE episode IN
        (SELECT episode FROM erased_episodes WHERE erasure = ?)""",
        (erased.erasure,),
    )
    return [erased.person, *erased.episodes, *(row[0] for row in attempts)]


def truncate_log(db: Database, erased: Erased) -> Erased:
    """Remove erased text from the write-ahead log.

    Pages of the database file itself are overwritten as rows change (``secure_delete``, see
    `clemtui.store.database`).
    """
    busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return replace(erased, pages_in_use=bool(busy))
