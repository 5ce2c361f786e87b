"""What the results of a study are made of, read from the records at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clemtui.records.studies import (
    Answer,
    Enrolment,
    MatchResult,
    StudyResponse,
    StudyResult,
)
from clemtui.store.read.reader import Reader
from clemtui.study.results.identical import choices_of
from clemtui.study.results.marks import Marks, find_marks
from clemtui.study.service import StudyInRecords


@dataclass(frozen=True, slots=True)
class Recorded:
    """Everything recorded about a study.

    Attributes:
        results: all episodes of participants; ``matched``: those of models that count.
        marks: the signs of low effort found in it.
    """

    enrolments: Sequence[Enrolment]
    answers: Sequence[Answer]
    results: Sequence[StudyResult]
    responses: Sequence[StudyResponse]
    matched: Sequence[MatchResult]
    marks: Marks

    @property
    def counting(self) -> list[StudyResult]:
        """The episodes that count, with those that a mark excludes."""
        return [each for each in self.results if each.left_out is None]

    @property
    def scored(self) -> int:
        """How many episodes count in the figures of the report, with those that a mark excludes."""
        return sum(each.aborted is not None for each in self.counting)

    @property
    def kept(self) -> list[StudyResult]:
        """The episodes that count and that no mark excludes."""
        return [each for each in self.counting if not self.marks.excludes(each)]


def recorded(reader: Reader, study: StudyInRecords) -> Recorded:
    """Read everything recorded about a study.

    Raises:
        StoreError: if the records cannot be read.
    """
    name = study.frozen.id
    enrolments, answers = reader.enrolments(name), reader.answers(name)
    results, responses = reader.study_results(name), reader.study_responses(name)
    marks = find_marks(
        study.manifest,
        enrolments,
        reader.assignments(name),
        answers,
        results,
        responses,
        choices_of(reader, study, responses),
    )
    matched = [each for each in reader.match_results(name) if each.left_out is None]
    return Recorded(enrolments, answers, results, responses, matched, marks)
