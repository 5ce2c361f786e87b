"""Tallies: episodes counted and summed in the database, by line-up.

Only comparable episodes count: finished; not practice, erased or excluded; played from start to end
by the same players, under one version of the game, with the scores of that version. Others are
counted by reason.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clemtui.records.results import (
    PlayedEpisode,
    TalliedSeat,
    Tallies,
    Tally,
    TallyExclusionReason,
    TallyScope,
)
from clemtui.records.rows import PlayerKind
from clemtui.store.clock import moment
from clemtui.store.library import Database
from clemtui.store.read.filters import CONTINUED, EXCLUDED, SEATS

_LineUp = tuple[tuple[str, str, PlayerKind, str], ...]


_REASON = f"""CASE
    WHEN e.id IN (SELECT episode FROM erased_episodes) THEN 'erased'
    WHEN e.practice = 1 THEN 'practice'
    WHEN {EXCLUDED} THEN 'excluded'
    WHEN {CONTINUED} THEN 'continued'
    WHEN e.game_version <> :version THEN 'other version'
    WHEN n.episode IS NULL THEN 'not finished'
    WHEN s.episode IS NULL THEN 'not scored'
    END"""
_SEATS = SEATS.format(columns="iif(a.kind = 'model', a.player, ''), a.person", indexed="")
# These indexes cover all columns that are read; SQLite would prefer those of the keys.
_JOINED = """
    LEFT JOIN scores s INDEXED BY scores_tally ON s.episode = e.id AND s.scorer = :scorer
    LEFT JOIN episode_ends n INDEXED BY episode_ends_state
        ON n.state = 'finished' AND n.episode = e.id"""
_OUTCOME = "CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose' ELSE 'success' END"
_PERSON_SEATS = """SELECT a.{column} FROM seat_assignments a
    WHERE a.person = (SELECT id FROM people WHERE id = :person OR pseudonym = :person)
    AND (:seat IS NULL OR a.seat = :seat)"""

# LIMIT -1 (no limit) keeps SQLite from flattening the subquery: it would then sort the inputs of
# the reason and the seats instead of their values.
_TALLIES = f"""
    SELECT seats, reason, interface, count(*), total(aborted), total(success), total(lose),
        count(main_score), total(main_score), count(iif(aborted, 0.0, main_score)),
        total(iif(aborted, 0.0, main_score))
    FROM (SELECT {_SEATS} AS seats, {_REASON} AS reason, e.interface,
            s.aborted, s.success, s.lose, s.main_score
        FROM episodes e {_JOINED} WHERE {{conditions}} LIMIT -1)
    GROUP BY seats, reason, interface"""

_PLAYED = f"""
    SELECT e.id, e.created_at, e.time_known, a.seat, a.role, e.language, e.interface,
        {_SEATS}, {_OUTCOME}, s.main_score
    FROM episodes e {_JOINED}
    JOIN seat_assignments a ON a.episode = e.id AND a.position = (
        {_PERSON_SEATS.format(column="position")} AND a.episode = e.id ORDER BY a.position LIMIT 1)
    WHERE {{conditions}} AND ({_REASON}) IS NULL ORDER BY e.created_at, e.id"""


@dataclass(slots=True)
class _Sums:
    """Running sums for a `Tally`."""

    people: set[str] = field(default_factory=set)
    numbers: Sequence[float] = (0,) * 8

    def add(self, people: Iterable[str], numbers: Sequence[float]) -> None:
        self.people.update(people)
        self.numbers = [old + new for old, new in zip(self.numbers, numbers, strict=True)]

    def tally(self, seats: tuple[TalliedSeat, ...], interface: str) -> Tally:
        episodes, aborted, success, lose, scored, main_sum, joint_scored, joint_sum = self.numbers
        return Tally(
            seats=seats,
            interface=interface,
            people=len(self.people),
            episodes=int(episodes),
            aborted=int(aborted),
            success=int(success),
            lose=int(lose),
            scored=int(scored),
            main_sum=main_sum if scored else None,
            joint_scored=int(joint_scored),
            joint_sum=joint_sum if joint_scored else None,
        )


def tallies(db: Database, scope: TallyScope) -> Tallies:
    """Count and sum the episodes of a scope by line-up."""
    conditions, values = _scope(scope)
    names = _names(db, scope)
    found: defaultdict[tuple[_LineUp, str], _Sums] = defaultdict(_Sums)
    left_out: Counter[TallyExclusionReason] = Counter()
    # The seats in a row include the ids of people, so that people can be counted.
    for seats, reason, interface, *numbers in db.execute(
        _TALLIES.format(conditions=conditions), values
    ):
        if reason is not None:
            left_out[reason] += numbers[0]
            continue
        line_up, people = _line_up(seats, names)
        humans = any(kind == "human" for _, _, kind, _ in line_up)
        found[line_up, interface if humans else ""].add(people, numbers)
    rows = sorted(found.items(), key=lambda row: (-row[1].numbers[0], row[0]))
    return Tallies(
        tuple(sums.tally(_seats(line_up), interface) for (line_up, interface), sums in rows),
        dict(left_out),
    )


def played(db: Database, scope: TallyScope) -> tuple[PlayedEpisode, ...]:
    """Return the episodes of a person that a tally of the scope counts, oldest first.

    If the person had several seats, the first one is given.

    Raises:
        ValueError: if the scope names no person.
    """
    if scope.person is None:
        raise ValueError("the scope must name a person")
    conditions, values = _scope(scope)
    names = _names(db, scope)
    return tuple(
        PlayedEpisode(
            episode=row[0],
            at=moment(row[1]),
            time_known=bool(row[2]),
            seat=row[3],
            role=row[4],
            language=row[5],
            interface=row[6],
            seats=_seats(_line_up(row[7], names)[0]),
            outcome=row[8],
            main_score=row[9],
        )
        for row in db.execute(_PLAYED.format(conditions=conditions), values)
    )


def _scope(scope: TallyScope) -> tuple[str, dict[str, Any]]:
    narrowing = ("instance_hash", "experiment", "language")
    given = [column for column in narrowing if getattr(scope, column) is not None]
    conditions = [f"e.{column} = :{column}" for column in ("game", *given)]
    if scope.person is not None:
        conditions.append(f"e.id IN ({_PERSON_SEATS.format(column='episode')})")
    values = {
        "game": scope.game,
        "version": scope.version,
        "scorer": f"{scope.game}:{scope.version}",
        "instance_hash": scope.instance_hash,
        "experiment": scope.experiment,
        "language": scope.language,
        "person": scope.person,
        "seat": scope.seat,
    }
    return " AND ".join(conditions), values


def _names(db: Database, scope: TallyScope) -> dict[str, str]:
    """Return people's names by id, or nothing if the scope does not separate people."""
    return dict(db.execute("SELECT id, pseudonym FROM people")) if scope.each_person else {}


def _line_up(seats: str, names: Mapping[str, str]) -> tuple[_LineUp, list[str]]:
    """Return who had the seats, in seat order, and the ids of the people."""
    sorted_seats = sorted(json.loads(seats))
    line_up = tuple(
        (seat, role, kind, names.get(person, "") if kind == "human" else model)
        for _, seat, role, kind, model, person in sorted_seats
    )
    return line_up, [person for *_, person in sorted_seats if person is not None]


def _seats(line_up: _LineUp) -> tuple[TalliedSeat, ...]:
    return tuple(TalliedSeat(*seat) for seat in line_up)
