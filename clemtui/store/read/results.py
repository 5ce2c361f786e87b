"""Results for a report: the scores of all episodes that count, by equal values.

Excluded episodes are counted by reason. The database averages replicates and counts equal items,
so memory grows only with the number of distinct results.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from clemtui.records.line_ups import (
    LineUp,
    Witnesses,
    completed_answers,
    players_asked,
    told,
)
from clemtui.records.results import (
    EpisodeResults,
    ExclusionReason,
    ItemResult,
    Result,
    Results,
    in_order,
)
from clemtui.records.rows import EpisodeFilter
from clemtui.store.codec import loads, readable
from clemtui.store.library import Database
from clemtui.store.line_ups import line_ups_by_number
from clemtui.store.read.filters import clause, conditions
from clemtui.store.read.players import named_seats
from clemtui.store.read.sample import (
    bits,
    counted,
    people_by_text,
    reason,
    reasons_of_row,
)
from clemtui.store.results import believed

# If several of the given scorers scored an episode, the most recent one.
_CHOSEN = f"""LEFT JOIN scores s ON s.episode = r.episode AND s.scorer = (
        SELECT x.scorer FROM scores x WHERE x.episode = r.episode
        AND x.scorer IN (SELECT value FROM json_each(:scorers)) AND {believed("x")}
        ORDER BY x.computed_at DESC, x.scorer DESC LIMIT 1)"""
_FIGURES = """count(*) AS episodes, count(aborted) AS decided, coalesce(sum(aborted), 0) AS aborted,
        coalesce(sum(success), 0) AS success, coalesce(sum(lose), 0) AS lose,
        1.0 - avg(aborted) AS played, count(main_score) AS scored, avg(main_score) AS main,
        avg(iif(aborted, 0.0, main_score)) AS joint,
        count(iif(aborted, 0.0, main_score)) AS jointly"""
_NAMES = ", ".join(ItemResult._fields[:-1])
# An item may have several parts, for instance if the rules got a new hash between replicates; then
# each part is named after it.
_WHOLE = f"""
    SELECT part, {_NAMES}, '', count(*) FROM (
        SELECT min(part) AS part, {_FIGURES} FROM ({{rows}}) WHERE reasons = 0 AND unscored = 0
        GROUP BY pool, item HAVING min(part) = max(part))
    GROUP BY part, {_NAMES}"""
_PARTS = f"""
    WITH several AS MATERIALIZED (
        SELECT pool, item FROM ({{rows}}) WHERE reasons = 0 AND unscored = 0
        GROUP BY pool, item HAVING min(part) <> max(part))
    SELECT part, {_FIGURES}, cast(item AS TEXT), 1 FROM ({{rows}})
    WHERE (pool, item) IN (SELECT pool, item FROM several) AND reasons = 0 AND unscored = 0
    GROUP BY pool, item, part"""
_LEFT_OUT = """
    SELECT part, reasons, unscored, count(*) FROM ({rows}) WHERE reasons <> 0 OR unscored <> 0
    GROUP BY part, reasons, unscored"""
# The groups whose episodes several models answered for one that was asked.
_SEVERAL_MODELS = """SELECT id FROM result_groups WHERE EXISTS (
    SELECT 1 FROM json_each(answered) a
    WHERE (SELECT count(*) FROM json_each(a.value) WHERE value <> '') > 1)"""
# The same of whole groups, which are counted already; only what was scored is an item.
_COUNTED_ITEMS = "(SELECT *, 0 AS unscored FROM result_items) r"
_OF_GROUP = """r.result_group, episodes, decided, aborted, success, lose,
        1.0 - aborted * 1.0 / nullif(decided, 0), scored, iif(scored, main, NULL),
        iif(jointly, joint, NULL), jointly"""
_WHOLE_OF_GROUPS = f"""
    SELECT {_OF_GROUP}, '', items FROM {_COUNTED_ITEMS}
    WHERE item = 0 AND items > 0 AND {{reasons}} = 0{{conditions}}"""
_PARTS_OF_GROUPS = f"""
    SELECT {_OF_GROUP}, iif(count(*) OVER (PARTITION BY g.pool, item) > 1, cast(item AS TEXT), ''),
        items
    FROM {_COUNTED_ITEMS} CROSS JOIN result_groups g ON g.id = r.result_group
    WHERE item > 0 AND items > 0 AND {{reasons}} = 0{{conditions}}"""
_LEFT_OUT_OF_GROUPS = """
    SELECT result_group, {reasons}, unscored, episodes FROM result_counts r
    WHERE episodes > 0 AND ({reasons} <> 0 OR unscored <> 0){conditions}"""


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
    (*of_items, of_others), values = _queries(db, where, scorers, repeats=repeats, study=study)
    result = results_by_part(db, people=people)
    found: Counter[tuple[Result, ItemResult]] = Counter()
    changing, changed = {group for (group,) in db.execute(_SEVERAL_MODELS)}, 0
    for query in of_items:
        # Comparing many results takes long: first what is the same object is counted.
        same: Counter[tuple[int, ItemResult]] = Counter()
        parts: dict[int, Result] = {}
        for part, *figures, items in db.execute(query, values):
            of = result(part)
            parts[id(of)] = of
            item = ItemResult._make(figures)
            same[id(of), item] += items
            if changing and (part if isinstance(part, int) else json.loads(part)[0]) in changing:
                changed += item.episodes * items
        found.update({(parts[number], item): items for (number, item), items in same.items()})
    left_out: Counter[ExclusionReason] = Counter()
    void: Counter[Result] = Counter()
    for part, reasons, unscored, episodes in db.execute(of_others, values):
        why = exclusion(reasons, unscored)
        assert why is not None
        left_out[why] += episodes
        if why == "void":
            void[result(part)] += episodes
    every = {*(of_items for of_items, _ in found), *void}
    return Results(
        items=found,
        left_out=in_order(left_out),
        contents=contents_of(db, {each.condition for each in every}),
        line_ups=line_ups_by_number(db, {each.line_up for each in every}),
        scorers=all_scorers(db) if left_out["other scorer"] else (),
        void=void,
        several_models=changed,
    )


def episode_results(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None = None,
    *,
    repeats: bool = False,
    study: str = "",
) -> EpisodeResults:
    """Return the result of each episode that `results` counts, oldest first."""
    sample: dict[str, Any] = {"repeats": repeats, "study": study}
    query, values = selection(db, where, scorers, **sample, more=", e.id AS episode")
    result = results_by_part(db)
    counting: dict[str, Result] = {}
    left_out: Counter[ExclusionReason] = Counter()
    void: set[Result] = set()
    rows = f"SELECT episode, part, reasons, unscored FROM ({query}) ORDER BY episode"
    for episode, part, reasons, unscored in db.execute(rows, values):
        why = exclusion(reasons, unscored)
        if why is None:
            counting[episode] = result(part)
            continue
        left_out[why] += 1
        if why == "void":
            void.add(result(part))
    every = {*counting.values(), *void}
    return EpisodeResults(
        counting=counting,
        void=frozenset(void),
        left_out=in_order(left_out),
        contents=contents_of(db, {each.condition for each in every}),
        line_ups=line_ups_by_number(db, {each.line_up for each in every}),
    )


def _queries(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None,
    *,
    repeats: bool,
    study: str,
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the queries of `results`, and their values.

    Two are for items: of one part, and of several; the last is for excluded episodes.
    """
    found = conditions(db, where)
    if found.of_episodes or found.outcome is not None or scorers is not None or study:
        rows, values = selection(db, where, scorers, repeats=repeats, study=study)
        return tuple(query.format(rows=rows) for query in (_WHOLE, _PARTS, _LEFT_OUT)), values
    values = found.values | {"counted": counted(where, repeats=repeats)}
    of_groups = {
        "reasons": reasons_of_row(values["counted"], ""),
        "conditions": "".join(f" AND {condition}" for condition in found.of_results),
    }
    queries = (_WHOLE_OF_GROUPS, _PARTS_OF_GROUPS, _LEFT_OUT_OF_GROUPS)
    return tuple(query.format(**of_groups) for query in queries), values


def selection(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None,
    *,
    repeats: bool = False,
    study: str = "",
    more: str = "",
    besides: Sequence[str] = (),
) -> tuple[str, dict[str, Any]]:
    """Return a query with a row for each episode, and its values.

    Its columns: ``pool``, ``item``, ``unscored``, the flags and the main score, as in the table
    ``episode_results``; ``reasons`` without those that do not matter; ``part``, which
    `results_by_part` explains; and ``more`` columns of the row ``r`` and its episode ``e``, each
    after a comma, where ``{scores}`` is the table with the flags. ``besides`` are additional
    conditions.
    """
    found = conditions(db, where)
    of_episodes = [*found.of_episodes, *besides]
    values = found.values | {"counted": counted(where, repeats=repeats), "study": readable(study)}
    reasons = reasons_of_row(values["counted"], study)
    table, part, scores, unscored = "episode_results r", "r.result_group", "r", "r.unscored"
    if of_episodes or more:
        table = "episodes e CROSS JOIN episode_results r ON r.episode = e.id"
    if scorers is not None:
        values["scorers"] = json.dumps(list(scorers))
        table, scores = f"{table} {_CHOSEN}", "s"
        part = "json_array(r.result_group, s.scorer, s.rules_hash)"
        unscored = "iif(s.episode IS NOT NULL, 0, iif(r.unscored = 1, 1, 2))"
    query = f"""SELECT r.pool, r.item, {part} AS part, {reasons} AS reasons,
        {unscored} AS unscored, {scores}.aborted, {scores}.success, {scores}.lose,
        {scores}.main_score{more.format(scores=scores)}
        FROM {table} {clause(found.of_rows + of_episodes)}"""
    return query, values


def results_by_part(db: Database, *, people: bool = False) -> Callable[[int | str], Result]:
    """Return a function that says what the results of a ``part`` have in common.

    Equal results are the same object. ``people``: tell people apart by their pseudonyms.
    """
    columns = """p.game, g.experiment, p.language, g.interface, g.condition, g.instance_origin,
        g.instance_source, p.game || ':' || g.game_version, nullif(g.rules_hash, ''), p.line_up,
        g.seats, g.answered, p.people"""
    rows = db.execute(
        f"SELECT g.id, {columns} FROM result_groups g JOIN result_pools p ON p.id = g.pool"
    )
    groups = {row[0]: row[1:] for row in rows}
    models = answers(db)
    seated = named_seats(db)
    names = people_by_text(db)
    known_results: dict[Result, Result] = {}

    @cache
    def result(part: int | str) -> Result:
        # With chosen scorers, a part is a list: the group, the scorer and the hash of its rules.
        group, *chosen = json.loads(part) if isinstance(part, str) else (part,)
        *known, line_up, seats, answered, of_people = groups[group]
        if chosen and chosen[0] is not None:
            known[-2:] = chosen
        who = names(of_people) if people else ()
        found = Result._make(
            (*known, line_up, seated(line_up, seats), models(line_up, answered), who)
        )
        return known_results.setdefault(found, found)

    return result


_UNKNOWN = {"unknown": bits("erased", "not finished")}
_ANSWERED = """FROM episode_line_ups l JOIN episodes e ON e.id = l.episode
    JOIN episode_results r ON r.episode = e.id AND NOT r.reasons & :unknown
    WHERE l.line_up IN (SELECT value FROM json_each(:line_ups))
        AND EXISTS (SELECT 1 FROM json_each(l.answered) WHERE key = :asked) AND"""
_IN_SESSION = f"SELECT DISTINCT l.answered {_ANSWERED} e.session = :session"
_IN_TIME = f"SELECT e.created_at, l.answered {_ANSWERED} e.time_known ORDER BY 1, e.id"
_START = "SELECT started_at FROM sessions WHERE id = ? AND front <> 'import'"


def answers(db: Database) -> Callable[[int, str], str]:
    """Return a function that completes the models that answered (`completed_answers`).

    Its arguments are the number of a line-up and ``result_series.answered``. Series without
    episodes say nothing, nor do unfinished or erased episodes: databases can differ in what they
    know of these.
    """
    rows = db.execute(
        """SELECT DISTINCT p.line_up, g.answered FROM result_series g
        JOIN result_pools p ON p.id = g.pool WHERE EXISTS (
            SELECT 1 FROM series_counts c
            WHERE c.series = g.id AND c.episodes > 0 AND NOT c.reasons & :unknown)""",
        _UNKNOWN,
    ).fetchall()
    line_ups = line_ups_by_number(db, {number for number, _ in rows})
    completed = completed_answers(rows, line_ups, _witnesses(db, line_ups))
    return lambda line_up, answered: completed.get((line_up, answered)) or told(answered)


def _witnesses(db: Database, line_ups: Mapping[int, LineUp]) -> Witnesses:
    """Return who tells which model would have answered in an episode that ended before.

    These are the player's episodes of its session, else the last one before the session, else the
    first one after its beginning.
    """

    @cache
    def of_players(line_up: int, asked: str) -> dict[str, Any]:
        players = players_asked(line_ups[line_up], asked)
        shared = [n for n, each in line_ups.items() if players & players_asked(each, asked)]
        return {"line_ups": json.dumps(sorted(shared)), "asked": asked, **_UNKNOWN}

    @cache
    def changes(line_up: int, asked: str) -> list[tuple[Any, str]]:
        found: list[tuple[Any, str]] = []
        for at, answered in db.execute(_IN_TIME, of_players(line_up, asked)):
            if not found or found[-1][1] != told(answered):
                found.append((at, told(answered)))
        return found

    def witnesses(line_up: int, session: str, asked: str) -> Iterator[list[str]]:
        values = of_players(line_up, asked) | {"session": session}
        yield [said for (said,) in db.execute(_IN_SESSION, values)]
        for (start,) in db.execute(_START, [session]):
            known = changes(line_up, asked)
            before = bisect_right(known, start, key=itemgetter(0))
            yield [said for _, said in known[max(before - 1, 0) :][:1]]

    return witnesses


def exclusion(reasons: int, unscored: int) -> ExclusionReason | None:
    """Return why an episode does not count; None if it does."""
    if reasons:
        return reason(reasons)
    return (None, "not scored", "other scorer")[unscored]


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
