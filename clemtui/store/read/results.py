"""Results for a report: the scores of all episodes that count, by equal values.

Excluded episodes are counted by reason. The database averages replicates and counts equal items,
so memory grows only with the number of distinct results.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clemtui.records.results import ExclusionReason, ItemResult, Result, Results
from clemtui.records.rows import EpisodeFilter
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.line_ups import line_ups_by_number
from clemtui.store.read.filters import OWN_SCORER, clause, conditions
from clemtui.store.read.sample import (
    ITEM,
    LEFT_OUT,
    PEOPLE,
    counted,
    people_by_text,
    reason,
    seats_of,
)

# If several of the given scorers scored an episode, the most recent one.
_CHOSEN = """(SELECT x.scorer FROM scores x WHERE x.episode = e.id
    AND x.scorer IN (SELECT value FROM json_each(:scorers))
    ORDER BY x.computed_at DESC, x.scorer DESC LIMIT 1)"""
#: The columns of `Result`.
COLUMNS = (
    "game", "experiment", "language", "interface", "condition", "instance_origin",
    "instance_source", "scorer", "rules_hash", "line_up", "seats", "answered", "people_in_seats",
)  # fmt: skip
_EPISODES = f"""
    SELECT {LEFT_OUT} AS reason,
        s.episode IS NULL AS unscored,
        s.episode IS NULL AND EXISTS (SELECT 1 FROM scores x WHERE x.episode = e.id) AS elsewhere,
        {{more}}{ITEM} AS item, m.game, m.experiment, m.language, m.interface, m.condition,
        m.instance_origin, m.instance_source, coalesce(s.scorer, {OWN_SCORER}) AS scorer,
        iif(s.episode IS NULL, e.rules_hash, s.rules_hash) AS rules_hash, m.line_up, l.seats,
        l.answered, {{people}} AS people_in_seats, s.aborted, s.success, s.lose, s.main_score
    FROM episodes e
    JOIN sample m ON m.episode = e.id
    JOIN episode_line_ups l ON l.episode = e.id
    LEFT JOIN scores s ON s.episode = e.id AND s.scorer = {{scorer}}
    {{where}}"""
# An item may be in several groups, for instance if the rules got a new hash between replicates.
_SEVERAL = """count(*) OVER (PARTITION BY reason, unscored, line_up, answered, language,
    iif(reason = 0, item, NULL)) > 1"""
_ITEMS = f"""
    SELECT reason, unscored, elsewhere, {", ".join(COLUMNS)}, count(*) AS episodes,
        count(aborted) AS decided, coalesce(sum(aborted), 0) AS aborted,
        coalesce(sum(success), 0) AS success, coalesce(sum(lose), 0) AS lose,
        1.0 - avg(aborted) AS played, count(main_score) AS scored, avg(main_score) AS main,
        avg(iif(aborted, 0.0, main_score)) AS joint,
        count(iif(aborted, 0.0, main_score)) AS jointly,
        iif(reason = 0 AND {_SEVERAL}, item, '') AS replicate
    FROM ({{episodes}})
    GROUP BY reason, unscored, elsewhere, {", ".join(COLUMNS)}, iif(reason = 0, item, NULL)"""
_FIGURES = ", ".join(ItemResult._fields)
_RESULTS = f"""
    SELECT reason, unscored, elsewhere, {", ".join(COLUMNS)}, {_FIGURES}, count(*)
    FROM ({_ITEMS}) GROUP BY reason, unscored, elsewhere, {", ".join(COLUMNS)}, {_FIGURES}"""
_FIRST_FIGURE = 3 + len(COLUMNS)


def results(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None = None,
    *,
    people: bool = False,
    repeats: bool = False,
    study: str = "",
) -> Results:
    """Count the results of the episodes that match a filter.

    Practice episodes count if the filter selects practice, and excluded ones if it selects their
    tag.

    Args:
        db: the database.
        where: which episodes.
        scorers: full names of scorers (see `all_scorers`); None: each game's own, in the version
            played.
        people: tell people apart by their pseudonyms.
        repeats: count repetitions, too.
        study: a study whose own exclusions apply as well.
    """
    query, values = selection(db, where, scorers, people=people, repeats=repeats, study=study)
    found: Counter[tuple[Result, ItemResult]] = Counter()
    left_out: Counter[ExclusionReason] = Counter()
    void: Counter[Result] = Counter()
    names = people_by_text(db)
    for row in db.execute(_RESULTS.format(episodes=query), values):
        *known, seats, answered, in_seats = row[3:_FIRST_FIGURE]
        result = Result._make((*known, seats_of(seats), answered, names(in_seats)))
        item, items = ItemResult._make(row[_FIRST_FIGURE:-1]), row[-1]
        why = exclusion(*row[:3])
        if why is None:
            found[result, item] += items
            continue
        left_out[why] += item.episodes * items
        if why == "void":
            void[result] += item.episodes * items
    of = [*(result for result, _ in found), *void]
    return Results(
        items=found,
        left_out=dict(left_out),
        contents=contents_of(db, {each.condition for each in of}),
        line_ups=line_ups_by_number(db, {each.line_up for each in of}),
        scorers=all_scorers(db) if left_out["other scorer"] else (),
        void=void,
    )


def selection(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None,
    *,
    people: bool = False,
    repeats: bool = False,
    study: str = "",
    more: str = "",
    besides: Sequence[str] = (),
) -> tuple[str, dict[str, Any]]:
    """Return a query with a row for each episode, and its values.

    Its columns are three that `exclusion` explains, ``more`` columns (each followed by a comma),
    the item, `COLUMNS`, and the flags and the main score. ``besides`` are additional conditions.
    """
    found, values = conditions(db, where)
    found += besides
    values |= {"counted": counted(where, repeats=repeats), "study": study}
    if scorers is not None:
        values["scorers"] = json.dumps(list(scorers))
    query = _EPISODES.format(
        more=more,
        people=PEOPLE if people else "NULL",
        scorer=OWN_SCORER if scorers is None else _CHOSEN,
        where=clause(found),
    )
    return query, values


def exclusion(bit: int, unscored: int, elsewhere: int) -> ExclusionReason | None:
    """Return why an episode does not count; None if it does."""
    if bit:
        return reason(bit)
    if unscored:
        return "other scorer" if elsewhere else "not scored"
    return None


def all_scorers(db: Database) -> tuple[str, ...]:
    """Return the names of all scorers with recorded scores."""
    rows = db.execute("SELECT DISTINCT scorer FROM scores ORDER BY scorer")
    return tuple(row[0] for row in rows)


def contents_of(db: Database, hashes: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """Return contents by their hash."""
    rows = db.execute(
        "SELECT hash, body FROM contents WHERE hash IN (SELECT value FROM json_each(?))",
        [json.dumps(sorted(hashes))],
    )
    return {digest: loads(body) for digest, body in rows}
