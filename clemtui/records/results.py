"""Results from the records: counted for reports, by task, and by line-up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

from clemtui.engine.scores import Outcome
from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.rows import SampleReason

_OtherReason = Literal[
    "other version", "other scorer", "not scored", "no rules", "replays otherwise"
]
ExclusionReason = SampleReason | _OtherReason
"""Why an episode is excluded from a figure or an export: the first reason that applies, in this
order.

``other version``: of the game than the one compared; ``other scorer``: it has scores, but not of
the requested scorer. Only for exports: ``no rules``: its game is not installed; ``replays
otherwise``: given its answers, the installed rules do not reproduce the episode as it was played,
here or where it was imported from.
"""

EXCLUSION_REASONS: tuple[ExclusionReason, ...] = (*get_args(SampleReason), *get_args(_OtherReason))


def in_order(left_out: Mapping[ExclusionReason, int]) -> dict[ExclusionReason, int]:
    """Return the numbers of excluded episodes in the order of the reasons, without zeros."""
    return {reason: left_out[reason] for reason in EXCLUSION_REASONS if left_out.get(reason)}


class Result(NamedTuple):
    """What episodes have in common besides their task. Hashes: see `Results.contents`.

    Attributes:
        line_up: number of the line-up: see `Results.line_ups`.
        seats: in seat order, without services, which belong to the rules; by the names that all
            figures use (`clemtui.records.line_ups.player_names`).
        answered: the models that answered, by the model that was asked, as JSON
            (`clemtui.records.line_ups.answered_by`).
        people: the pseudonyms of the people in seat order, if asked for.
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
    line_up: int
    seats: tuple[SeatPlayer, ...]
    answered: str
    people: tuple[str, ...]


class ItemResult(NamedTuple):
    """What came out of an item: an episode, or all replicates of one by the same players.

    Replicates by models and scripted players are averaged; episodes of people are never replicates.

    Attributes:
        episodes: number of episodes.
        decided: those with the flag ``aborted``; ``aborted``, ``success``, ``lose``: those with
            that flag set.
        played: the share of the decided episodes that were not aborted; None if there are none.
        scored: number of episodes with a main score, which is None where the reference has NaN.
        main: mean main score of those; None if there are none.
        joint: mean main score with aborted episodes as 0; None if there are none.
        jointly: number of episodes that have one.
        replicate: the same text for all results of one item that has several, because something
            else in `Result` differs; empty if this is the only one. See `together`.
    """

    episodes: int
    decided: int
    aborted: int
    success: int
    lose: int
    played: float | None
    scored: int
    main: float | None
    joint: float | None
    jointly: int
    replicate: str = ""

    @classmethod
    def of_episode(
        cls,
        aborted: int | None,
        success: int | None,
        lose: int | None,
        main_score: float | None,
    ) -> ItemResult:
        """Return the result of a single episode from its flags and its main score."""
        return cls(
            episodes=1,
            decided=int(aborted is not None),
            aborted=aborted or 0,
            success=success or 0,
            lose=lose or 0,
            played=None if aborted is None else 1.0 - aborted,
            scored=int(main_score is not None),
            main=main_score,
            joint=0.0 if aborted else main_score,
            jointly=int(bool(aborted) or main_score is not None),
        )

    @classmethod
    def together(cls, parts: Sequence[ItemResult]) -> ItemResult:
        """Return the result of an item from several ones, of at least one episode each."""
        return cls(
            episodes=sum(each.episodes for each in parts),
            decided=sum(each.decided for each in parts),
            aborted=sum(each.aborted for each in parts),
            success=sum(each.success for each in parts),
            lose=sum(each.lose for each in parts),
            played=_mean((each.played, each.decided) for each in parts),
            scored=sum(each.scored for each in parts),
            main=_mean((each.main, each.scored) for each in parts),
            joint=_mean((each.joint, each.jointly) for each in parts),
            jointly=sum(each.jointly for each in parts),
        )


def _mean(weighted: Iterable[tuple[float | None, int]]) -> float | None:
    """Return the mean of values that occur several times; None if there are none."""
    found = [(value, times) for value, times in weighted if value is not None]
    if len(found) == 1:
        return found[0][0]
    count = sum(times for _, times in found)
    return math.fsum(value * times for value, times in found) / count if count else None


@dataclass(frozen=True, slots=True)
class Results:
    """The number of items with each result, and of excluded episodes by reason.

    Attributes:
        void: number of void episodes, by what they have in common with results.
        aborts: number of aborted episodes by cause, if asked for.
        contents: the conditions that results refer to, by hash.
        line_ups: the line-ups that results refer to, by number.
        scorers: all known scorers, if episodes were excluded for ``other scorer``; else empty.
        several_models: number of episodes that count in which several models answered for one that
            was asked.
    """

    items: Mapping[tuple[Result, ItemResult], int]
    left_out: Mapping[ExclusionReason, int]
    contents: Mapping[str, Mapping[str, Any]]
    line_ups: Mapping[int, LineUp]
    scorers: tuple[str, ...] = ()
    void: Mapping[Result, int] = field(default_factory=dict)
    aborts: Mapping[tuple[Result, AbortCause], int] = field(default_factory=dict)
    several_models: int = 0

    @property
    def episodes(self) -> int:
        """The number of episodes that count."""
        return sum(each.episodes * items for (_, each), items in self.items.items())


@dataclass(frozen=True, slots=True)
class EpisodeResults:
    """The same as `Results`, by episode.

    Attributes:
        counting: the result of each episode that counts, by its id, oldest first.
        void: what void episodes have in common.
    """

    counting: Mapping[str, Result]
    void: frozenset[Result]
    left_out: Mapping[ExclusionReason, int]
    contents: Mapping[str, Mapping[str, Any]]
    line_ups: Mapping[int, LineUp]


class AbortCause(NamedTuple):
    """Why an episode was aborted: the last verdict, or the control that ended it.

    Attributes:
        seat: whose response was judged, or whom the control names; empty if unknown.
        verdict: the kind of the verdict; ``cut off`` or ``refused`` if the response that was
            rejected was a model's answer that reached its token limit, or a refusal; ``control``;
            or empty if the records have none of these (an import that our rules could not replay).
        reason: the label id of the reason; for a control, its kind; empty for a cut or refused
            answer.
    """

    seat: str
    verdict: str
    reason: str


class TaskResult(NamedTuple):
    """The result of an episode with its task and the texts it was played in.

    Attributes:
        aborted: the flag; None where the reference has NaN, like the main score.
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
    aborted: int | None
    main_score: float | None


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
    """The number of episodes with each result. The other attributes are as in `Results`."""

    tasks: Mapping[TaskResult, int]
    left_out: Mapping[ExclusionReason, int]
    contents: Mapping[str, Mapping[str, Any]]
    line_ups: Mapping[int, LineUp]
    scorers: tuple[str, ...]
    packs: Mapping[str, PackCard]


@dataclass(frozen=True, slots=True)
class TallyScope:
    """The episodes to compare.

    Attributes:
        version: the game's version; episodes of other versions are excluded.
        instance_hash, experiment, language, interface: restrict the episodes; None: all.
        person: id or pseudonym of a person; only episodes in which they had a seat.
        seat: with ``person``: only episodes in which they had this seat.
        each_person: separate people by name; otherwise they are all ``human``.
        repeats: count repetitions, too.
        rules_hashes: the rules of that version; scores by others are those of another version.
    """

    game: str
    version: str
    rules_hashes: tuple[str, ...]
    instance_hash: str | None = None
    experiment: str | None = None
    language: str | None = None
    interface: str | None = None
    person: str | None = None
    seat: str | None = None
    each_person: bool = False
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the items of one line-up. What an item is: see `ItemResult`.

    Attributes:
        seats: who played, in seat order, without services, which belong to the rules; with
            ``each_person``, people are named by their pseudonyms.
        line_up: the line-up of all these episodes.
        answered: as in `Result`.
        interface: ``assisted``, ``board`` or ``verbatim`` if people played; else empty.
        language: of the prompts.
        people: number of different people in these episodes.
        episodes: their number; ``aborted``, ``success``, ``lose``: those with the flag.
        items: number of items; ``played_sum``, ``solved_sum``: the sums of their shares of episodes
            that were played and that are a success.
        scored, main_sum: number of items with a main score, and the sum of their means.
        joint_scored, joint_sum: the same with aborted episodes counted as 0.
        conditions: the hashes of their conditions: see `Tallies.contents`.
        instances: the origins and sources of their instances.
    """

    seats: tuple[SeatPlayer, ...]
    line_up: LineUp
    answered: str
    interface: str
    language: str
    people: int
    episodes: int
    aborted: int
    success: int
    lose: int
    items: int
    played_sum: float
    solved_sum: float
    scored: int
    main_sum: float
    joint_scored: int
    joint_sum: float
    conditions: frozenset[str] = frozenset()
    instances: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Tallies:
    """All line-ups of a scope, most frequent first, and the numbers of excluded episodes.

    ``contents``: the conditions that rows refer to, by hash.
    """

    rows: tuple[Tally, ...]
    left_out: dict[ExclusionReason, int]
    contents: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An episode of a person that a tally counts.

    ``origin`` and ``source`` are those of its instance; ``ended``: when it ended, if that is known.
    """

    episode: str
    at: datetime
    time_known: bool
    seat: str
    role: str
    language: str
    interface: str
    seats: tuple[SeatPlayer, ...]
    outcome: Outcome
    main_score: float | None
    condition: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "bundled"
    source: str = ""
    ended: datetime | None = None
