"""Checks of the records: SQLite, the database, its emergency files, and samples of its episodes."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.episode.doctor.finding import Finding, Level, count, writable
from clemtui.episode.errors import PlayError
from clemtui.episode.imported import import_note
from clemtui.episode.planning.listing import open_games
from clemtui.episode.restoring.replay import ReplayDiffers, has_same_result, replay_episode
from clemtui.paths import command_on
from clemtui.records.errors import StoreError
from clemtui.records.rows import StoredEpisode
from clemtui.store.capabilities import capabilities
from clemtui.store.database import check_sqlite, has_records, may_keep_erased_text
from clemtui.store.filesystems import network_file_system
from clemtui.store.read.reader import Reader
from clemtui.store.traces import said_to_be_left
from clemtui.store.write.emergency import (
    EmergencyFile,
    Recovery,
    emergency_files,
    inspect,
    recover_emergency,
)

SAMPLE = 200
"""How many episodes a deep check replays unless told otherwise."""

Recoveries = tuple[Recovery, ...]
"""What restoring the emergency files of a database resulted in, one for each file."""

_SAVE = (
    "the file is damaged: move it away together with its files -wal and -shm, then restore a "
    "backup, or save what is readable with 'sqlite3 FILE .recover | sqlite3 NEW-FILE'"
)


def check_records(database: Path, recoveries: Recoveries = ()) -> Iterator[Finding]:
    """Check SQLite, the database file and its emergency files, after these were restored."""
    yield from _sqlite()
    yield from _file_system(database)
    yield from _erased_text(database)
    yield _database(database)
    failed = {each.file: each for each in recoveries if each.failed}
    for found in inspect(database, *dict.fromkeys((*emergency_files(database), *failed))):
        yield from _emergency_file(database, found, failed.get(found.path))


def deep_check(
    database: Path, collections: Iterable[Path], sample: int = SAMPLE
) -> Iterator[Finding]:
    """Check every page, index and reference of a database, and replay some of its episodes.

    Args:
        database: the file.
        collections: where to find games, besides the bundled ones.
        sample: how many episodes to replay, chosen at random.
    """
    if not has_records(database):
        yield Finding("Deep check", "database", "no records yet")
        return
    try:
        with Reader(database) as reader:
            found = reader.problems(deep=True)
            if found:
                yield Finding("Deep check", "database", f"{'; '.join(found)}: {_SAVE}", "broken")
                return
            yield Finding(
                "Deep check", "database", "pages, indexes, references and scores are sound"
            )
            yield from _replays(reader, open_games(collections), sample)
    except (StoreError, PlayError) as error:
        yield Finding("Deep check", "database", str(error), "broken")


def recover(database: Path) -> Recoveries:
    """Restore the records in the emergency files of a database, as far as these can be read.

    Raises:
        StoreError: if the database cannot be used.
    """
    files = emergency_files(database)
    return recover_emergency(database, *files) if files else ()


def _sqlite() -> Iterator[Finding]:
    found = capabilities()
    try:
        check_sqlite()
    except StoreError as error:
        yield Finding("Records", "SQLite", str(error), "broken")
    else:
        yield Finding("Records", "SQLite", found.version)
    needed = {
        "STRICT tables": found.strict,
        "write-ahead log": found.wal,
        "full-text search": found.fts5,
    }
    for name, there in needed.items():
        if there:
            yield Finding("Records", name, "yes")
        else:
            yield Finding("Records", name, "not available; use another Python", "broken")


def _file_system(path: Path) -> Iterator[Finding]:
    mounts = Path("/proc/self/mountinfo")
    if not mounts.exists():
        return
    text = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    kind = network_file_system(path, text)
    if kind is None:
        yield Finding("Records", "file system", "local")
    else:
        advice = (
            "SQLite's write-ahead log is not safe on a network drive; choose a local file with --db"
        )
        yield Finding("Records", "file system", f"network ({kind}): {advice}", "broken")


def _database(path: Path) -> Finding:
    if not has_records(path):
        folder = writable("Records", "database", path.parent)
        state = "empty" if path.exists() else "not created yet"
        return replace(folder, value=f"{path} ({state})") if folder.level == "good" else folder
    try:
        with Reader(path) as reader:
            damaged = reader.problems()
            unfinished = len(reader.unfinished())
            people = len(reader.people())
    except StoreError as error:
        return Finding("Records", "database", str(error), "broken")
    if damaged:
        return Finding("Records", "database", f"{path}: {'; '.join(damaged)}: {_SAVE}", "broken")
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        advice = "read-only; change its permissions or choose another file with --db"
        return Finding("Records", "database", f"{path}: {advice}", "broken")
    counts = f"{count(people, 'person', 'people')}, {count(unfinished, 'unfinished episode')}"
    return Finding("Records", "database", f"{path} ({counts})")


def _erased_text(path: Path) -> Iterator[Finding]:
    """Remove erased text that an interrupted program has left in the files, and say so."""
    try:
        if not may_keep_erased_text(path):
            return
        Reader(path).close()  # removes it
        left = may_keep_erased_text(path)
    except StoreError:  # `_database` says so
        return
    if left:
        yield Finding("Records", "erased text", said_to_be_left(path), "warning")
    else:
        yield Finding("Records", "erased text", f"some was still in {path}; it is removed now")


def _emergency_file(
    database: Path, found: EmergencyFile, failed: Recovery | None
) -> Iterator[Finding]:
    """Yield what is to be said of an emergency file, after a recovery of it has failed or not.

    Records that can be restored are no damage. Those that a recovery could not restore are, and so
    is what nobody can read.
    """
    if found.problem:
        why = f"cannot be read ({found.problem})"
        yield _of_file(found, why, "broken")
        return
    if found.damaged:
        lines = ", ".join(map(str, found.damaged))
        why = (
            f"damaged: line {lines}. Restore the rest, then move the file away: episodes that it "
            "names cannot be resumed while it is there"
        )
        yield _of_file(found, why, "broken")
    unrestored = 0 if failed is None else len(failed.refused) - len(found.damaged)
    if unrestored > 0:
        why = (
            f"{count(unrestored, 'record')} that could not be restored. To resume their "
            "episodes without them, move the file away"
        )
        yield _of_file(found, why, "broken")
    elif found.records:
        why = f"{count(found.records, 'record')} that could not be written"
        restore = f"restore them: {command_on(database, 'doctor', '--recover')}"
        yield _of_file(found, f"{why}; {restore}", "warning")
    elif failed is not None and failed.problem:
        yield _of_file(found, "could not be renamed after it was restored", "broken")
    for where, records in found.foreign.items():
        yield _of_file(found, _foreign(found.path, where, records), "warning")


def _foreign(file: Path, where: str, records: int) -> str:
    """Return what an emergency file has of another database, and how to restore that."""
    of = f"{count(records, 'record')} of another database"
    if not where:
        return f"{of}; to restore them, move the file beside that database"
    there = f"{of} ({where})"
    restore = command_on(Path(where), "doctor", "--recover")
    if _is_found_from(Path(where), file):
        return f"{there}; restore them: {restore}"
    return f"{there}; to restore them, move the file beside that database and run: {restore}"


def _is_found_from(database: Path, file: Path) -> bool:
    try:
        return file in emergency_files(database)
    except (OSError, ValueError):  # no path, whatever a line says
        return False


def _of_file(found: EmergencyFile, what: str, level: Level) -> Finding:
    return Finding("Records", "emergency file", f"{found.path}: {what}", level)


def _replays(reader: Reader, catalogue: Catalogue, sample: int) -> Iterator[Finding]:
    """Replay episodes and compare requests and results with the recorded ones."""
    ids = reader.episode_ids()
    chosen = sorted(random.Random().sample(ids, min(sample, len(ids))))
    verdicts: Counter[str] = Counter()
    for id in chosen:
        try:
            verdict = _verdict(catalogue, reader.load(id))
        except StoreError as error:
            verdict = f"damaged: {error}"
        if verdict in (_SAME, _NOT_COMPARABLE, _ERASED):
            verdicts[verdict] += 1
        else:
            advice = "read what is recorded with 'clemtui episodes show', and restore a backup"
            yield Finding("Deep check", f"episode {id}", f"{verdict}; {advice}", "broken")
    said = f"{verdicts[_SAME]} of {count(len(ids), 'episode')} replayed as recorded"
    others = "".join(f"; {n} {kind}" for kind, n in verdicts.items() if kind != _SAME)
    yield Finding("Deep check", "replays", f"{said} ({len(chosen)} chosen at random{others})")


_SAME = "same"
_NOT_COMPARABLE = "not comparable (recorded under other rules, or imported)"
_ERASED = "erased"
_DIFFERS = "does not replay to what was recorded, under the same rules"


def _verdict(catalogue: Catalogue, stored: StoredEpisode) -> str:
    if stored.erased:
        return _ERASED
    try:
        game = catalogue.game(stored.summary.game)
    except CatalogueError:
        return _NOT_COMPARABLE
    current = catalogue.family(game.card.id).rules_hash
    if stored.rules_hash not in catalogue.version_hashes(game.card, current):
        return _NOT_COMPARABLE
    try:
        again = replay_episode(game, stored)
    except ReplayDiffers:
        return _NOT_COMPARABLE if import_note(stored) else _DIFFERS
    scores = stored.summary.scores
    if stored.state == "finished" and not has_same_result(game, again.master, scores):
        return _NOT_COMPARABLE if import_note(stored) else _DIFFERS
    return _SAME
