"""Forgetting a person: their words go, what others need of their own results stays.

In one transaction, under an open row of `erasures`: every text of the episodes in which the person
held a seat is blanked, also in the partners' requests, attempts and events, because the person's
words stand there too. Scores, states, the number and order of entries, and the partners' timing
stay. The person's own timing and exposures go, and the pseudonym with them. The closed row is the
tombstone: nothing can be added to these episodes or for this person any more, and they cannot be
replayed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from clemtui.store import search
from clemtui.store.errors import NotFound, RefusedWrite
from clemtui.store.ids import uuid7
from clemtui.store.records import Erased

if TYPE_CHECKING:
    from clemtui.store.library import Database

_THESE = "(SELECT episode FROM erased_episodes WHERE erasure = :erasure)"
_ATTEMPTS = f"(SELECT id FROM attempts_started WHERE episode IN {_THESE})"
_OWN = "(SELECT seat FROM seat_assignments s WHERE s.episode = {t}.episode AND s.person = :person)"

_BLANKING = (
    f"""UPDATE requests SET messages = '[]', messages_hash = '', base = NULL, kept = 0, tools = NULL
        WHERE episode IN {_THESE}""",
    f"""UPDATE entries SET parts = CASE kind WHEN 'response' THEN '[]' END, text = '',
        reason_exact = NULL, hints = NULL, form_values = NULL WHERE episode IN {_THESE}""",
    f"""UPDATE entries SET shown_at = NULL, first_key_ms = NULL, submitted_ms = NULL, edits = NULL,
        pasted = NULL, pauses = NULL
        WHERE episode IN {_THESE} AND seat IN {_OWN.format(t="entries")}""",
    f"UPDATE attempt_partials SET text = '', text_exact = NULL WHERE attempt IN {_ATTEMPTS}",
    f"""UPDATE attempts_ended SET text = '', text_exact = NULL, reasoning = '',
        reasoning_exact = NULL, error_message = NULL WHERE attempt IN {_ATTEMPTS}""",
    f"UPDATE episode_ends SET reason = '' WHERE episode IN {_THESE}",
    f"""UPDATE events SET content = 'null', verdict_reason = NULL, said = NULL
        WHERE episode IN {_THESE}""",
    f"UPDATE seat_assignments SET player = 'human' WHERE episode IN {_THESE} AND person = :person",
    f"DELETE FROM tags WHERE episode IN {_THESE}",
    f"DELETE FROM drafts WHERE episode IN {_THESE}",
    f"DELETE FROM leases WHERE episode IN {_THESE}",
    f"""DELETE FROM claims WHERE (run, item) IN (SELECT run, key FROM work_items
        WHERE kind = 'episode' AND result IN {_THESE})""",
    "DELETE FROM exposures WHERE person = :person",
    "UPDATE sitting_events SET note = '' WHERE session IN "
    "(SELECT id FROM sessions WHERE person = :person)",
    "UPDATE sessions SET platform = '' WHERE person = :person",
    "UPDATE people SET pseudonym = 'forgotten ' || :erasure WHERE id = :person",
)


def forget(db: Database, person: str, now: str) -> Erased:
    """Erase a person's words inside the open write transaction.

    Raises:
        NotFound: if there is no such person.
        RefusedWrite: if the person was forgotten before.
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
    """Take the words out of everything that an open erasure covers, inside the transaction."""
    covered = db.execute("SELECT episode FROM erased_episodes WHERE erasure = ?", (erasure,))
    search.remove(db, [row[0] for row in covered.fetchall()])
    for statement in _BLANKING:
        db.execute(statement, {"erasure": erasure, "person": person})


def ids(db: Database, erased: Erased) -> list[str]:
    """The ids by which records outside the database name what was erased."""
    attempts = db.execute(
        """SELECT id FROM attempts_started WHERE episode IN
        (SELECT episode FROM erased_episodes WHERE erasure = ?)""",
        (erased.erasure,),
    )
    return [erased.person, *erased.episodes, *(row[0] for row in attempts)]


def without_traces(db: Database, erased: Erased) -> Erased:
    """Take what was erased out of the write-ahead log; the file's own pages are overwritten as
    rows are changed (``secure_delete``, see `clemtui.store.database`)."""
    busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return replace(erased, pages_in_use=bool(busy))
