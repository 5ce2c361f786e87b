"""Merging: all records of another database are added to this one, without loss or duplicates.

Merging again changes nothing, and both directions give the same evidence. ``docs/databases.md`` has
the rules for people of the same name, deleted people, and episodes that are being played meanwhile.
A merge is one transaction, all or nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from clemtui.paths import command_on
from clemtui.records.errors import LeaseHeld, RefusedWrite, StoreError
from clemtui.records.rows import Erased, Lease, Merged
from clemtui.store import leases, line_ups, search, traces
from clemtui.store.clock import Clock, SystemClock, iso
from clemtui.store.database import (
    Connect,
    check_kind,
    connect,
    has_records,
    open_for_reading,
    open_for_writing,
    write_transaction,
)
from clemtui.store.library import Database
from clemtui.store.merge import continuations
from clemtui.store.merge import erasure as merge_erasure
from clemtui.store.merge import imports as merge_imports
from clemtui.store.merge import rows as merge_rows
from clemtui.store.merge import source as merge_source
from clemtui.store.merge import studies as merge_studies
from clemtui.store.merge import work as merge_work
from clemtui.store.merge.work import ELSEWHERE, OF_ELSEWHERE
from clemtui.store.scratch import private_folder
from clemtui.store.sqlite_errors import store_error
from clemtui.store.write import erasure
from clemtui.store.write.emergency import emergency_files, inspect, purge


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
        LeaseHeld: if an episode is being played here now but is further along or erased in
            ``other``, or was continued there, too, and the continuation there comes first.
        FrozenDifferently: if a study was frozen differently in ``other``; nothing is changed then.
        RefusedWrite: if a record of ``other`` contradicts one here; nothing is changed then.
        StoreError: if one of the files cannot be used; the message says what to do.
    """
    check_kind(database)
    if database.exists() and other.exists() and database.samefile(other):
        raise StoreError(f"{other}: this is the same database; name another one")
    clock = clock or SystemClock()
    with merge_source.private_copy(other) as copy, _target_database(database, dry_run) as target:
        _check_restored(other, copy)
        merge_source.check_copy(copy, other)
        db = open_for_writing(target, connect=merge_source.stoppable(connect))
        try:
            with write_transaction(db):
                merge_erasure.erase_in_copy(copy, db)
                with closing(open_for_writing(copy)) as there:
                    kept = merge_imports.keep_known(db, there)
                db.execute("ATTACH DATABASE ? AS incoming", (str(copy),))
                with merge_imports.replacing(db, kept.replaced):
                    merged, erasures = _merge(db, other, copy, clock, kept)
            if not dry_run:
                merged = replace(merged, problems=_remove_traces(db, database, erasures))
                search.index_all(db)  # triggers have marked the merged episodes as pending
        except sqlite3.Error as error:
            trouble = store_error(error, database)
            if isinstance(trouble, RefusedWrite):
                # No version of this program writes such a record.
                raise RefusedWrite(f"{other}: {error}; nothing was merged") from error
            raise trouble from error
        finally:
            db.close()
    return merged


def _check_restored(other: Path, copy: Path) -> None:
    """Refuse to merge a database whose emergency file has records that it lacks."""
    for found in inspect(copy, *emergency_files(other, copy)):
        if found.records or found.problem:
            raise StoreError(
                f"{other}: some of its records are still in {found.path}; restore them first: "
                f"{command_on(other, 'doctor', '--recover')}; move away what it cannot restore, "
                "and merge again"
            )


@contextmanager
def _target_database(database: Path, dry_run: bool) -> Iterator[Path]:
    if not dry_run:
        yield database
    elif has_records(database):
        with merge_source.private_copy(database) as copy:
            yield copy
    else:
        with private_folder() as folder:
            yield folder / "new.db"


_COUNTED = ("sessions", "consents", "runs", "work_items", "studies", "enrolments")
"""Tables whose rows are counted before and after."""


def _merge(
    db: Database, other: Path, copy: Path, clock: Clock, kept: merge_imports.Known
) -> tuple[Merged, tuple[Erased, ...]]:
    """Merge the attached database; return the erasures of the other that were applied here."""
    merge_studies.check_freezes(db, other)
    merge_studies.check_amendments(db, other)
    merge_source.check_contents(db, other)
    merge_source.check_times(db, other)
    with closing(open_for_reading(copy)) as unchanged:
        merge_source.check_episodes(unchanged, db, other)
    merge_erasure.share_placeholders(db)
    playing_here = _active_leases(db, clock, "main")
    for episode in sorted(continuations.changed_here(db) & playing_here.keys()):
        raise LeaseHeld(
            f"episode {episode} is being played here but was continued in {other}; "
            "nothing was merged; close the episode and try again"
        )
    settled = continuations.settle(db)
    complete = continuations.continued_in_both(db, erased=True)
    ahead = merge_rows.check(db, other)
    playing_there = _active_leases(db, clock, "incoming")
    for episode in sorted(ahead & playing_here.keys()):
        raise LeaseHeld(
            f"episode {episode} is being played here but is further along in {other}; "
            "nothing was merged; close the episode and try again"
        )
    for episode in sorted(merge_erasure.about_to_erase(db) & playing_here.keys()):
        raise LeaseHeld(
            f"episode {episode} is being played here but was erased in {other}; "
            "nothing was merged; close the episode and try again"
        )
    came = {
        row[0]
        for row in db.execute(
            "SELECT id FROM incoming.episodes WHERE id NOT IN (SELECT id FROM main.episodes)"
        )
    } - {there for _, there in kept.replaced}
    decisions = _new_decisions(db)
    before = {table: _count(db, f"main.{table}") for table in _COUNTED}
    new, renamed = merge_rows.copy_people(db)
    finished = merge_work.finish_items(db, clock)
    now = iso(clock.now())
    opened = merge_erasure.open_for_deleted(db, now)
    rows = len(new) + merge_rows.copy_rows(db, ahead, complete) + finished
    merge_rows.copy_exposure_keys(db)
    advanced = merge_work.advance_items(db, clock)
    rows += advanced.rows + merge_rows.copy_drafts(db)
    merge_erasure.close_for_deleted(db, opened, now)
    forgotten = merge_erasure.apply_erasures(db)
    rows += len(settled.changed) + len(opened) + len(forgotten.erasures)
    rows += merge_erasure.mark_erased(db)
    _complete_line_ups(db, ahead)
    playing = _copy_leases(db, playing_there, playing_here)
    merge_work.copy_claims(db)
    there = {table: _count(db, f"incoming.{table}") for table in ("episodes", *_COUNTED)}
    added = {table: _count(db, f"main.{table}") - count for table, count in before.items()}
    known = {table: there[table] - count for table, count in added.items()}
    merged = Merged(
        episodes_new=len(came | {new for _, new in settled.split}),
        episodes_continued=len(ahead),
        episodes_known=there["episodes"] - len(came) - len(ahead) + kept.episodes,
        episodes_erased=len(set(forgotten.episodes) - came),
        episodes_playing=playing,
        episodes_split=settled.split,
        episodes_ended_alike=settled.ended_alike,
        people_new=new,
        people_renamed=renamed,
        people_known=_count(db, "incoming.people") - len(new) + kept.people,
        people_forgotten=len(forgotten.people),
        sessions_new=added["sessions"],
        sessions_known=known["sessions"] + kept.sessions,
        consents_new=added["consents"],
        consents_known=known["consents"],
        runs_new=added["runs"],
        runs_known=known["runs"],
        studies_new=added["studies"],
        studies_known=known["studies"],
        participants_new=added["enrolments"],
        participants_known=known["enrolments"],
        items_new=added["work_items"],
        items_continued=finished + advanced.items,
        items_known=max(known["work_items"] - finished - advanced.items, 0),
        decisions_new=decisions,
        rows=rows,
        doubled=tuple(merge_studies.doubled(db)),
    )
    return merged, forgotten.erasures


def _new_decisions(db: Database) -> int:
    """Return how many decisions by people on known episodes are missing here."""
    row = db.execute(
        """SELECT count(*) FROM incoming.tags i WHERE i.author <> ''
        AND i.episode IN (SELECT id FROM main.episodes)
        AND i.id NOT IN (SELECT id FROM main.tags)"""
    ).fetchone()
    return int(row[0])


def _complete_line_ups(db: Database, ahead: Iterable[str]) -> None:
    """Record the line-ups of the episodes that came, and those of episodes that have advanced."""
    for episode in ahead:
        db.execute("DELETE FROM episode_line_ups WHERE episode = ?", (episode,))
    line_ups.complete(db)


def _count(db: Database, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _active_leases(db: Database, clock: Clock, where: str) -> dict[str, Lease]:
    """Return the valid leases of a database's own programs, by episode."""
    host = leases.this_program("").host
    rows = db.execute(f"SELECT {leases.COLUMNS} FROM {where}.leases WHERE NOT {OF_ELSEWHERE}")
    found = [leases.from_row(row) for row in rows]
    return {each.episode: each for each in found if not leases.is_stale(each, clock.now(), host)}


def _copy_leases(db: Database, there: dict[str, Lease], here: dict[str, Lease]) -> int:
    """Copy the leases of episodes that are being played there; they expire like any lease.

    Returns:
        the number of these episodes.
    """
    db.execute(
        f"""DELETE FROM main.leases WHERE episode IN (SELECT episode FROM main.episode_ends)
        OR {OF_ELSEWHERE} AND episode IN (SELECT id FROM incoming.episodes)"""
    )
    return sum(
        db.execute(
            f"""INSERT OR REPLACE INTO main.leases ({leases.COLUMNS})
            SELECT episode, '{ELSEWHERE}' || owner, host, pid, front, acquired, heartbeat
            FROM incoming.leases i WHERE i.episode = ?
            AND i.episode NOT IN (SELECT episode FROM main.episode_ends)
            AND i.episode NOT IN (SELECT episode FROM main.erased_episodes)""",
            (episode,),
        ).rowcount
        for episode in sorted(there.keys() - here.keys())
    )


def _remove_traces(db: Database, database: Path, erasures: tuple[Erased, ...]) -> tuple[str, ...]:
    """Remove erased text from the files next to the database as well.

    Returns:
        a line for each file that could not be read or written.
    """
    problems: list[str] = []
    for erased in erasures:
        problems += purge(database, erasure.erased_ids(db, erased), erased.renamed)
    if erasures and not traces.remove(db):
        problems.append(traces.said_to_be_left(database))
    return tuple(dict.fromkeys(problems))
