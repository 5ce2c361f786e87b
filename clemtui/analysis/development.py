"""How one person's results in a game develop from episode to episode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clemtui.analysis.measures import mean_of_sum
from clemtui.analysis.report.dimensions import (
    Dimension,
    aids_in_words,
    condition_in_words,
    instances_in_words,
    line_up_name,
    pooled,
)
from clemtui.engine.scores import percentage
from clemtui.records.results import ExclusionReason, PlayedEpisode


@dataclass(frozen=True, slots=True)
class Step:
    """One episode of a person, with the measures of all episodes up to it.

    Attributes:
        number: from 1, oldest first.
        played: % played so far.
        quality: mean main score of the played episodes so far; None if none was played.
        joint: mean main score so far with aborted episodes as 0; None if nothing is scored.
    """

    number: int
    episode: PlayedEpisode
    played: float
    quality: float | None
    joint: float | None


@dataclass(frozen=True, slots=True)
class Development:
    """A person's episodes of a game, oldest first, and the number of excluded ones by reason."""

    steps: tuple[Step, ...] = ()
    left_out: Mapping[ExclusionReason, int] = field(default_factory=dict)


def pooled_dimensions(
    rows: Iterable[Sequence[PlayedEpisode]],
) -> dict[Dimension, tuple[str, ...]]:
    """Return what rows of a person's episodes pool that a report keeps apart or names."""
    return pooled(
        {
            "players": {line_up_name(each.seats) for each in row},
            "condition": {condition_in_words(each.condition, each.interface) for each in row},
            "aids": {aids_in_words(each.condition) for each in row},
            "instances": {instances_in_words(each.origin, each.source) for each in row},
        }
        for row in rows
    )


def development_of(
    episodes: Iterable[PlayedEpisode], left_out: Mapping[ExclusionReason, int]
) -> Development:
    """Compute the cumulative measures of a person's episodes, given oldest first."""
    steps: list[Step] = []
    played = scored = jointly = 0
    main_sum = joint_sum = 0.0
    for number, episode in enumerate(episodes, 1):
        score = episode.main_score
        aborted = episode.outcome == "aborted"
        played += not aborted
        if score is not None:
            scored += 1
            main_sum += score
        if aborted or score is not None:
            jointly += 1
            joint_sum += 0.0 if aborted or score is None else score
        steps.append(
            Step(
                number=number,
                episode=episode,
                played=percentage(played, number),
                quality=mean_of_sum(main_sum, scored),
                joint=mean_of_sum(joint_sum, jointly),
            )
        )
    return Development(tuple(steps), dict(left_out))
