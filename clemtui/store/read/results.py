"""Results for a report: the scores of all matching episodes, counted by equal values.

Excluded episodes are counted by reason. A single query reads everything, and equal episodes are
counted as they arrive, so memory grows only with the number of distinct results.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from clemtui.records.results import ExclusionReason, Result, Results, SeatPlayer
from clemtui.records.rows import EpisodeFilter
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.read.filters import (
    CONTINUED,
    EXCLUDED,
    EXCLUDED_TAG,
    OWN_SCORER,
    SEATS,
    clause,
    conditions,
)

_REASON = f"""CASE
    WHEN e.id IN (SELECT episode FROM erased_episodes) THEN 'erased'
    WHEN e.practice = 1 AND NOT :practice_counts THEN 'practice'
    WHEN NOT :excluded_counts AND {EXCLUDED} THEN 'excluded'
    WHEN {CONTINUED} THEN 'continued'
    WHEN n.state IS NULL THEN 'not finished'
    WHEN n.state <> 'finished' THEN n.state
    WHEN s.episode IS NULL AND EXISTS (SELECT 1 FROM scores x WHERE x.episode = e.id)
        THEN 'other scorer'
    WHEN s.episode IS NULL THEN 'not scored'
    END"""
# If several of the given scorers scored an episode, the most recent one.
_CHOSEN = """(SELECT x.scorer FROM scores x WHERE x.episode = e.id
    AND x.scorer IN (SELECT value FROM json_each(:scorers))
    ORDER BY x.computed_at DESC, x.scorer DESC LIMIT 1)"""
_WITH_SETTINGS = SEATS.format(
    columns="coalesce(a.person, a.player), iif(a.kind = 'model', a.parameters, '')", indexed=""
)
# The index covers all columns except the settings.
_WITHOUT_SETTINGS = SEATS.format(
    columns="coalesce(a.person, a.player), ''", indexed="INDEXED BY seat_assignments_line_up"
)
_SEVERAL_SETTINGS = """SELECT 1 FROM (SELECT DISTINCT player, parameters FROM seat_assignments
    WHERE kind = 'model') GROUP BY player HAVING count(*) > 1 LIMIT 1"""
_RESULTS = f"""
    SELECT {_REASON} AS reason, {{more}}e.game, e.experiment, e.language, e.interface, e.condition,
        e.instance_origin, e.instance_source, s.scorer, s.rules_hash,
        s.aborted, s.success, s.lose, s.main_score, {{seats}}
    FROM episodes e
    LEFT JOIN scores s ON s.episode = e.id AND s.scorer = {{scorer}}
    LEFT JOIN episode_ends n ON n.episode = e.id {{where}}"""


def results(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None = None,
    *,
    settings: bool = False,
) -> Results:
    """Count the results of the episodes that match a filter.

    Practice episodes count if the filter selects practice, and excluded ones if it selects their
    tag.

    Args:
        db: the database.
        where: which episodes.
        scorers: full names of scorers (see `all_scorers`); None: each game's own, in the version
            played.
        settings: separate models by settings even if no model was ever used with several.
    """
    query, values = selection(db, where, scorers, settings=settings)
    holders = holders_by_text(db)
    left_out: Counter[ExclusionReason] = Counter()
    counted: Counter[Result] = Counter()
    for (reason, *facts, seats), episodes in Counter(db.execute(query, values)).items():
        if reason is None:
            counted[Result._make((*facts, holders(seats)))] += episodes
        else:
            left_out[reason] += episodes
    return Results(
        episodes=counted,
        left_out=dict(left_out),
        contents=contents_of(db, counted),
        scorers=all_scorers(db) if left_out["other scorer"] else (),
    )


def selection(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None,
    *,
    settings: bool = False,
    more: str = "",
    besides: Sequence[str] = (),
) -> tuple[str, dict[str, Any]]:
    """Return the query of `results` and its values.

    Its columns are the reason why an episode is excluded, ``more`` columns (each followed by a
    comma), the fields of `Result`, and the seats as text. ``besides`` are additional conditions.
    """
    found, values = conditions(db, where)
    found += besides
    values |= {
        "practice_counts": where.practice is True,
        "excluded_counts": where.tag is not None and where.tag[0] == EXCLUDED_TAG,
    }
    if scorers is not None:
        values["scorers"] = json.dumps(list(scorers))
    settings = settings or db.execute(_SEVERAL_SETTINGS).fetchone() is not None
    query = _RESULTS.format(
        more=more,
        scorer=OWN_SCORER if scorers is None else _CHOSEN,
        seats=_WITH_SETTINGS if settings else _WITHOUT_SETTINGS,
        where=clause(found),
    )
    return query, values


def holders_by_text(db: Database) -> Callable[[str], tuple[SeatPlayer, ...]]:
    """Return a function that parses the seats column of the query into the seats' players."""
    names = dict(db.execute("SELECT id, pseudonym FROM people"))

    @cache
    def holders(seats: str) -> tuple[SeatPlayer, ...]:
        return tuple(
            SeatPlayer(
                seat, role, kind, names.get(who, who) if kind == "human" else who, parameters
            )
            for _, seat, role, kind, who, parameters in sorted(json.loads(seats))
        )

    return holders


def all_scorers(db: Database) -> tuple[str, ...]:
    """Return the names of all scorers with recorded scores."""
    rows = db.execute("SELECT DISTINCT scorer FROM scores ORDER BY scorer")
    return tuple(row[0] for row in rows)


def contents_of(db: Database, counted: Iterable[Result]) -> dict[str, Mapping[str, Any]]:
    """Return the conditions of results and the settings of their models, by hash."""
    hashes = {result.condition for result in counted}
    hashes |= {holder.settings for result in counted for holder in result.seats}
    rows = db.execute(
        "SELECT hash, body FROM contents WHERE hash IN (SELECT value FROM json_each(?))",
        [json.dumps(sorted(hashes - {""}))],
    )
    return {digest: loads(body) for digest, body in rows}
