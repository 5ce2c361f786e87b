"""Checks that the database file is sound."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.engine import MAIN_SCORE
from clemtui.records.errors import DamagedRecord
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.results import believed

_SHOWN = 5


def problems(db: Database, *, deep: bool) -> Iterator[str]:
    """Yield what SQLite finds wrong with the file, a few lines at most.

    Args:
        db: a connection.
        deep: also compare every index with its table, and check all references and scores.
    """
    check = "integrity_check" if deep else "quick_check"
    for (said,) in db.execute(f"PRAGMA {check}({_SHOWN})").fetchall():
        if said != "ok":
            yield str(said)
    if deep:
        yield from dangling_references(db)
        yield from _scores(db)


def dangling_references(db: Database) -> Iterator[str]:
    """Yield which tables refer to missing rows, a few at most."""
    dangling = db.execute('SELECT DISTINCT "table", parent FROM pragma_foreign_key_check')
    for table, parent in dangling.fetchmany(_SHOWN):
        yield f"rows of {table} refer to missing rows of {parent}"


def _scores(db: Database) -> Iterator[str]:
    """Yield how many episodes have scores that cannot be right, or the first one whose scores
    differ from the copy of them.
    """
    wrong = f"FROM scores s WHERE NOT ({believed('s')})"
    first, number = db.execute(f"SELECT min(episode), count(DISTINCT episode) {wrong}").fetchone()
    if number > 1:
        yield (
            f"the scores of {number} episodes, the first of them {first}, cannot be right and "
            "count as not scored"
        )
        return
    if number:
        yield f"the scores of episode {first} cannot be right and count as not scored"
        return
    rows = "SELECT episode, main_score, episode_scores FROM scores"
    for episode, main, body in db.execute(rows):
        try:
            value = loads(body).get(MAIN_SCORE)
            same = main == (None if value is None else float(value))
        except (DamagedRecord, ValueError, TypeError, AttributeError, KeyError):
            same = False
        if not same:
            yield f"the scores of episode {episode} contradict each other"
            return
