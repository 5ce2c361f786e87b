"""Leases: which program is playing an episode. At most one can.

A lease is stale when its heartbeat is more than 30 s away from the present, its program ran on this
machine and has exited, or its program is this one and has given it up. Every write to the episode
checks the lease in the same transaction (see `changes.apply`), so a program that lost its lease
cannot write, however long it was suspended.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from clemtui.records.errors import LeaseHeld
from clemtui.records.rows import Claim, Lease
from clemtui.store.clock import iso, moment
from clemtui.store.library import Database

_given_up: set[tuple[str, str]] = set()
"""The owner and the episode of leases that this process does not use, but could not release yet."""

LEASE_EXPIRY = timedelta(seconds=30)
COLUMNS = "episode, owner, host, pid, front, acquired, heartbeat"


@dataclass(frozen=True, slots=True)
class Holder:
    """A program that may hold leases and claims."""

    owner: str
    host: str
    pid: int


def this_program(owner: str) -> Holder:
    """Return this process as a holder with the given owner id."""
    return Holder(owner, socket.gethostname(), os.getpid())


def is_alive(pid: int) -> bool:
    """Return whether a local process exists; True where checking could harm it (Windows)."""
    if sys.platform == "win32":  # signal 0 would end the process there
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def is_stale(
    held: Lease | Claim, now: datetime, host: str, *, after: timedelta = LEASE_EXPIRY
) -> bool:
    """Return whether the program that holds a lease or claim is gone.

    A heartbeat in the future, by as much as makes an old one stale, comes from a clock that was
    wrong; the holder would have renewed it by now.
    """
    if isinstance(held, Lease) and (held.owner, held.episode) in _given_up:
        return True
    return abs(now - held.heartbeat) > after or (held.host == host and not is_alive(held.pid))


def give_up(episode: str, holder: Holder) -> None:
    """Note that the holder, in this process, no longer plays an episode, before it is released."""
    _given_up.add((holder.owner, episode))


def given_up(holder: Holder) -> frozenset[str]:
    """Return the episodes that a holder has given up and that are not known to be released."""
    return frozenset(episode for owner, episode in _given_up.copy() if owner == holder.owner)


def settle(episode: str, holder: Holder) -> None:
    """Note that a lease was released, or taken again."""
    _given_up.discard((holder.owner, episode))


def read(db: Database, episode: str) -> Lease | None:
    """Return the lease of an episode, or None."""
    row = db.execute(f"SELECT {COLUMNS} FROM leases WHERE episode = ?", (episode,)).fetchone()
    return None if row is None else from_row(row)


def from_row(row: Sequence[Any]) -> Lease:
    """Return the lease in a row of the `COLUMNS`."""
    return Lease(row[0], row[1], row[2], row[3], row[4], moment(row[5]), moment(row[6]))


def take(
    db: Database,
    episode: str,
    holder: Holder,
    front: str,
    now: datetime,
    *,
    force: bool = False,
) -> None:
    """Take the lease of an episode inside the open write transaction.

    Raises:
        LeaseHeld: if another program is playing it, unless ``force``.
    """
    held = read(db, episode)
    foreign = held is not None and held.owner != holder.owner
    if held is not None and foreign and not (force or is_stale(held, now, holder.host)):
        raise LeaseHeld(
            f"episode {episode} is being played by another clemtui (process {held.pid} on "
            f"{held.host}); close it there, or take the episode over"
        )
    db.execute(
        f"INSERT OR REPLACE INTO leases ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (episode, holder.owner, holder.host, holder.pid, front, iso(now), iso(now)),
    )


def renew(db: Database, holder: Holder, now: datetime) -> set[str]:
    """Renew a program's leases inside the open write transaction; return their episodes."""
    db.execute("UPDATE leases SET heartbeat = ? WHERE owner = ?", (iso(now), holder.owner))
    ours = db.execute("SELECT episode FROM leases WHERE owner = ?", (holder.owner,))
    return {row[0] for row in ours}


def release(db: Database, episode: str, holder: Holder) -> None:
    """Release the holder's lease on an episode, if it has one."""
    db.execute("DELETE FROM leases WHERE episode = ? AND owner = ?", (episode, holder.owner))
