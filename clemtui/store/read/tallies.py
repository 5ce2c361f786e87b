"""Tallies: episodes counted and summed in the database, by line-up.

Only comparable episodes count: those of the sample, under one version of the game, with the scores
of that version. Others are counted by reason.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import (
    ExclusionReason,
    PlayedEpisode,
    Tallies,
    Tally,
    TallyScope,
    in_order,
)
from clemtui.store.clock import moment
from clemtui.store.library import Database
from clemtui.store.line_ups import line_ups_by_number
from clemtui.store.read.players import named_seats
from clemtui.store.read.results import answers, contents_of, exclusion
from clemtui.store.read.sample import (
    bits,
    people_by_text,
    reason,
    reasons_of_row,
)

_PERSON_SEATS = """SELECT a.{column} FROM seat_assignments a
    WHERE a.person = (SELECT id FROM people WHERE id = :person OR pseudonym = :person)
    AND (:seat IS NULL OR a.seat = :seat)"""
_SERIES = "result_pools p CROSS JOIN result_series g ON g.pool = p.id"
_GROUPS = "result_pools p CROSS JOIN result_groups g ON g.pool = p.id"
_COUNTS = """
    SELECT {reasons} AS reasons, r.unscored, {episodes}, g.game_version <> :version AS version,
        g.rules_hash <> '' AND g.rules_hash NOT IN (SELECT value FROM json_each(:rules)) AS rules,
        group_concat(DISTINCT {series}), p.id, p.line_up, g.answered, p.interface, p.people,
        g.seats, p.language, g.condition, g.instance_origin, g.instance_source
    FROM {counts} WHERE {conditions}
    GROUP BY p.id, g.answered, g.seats, g.condition, g.instance_origin, g.instance_source, version,
        rules, {reasons}, r.unscored"""
# The series that count, each with the number of the models that answered.
_COUNTED = """WITH counted AS MATERIALIZED (
        SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS answered
        FROM json_each(:series))"""
_SUMS = f"""{_COUNTED}
    SELECT pool, answered, sum(episodes), total(aborted), total(success), total(lose), count(*),
        total(played), total(success * 1.0 / episodes), count(main), total(main), count(joint),
        total(joint)
    FROM (SELECT r.pool, c.answered, count(*) AS episodes, total(aborted) AS aborted,
            total(success) AS success, total(lose) AS lose, 1.0 - avg(aborted) AS played,
            avg(main_score) AS main, avg(iif(aborted, 0.0, main_score)) AS joint
        FROM {{rows}} CROSS JOIN result_groups g ON g.id = r.result_group
        CROSS JOIN counted c ON c.id = g.series
        WHERE {{conditions}} AND {{reasons}} = 0 AND r.unscored = 0
        GROUP BY r.pool, c.answered, r.item)
    GROUP BY pool, answered"""
_SUMS_OF_ITEMS = """
    SELECT p.id, p.line_up, g.answered, sum(r.episodes * r.items), total(r.aborted * r.items),
        total(r.success * r.items), total(r.lose * r.items), sum(r.items),
        total((1.0 - r.aborted * 1.0 / r.decided) * r.items),
        total(r.success * 1.0 / r.episodes * r.items), total(iif(r.scored, r.items, 0)),
        total(r.main * r.items), total(iif(r.jointly, r.items, 0)), total(r.joint * r.items)
    FROM {items} WHERE {conditions} AND {version} AND r.items > 0 AND {reasons} = 0
    GROUP BY p.id, g.answered"""
_OF_VERSION = """g.game_version = :version
    AND (g.rules_hash = '' OR g.rules_hash IN (SELECT value FROM json_each(:rules)))"""
# Items of several groups are averaged over the groups that count.
_DIVIDED = """(SELECT DISTINCT g.pool, i.item FROM result_items i
        CROSS JOIN result_groups g ON g.id = i.result_group
        CROSS JOIN counted c ON c.id = g.series
        WHERE i.item > 0 AND i.items > 0) d
    CROSS JOIN episode_results r ON r.pool = d.pool AND r.item = d.item"""
_ANY_DIVIDED = "SELECT 1 FROM result_items WHERE item > 0 AND items > 0 LIMIT 1"
_OUTCOME = "CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose' ELSE 'success' END"
_PLAYED = f"""
    SELECT e.id, e.created_at, e.time_known, a.seat, a.role, e.language, e.interface, g.seats,
        {_OUTCOME}, s.main_score, g.condition, g.instance_origin, g.instance_source,
        p.line_up, d.at
    FROM episode_results s
    JOIN result_groups g ON g.id = s.result_group
    JOIN result_pools p ON p.id = g.pool
    JOIN episodes e ON e.id = s.episode
    LEFT JOIN episode_ends d ON d.episode = e.id
    JOIN seat_assignments a ON a.episode = e.id AND a.position = (
        {_PERSON_SEATS.format(column="position")} AND a.episode = e.id ORDER BY a.position LIMIT 1)
    WHERE s.episode IN ({{episodes}})
    ORDER BY e.created_at, e.id"""


class _Tables(NamedTuple):
    """Where the episodes of a scope are counted: SQL.

    Attributes:
        counts: the tables for `_COUNTS`: pools ``p``, series or groups ``g``, and ``r``.
        items: those for `_SUMS_OF_ITEMS`; None if a scope does not have all items of its groups.
        series: the number of the series.
        episodes: the number of episodes.
    """

    counts: str
    items: str | None
    series: str
    episodes: str


# Few episodes are found by their own index; all of a game are counted already, and for most figures
# without their experiments.
_OF_SERIES = _Tables(
    f"{_SERIES} CROSS JOIN series_counts r ON r.series = g.id AND r.episodes > 0",
    f"{_SERIES} CROSS JOIN series_items r ON r.series = g.id",
    "g.id",
    "sum(r.episodes)",
)
_OF_GROUPS = _Tables(
    f"{_GROUPS} CROSS JOIN result_counts r ON r.result_group = g.id AND r.episodes > 0",
    f"{_GROUPS} CROSS JOIN result_items r ON r.item = 0 AND r.result_group = g.id",
    "g.series",
    "sum(r.episodes)",
)
_OF_EPISODES = _Tables(
    """episode_results r CROSS JOIN result_groups g ON g.id = r.result_group
    CROSS JOIN result_pools p ON p.id = g.pool""",
    None,
    "g.series",
    "count(*)",
)


class _Group(NamedTuple):
    """Series of results that differ in nothing that matters, and their pool; as in `_COUNTS`.

    ``series`` are their numbers, separated by commas.
    """

    series: str
    pool: int
    line_up: int
    answered: str
    interface: str
    people: str
    seats: str
    language: str
    condition: str
    origin: str
    source: str


@dataclass(slots=True)
class _Row:
    """What becomes a `Tally`: all groups and people found, and running sums."""

    groups: list[_Group] = field(default_factory=list)
    people: set[str] = field(default_factory=set)
    sums: Sequence[float] = (0,) * 11

    def add(
        self, groups: Iterable[_Group], people: Iterable[str], numbers: Sequence[float]
    ) -> None:
        self.groups += groups
        self.people.update(people)
        self.sums = [old + new for old, new in zip(self.sums, numbers, strict=True)]


_Key = tuple[int, tuple[str, ...], str, str, str]
"""The number of the line-up, the people if told apart, the models that answered, the interface and
the language."""


def tallies(db: Database, scope: TallyScope) -> Tallies:
    """Count and sum the episodes of a scope by line-up."""
    names = people_by_text(db)
    models = answers(db)
    parts, left_out = _parts(db, scope, models)
    found: defaultdict[_Key, _Row] = defaultdict(_Row)
    for part, numbers in _sums(db, scope, models, parts):
        groups = parts[part]
        first = groups[0]
        who = names(first.people)
        people = who if scope.each_person else ()
        key = (first.line_up, people, part[1], first.interface, first.language)
        found[key].add(groups, who, numbers)
    line_ups = line_ups_by_number(db, {key[0] for key in found})
    seated = named_seats(db)
    rows = [
        _tally(key, row, line_ups[key[0]], min(seated(key[0], each.seats) for each in row.groups))
        for key, row in found.items()
    ]
    return Tallies(
        tuple(
            sorted(
                rows,
                key=lambda each: (-each.episodes, each.seats, each.line_up.key, each.language),
            )
        ),
        left_out,
        contents_of(db, {known for each in rows for known in each.conditions}),
    )


_PartKey = tuple[int, str]
"""The number of a pool, and the models that answered."""
_Parts = Mapping[_PartKey, Sequence[_Group]]
"""The groups of each part with episodes that count."""


def _parts(
    db: Database, scope: TallyScope, models: Callable[[int, str], str]
) -> tuple[_Parts, dict[ExclusionReason, int]]:
    """Return the parts of a scope, and the number of episodes that do not count by reason."""
    conditions, values = _conditions(scope)
    query = _COUNTS.format(
        reasons=_reasons(scope), conditions=conditions, **_tables(scope)._asdict()
    )
    found: defaultdict[_PartKey, list[_Group]] = defaultdict(list)
    left_out: Counter[ExclusionReason] = Counter()
    for of_group, unscored, episodes, version, rules, *common in db.execute(query, values):
        why = _exclusion(of_group, unscored, version, rules)
        if why is None:
            group = _Group(*common)
            found[group.pool, models(group.line_up, group.answered)].append(group)
        else:
            left_out[why] += episodes
    return found, in_order(left_out)


def _exclusion(
    reasons: int, unscored: int, other_version: int, other_rules: int
) -> ExclusionReason | None:
    if reasons:
        return reason(reasons)
    if other_version:
        return "other version"
    if unscored:
        return exclusion(reasons, unscored)
    return "other version" if other_rules else None


def _sums(
    db: Database, scope: TallyScope, models: Callable[[int, str], str], parts: _Parts
) -> Iterator[tuple[_PartKey, tuple[float, ...]]]:
    """Yield each part with sums over some of its items, all of them together."""
    conditions, values = _conditions(scope)
    tables, reasons = _tables(scope), _reasons(scope)
    rows = "episode_results r"
    if tables.items is not None:
        query = _SUMS_OF_ITEMS.format(
            items=tables.items, conditions=conditions, version=_OF_VERSION, reasons=reasons
        )
        for pool, line_up, answered, *sums in db.execute(query, values):
            yield (pool, models(line_up, answered)), tuple(sums)
        if db.execute(_ANY_DIVIDED).fetchone() is None:
            return
        rows = _DIVIDED
    names = tuple({key[1] for key in parts})
    models_of = {answered: number for number, answered in enumerate(names)}
    counted = {
        (int(number), models_of[answered])
        for (_, answered), groups in parts.items()
        for group in groups
        for number in group.series.split(",")
    }
    query = _SUMS.format(rows=rows, conditions=" AND ".join(_of_rows(scope)), reasons=reasons)
    for pool, number, *sums in db.execute(query, values | {"series": json.dumps(list(counted))}):
        yield (pool, names[number]), tuple(sums)


def _tally(key: _Key, row: _Row, line_up: LineUp, seats: tuple[SeatPlayer, ...]) -> Tally:
    _, people, answered, interface, language = key
    episodes, aborted, success, lose, items, played, solved, *of_scores = row.sums
    scored, main, joint_scored, joint = of_scores
    given = iter(people)
    return Tally(
        seats=tuple(
            seat._replace(name=next(given, seat.name)) if seat.kind == "human" else seat
            for seat in seats
        ),
        line_up=line_up,
        answered=answered,
        interface=interface,
        language=language,
        people=len(row.people),
        episodes=int(episodes),
        aborted=int(aborted),
        success=int(success),
        lose=int(lose),
        items=int(items),
        played_sum=played,
        solved_sum=solved,
        scored=int(scored),
        main_sum=main,
        joint_scored=int(joint_scored),
        joint_sum=joint,
        conditions=frozenset(each.condition for each in row.groups),
        instances=frozenset((each.origin, each.source) for each in row.groups),
    )


def played(db: Database, scope: TallyScope) -> tuple[PlayedEpisode, ...]:
    """Return the episodes of a person that a tally of the scope counts, oldest first.

    If the person had several seats, the first one is given.

    Raises:
        ValueError: if the scope names no person.
    """
    if scope.person is None:
        raise ValueError("the scope must name a person")
    conditions, values = _conditions(scope)
    episodes = f"""SELECT r.episode FROM {_OF_EPISODES.counts}
        WHERE {conditions} AND {_OF_VERSION} AND r.unscored = 0 AND {_reasons(scope)} = 0"""
    rows = db.execute(_PLAYED.format(episodes=episodes), values).fetchall()
    contents = contents_of(db, {row[10] for row in rows})
    seated = named_seats(db)
    return tuple(
        PlayedEpisode(
            episode=row[0],
            at=moment(row[1]),
            time_known=bool(row[2]),
            seat=row[3],
            role=row[4],
            language=row[5],
            interface=row[6],
            seats=seated(row[13], row[7]),
            outcome=row[8],
            main_score=row[9],
            condition=contents.get(row[10], {}),
            origin=row[11],
            source=row[12],
            ended=None if row[14] is None else moment(row[14]),
        )
        for row in rows
    )


def _conditions(scope: TallyScope) -> tuple[str, dict[str, Any]]:
    """Return the conditions of a scope, for all its queries, and all their values."""
    conditions = ["p.game = :game", *_of_rows(scope)]
    if scope.language is not None:
        conditions.append("p.language = :language")
    if scope.interface is not None:
        conditions.append("p.interface = :interface")
    values = {
        "game": scope.game,
        "language": scope.language,
        "interface": scope.interface,
        "experiment": scope.experiment,
        "version": scope.version,
        "rules": json.dumps(scope.rules_hashes),
        "instance_hash": scope.instance_hash,
        "person": scope.person,
        "seat": scope.seat,
        "counted": _counted(scope),
    }
    return " AND ".join(conditions), values


def _tables(scope: TallyScope) -> _Tables:
    if scope.instance_hash is not None or scope.person is not None:
        return _OF_EPISODES
    return _OF_SERIES if scope.experiment is None else _OF_GROUPS


def _of_rows(scope: TallyScope) -> list[str]:
    """Return the conditions of a scope on single episodes and groups; they hold for all series."""
    conditions = []
    if scope.experiment is not None:
        conditions.append("g.experiment = :experiment")
    if scope.instance_hash is not None:
        conditions.append(
            "r.episode IN (SELECT id FROM episodes WHERE instance_hash = :instance_hash)"
        )
    if scope.person is not None:
        conditions.append(f"r.episode IN ({_PERSON_SEATS.format(column='episode')})")
    return conditions or ["1"]


def _counted(scope: TallyScope) -> int:
    return bits("repetition") if scope.repeats else 0


def _reasons(scope: TallyScope) -> str:
    return reasons_of_row(_counted(scope), "")
