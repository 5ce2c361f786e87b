"""Tallies: episodes counted and summed in the database, by line-up.

Only comparable episodes count: those of the sample, under one version of the game, with the scores
of that version. Others are counted by reason.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from clemtui.store.read.sample import (
    ITEM,
    LEFT_OUT,
    PEOPLE,
    bits,
    people_by_text,
    reason,
    seats_of,
)

_PERSON_SEATS = """SELECT a.{column} FROM seat_assignments a
    WHERE a.person = (SELECT id FROM people WHERE id = :person OR pseudonym = :person)
    AND (:seat IS NULL OR a.seat = :seat)"""
_EPISODES = f"""
    SELECT {LEFT_OUT} AS reason,
        m.game_version <> :version OR s.rules_hash NOT IN (SELECT value FROM json_each(:rules))
            AS other,
        s.episode IS NULL AS unscored,
        m.line_up, l.seats, l.answered, iif(m.people, m.interface, '') AS interface,
        {PEOPLE} AS people, {ITEM} AS item, m.language, s.aborted, s.success, s.lose, s.main_score
    FROM sample m
    JOIN episode_line_ups l ON l.episode = m.episode
    LEFT JOIN scores s INDEXED BY scores_tally ON s.episode = m.episode AND s.scorer = :scorer
    WHERE {{conditions}}"""
_GROUP = "reason, other, unscored, line_up, answered, interface, people"
_TALLIES = f"""
    SELECT {_GROUP}, json_group_array(DISTINCT seats), sum(episodes), total(aborted),
        total(success), total(lose), count(*), total(played), count(main), total(main),
        count(joint), total(joint)
    FROM (SELECT {_GROUP}, json_group_array(DISTINCT seats) AS seats, count(*) AS episodes,
            total(aborted) AS aborted, total(success) AS success, total(lose) AS lose,
            1.0 - avg(aborted) AS played, avg(main_score) AS main,
            avg(iif(aborted, 0.0, main_score)) AS joint
        FROM ({_EPISODES}) GROUP BY {_GROUP}, item, language)
    GROUP BY {_GROUP}"""
_OUTCOME = "CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose' ELSE 'success' END"
_PLAYED = f"""
    SELECT e.id, e.created_at, e.time_known, a.seat, a.role, e.language, e.interface, l.seats,
        {_OUTCOME}, s.main_score
    FROM episodes e
    JOIN sample m ON m.episode = e.id
    JOIN episode_line_ups l ON l.episode = e.id
    JOIN scores s ON s.episode = e.id AND s.scorer = :scorer
    JOIN seat_assignments a ON a.episode = e.id AND a.position = (
        {_PERSON_SEATS.format(column="position")} AND a.episode = e.id ORDER BY a.position LIMIT 1)
    WHERE {{conditions}} AND {LEFT_OUT} = 0 AND m.game_version = :version
        AND s.rules_hash IN (SELECT value FROM json_each(:rules))
    ORDER BY e.created_at, e.id"""


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
    conditions, values = _scope(scope)
    names = people_by_text(db)
    found: defaultdict[_Key, _Row] = defaultdict(_Row)
    left_out: Counter[TallyExclusionReason] = Counter()
    for row in db.execute(_TALLIES.format(conditions=conditions), values):
        bit, other, unscored, line_up, answered, interface, people, seats, *numbers = row
        why = _exclusion(bit, other, unscored)
        if why is not None:
            left_out[why] += numbers[0]
            continue
        who = names(people)
        key = (line_up, who if scope.each_person else (), answered, interface)
        found[key].add(_all_seats(seats), who, numbers)
    line_ups = line_ups_by_number(db, {key[0] for key in found})
    named = player_names(
        (line_ups[key[0]], seats) for key, row in found.items() for seats in row.seats
    )
    rows = [_tally(key, row, line_ups[key[0]], named) for key, row in found.items()]
    return Tallies(
        tuple(sorted(rows, key=lambda each: (-each.episodes, each.seats, each.line_up.key))),
        dict(left_out),
    )


def _all_seats(text: str) -> set[tuple[SeatPlayer, ...]]:
    """Return the seats in all groups of an item: lists of lists of ``episode_line_ups.seats``."""
    return {seats_of(each) for of_item in json.loads(text) for each in json.loads(of_item)}


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


def _exclusion(bit: int, other: int, unscored: int) -> TallyExclusionReason | None:
    if bit:
        return reason(bit)
    if other:
        return "other version"
    return "not scored" if unscored else None


def played(db: Database, scope: TallyScope) -> tuple[PlayedEpisode, ...]:
    """Return the episodes of a person that a tally of the scope counts, oldest first.

    If the person had several seats, the first one is given.

    Raises:
        ValueError: if the scope names no person.
    """
    if scope.person is None:
        raise ValueError("the scope must name a person")
    conditions, values = _scope(scope)
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
        for row in db.execute(_PLAYED.format(conditions=conditions), values)
    )


def _scope(scope: TallyScope) -> tuple[str, dict[str, Any]]:
    narrowing = ("instance_hash", "experiment", "language")
    given = [column for column in narrowing if getattr(scope, column) is not None]
    conditions = [f"m.{column} = :{column}" for column in ("game", *given)]
    if scope.person is not None:
        conditions.append(f"m.episode IN ({_PERSON_SEATS.format(column='episode')})")
    values = {
        "game": scope.game,
        "version": scope.version,
        "scorer": f"{scope.game}:{scope.version}",
        "rules": json.dumps(scope.rules_hashes),
        "instance_hash": scope.instance_hash,
        "experiment": scope.experiment,
        "language": scope.language,
        "person": scope.person,
        "seat": scope.seat,
        "counted": bits("repetition") if scope.repeats else 0,
        "study": "",
    }
    return " AND ".join(conditions), values
