"""Checks that the database file is sound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from clemtui.engine import MAIN_SCORE, Response, part_from_json
from clemtui.records.errors import DamagedRecord
from clemtui.store.codec import loads, readable
from clemtui.store.library import Database
from clemtui.store.results import believed

_SHOWN = 5


def problems(db: Database, *, deep: bool) -> Iterator[str]:
    """Yield what SQLite finds wrong with the file, a few lines at most.

    Args:
        db: a connection.
        deep: also compare every index with its table, and check all references, scores and texts.
    """
    check = "integrity_check" if deep else "quick_check"
    for (said,) in db.execute(f"PRAGMA {check}({_SHOWN})").fetchall():
        if said != "ok":
            yield str(said)
    if deep:
        yield from dangling_references(db)
        yield from _impossible_scores(db)
        yield from contradictions(db)


def dangling_references(db: Database) -> Iterator[str]:
    """Yield which tables refer to missing rows, a few at most."""
    dangling = db.execute('SELECT DISTINCT "table", parent FROM pragma_foreign_key_check')
    for table, parent in dangling.fetchmany(_SHOWN):
        yield f"rows of {table} refer to missing rows of {parent}"


def contradictions(db: Database) -> Iterator[str]:
    """Yield what contradicts another record, the first of each kind: scores that differ from the
    copy of them, the text of a response that is not its own, and a response that nobody asked for.
    """
    for kind in (_contradicting_scores, _contradicting_texts, _unasked_responses):
        yield from islice(kind(db), 1)


def _impossible_scores(db: Database) -> Iterator[str]:
    """Yield how many episodes have scores that cannot be right."""
    wrong = f"FROM scores s WHERE NOT ({believed('s')})"
    first, number = db.execute(f"SELECT min(episode), count(DISTINCT episode) {wrong}").fetchone()
    if number > 1:
        yield (
            f"the scores of {number} episodes, the first of them {first}, cannot be right and "
            "count as not scored"
        )
    elif number:
        yield f"the scores of episode {first} cannot be right and count as not scored"


def _contradicting_scores(db: Database) -> Iterator[str]:
    rows = f"SELECT episode, main_score, episode_scores FROM scores s WHERE {believed('s')}"
    for episode, main, body in db.execute(rows):
        try:
            value = loads(body).get(MAIN_SCORE)
            same = main == (None if value is None else float(value))
        except (DamagedRecord, ValueError, TypeError, AttributeError, KeyError):
            same = False
        if not same:
            yield f"the scores of episode {episode} contradict each other"


def _contradicting_texts(db: Database) -> Iterator[str]:
    rows = """SELECT episode, seq, CAST(parts AS BLOB), CAST(text AS BLOB) FROM entries
        WHERE kind = 'response'"""
    for episode, number, body, text in db.execute(rows):
        try:
            text = readable(text.decode())
            said = Response(0, tuple(part_from_json(part) for part in loads(body.decode()))).text
        except (DamagedRecord, ValueError, TypeError, AttributeError, KeyError, RecursionError):
            continue  # whoever reads it says so
        if readable(said) != text:
            yield f"entry {number} of episode {episode} has two texts that contradict each other"


def _unasked_responses(db: Database) -> Iterator[str]:
    rows = """SELECT episode, seq FROM entries n WHERE kind = 'response' AND NOT EXISTS (
        SELECT 1 FROM requests r WHERE r.episode = n.episode AND r.number = n.request)"""
    for episode, number in db.execute(rows):
        yield f"entry {number} of episode {episode} answers a request that is missing"
