"""How long participants took: for an answer, and for all their answers in an episode.

The times are those from a request to the answer, without pauses: what a partner takes to answer is
not in them. Answers whose time was not recorded, or was erased, are counted and left out, and so
are episodes with one of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from statistics import median

from clemtui.analysis.baseline.data import observations
from clemtui.analysis.baseline.means import Estimate, time_estimate
from clemtui.records.studies import StudyResponse, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.cells import cells_of
from clemtui.study.results.values import Task, participant, tasks_of
from clemtui.study.tasks import Cell

_SHORTEST = 0.001
"""Seconds. Clocks count milliseconds: what took less is counted as one."""


@dataclass(frozen=True, slots=True)
class Times:
    """The times of one game, or of one of its cells, in seconds.

    Attributes:
        cell: None: all seats and languages of the game together.
        answers: the number of answers whose time is known; ``unknown``: of those whose time is not.
        median_answer, median_episode: medians over answers, and over episodes; None: none is known.
        answer: the geometric mean of an answer, as that of an episode's answers; ``episode``: that
            of the sum of an episode's answers. With intervals for other people and instances.
    """

    game: str
    cell: Cell | None
    answers: int
    unknown: int
    median_answer: float | None
    median_episode: float | None
    answer: Estimate | None
    episode: Estimate | None


def times_of(
    manifest: Manifest, kept: Sequence[StudyResult], responses: Iterable[StudyResponse]
) -> Iterator[Times]:
    """Yield the times of every game and cell.

    Args:
        kept: the episodes that count and are not excluded.
        responses: all responses of participants.
    """
    taken: defaultdict[str, list[float | None]] = defaultdict(list)
    for each in responses:
        taken[each.episode].append(each.seconds)
    task = tasks_of(manifest)
    for game, cell, of_cell in cells_of(manifest, kept):
        yield _times(game, cell, of_cell, taken, task)


def _times(
    game: str,
    cell: Cell | None,
    results: Sequence[StudyResult],
    taken: Mapping[str, Sequence[float | None]],
    task: Task,
) -> Times:
    every = [seconds for each in results for seconds in taken.get(each.episode, ())]
    known = [max(seconds, _SHORTEST) for seconds in every if seconds is not None]
    single, whole = [], []
    for each in results:
        found = [seconds for seconds in taken.get(each.episode, ()) if seconds is not None]
        if not found or len(found) < len(taken[each.episode]):
            continue
        seconds = [max(each, _SHORTEST) for each in found]
        single.append((participant(each), task(each), exp(fsum(map(log, seconds)) / len(seconds))))
        whole.append((participant(each), task(each), fsum(seconds)))
    return Times(
        game,
        cell,
        answers=len(known),
        unknown=len(every) - len(known),
        median_answer=median(known) if known else None,
        median_episode=median(seconds for _, _, seconds in whole) if whole else None,
        answer=time_estimate(observations(single)) if single else None,
        episode=time_estimate(observations(whole)) if whole else None,
    )
