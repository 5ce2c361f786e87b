"""Merging: all records of another database are added to this one, without loss or duplicates.

Merging again changes nothing, and both directions give the same evidence. ``docs/databases.md`` has
the rules for people of the same name, deleted people, and episodes that are being played meanwhile.
A merge is one transaction, all or nothing.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from clemtui.records.errors import LeaseHeld, RefusedWrite, StoreError
from clemtui.records.rows import Erased, Lease, Merged
from clemtui.store import leases, search
from clemtui.store.clock import Clock, SystemClock, iso, moment
from clemtui.store.database import Connect, connect, open_for_writing, writing
from clemtui.store.merge import erasure as merge_erasure
from clemtui.store.merge import rows as merge_rows
from clemtui.store.merge import source as merge_source
from clemtui.store.merge import work as merge_work
from clemtui.store.merge.work import ELSEWHERE
from clemtui.store.sqlite_errors import store_error
from clemtui.store.write import erasure
from clemtui.store.write.emergency import beside, purge
from clemtui.store.write.writer import INDEXED_AT_ONCE

if TYPE_CHECKING:
    from clemtui.store.library import Database


def merge(
    database: Path,
    other: Path,
    *,
    dry_run: bool = False,
    clock: Clock | None = None,
    connect: Connect = connect,
) -> Merged:
    """Merge all records of another database into this one.

    Args:
        database: the database to write to; created if it is missing.
        other: the database to read, as it is at one moment.
        dry_run: merge into a temporary copy of ``database``.
        clock: determines which leases are still valid.
        connect: makes the connection that writes.

    Raises:
        LeaseHeld: if an episode is being played here now but is further along in ``other``.
        RefusedWrite: if a record of ``other`` contradicts one here; nothing is changed then.
        StoreError: if one of the files cannot be used; the message says what to do.
    """
    if database.exists() and other.exists() and database.samefile(other):
        raise StoreError(f"{other}: this is the database itself; name another one")
    clock = clock or SystemClock()
    with merge_source.copied(other) as copy, _target(database, dry_run) as target:
        db = open_for_writing(target, connect=connect)
        try:
            with writing(db):
                merge_erasure.forget_in_copy(copy, db)
                db.execute("ATTACH DATABASE ? AS incoming", (str(copy),))
                merged, erasures = _merge(db, other, clock)
            if not dry_run:
                _remove_traces(db, database, erasures)
                _index(db)
                _index(db)
        except sqlite3.Error as error:
            trouble = store_error(error, database)
            if isinstance(trouble, RefusedWrite):
                # No version of this program writes such a record.
                raise RefusedWrite(f"{other}: {error}; nothing was merged") from error
            raise trouble from error
        finally:
            db.close()
    return merged


@contextmanager
def _target(database: Path, dry_run: bool) -> Iterator[Path]:
    if not dry_run:
        yield database
    elif database.exists():
        with merge_source.copied(database) as copy:
            yield copy
    else:
        with tempfile.TemporaryDirectory(prefix="clemtui-merge-") as folder:
            yield Path(folder) / "new.db"


def _merge(db: Database, other: Path, clock: Clock) -> tuple[Merged, merge_erasure.Erasures]:
    """Merge the attached database; return the erasures of the other that were applied here."""
    ahead = merge_rows.check(db, other)
    merge_source.check_contents(db, other)
    playing_there, playing_here = (_playing(db, clock, each) for each in ("incoming", "main"))
    for episode in sorted(ahead & playing_here.keys()):
        raise LeaseHeld(
            f"episode {episode} is being played here now and got further in {other}; "
            "close it first; nothing was merged"
        )
    came = {
        row[0]
        for row in db.execute(
            "SELECT id FROM incoming.episodes WHERE id NOT IN (SELECT id FROM main.episodes)"
        )
    }
    sittings = _count(db, "main.sessions")
    new, renamed = merge_rows.bring_people(db)
    rows = len(new) + merge_rows.bring(db, ahead) + merge_work.advance_items(db, clock)
    rows += merge_rows.bring_drafts(db)
    seated = merge_erasure.seat_forgotten(db, iso(clock.now()))
    forgotten = merge_erasure.forget_here(db)
    rows += len(seated) + len(forgotten.erasures) + merge_erasure.mark_erased(db)
    playing = _keep_leases(db, playing_there, playing_here)
    merge_work.keep_claims(db)
    episodes, sessions = _count(db, "incoming.episodes"), _count(db, "incoming.sessions")
    sat = _count(db, "main.sessions") - sittings
    merged = Merged(
        episodes_new=len(came),
        episodes_continued=len(ahead),
        episodes_known=episodes - len(came) - len(ahead),
        episodes_erased=len(set(forgotten.episodes) - came),
        episodes_playing=playing,
        people_new=new,
        people_renamed=renamed,
        people_known=_count(db, "incoming.people") - len(new),
        people_forgotten=len(forgotten.people),
        sessions_new=sat,
        sessions_known=sessions - sat,
        rows=rows,
    )
    return merged, forgotten.erasures


def _count(db: Database, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _playing(db: Database, clock: Clock, where: str) -> dict[str, Lease]:
    """Return the valid leases of a database's own programs, by episode."""
    host = leases.this_program("").host
    found = [
        Lease(row[0], row[1], row[2], row[3], row[4], moment(row[5]), moment(row[6]))
        for row in db.execute(
            f"""SELECT episode, owner, host, pid, front, acquired, heartbeat FROM {where}.leases
            WHERE substr(owner, 1, {len(ELSEWHERE)}) <> '{ELSEWHERE}'"""
        )
    ]
    return {each.episode: each for each in found if not leases.stale(each, clock.now(), host)}


def _keep_leases(db: Database, there: dict[str, Lease], here: dict[str, Lease]) -> int:
    """Copy the leases of episodes that are being played there; they expire like any lease.

    Returns:
        the number of these episodes.
    """
    db.execute(
        f"""DELETE FROM main.leases WHERE episode IN (SELECT episode FROM main.episode_ends)
        OR substr(owner, 1, {len(ELSEWHERE)}) = '{ELSEWHERE}'
            AND episode IN (SELECT id FROM incoming.episodes)"""
    )
    return sum(
        db.execute(
            f"""INSERT OR REPLACE INTO main.leases
            (episode, owner, host, pid, front, acquired, heartbeat)
            SELECT episode, '{ELSEWHERE}' || owner, host, pid, front, acquired, heartbeat
            FROM incoming.leases i WHERE i.episode = ?
            AND i.episode NOT IN (SELECT episode FROM main.episode_ends)
            AND i.episode NOT IN (SELECT episode FROM main.erased_episodes)""",
            (episode,),
        ).rowcount
        for episode in sorted(there.keys() - here.keys())
    )


def _remove_traces(db: Database, database: Path, erasures: merge_erasure.Erasures) -> None:
    """Remove deleted people's text from the files next to the database as well."""
    for id, person in erasures:
        erased = Erased(id, person, merge_erasure.covered(db, id), pages_in_use=False)
        purge(beside(database), erasure.ids(db, erased))
    if erasures:
        erasure.without_traces(db, erased)


def _index(db: Database) -> None:
    """Index the merged episodes for search; triggers have marked them as pending."""
    done = INDEXED_AT_ONCE
    while done == INDEXED_AT_ONCE:
        try:
            with writing(db):
                done = search.index_pending(db, leased=False, limit=INDEXED_AT_ONCE)
        except sqlite3.OperationalError:
            # Another program has the lock, or the disk is full. The merge itself is done, and the
            # next program that writes continues the indexing.
            return
