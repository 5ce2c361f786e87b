"""Claims: which program is working on an item of a run. At most one can.

A claim is to a work item what a lease is to an episode. A claim is stale, and its item free for
other programs, when its heartbeat is older than the kind of item allows, or when its program ran on
this machine and has exited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from clemtui.records.errors import ClaimHeld, NotFound
from clemtui.records.rows import RUN_TAG, Claim
from clemtui.records.work import ItemKind, ItemRef, WorkItem
from clemtui.store import leases
from clemtui.store.clock import iso, moment
from clemtui.store.codec import item_key
from clemtui.store.leases import Holder
from clemtui.store.library import Database

EXPIRY: Mapping[str, timedelta] = {"episode": leases.LEASE_EXPIRY}
"""How long a claim stays valid without a heartbeat, by kind of item."""

_ITEM = "SELECT run, key, kind, slot, position, state, result FROM work_items"


@dataclass(frozen=True, slots=True)
class NewWorkItem:
    """A planned item of a run.

    Attributes:
        kind: the kind of work: ``episode``.
        content: everything that defines the item, as JSON-like data.
        slot: 1, or a higher number if the run repeats the same content.
    """

    kind: ItemKind
    content: Mapping[str, Any]
    slot: int = 1

    @property
    def key(self) -> str:
        """The item's key within its run."""
        return item_key(self.content, self.slot)


def item(db: Database, ref: ItemRef) -> WorkItem:
    """Return a work item in its current state.

    Raises:
        NotFound: if the item does not exist.
    """
    row = db.execute(f"{_ITEM} WHERE run = ? AND key = ?", (ref.run, ref.key)).fetchone()
    if row is None:
        raise NotFound(f"unknown item {ref.key} of run {ref.run}")
    return WorkItem(ref, *row[2:])


def items(db: Database, run: str) -> tuple[WorkItem, ...]:
    """Return the work items of a run in the order of its plan."""
    rows = db.execute(f"{_ITEM} WHERE run = ? ORDER BY position, key", (run,))
    return tuple(WorkItem(ItemRef(row[0], row[1]), *row[2:]) for row in rows)


def read(db: Database, ref: ItemRef) -> Claim | None:
    """Return the claim on an item, or None."""
    row = db.execute(
        "SELECT owner, host, pid, acquired, heartbeat FROM claims WHERE run = ? AND item = ?",
        (ref.run, ref.key),
    ).fetchone()
    if row is None:
        return None
    return Claim(ref, row[0], row[1], row[2], moment(row[3]), moment(row[4]))


def claim(db: Database, ref: ItemRef, holder: Holder, now: datetime) -> WorkItem:
    """Claim an item inside the open write transaction. A finished item is returned without a claim.

    Returns:
        the item in its current state. If it has been begun, its result is the one to resume.

    Raises:
        NotFound: if the item does not exist.
        ClaimHeld: if another program is working on it.
    """
    found = item(db, ref)
    if found.state == "done":
        return found
    held = read(db, ref)
    foreign = held is not None and held.owner != holder.owner
    expiry = EXPIRY[found.kind]
    if held and foreign and not leases.is_stale(held, now, holder.host, after=expiry):
        raise ClaimHeld(
            f"item {ref.key} of run {ref.run} is being worked on by another clemtui "
            f"(process {held.pid} on {held.host})"
        )
    db.execute(
        "INSERT OR REPLACE INTO claims (run, item, owner, host, pid, acquired, heartbeat) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (ref.run, ref.key, holder.owner, holder.host, holder.pid, iso(now), iso(now)),
    )
    return found


def start_item(db: Database, ref: ItemRef, result: str, holder: Holder, now: datetime) -> None:
    """Claim an item and record its future result, inside the open write transaction.

    Raises:
        NotFound: if the item does not exist.
        ClaimHeld: if another program is working on the item, or it has been begun or finished.
    """
    found = claim(db, ref, holder, now)
    if found.state != "open":
        raise ClaimHeld(f"item {ref.key} of run {ref.run} was already started by another clemtui")
    db.execute(
        "UPDATE work_items SET state = 'begun', result = ? WHERE run = ? AND key = ?",
        (result, ref.run, ref.key),
    )


def superseding_runs(db: Database, episode: str) -> tuple[str, ...]:
    """Return the runs of an episode in which it is the result of no item: another one counts.

    An episode of a study belongs to the run of its assignment.
    """
    found = db.execute(
        """SELECT o.run FROM (
            SELECT t.value AS run FROM tags t JOIN runs r ON r.id = t.value
            WHERE t.episode = :episode AND t.key = :tag
            UNION SELECT a.run FROM study_episodes p JOIN assignments a
                ON a.enrolment = p.enrolment AND a.position = p.position
            WHERE p.episode = :episode) o
        WHERE NOT EXISTS
            (SELECT 1 FROM work_items w WHERE w.run = o.run AND w.result = :episode)
        ORDER BY o.run""",
        {"episode": episode, "tag": RUN_TAG},
    )
    return tuple(run for (run,) in found)


def superseded(run: str) -> str:
    """Return why an episode is excluded if another one counts for its item of a run."""
    return f"another episode counts for this item of run {run}"


def renew(db: Database, holder: Holder, now: datetime) -> None:
    """Renew all claims of a program inside the open write transaction."""
    db.execute("UPDATE claims SET heartbeat = ? WHERE owner = ?", (iso(now), holder.owner))


def release(db: Database, holder: Holder, ref: ItemRef | None = None) -> None:
    """Release the holder's claim on an item, or all its claims if ``ref`` is None."""
    if ref is None:
        db.execute("DELETE FROM claims WHERE owner = ?", (holder.owner,))
        return
    db.execute(
        "DELETE FROM claims WHERE run = ? AND item = ? AND owner = ?",
        (ref.run, ref.key, holder.owner),
    )
