"""The report of a study, ready to be shown: its sections and its pictures.

This module can be loaded without the packages for statistics; `present` needs them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.analysis.extra import COMMAND, EXTRA, is_of_extra
from clemtui.catalogue import CatalogueError
from clemtui.episode.errors import PlayError
from clemtui.language import Sentence, translatable
from clemtui.records.studies import Answer, Deviation, Enrolment, FrozenStudy, ScreeningOutcome
from clemtui.store.read.reader import Reader
from clemtui.study.errors import StudyError
from clemtui.study.results.flow import Flow, flow_of
from clemtui.study.results.records import recorded
from clemtui.study.service import Studies, StudyInRecords

if TYPE_CHECKING:
    from clemtui.study.pictures.data import PlotData
    from clemtui.study.results.report import StudyReport
    from clemtui.study.telling.sections import Section

_MISSING = translatable(
    "The report requires scipy and statsmodels: install clemtui with the extra {extra}, or run: "
    "{command}"
)


class StatisticsMissing(PlayError):
    """The packages of the extra ``stats`` are not installed; the message says how to install
    them."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """A report with what is shown of it.

    Attributes:
        sections: all that `clemtui study report` prints, and those without lines.
        plots: what its pictures show.
    """

    report: StudyReport
    sections: tuple[Section, ...]
    plots: PlotData


@dataclass(frozen=True, slots=True)
class Traces:
    """What a report is computed from: it changes if these do, and not otherwise.

    Attributes:
        version: changes with every episode that starts, ends, is scored, tagged or erased.
        gone: those who withdrew, or were deleted since.
    """

    frozen: FrozenStudy
    version: tuple[int, ...]
    screened: Mapping[ScreeningOutcome, int]
    enrolments: tuple[Enrolment, ...]
    answers: tuple[Answer, ...]
    gone: frozenset[str]
    deviations: tuple[Deviation, ...]


async def traces_of(studies: Studies, study: StudyInRecords) -> Traces:
    """Return what the report of a study depends on by now.

    Raises:
        StoreError: if the records cannot be read.
    """
    name = study.frozen.id

    def read(reader: Reader) -> Traces:
        return Traces(
            reader.study(name),
            reader.version(),
            reader.screenings(name),
            reader.enrolments(name),
            reader.answers(name),
            reader.gone(name),
            reader.deviations(name),
        )

    return await studies.play.read(read)


async def flow_without_statistics(studies: Studies, study: StudyInRecords) -> Flow:
    """Return the flow of participants, for which no package for statistics is needed.

    Raises:
        StoreError: if the records cannot be read.
    """
    name = study.frozen.id

    def read(reader: Reader) -> Flow:
        found = recorded(reader, study)
        return flow_of(
            reader.screenings(name), found.enrolments, reader.gone(name), found.results, found.marks
        )

    return await studies.play.read(read)


async def present(studies: Studies, study: StudyInRecords) -> Presentation:
    """Compute the report of a study in a thread.

    Raises:
        StatisticsMissing: if the packages for it are not installed.
        StudyError: if the published figures of a game cannot be read.
        StoreError: if the records cannot be read.
    """
    try:
        await asyncio.to_thread(_load)
        from clemtui.study.results.report import report_of

        report = await report_of(studies, study)
        return await asyncio.to_thread(_presented, report)
    except ModuleNotFoundError as error:
        if not is_of_extra(error):
            raise
        raise StatisticsMissing(Sentence(_MISSING, extra=EXTRA, command=COMMAND)) from None
    except CatalogueError as error:
        raise StudyError(str(error)) from error


def _load() -> None:
    """Import what a report needs, which takes seconds."""
    import clemtui.study.pictures.page
    import clemtui.study.results.report  # noqa: F401


def _presented(report: StudyReport) -> Presentation:
    from clemtui.study.pictures.data import plot_data
    from clemtui.study.telling.sections import sections

    return Presentation(report, tuple(sections(report)), plot_data(report))
