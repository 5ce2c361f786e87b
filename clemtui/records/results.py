"""Results from the records: counted for reports, by task, and by line-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from clemtui.engine.scores import Outcome
from clemtui.records.rows import PlayerKind

ExclusionReason = Literal[
    "erased", "practice", "excluded", "continued", "not finished", "abandoned", "void",
    "other scorer", "not scored",
]  # fmt: skip
"""Why an episode is excluded: the first reason that applies, in this order.

``excluded``: its tag excludes it from analyses; ``continued``: it continues another episode with a
different partner; ``other scorer``: it has scores, but not of the requested scorer.
"""


class SeatPlayer(NamedTuple):
    """Who had a seat of an episode.

    Attributes:
        name: a person's pseudonym, or the name of a model or scripted player.
        settings: hash of a model's parameters (see `Results.contents`); empty if models are not
            separated by settings, and for other players.
    """

    seat: str
    role: str
    kind: PlayerKind
    name: str
    settings: str


class Result(NamedTuple):
    """The properties of an episode and its scores. ``condition`` is a hash: see `Results.contents`.

    ``seats`` are in seat order, without services, which belong to the rules. Flags and main score
    are None where the reference has NaN.
    """

    game: str
    experiment: str
    language: str
    interface: str
    condition: str
    origin: str
    source: str
    scorer: str
    rules_hash: str | None
    aborted: int | None
    success: int | None
    lose: int | None
    main_score: float | None
    seats: tuple[SeatPlayer, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The number of episodes with each result, and of those excluded, by reason.

    Attributes:
        contents: the conditions and settings that results refer to, by hash.
        scorers: all known scorers, if episodes were excluded for ``other scorer``; else empty.
    """

    episodes: Mapping[Result, int]
    left_out: Mapping[ExclusionReason, int]
    contents: Mapping[str, Mapping[str, Any]]
    scorers: tuple[str, ...] = ()


class AbortCause(NamedTuple):
    """Why an episode was aborted: the last verdict, or the control that ended it.

    Attributes:
        seat: whose response was judged, or whom the control names; empty if unknown.
        verdict: the kind of the verdict, ``control``, or empty if the records have neither (an
            import that our rules could not replay).
        reason: the label id of the reason; for a control, its kind.
    """

    seat: str
    verdict: str
    reason: str


class TaskResult(NamedTuple):
    """A result with its task and the texts it was played in.

    Attributes:
        task: the task's name, the same in every language that has the task.
        texts_hash: identity of the prompts, tags and options, without the card.
        texts: the hash of the whole texts including the card: see `Results.packs`.
        cause: why it was aborted; None if it was not.
    """

    result: Result
    task: str
    texts_hash: str
    texts: str
    cause: AbortCause | None


@dataclass(frozen=True, slots=True)
class PackCard:
    """The card of the texts that episodes were played in.

    Attributes:
        pack: whether they are a language pack; official instances have their own texts.
        reviewed_by: empty if no one has reviewed the pack.
    """

    pack: bool
    version: str
    reviewed_by: str


@dataclass(frozen=True, slots=True)
class TaskResults:
    """The number of episodes with each result; ``results`` are the same without tasks."""

    tasks: Mapping[TaskResult, int]
    results: Results
    packs: Mapping[str, PackCard]


TallyExclusionReason = Literal[
    "erased", "practice", "excluded", "continued", "other version", "not finished", "not scored"
]
"""Why an episode is excluded: the first reason that applies, in this order.

``excluded``: its tag excludes it from analyses; ``continued``: it continues another episode with a
different partner.
"""


@dataclass(frozen=True, slots=True)
class TallyScope:
    """The episodes to compare.

    Attributes:
        version: the game's version; episodes of other versions are excluded.
        instance_hash, experiment, language: restrict the episodes; None: all.
        person: id or pseudonym of a person; only episodes in which they had a seat.
        seat: with ``person``: only episodes in which they had this seat.
        each_person: separate people by name; otherwise they are all ``human``.
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
    """Who had a seat.

    ``name`` is the name of a model, or of a person if people are separated by name; else empty.
    """

    seat: str
    role: str
    kind: PlayerKind
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the episodes of one line-up.

    Attributes:
        seats: who played, in seat order, without services, which belong to the rules.
        interface: ``assisted`` or ``verbatim`` if people played; else empty.
        people: number of different people in these episodes.
        aborted, success, lose: number of episodes with the flag.
        scored: number of episodes with a main score.
        main_sum: the sum of the main scores; None if none is scored.
        joint_scored, joint_sum: the same with aborted episodes counted as 0.
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
    """All line-ups of a scope, most frequent first, and the numbers of excluded episodes."""

    rows: tuple[Tally, ...]
    left_out: dict[TallyExclusionReason, int]


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An episode of a person that a tally counts."""

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
