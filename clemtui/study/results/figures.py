"""The scores of a study, game by game, role by role and language by language.

Nothing is pooled over conditions: a study has one. Every figure comes twice, without and with the
episodes that a mark excludes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.means import Estimate, mean_estimate
from clemtui.records.studies import StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.protocol.model import Measure
from clemtui.study.results.cells import cells_of
from clemtui.study.results.marks import Marks
from clemtui.study.results.values import Task, observed, participant, tasks_of
from clemtui.study.tasks import Cell


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one game, or of one of its cells.

    Attributes:
        cell: None: all seats and languages of the game together.
        with_excluded: whether the episodes that a mark excludes are counted too.
        played: % played; ``quality``: the mean main score of the played; ``joint``: that of all,
            with 0 for aborted ones. None: there is nothing to count.
    """

    game: str
    cell: Cell | None
    with_excluded: bool
    played: Estimate | None
    quality: Estimate | None
    joint: Estimate | None


def rows_of(manifest: Manifest, results: Sequence[StudyResult], marks: Marks) -> Iterator[Row]:
    """Yield the rows of a report, in the order of the protocol; the games first, then cells."""
    counted = [each for each in results if each.left_out is None and each.aborted is not None]
    task = tasks_of(manifest)
    for game, cell, of_cell in cells_of(manifest, counted):
        kept = [each for each in of_cell if not marks.excludes(each)]
        yield _row(game, cell, kept, task, with_excluded=False)
        if len(kept) < len(of_cell):
            yield _row(game, cell, of_cell, task, with_excluded=True)


def _row(
    game: str,
    cell: Cell | None,
    results: Sequence[StudyResult],
    task: Task,
    *,
    with_excluded: bool,
) -> Row:
    return Row(
        game,
        cell,
        with_excluded,
        played=people_mean(results, "played", task),
        quality=people_mean(results, "quality", task),
        joint=people_mean(results, "joint", task),
    )


def people_mean(results: Sequence[StudyResult], measure: Measure, task: Task) -> Estimate | None:
    """Return the mean of participants' episodes; None if none of them has a value."""
    found = observed(results, measure, participant, task)
    return None if found is None else mean_estimate(found)
