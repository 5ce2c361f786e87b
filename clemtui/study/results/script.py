"""The R script of a study: its mixed models, with the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.analysis.baseline.mixed import PEOPLE
from clemtui.analysis.baseline.r_script import ScriptRow, r_script
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.labels import model_labels
from clemtui.study.results.records import Recorded, recorded
from clemtui.study.results.values import Result, participant_numbers, tasks_of, value_of
from clemtui.study.service import Studies, StudyInRecords


async def script_of(studies: Studies, study: StudyInRecords) -> str:
    """Return the script for everything that counts and is not excluded.

    Participants have their numbers in the study, and no codes.

    Raises:
        StoreError: if the records cannot be read.
    """
    found = await studies.play.read(lambda reader: recorded(reader, study))
    return r_script(study.frozen.id, script_rows(study.manifest, found))


def script_rows(manifest: Manifest, found: Recorded) -> Iterator[ScriptRow]:
    """Yield the episodes of people, then those of models, that have a score or were aborted; both
    in the order in which the protocol has games, seats and languages."""
    task, numbers = tasks_of(manifest), participant_numbers(found.enrolments)
    labels = model_labels(found.matched)
    for each in _ordered(manifest, found.kept):
        if each.aborted is not None:
            yield _row(each, PEOPLE, numbers[each.enrolment], task(each))
    for other in _ordered(manifest, found.matched):
        if other.aborted is not None:
            yield _row(other, labels[other.run], "", task(other))


def _ordered(manifest: Manifest, results: Sequence[Result]) -> list[Result]:
    cells = [
        (game.game, cell.seat, cell.language) for game in manifest.games for cell in game.cells
    ]
    place = {cell: number for number, cell in enumerate(cells)}
    last = len(cells)  # of what an amendment removed
    return sorted(results, key=lambda r: place.get((r.game, r.seat, r.language), last))


def _row(each: StudyResult | MatchResult, agent: str, participant: str, task: str) -> ScriptRow:
    quality = value_of(each.aborted, each.main_score, "quality")
    return ScriptRow(
        each.game, agent, participant, task, each.seat, each.language, not each.aborted, quality
    )
