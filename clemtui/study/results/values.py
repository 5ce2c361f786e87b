"""The values of episodes in a measure, as statistics take them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from clemtui.analysis.baseline.data import Observations, observations
from clemtui.records.studies import MatchResult, StudyResult
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
