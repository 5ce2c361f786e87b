"""Results for a report: the scores of every episode that passes a filter, counted by what is alike.

What does not count is left out and counted by reason. The database reads, one query for all; like
episodes are counted as they come, so that a report never holds more than what differs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from clemtui.records.results import Holder, LeftOut, Result, Results
from clemtui.records.rows import EpisodeFilter
from clemtui.store.codec import loads
from clemtui.store.read.filters import OWN_SCORER, clause, conditions
from clemtui.store.read.tallies import EXCLUDED_TAG

if TYPE_CHECKING:
    from clemtui.store.library import Database


# As the index has it that holds just these.
_CONTINUED = """SELECT hash FROM contents
    WHERE iif(json_valid(body), json_extract(body, '$.continued_from'), NULL) IS NOT NULL"""
_REASON = f"""CASE
    WHEN e.id IN (SELECT episode FROM erased_episodes) THEN 'erased'
    WHEN e.practice = 1 AND NOT :practice_counts THEN 'practice'
    WHEN NOT :excluded_counts AND e.id IN (SELECT episode FROM tags WHERE key = '{EXCLUDED_TAG}')
        THEN 'excluded'
    WHEN e.condition IN ({_CONTINUED}) THEN 'continued'
    WHEN n.state IS NULL THEN 'not finished'
    WHEN n.state <> 'finished' THEN n.state
    WHEN s.episode IS NULL AND EXISTS (SELECT 1 FROM scores x WHERE x.episode = e.id)
        THEN 'other scorer'
    WHEN s.episode IS NULL THEN 'not scored'
    END"""
# In no certain order: `holders` sorts them. The index has all of a seat but its settings.
_SEATS = """(SELECT json_group_array(json_array(a.position, a.seat, a.role, a.kind,
        coalesce(a.person, a.player), {settings}))
    FROM seat_assignments a {indexed} WHERE a.episode = e.id AND a.kind <> 'service')"""
# Of several scorers that fit, the one that scored last.
_CHOSEN = """(SELECT x.scorer FROM scores x WHERE x.episode = e.id
    AND x.scorer IN (SELECT value FROM json_each(:scorers))
    ORDER BY x.computed_at DESC, x.scorer DESC LIMIT 1)"""
_WITH_SETTINGS = _SEATS.format(settings="iif(a.kind = 'model', a.parameters, '')", indexed="")
_WITHOUT_SETTINGS = _SEATS.format(settings="''", indexed="INDEXED BY seat_assignments_line_up")
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
    """Count the results of the episodes that pass a filter.

    Practice episodes count where the filter asks for practice, and excluded ones where it asks for
    their tag.

    Args:
        db: what is read.
        where: which episodes.
        scorers: by their full names (`scorers`); None: each game's own, in the version played.
        settings: tell the settings of models apart even if no model was ever used with several.
    """
    query, values = selection(db, where, scorers, settings=settings)
    holders = holders_by_text(db)
    left_out: Counter[LeftOut] = Counter()
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
    """The query that `results` reads, and its values: the reason why an episode is left out,
    ``more`` columns (each with a comma behind it), the fields of `Result`, the seats as a text.
    ``besides`` are conditions that must hold, too."""
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


def holders_by_text(db: Database) -> Callable[[str], tuple[Holder, ...]]:
    """Who held the seats of an episode, by the text that the query gives for them."""
    names = dict(db.execute("SELECT id, pseudonym FROM people"))

    @cache
    def holders(seats: str) -> tuple[Holder, ...]:
        return tuple(
            Holder(seat, role, kind, names.get(who, who) if kind == "human" else who, parameters)
            for _, seat, role, kind, who, parameters in sorted(json.loads(seats))
        )

    return holders


def all_scorers(db: Database) -> tuple[str, ...]:
    """The names of all scorers whose scores are recorded."""
    rows = db.execute("SELECT DISTINCT scorer FROM scores ORDER BY scorer")
    return tuple(row[0] for row in rows)


def contents_of(db: Database, counted: Iterable[Result]) -> dict[str, Mapping[str, Any]]:
    """The conditions of results and the settings of their models, by hash."""
    hashes = {result.condition for result in counted}
    hashes |= {holder.settings for result in counted for holder in result.seats}
    rows = db.execute(
        "SELECT hash, body FROM contents WHERE hash IN (SELECT value FROM json_each(?))",
        [json.dumps(sorted(hashes - {""}))],
    )
    return {digest: loads(body) for digest, body in rows}
