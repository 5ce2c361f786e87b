"""The report of a study so far: everything that a reviewer asks for first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.means import Estimate, PlayedEpisode, clemscore_estimate
from clemtui.records.studies import Deviation, StudyResult
from clemtui.store.read.reader import Reader
from clemtui.study.results.figures import Row, rows_of
from clemtui.study.results.flow import Flow, flow_of
from clemtui.study.results.marks import MARKS, Mark, Marks, find_marks
from clemtui.study.results.models import ModelRow, models_of
from clemtui.study.results.primary import Compared, primary_comparisons
from clemtui.study.service import Studies, StudyInRecords


@dataclass(frozen=True, slots=True)
class StudyReport:
    """A report.

    Attributes:
        marked: how many participants or episodes have each mark.
        left_out: how many episodes that were played as assigned do not count, by reason.
        rows: the figures.
        clemscore: over all games of the study; None: it has one game, or nothing was played.
        compared: the primary comparisons, unless they are with a model.
        models: the models that have played the same tasks.
    """

    study: StudyInRecords
    flow: Flow
    marked: Mapping[Mark, int]
    left_out: Mapping[str, int]
    rows: tuple[Row, ...]
    clemscore: Estimate | None
    compared: tuple[Compared, ...]
    models: tuple[ModelRow, ...]
    deviations: tuple[Deviation, ...]


async def report_of(studies: Studies, study: StudyInRecords) -> StudyReport:
    """Return the report of a study.

    Raises:
        StoreError: if the records cannot be read.
    """
    return await studies.play.read(lambda reader: _report(reader, study))


def _report(reader: Reader, study: StudyInRecords) -> StudyReport:
    name, manifest = study.frozen.id, study.manifest
    enrolments, answers = reader.enrolments(name), reader.answers(name)
    results = reader.study_results(name)
    marks = find_marks(
        manifest,
        enrolments,
        reader.assignments(name),
        answers,
        results,
        reader.study_responses(name),
    )
    counting = [each for each in results if not each.practice]
    found: Counter[Mark] = Counter()
    for of_one in (*marks.participants.values(), *marks.episodes.values()):
        found.update(of_one)
    return StudyReport(
        study=study,
        flow=flow_of(reader.screenings(name), enrolments, reader.gone(name), results, marks),
        marked={mark: found[mark] for mark in MARKS if found[mark]},
        left_out=Counter(each.left_out for each in counting if each.left_out is not None),
        rows=tuple(rows_of(manifest, results, marks)),
        clemscore=_clemscore(results, marks),
        compared=primary_comparisons(manifest, results, marks),
        models=models_of(manifest, results, reader.match_results(name), marks),
        deviations=reader.deviations(name),
    )


def _clemscore(results: Sequence[StudyResult], marks: Marks) -> Estimate | None:
    games: dict[str, list[PlayedEpisode]] = {}
    for each in results:
        if each.left_out is None and each.aborted is not None and not marks.excludes(each):
            quality = None if each.aborted else each.main_score
            games.setdefault(each.game, []).append(
                PlayedEpisode(each.enrolment, each.instance, quality)
            )
    return clemscore_estimate(games) if len(games) > 1 else None
