"""The values of episodes in a measure, as statistics take them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from clemtui.analysis.baseline.data import Observations, observations
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.protocol.model import Measure

Result = TypeVar("Result", StudyResult, MatchResult)


def value_of(aborted: bool | None, main_score: float | None, measure: Measure) -> float | None:
    """Return the value of an episode in a measure; None if it has none.

    Args:
        aborted: None: it was not scored.
        main_score: 0 to 100.
    """
    if aborted is None:
        return None
    match measure:
        case "played":
            return 0.0 if aborted else 100.0
        case "quality":
            return None if aborted else main_score
        case "joint":
            return 0.0 if aborted else main_score


def observed(
    results: Iterable[Result],
    measure: Measure,
    who: Callable[[Result], str],
    task: Callable[[Result], str],
) -> Observations | None:
    """Return the values of those episodes that have one; None if there are none.

    Args:
        who: names the participant of an episode, or what takes their place.
        task: names its task.
    """
    rows = [
        (who(each), task(each), value)
        for each in results
        if (value := value_of(each.aborted, each.main_score, measure)) is not None
    ]
    return observations(rows) if rows else None


def participant(result: StudyResult) -> str:
    """Name the participant of an episode."""
    return result.enrolment


def replicate(result: MatchResult) -> str:
    """Name what takes the place of a participant where a model has played."""
    return str(result.replicate)


def place(result: StudyResult | MatchResult) -> str:
    """Name what must be the same to be equally hard: the instance in a seat and a language."""
    return f"{result.instance} {result.seat} {result.language}"


def task_of(names: Mapping[tuple[str, str], str], result: StudyResult | MatchResult) -> str:
    """Name the task of an episode, which is the same one in every language.

    Args:
        names: those of `Manifest.task_names`.
    """
    return names.get((result.game, result.instance), result.instance)


def observed_tasks(manifest: Manifest, results: Iterable[StudyResult]) -> Observations | None:
    """Return the values of the primary measure by participant and task; None if there are none."""
    names, measure = manifest.task_names(), manifest.protocol.analysis.primary.measure
    return observed(results, measure, participant, lambda each: task_of(names, each))
