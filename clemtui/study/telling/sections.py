"""The sections of a report, in their order: what is printed, and what the page is made of.

Whatever is said about a study is a section here. Print and page both go through this list, so that
neither can have what the other lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from clemtui.language import one_line
from clemtui.study.telling.comparisons import (
    excluded_lines,
    model_lines,
    over_games_lines,
    primary_lines,
)
from clemtui.study.telling.details import (
    consistency_lines,
    leak_lines,
    learning_lines,
    mixed_lines,
    partner_lines,
    reference_lines,
    time_lines,
)
from clemtui.study.telling.deviations import deviation_lines
from clemtui.study.telling.flow import flow_lines, marked_lines
from clemtui.study.telling.measures import MEASURES
from clemtui.study.telling.scores import score_lines

if TYPE_CHECKING:
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.report import StudyReport

Key = Literal[
    "study", "flow", "scores", "primary", "models", "over-games", "excluded", "mixed",
    "consistency", "times", "learning", "partners", "leaks", "references", "deviations",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report.

    Attributes:
        key: what it is about.
        title: its heading on the page.
        lines: what is printed: an outline by indentation, often with a first line that says how to
            read the rest; empty: there is nothing to say.
        including: the same with what is excluded, which is on the page only; empty if nothing is
            excluded, or if ``lines`` has both.
    """

    key: Key
    title: str
    lines: tuple[str, ...]
    including: tuple[str, ...] = ()


def sections(report: StudyReport) -> Iterator[Section]:
    """Yield all sections of a report, also those that have nothing to say."""
    protocol = report.study.manifest.protocol
    yield Section("study", "Study", tuple(_study(report)))
    flow = (*flow_lines(report.flow), *marked_lines(report))
    yield Section("flow", "Flow of participants", flow)
    yield Section("scores", "Scores", tuple(score_lines(report)))
    yield Section("primary", "Primary comparison", tuple(primary_lines(report)))
    yield Section("models", "Models", tuple(model_lines(report)))
    measure = MEASURES[protocol.analysis.primary.measure].short
    yield Section(
        "over-games",
        "Over all games",
        _headed(f"over all games, {measure}", over_games_lines(report.analyses)),
    )
    yield Section("excluded", "Comparisons with what is excluded", tuple(_excluded(report)))
    yield _detail(
        report,
        "mixed",
        "Mixed model",
        "linear mixed model of quality (REML; Wald intervals; p values not adjusted)",
        mixed_lines,
    )
    yield _detail(
        report,
        "consistency",
        "Consistency",
        f"consistency of participants, {measure}",
        consistency_lines,
    )
    yield _detail(
        report,
        "times",
        "Times",
        "time in seconds, without pauses: medians, and geometric means with intervals",
        time_lines,
    )
    yield _detail(
        report,
        "learning",
        "Learning",
        f"learning: change of the {measure} from one episode to the next",
        learning_lines,
    )
    yield _detail(
        report,
        "partners",
        "Manipulation check",
        'manipulation check: who said that the partner was a "person"',
        partner_lines,
    )
    yield Section(
        "leaks",
        "Leaks of style",
        _headed("leaks of style of blinded partners", leak_lines(report.leaks)),
    )
    yield Section(
        "references",
        "Published scores of people",
        _headed(
            "published scores of people, for reference: not comparable with those above",
            reference_lines(report.references),
        ),
    )
    deviations = deviation_lines(report.deviations, report.recorded.enrolments)
    yield Section("deviations", "Deviations", tuple(deviations))


def _study(report: StudyReport) -> Iterator[str]:
    protocol = report.study.manifest.protocol
    yield one_line(protocol.title)
    yield one_line(protocol.question)
    if protocol.unstated:
        yield f"not stated: {', '.join(name for _, name in protocol.unstated)}"


def _excluded(report: StudyReport) -> Iterator[str]:
    if report.with_excluded is not None:
        compared = tuple(excluded_lines(report.with_excluded))
        if compared:
            yield "the same with what is excluded:"
            yield from compared
            yield "  (everything below with what is excluded: --html, --json)"
        else:
            yield "everything below with what is excluded: --html, --json"


def _detail(
    report: StudyReport,
    key: Key,
    title: str,
    heading: str,
    lines: Callable[[Analyses], Iterator[str]],
) -> Section:
    including = report.with_excluded
    return Section(
        key,
        title,
        _headed(heading, lines(report.analyses)),
        () if including is None else tuple(lines(including)),
    )


def _headed(heading: str, lines: Iterator[str]) -> tuple[str, ...]:
    """Return lines with their heading; nothing without lines."""
    found = tuple(lines)
    return (heading, *found) if found else ()
