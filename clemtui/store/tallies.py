"""Who has come how far: episodes counted and summed in the database, by who played.

Only what can be compared is counted: finished, neither practice, erased nor excluded, played from
beginning to end by the same players, under one version of the game, with that version's scores.
What is left out is counted by reason.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from clemtui.engine.scores import Outcome
from clemtui.store.clock import moment
from clemtui.store.records import PlayerKind

if TYPE_CHECKING:
    from sqlite_utils import Database

Reason = Literal[
    "erased", "practice", "excluded", "continued", "other version", "not finished", "not scored"
]
"""Why an episode is left out; the first that applies, in this order.

``excluded``: it has the tag that excludes it from analysis; ``continued``: it goes on from another
one with another partner.
"""

EXCLUDED_TAG = "excluded"


@dataclass(frozen=True, slots=True)
class TallyScope:
    """Which episodes are compared.

    Attributes:
        version: of the game; episodes of others are left out.
        instance_hash, experiment, language: only these; None: all.
        person: id or pseudonym of a person; only episodes in which they held a seat.
        seat: with ``person``: only episodes in which they held this one.
        each_person: tell people apart by name; else they are all ``human``.
    """

    game: str
    version: str
    instance_hash: str | None = None
    experiment: str | None = None
    language: str | None = None
    person: str | None = None
    seat: str | None = None
    each_person: bool = False


@dataclass(frozen=True, slots=True)
class TalliedSeat:
    """Who held a seat. ``name``: of a model; of a person where they are told apart; else empty."""

    seat: str
    role: str
    kind: PlayerKind
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the episodes of one line-up.

    Attributes:
        seats: who played, in the seats' order; services are part of the rules and left out.
        interface: ``assisted`` or ``verbatim`` where there were people; else empty.
        people: how many different people played in these episodes.
        aborted, success, lose: how many episodes have the flag.
        scored: how many have a main score.
        main_sum: the sum of the main scores, None where none is scored.
        joint_scored, joint_sum: the same with every aborted episode as 0.
    """

    seats: tuple[TalliedSeat, ...]
    interface: str
    people: int
    episodes: int
    aborted: int
    success: int
    lose: int
    scored: int
    main_sum: float | None
    joint_scored: int
    joint_sum: float | None


@dataclass(frozen=True, slots=True)
class Tallies:
    """Every line-up of a scope, the most frequent first, and what was left out, by reason."""

    rows: tuple[Tally, ...]
    left_out: dict[Reason, int]


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """One episode of a person, of those that a tally counts."""

    episode: str
    at: datetime
    time_known: bool
    seat: str
    role: str
    language: str
    interface: str
    seats: tuple[TalliedSeat, ...]
    outcome: Outcome
    main_score: float | None


_CONTINUED = """EXISTS (SELECT 1 FROM contents c WHERE c.hash = e.condition
    AND json_extract(c.body, '$.continued_from') IS NOT NULL)"""
_REASON = f"""CASE
    WHEN EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id) THEN 'erased'
    WHEN e.practice = 1 THEN 'practice'
    WHEN EXISTS (SELECT 1 FROM tags t WHERE t.episode = e.id AND t.key = '{EXCLUDED_TAG}')
        THEN 'excluded'
    WHEN {_CONTINUED} THEN 'continued'
    WHEN e.game_version <> :version THEN 'other version'
    WHEN NOT EXISTS (SELECT 1 FROM episode_ends n WHERE n.episode = e.id AND n.state = 'finished')
        THEN 'not finished'
    WHEN s.episode IS NULL THEN 'not scored'
    END"""
_NAME = """CASE a.kind WHEN 'model' THEN a.player
    WHEN 'human' THEN iif(:each_person, (SELECT pseudonym FROM people p WHERE p.id = a.person), '')
    ELSE '' END"""
# The order of rows in a subquery is that in which they are aggregated.
_SEATS = f"""(SELECT json_group_array(json_array(seat, role, kind, name)) FROM (
    SELECT a.seat, a.role, a.kind, {_NAME} AS name FROM seat_assignments a
    WHERE a.episode = e.id AND a.kind <> 'service' ORDER BY a.position))"""
_HUMANS = """EXISTS (SELECT 1 FROM seat_assignments a WHERE a.episode = e.id
    AND a.kind = 'human')"""
_SCORES = "LEFT JOIN scores s ON s.episode = e.id AND s.scorer = :scorer"
_OUTCOME = "CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose' ELSE 'success' END"
_OF_PERSON = """SELECT a.{column} FROM seat_assignments a
    WHERE a.person = (SELECT id FROM people WHERE id = :person OR pseudonym = :person)
    AND (:seat IS NULL OR a.seat = :seat)"""

_TALLIES = f"""
    WITH each AS MATERIALIZED (
        SELECT e.id, {_REASON} AS reason, iif({_HUMANS}, e.interface, '') AS interface,
            s.aborted, s.success, s.lose, s.main_score
        FROM episodes e {_SCORES} WHERE {{conditions}}),
    compared AS MATERIALIZED (
        SELECT *, iif(reason IS NULL, {_SEATS.replace("e.id", "each.id")}, '') AS seats FROM each),
    counted AS MATERIALIZED (
        SELECT c.seats, c.interface, count(DISTINCT a.person) AS people
        FROM compared c CROSS JOIN seat_assignments a ON a.episode = c.id AND a.person IS NOT NULL
        WHERE c.reason IS NULL GROUP BY c.seats, c.interface)
    SELECT reason, seats, interface, count(*), total(aborted), total(success), total(lose),
        count(main_score), sum(main_score), count(iif(aborted, 0.0, main_score)),
        sum(iif(aborted, 0.0, main_score)),
        coalesce((SELECT n.people FROM counted n
            WHERE n.seats = compared.seats AND n.interface = compared.interface), 0)
    FROM compared GROUP BY reason, seats, iif(reason IS NULL, interface, '')
    ORDER BY 4 DESC, 2, 3"""

_PLAYED = f"""
    SELECT e.id, e.created_at, e.time_known, a.seat, a.role, e.language, e.interface,
        {_SEATS}, {_OUTCOME}, s.main_score
    FROM episodes e {_SCORES}
    JOIN seat_assignments a ON a.episode = e.id AND a.position = (
        {_OF_PERSON.format(column="position")} AND a.episode = e.id ORDER BY a.position LIMIT 1)
    WHERE {{conditions}} AND ({_REASON}) IS NULL ORDER BY e.created_at, e.id"""


def tallies(db: Database, scope: TallyScope) -> Tallies:
    """Count and sum the episodes of a scope by who played."""
    conditions, values = _scope(scope)
    found: list[Tally] = []
    left_out: Counter[Reason] = Counter()
    for reason, seats, interface, episodes, *sums, people in db.execute(
        _TALLIES.format(conditions=conditions), values
    ):
        if reason is not None:
            left_out[reason] += episodes
            continue
        aborted, success, lose, scored, main_sum, joint_scored, joint_sum = sums
        found.append(
            Tally(
                seats=_seats(seats),
                interface=interface,
                people=people,
                episodes=episodes,
                aborted=int(aborted),
                success=int(success),
                lose=int(lose),
                scored=scored,
                main_sum=main_sum,
                joint_scored=joint_scored,
                joint_sum=joint_sum,
            )
        )
    return Tallies(tuple(found), dict(left_out))


def played(db: Database, scope: TallyScope) -> tuple[PlayedEpisode, ...]:
    """The episodes of a person that a tally of the scope counts, the oldest first.

    Where the person held several seats, the first of them is named.

    Raises:
        ValueError: if the scope names no person.
    """
    if scope.person is None:
        raise ValueError("whose episodes?")
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
            seats=_seats(row[7]),
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
        conditions.append(f"e.id IN ({_OF_PERSON.format(column='episode')})")
    values = {
        "game": scope.game,
        "version": scope.version,
        "scorer": f"{scope.game}:{scope.version}",
        "instance_hash": scope.instance_hash,
        "experiment": scope.experiment,
        "language": scope.language,
        "person": scope.person,
        "seat": scope.seat,
        "each_person": int(scope.each_person),
    }
    return " AND ".join(conditions), values


def _seats(text: str) -> tuple[TalliedSeat, ...]:
    return tuple(TalliedSeat(*each) for each in json.loads(text))
