"""The values of episodes in a measure, as statistics take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from clemtui.analysis.baseline.beside import Beside, PlacedRow, beside
from clemtui.analysis.baseline.data import Observations, observations
from clemtui.records.studies import Enrolment, MatchResult, StudyResult
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


def participant_numbers(enrolments: Sequence[Enrolment]) -> dict[str, str]:
    """Return what each participant is called where their code must not stand, by enrolment.

    It is the participant number. A merge may have given it to several: the later ones have ``-2``,
    ``-3``, ...
    """
    before: Counter[int] = Counter()
    found = {}
    for each in enrolments:
        before[each.number] += 1
        times = before[each.number]
        found[each.id] = str(each.number) if times == 1 else f"{each.number}-{times}"
    return found


def participant(result: StudyResult) -> str:
    """Name the participant of an episode."""
    return result.enrolment


def replicate(result: MatchResult) -> str:
    """Name what takes the place of a participant where a model has played."""
    return str(result.replicate)


def place(result: StudyResult | MatchResult) -> str:
    """Name what must be the same to be compared: the instance in a seat and a language."""
    return f"{result.instance} {result.seat} {result.language}"


Task = Callable[[StudyResult | MatchResult], str]


def tasks_of(manifest: Manifest) -> Task:
    """Return what names the task of an episode, which is the same one in every language and seat.

    It is the unit that instances are sampled in: what makes a task hard makes it so everywhere, and
    counted once for each language, intervals would be too narrow.
    """
    names = manifest.task_names()
    return lambda each: names.get((each.game, each.instance), each.instance)


def observed_tasks(manifest: Manifest, results: Iterable[StudyResult]) -> Observations | None:
    """Return the values of the primary measure by participant and task; None if there are none."""
    measure = manifest.protocol.analysis.primary.measure
    return observed(results, measure, participant, tasks_of(manifest))


def observed_beside(
    people: Iterable[StudyResult], model: Iterable[MatchResult], measure: Measure, task: Task
) -> Beside | None:
    """Return the values of people and of a model in what both have played and have a value of: the
    same instance in the same seat and language; None if that is nothing.

    Args:
        task: names the task of an episode.
    """
    return beside(
        _placed(people, measure, participant, task), _placed(model, measure, replicate, task)
    )


def _placed(
    results: Iterable[Result], measure: Measure, who: Callable[[Result], str], task: Task
) -> Iterator[PlacedRow]:
    for each in results:
        value = value_of(each.aborted, each.main_score, measure)
        if value is not None:
            yield who(each), task(each), place(each), value
