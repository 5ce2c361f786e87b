"""Claims: which program works on an item of a run. At most one does.

A claim is to a work item what a lease is to an episode. It is stale, and the item free for others,
when its heartbeat is older than the kind of item allows, or when its program ran on this machine
and is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from clemtui.records.errors import ClaimHeld, NotFound
from clemtui.records.rows import Claim, ItemKind, ItemRef, WorkItem
from clemtui.store import leases
from clemtui.store.clock import iso, moment
from clemtui.store.codec import item_key
from clemtui.store.leases import Holder

if TYPE_CHECKING:
    from clemtui.store.library import Database

EXPIRY: Mapping[str, timedelta] = {"episode": leases.STALE}
"""After how long without a heartbeat an item is free again, by kind of item."""

_ITEM = "SELECT run, key, kind, slot, position, state, result FROM work_items"


@dataclass(frozen=True, slots=True)
class NewWorkItem:
    """An item of a run that is planned.

    Attributes:
        kind: what is to be done: ``episode``.
        content: everything that defines it, as JSON-like data.
        slot: 1, or more where a run has several items of one content.
    """

    kind: ItemKind
    content: Mapping[str, Any]
    slot: int = 1

    @property
    def key(self) -> str:
        """What the item is known by within its run."""
        return item_key(self.content, self.slot)


def item(db: Database, wanted: ItemRef) -> WorkItem:
    """A work item as it stands.

    Raises:
        NotFound: if there is no such item.
    """
    row = db.execute(f"{_ITEM} WHERE run = ? AND key = ?", (wanted.run, wanted.key)).fetchone()
    if row is None:
        raise NotFound(f"run {wanted.run} has no item {wanted.key}")
    return WorkItem(ItemRef(row[0], row[1]), *row[2:])


def items(db: Database, run: str) -> tuple[WorkItem, ...]:
    """The work items of a run, in the order of its plan."""
    rows = db.execute(f"{_ITEM} WHERE run = ? ORDER BY position, key", (run,))
    return tuple(WorkItem(ItemRef(row[0], row[1]), *row[2:]) for row in rows)


def read(db: Database, wanted: ItemRef) -> Claim | None:
    """Who works on an item."""
    row = db.execute(
        "SELECT owner, host, pid, acquired, heartbeat FROM claims WHERE run = ? AND item = ?",
        (wanted.run, wanted.key),
    ).fetchone()
    if row is None:
        return None
    return Claim(wanted, row[0], row[1], row[2], moment(row[3]), moment(row[4]))


def take(db: Database, wanted: ItemRef, holder: Holder, now: datetime) -> WorkItem:
    """Claim an item inside the open write transaction; one that is done is only returned.

    Returns:
        the item as it stands: where its result is a begun one, that is to be gone on with.

    Raises:
        NotFound: if there is no such item.
        ClaimHeld: if another program works on it.
    """
    found = item(db, wanted)
    if found.state == "done":
        return found
    held = read(db, wanted)
    foreign = held is not None and held.owner != holder.owner
    if (
        held is not None
        and foreign
        and not leases.stale(held, now, holder.host, after=EXPIRY[found.kind])
    ):
        raise ClaimHeld(
            f"item {wanted.key} of run {wanted.run} is being worked on by another clemtui "
            f"(process {held.pid} on {held.host})"
        )
    db.execute(
        "INSERT OR REPLACE INTO claims (run, item, owner, host, pid, acquired, heartbeat) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (wanted.run, wanted.key, holder.owner, holder.host, holder.pid, iso(now), iso(now)),
    )
    return found


def begin(db: Database, wanted: ItemRef, result: str, holder: Holder, now: datetime) -> None:
    """Claim an item and note what it is going to result in, inside the open write transaction.

    Raises:
        NotFound: if there is no such item.
        ClaimHeld: if another program works on it, has begun it, or has done it.
    """
    found = take(db, wanted, holder, now)
    if found.state != "open":
        raise ClaimHeld(f"item {wanted.key} of run {wanted.run} was begun by another clemtui")
    db.execute(
        "UPDATE work_items SET state = 'begun', result = ? WHERE run = ? AND key = ?",
        (result, wanted.run, wanted.key),
    )


def renew(db: Database, holder: Holder, now: datetime) -> None:
    """Renew every claim of a program inside the open write transaction."""
    db.execute("UPDATE claims SET heartbeat = ? WHERE owner = ?", (iso(now), holder.owner))


def release(db: Database, holder: Holder, wanted: ItemRef | None = None) -> None:
    """Give a claim back, if it is held; all of them where none is named."""
    if wanted is None:
        db.execute("DELETE FROM claims WHERE owner = ?", (holder.owner,))
        return
    db.execute(
        "DELETE FROM claims WHERE run = ? AND item = ? AND owner = ?",
        (wanted.run, wanted.key, holder.owner),
    )
