"""Erasure of a person, a sitting or some episodes; what others need for their results is kept.

One transaction, under an open row of `erasures`, erases all text of the episodes that the erasure
covers. This includes the partners' requests, attempts and events, which repeat what was said.
States, tags, the number and order of entries, and the partners' timing and exposures are kept;
scores are deleted only if that is asked for. The closed row is the tombstone: nothing can be added
to these episodes any more, and they cannot be replayed.

In addition, the timing of the person who is deleted, or at whose keyboard the sitting was, is
removed, and so are remarks on their sittings. A deleted person loses the pseudonym, also as the
author of decisions on any episode, and nothing can be recorded for them any more. Exposures contain
no text and are kept, because they say which of the remaining results are repetitions; if a person
is deleted with their scores, no results remain, and the exposures are deleted as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clemtui.records.errors import NotFound, RefusedWrite
from clemtui.records.names import FORGOTTEN
from clemtui.records.rows import Erased, ErasureTarget
from clemtui.store import search
from clemtui.store.ids import uuid7
from clemtui.store.library import Database
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Table
from clemtui.store.write import names

COLUMNS = "id, person, session, scope, what, opened_at"
"""The columns of `erasures` in the order of the attributes of `Erasure`."""

WITH_SCORES = "text and scores"

_EPISODES = "(SELECT episode FROM erased_episodes WHERE erasure = :erasure)"
_OWN_SEAT = """seat IN (SELECT seat FROM seat_assignments s
    WHERE s.episode = {table}.episode AND s.person = :player)"""
_OF_PERSON = "SELECT episode FROM seat_assignments WHERE person = :person"
_OF_SITTING = """SELECT id FROM episodes WHERE session = :session
    UNION SELECT episode FROM requests WHERE session = :session
    UNION SELECT episode FROM entries WHERE session = :session
    UNION SELECT episode FROM attempts_started WHERE session = :session
    UNION SELECT episode FROM episode_ends WHERE session = :session"""


@dataclass(frozen=True, slots=True)
class Erasure:
    """A row of `erasures`, except for the time at which it was closed.

    Attributes:
        person: empty unless a person is deleted.
        session: empty unless a sitting is erased.
    """

    id: str
    person: str
    session: str
    scope: str
    what: str
    opened_at: str

    @classmethod
    def of(cls, target: ErasureTarget, now: str) -> Erasure:
        """Return a new erasure."""
        what = WITH_SCORES if target.scores else "text"
        return cls(uuid7(), target.person, target.session, target.scope, what, now)

    @property
    def target(self) -> ErasureTarget:
        """What is to be erased, without the episodes."""
        return ErasureTarget(self.person, self.session, scores=self.what == WITH_SCORES)


def erase(db: Database, target: ErasureTarget, now: str) -> Erased:
    """Erase a person, a sitting or episodes inside the open write transaction.

    Raises:
        NotFound: if the person, the sitting or an episode does not exist.
        RefusedWrite: if the person was already deleted.
    """
    known = {"person": "people", "sitting": "sessions", "episodes": "episodes"}[target.scope]
    for id in (target.person or target.session,) if target.scope != "episodes" else target.episodes:
        if db.execute(f"SELECT 1 FROM {known} WHERE id = ?", (id,)).fetchone() is None:
            raise NotFound(f"unknown {target.scope.removesuffix('s')} {id}")
    if target.person and is_deleted(db, target.person):
        raise RefusedWrite("this person was already deleted")
    erasure, episodes = Erasure.of(target, now), covered_by(db, target)
    open_erasure(db, erasure, episodes)
    renamed = erase_and_close(db, erasure, now)
    return Erased(erasure.id, target, episodes, pages_in_use=False, renamed=renamed)


def is_deleted(db: Database, person: str) -> bool:
    """Return whether a person was deleted."""
    found = db.execute("SELECT 1 FROM erasures WHERE person = ?", (person,))
    return found.fetchone() is not None


def covered_by(db: Database, target: ErasureTarget) -> tuple[str, ...]:
    """Return the ids of the episodes whose text an erasure of the target erases, in order."""
    if target.scope == "episodes":
        return tuple(sorted(set(target.episodes)))
    query = _OF_PERSON if target.person else _OF_SITTING
    values = {"person": target.person, "session": target.session}
    return tuple(sorted({row[0] for row in db.execute(query, values)}))


def open_erasure(db: Database, erasure: Erasure, episodes: Iterable[str]) -> None:
    """Record an erasure that covers these episodes, inside the open write transaction."""
    db.execute(
        f"INSERT INTO erasures ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
        (erasure.id, erasure.person, erasure.session, erasure.scope, erasure.what,
         erasure.opened_at),
    )  # fmt: skip
    cover(db, erasure.id, episodes)


def cover(db: Database, erasure: str, episodes: Iterable[str]) -> None:
    """Add episodes to an open erasure."""
    for episode in episodes:
        db.execute("INSERT INTO erased_episodes VALUES (?, ?)", (episode, erasure))


def erase_and_close(db: Database, erasure: Erasure, at: str) -> dict[str, str]:
    """Erase everything that an open erasure covers, and close it; see `Erased.renamed`."""
    covered = db.execute("SELECT episode FROM erased_episodes WHERE erasure = ?", (erasure.id,))
    search.remove_episodes(db, [row[0] for row in covered.fetchall()])
    sat = db.execute("SELECT person FROM sessions WHERE id = ?", (erasure.session,)).fetchone()
    values = {
        "erasure": erasure.id,
        "person": erasure.person,
        "session": erasure.session,
        "player": erasure.person or (sat and sat[0]),
    }
    named = names.names_of(db, erasure.person) if erasure.person else frozenset()
    renamed: dict[str, str] = {}
    for table in TABLES.values():
        if table.scores and erasure.what != WITH_SCORES:
            continue
        for statement in erasing_statements(table):
            db.execute(statement, values)
    if erasure.person:
        # The remaining pseudonym is that of the first erasure: the same in every database.
        db.execute(
            f"""UPDATE people SET pseudonym = '{FORGOTTEN}' || (
                SELECT min(id) FROM erasures WHERE person = people.id) WHERE id = ?""",
            (erasure.person,),
        )
        kept = db.execute("SELECT pseudonym FROM people WHERE id = ?", (erasure.person,))
        renamed = dict.fromkeys(named, kept.fetchone()[0])
        names.rename(db, renamed)
    db.execute("UPDATE erasures SET closed_at = ? WHERE id = ?", (at, erasure.id))
    return renamed


def erasing_statements(table: Table) -> Iterator[str]:
    """Yield the statements that erase a table's text; none if erasures do not change the table."""
    if not table.changed_by_erasure:
        return
    rows = _erased_rows(table)
    if table.deleted:
        yield f"DELETE FROM {table.name} WHERE {rows}"
        return
    person = table.person
    own = person.within("(:player)") if person else _OWN_SEAT.format(table=table.name)
    for only_own, where in ((False, rows), (True, f"{rows} AND {own}")):
        values = ", ".join(
            f"{column.name} = {column.erased_value}"
            for column in table.columns
            if column.erased_value is not None and column.own_seat_only is only_own
        )
        if values:
            yield f"UPDATE {table.name} SET {values} WHERE {where}"


_OWNERS = {"episode": _EPISODES, "person": "(:person)", "sitting": "(:session)"}


def _erased_rows(table: Table) -> str:
    """Return an SQL condition for the rows that an erasure covers."""
    rows = [
        owner.within(_OWNERS[scope])
        for scope, owner in table.owners.items()
        if scope in table.erased_with
    ]
    if not rows:
        raise ValueError(f"the schema does not say which rows of {table.name} an erasure changes")
    return rows[0] if len(rows) == 1 else f"({' OR '.join(rows)})"


def erased_ids(db: Database, erased: Erased) -> list[str]:
    """Return the ids that records outside the database use for what was erased."""
    parts = db.execute(
        """SELECT id FROM attempts_started WHERE episode IN
            (SELECT episode FROM erased_episodes WHERE erasure = :erasure)
        UNION ALL SELECT id FROM enrolments WHERE person = :person""",
        {"erasure": erased.erasure, "person": erased.target.person},
    )
    owners = [each for each in (erased.target.person, erased.target.session) if each]
    return [*owners, *erased.episodes, *(row[0] for row in parts)]
