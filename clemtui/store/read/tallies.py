"""Tallies: episodes counted and summed in the database, by line-up.

Only comparable episodes count: those of the sample, under one version of the game, with the scores
of that version. Others are counted by reason.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from clemtui.records.line_ups import LineUp, SeatPlayer, player_names
from clemtui.records.results import (
    PlayedEpisode,
    Tallies,
    Tally,
    TallyExclusionReason,
    TallyScope,
)
from clemtui.store.clock import moment
from clemtui.store.library import Database
from clemtui.store.line_ups import line_ups_by_number
from clemtui.store.read.results import answers
from clemtui.store.read.sample import (
    bits,
    people_by_text,
    reason,
    reasons_of_row,
    seats_of,
)

_PERSON_SEATS = """SELECT a.{column} FROM seat_assignments a
    WHERE a.person = (SELECT id FROM people WHERE id = :person OR pseudonym = :person)
    AND (:seat IS NULL OR a.seat = :seat)"""
# Few episodes are found by their own index; all of a game are counted already.
_ALL = """result_groups g CROSS JOIN result_pools p ON p.id = g.pool
    CROSS JOIN result_counts r ON r.result_group = g.id AND r.episodes > 0"""
_NARROWED = """episode_results r CROSS JOIN result_groups g ON g.id = r.result_group
    CROSS JOIN result_pools p ON p.id = g.pool"""
_COUNTS = """
    SELECT g.id, {reasons} AS reasons, r.unscored, {episodes}, p.id, p.line_up, g.answered,
        p.interface, p.people, g.seats, g.game_version <> :version,
        g.rules_hash <> '' AND g.rules_hash NOT IN (SELECT value FROM json_each(:rules))
    FROM {tables} WHERE {conditions} GROUP BY g.id, {reasons}, r.unscored"""
_SUMS = """
    SELECT pool, sum(episodes), total(aborted), total(success), total(lose), count(*),
        total(played), count(main), total(main), count(joint), total(joint)
    FROM (SELECT r.pool, count(*) AS episodes, total(aborted) AS aborted, total(success) AS success,
            total(lose) AS lose, 1.0 - avg(aborted) AS played, avg(main_score) AS main,
            avg(iif(aborted, 0.0, main_score)) AS joint
        FROM episode_results r WHERE {conditions} AND {reasons} = 0 AND r.unscored = 0
        GROUP BY r.pool, r.item)
    GROUP BY pool"""
_POOLS = "r.pool IN (SELECT value FROM json_each(:pools))"
_GROUPS = "r.result_group IN (SELECT value FROM json_each(:groups))"
_OUTCOME = "CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose' ELSE 'success' END"
_PLAYED = f"""
    SELECT e.id, e.created_at, e.time_known, a.seat, a.role, e.language, e.interface, g.seats,
        {_OUTCOME}, s.main_score
    FROM episode_results s
    JOIN result_groups g ON g.id = s.result_group
    JOIN episodes e ON e.id = s.episode
    JOIN seat_assignments a ON a.episode = e.id AND a.position = (
        {_PERSON_SEATS.format(column="position")} AND a.episode = e.id ORDER BY a.position LIMIT 1)
    WHERE s.episode IN ({{episodes}})
    ORDER BY e.created_at, e.id"""


class _Group(NamedTuple):
    """A group of results with episodes that count, and its pool; in the order of the query."""

    number: int
    pool: int
    line_up: int
    answered: str
    interface: str
    people: str
    seats: str


@dataclass(slots=True)
class _Row:
    """What becomes a `Tally`: all seats and people found, and running sums."""

    seats: set[tuple[SeatPlayer, ...]] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    sums: Sequence[float] = (0,) * 10

    def add(
        self,
        seats: Iterable[tuple[SeatPlayer, ...]],
        people: Iterable[str],
        numbers: Sequence[float],
    ) -> None:
        self.seats.update(seats)
        self.people.update(people)
        self.sums = [old + new for old, new in zip(self.sums, numbers, strict=True)]


_Key = tuple[int, tuple[str, ...], str, str]
"""The number of the line-up, the people if told apart, the models that answered, the interface."""


def tallies(db: Database, scope: TallyScope) -> Tallies:
    """Count and sum the episodes of a scope by line-up."""
    names = people_by_text(db)
    parts, left_out = _parts(db, scope)
    found: defaultdict[_Key, _Row] = defaultdict(_Row)
    for part, numbers in _sums(db, scope, parts):
        groups = parts[part].groups
        first = groups[0]
        who = names(first.people)
        key = (first.line_up, who if scope.each_person else (), part[1], first.interface)
        found[key].add((seats_of(each.seats) for each in groups), who, numbers)
    line_ups = line_ups_by_number(db, {key[0] for key in found})
    named = player_names(
        (line_ups[key[0]], seats) for key, row in found.items() for seats in row.seats
    )
    rows = [_tally(key, row, line_ups[key[0]], named) for key, row in found.items()]
    return Tallies(
        tuple(sorted(rows, key=lambda each: (-each.episodes, each.seats, each.line_up.key))),
        left_out,
    )


_PartKey = tuple[int, str]
"""The number of a pool, and the models that answered."""


@dataclass(slots=True)
class _Part:
    """The groups of a pool with episodes that count, and the same models that answered."""

    groups: list[_Group] = field(default_factory=list)
    whole: bool = True
    """All scored episodes of the pool count, and are in this part."""


def _parts(
    db: Database, scope: TallyScope
) -> tuple[dict[_PartKey, _Part], dict[TallyExclusionReason, int]]:
    """Return the parts of a scope, and the number of episodes that do not count by reason."""
    conditions, values = _conditions(scope)
    query = _COUNTS.format(
        reasons=_reasons(scope),
        tables=_NARROWED if _of_rows(scope) else _ALL,
        episodes="count(*)" if _of_rows(scope) else "sum(r.episodes)",
        conditions=conditions,
    )
    models = answers(db)
    found: defaultdict[_PartKey, _Part] = defaultdict(_Part)
    seen: defaultdict[int, set[str | None]] = defaultdict(set)
    left_out: Counter[TallyExclusionReason] = Counter()
    for number, reasons, unscored, episodes, *common, version, rules in db.execute(query, values):
        why = _exclusion(reasons, unscored, version, rules)
        group = _Group(number, *common)
        if why is None:
            answered = models(group.line_up, group.answered)
            found[group.pool, answered].groups.append(group)
            seen[group.pool].add(answered)
            continue
        left_out[why] += episodes
        if not reasons and not unscored:
            seen[group.pool].add(None)
    everything = scope.experiment is None and not _of_rows(scope)
    for (pool, _), part in found.items():
        part.whole = everything and len(seen[pool]) == 1
    return dict(found), dict(left_out)


def _exclusion(
    reasons: int, unscored: int, other_version: int, other_rules: int
) -> TallyExclusionReason | None:
    if reasons:
        return reason(reasons)
    if other_version:
        return "other version"
    if unscored:
        return "not scored"
    return "other version" if other_rules else None


def _sums(
    db: Database, scope: TallyScope, parts: Mapping[_PartKey, _Part]
) -> Iterator[tuple[_PartKey, tuple[float, ...]]]:
    """Yield each part with the sums over its items."""
    _, values = _conditions(scope)
    # Whole pools follow an index; of other ones, only some groups count.
    whole = {pool: answered for (pool, answered), part in parts.items() if part.whole}
    if whole:
        query = _SUMS.format(reasons=_reasons(scope), conditions=_POOLS)
        for pool, *sums in db.execute(query, values | {"pools": json.dumps(list(whole))}):
            yield (pool, whole[pool]), tuple(sums)
    by_models: defaultdict[str, list[int]] = defaultdict(list)
    for (_, answered), part in parts.items():
        if not part.whole:
            by_models[answered] += (each.number for each in part.groups)
    narrowed = _of_rows(scope)
    conditions = " AND ".join([*narrowed, f"+{_GROUPS}" if narrowed else _GROUPS])
    query = _SUMS.format(reasons=_reasons(scope), conditions=conditions)
    for answered, groups in by_models.items():
        for pool, *sums in db.execute(query, values | {"groups": json.dumps(groups)}):
            yield (pool, answered), tuple(sums)


def _tally(key: _Key, row: _Row, line_up: LineUp, named: dict[str, str]) -> Tally:
    _, people, answered, interface = key
    episodes, aborted, success, lose, items, played, scored, main, joint_scored, joint = row.sums
    seats = line_up.renamed(min(row.seats), named)
    given = iter(people)
    return Tally(
        seats=tuple(
            seat._replace(name=next(given, seat.name)) if seat.kind == "human" else seat
            for seat in seats
        ),
        line_up=line_up,
        answered=answered,
        interface=interface,
        people=len(row.people),
        episodes=int(episodes),
        aborted=int(aborted),
        success=int(success),
        lose=int(lose),
        items=int(items),
        played_sum=played,
        scored=int(scored),
        main_sum=main,
        joint_scored=int(joint_scored),
        joint_sum=joint,
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
    episodes = f"""SELECT r.episode FROM {_NARROWED}
        WHERE {conditions} AND g.game_version = :version AND r.unscored = 0
            AND {_reasons(scope)} = 0
            AND (g.rules_hash = '' OR g.rules_hash IN (SELECT value FROM json_each(:rules)))"""
    return tuple(
        PlayedEpisode(
            episode=row[0],
            at=moment(row[1]),
            time_known=bool(row[2]),
            seat=row[3],
            role=row[4],
            language=row[5],
            interface=row[6],
            seats=seats_of(row[7]),
            outcome=row[8],
            main_score=row[9],
        )
        for row in db.execute(_PLAYED.format(episodes=episodes), values)
    )


def _conditions(scope: TallyScope) -> tuple[str, dict[str, Any]]:
    """Return the conditions of a scope, for all its queries, and all their values."""
    conditions = ["p.game = :game", *_of_rows(scope)]
    if scope.language is not None:
        conditions.append("p.language = :language")
    if scope.experiment is not None:
        conditions.append("g.experiment = :experiment")
    values = {
        "game": scope.game,
        "language": scope.language,
        "experiment": scope.experiment,
        "version": scope.version,
        "rules": json.dumps(scope.rules_hashes),
        "instance_hash": scope.instance_hash,
        "person": scope.person,
        "seat": scope.seat,
        "counted": _counted(scope),
    }
    return " AND ".join(conditions), values


def _of_rows(scope: TallyScope) -> list[str]:
    """Return the conditions of a scope on episodes; none if it covers all of its groups."""
    conditions = []
    if scope.instance_hash is not None:
        conditions.append(
            "r.episode IN (SELECT id FROM episodes WHERE instance_hash = :instance_hash)"
        )
    if scope.person is not None:
        conditions.append(f"r.episode IN ({_PERSON_SEATS.format(column='episode')})")
    return conditions


def _counted(scope: TallyScope) -> int:
    return bits("repetition") if scope.repeats else 0


def _reasons(scope: TallyScope) -> str:
    return reasons_of_row(_counted(scope), "")
