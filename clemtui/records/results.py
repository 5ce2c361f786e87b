"""Results as the records have them: counted for reports, by task, and by who played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from clemtui.engine.scores import Outcome
from clemtui.records.rows import PlayerKind

LeftOut = Literal[
    "erased", "practice", "excluded", "continued", "not finished", "abandoned", "void",
    "other scorer", "not scored",
]  # fmt: skip
"""Why an episode is left out; the first that applies, in this order.

``excluded``: it has the tag that excludes it from analysis; ``continued``: it goes on from another
one with another partner; ``other scorer``: it has scores, but not of the scorer that was asked for.
"""


class Holder(NamedTuple):
    """Who held a seat of an episode.

    Attributes:
        name: a person's pseudonym, or the name of a model or scripted player.
        settings: hash of a model's parameters (see `Results.contents`); empty where they were not
            asked for, and for others.
    """

    seat: str
    role: str
    kind: PlayerKind
    name: str
    settings: str


class Result(NamedTuple):
    """What an episode is and how it was scored. ``condition`` is a hash: `Results.contents`.

    ``seats`` are in their order; services are part of the rules and left out. The flags and the
    main score are None where the reference has NaN.
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
    seats: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """How many episodes have each result, and what was left out.

    Attributes:
        contents: the conditions and settings that results name, by hash.
        scorers: with ``other scorer`` episodes left out, all scorers that there are; else empty.
    """

    episodes: Mapping[Result, int]
    left_out: Mapping[LeftOut, int]
    contents: Mapping[str, Mapping[str, Any]]
    scorers: tuple[str, ...] = ()


class AbortCause(NamedTuple):
    """Why an episode was aborted: the last verdict, or what ended it from outside.

    Attributes:
        seat: whose response was judged, or who is named by what ended it; empty where unknown.
        verdict: the kind of the verdict, ``control``, or empty where the records have neither (an
            import that our rules could not replay).
        reason: the id of the label that says why; of a control its kind.
    """

    seat: str
    verdict: str
    reason: str


class TaskResult(NamedTuple):
    """A result, the task that it is of, and the words that it was played in.

    Attributes:
        task: the task's name, which is the same in every language where the task is.
        texts_hash: identity of the prompts, tags and options, without the card.
        texts: the hash of the whole texts with their card: `TaskResults.packs`.
        cause: why it was aborted; None where it was not.
    """

    result: Result
    task: str
    texts_hash: str
    texts: str
    cause: AbortCause | None


@dataclass(frozen=True, slots=True)
class PackCard:
    """What the card says of the texts that episodes were played in.

    Attributes:
        pack: whether they are a language pack: official instances bring their own texts.
        reviewed_by: empty where nobody has reviewed it.
    """

    pack: bool
    version: str
    reviewed_by: str


@dataclass(frozen=True, slots=True)
class TaskResults:
    """How many episodes have each result; ``results`` are the same without tasks."""

    tasks: Mapping[TaskResult, int]
    results: Results
    packs: Mapping[str, PackCard]


Reason = Literal[
    "erased", "practice", "excluded", "continued", "other version", "not finished", "not scored"
]
"""Why an episode is left out; the first that applies, in this order.

``excluded``: it has the tag that excludes it from analysis; ``continued``: it goes on from another
one with another partner.
"""


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
