"""The flow of participants in words. In English only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.study.results.flow import Flow
    from clemtui.study.results.report import StudyReport


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the flow.

    Attributes:
        label: with its number.
        lost: how many do not go on, with their number; empty at the end.
        why: the reasons, each with its number.
    """

    label: str
    lost: str = ""
    why: tuple[str, ...] = ()

    @property
    def aside(self) -> tuple[str, ...]:
        """What is said of those who do not go on, in lines; empty at the end."""
        return (self.lost, *self.why) if self.lost else ()


def stages(flow: Flow) -> tuple[Stage, ...]:
    """Return the stages from those who were asked to those who are analysed."""
    away = sum(flow.turned_away.values())
    reasons = (f"{outcome}: {number}" for outcome, number in flow.turned_away.items())
    excluded = (f"excluded ({mark}): {number}" for mark, number in flow.excluded.items())
    return (
        Stage(f"asked: {flow.asked}", f"not admitted: {away}", tuple(reasons)),
        Stage(
            f"admitted: {flow.admitted}",
            f"not analysed: {flow.admitted - flow.analysed}",
            (f"withdrawn: {flow.withdrawn}", f"not finished: {flow.unfinished}", *excluded),
        ),
        Stage(f"analysed: {flow.analysed}"),
    )


def flow_lines(flow: Flow) -> Iterator[str]:
    """Yield the stages as an outline."""
    for stage in stages(flow):
        yield stage.label
        for depth, text in enumerate(stage.aside):
            yield f"{'    ' if depth else '  '}{text}"


def marked_lines(report: StudyReport) -> Iterator[str]:
    """Yield what was marked, and what does not count."""
    marked = ", ".join(f"{mark} {count}" for mark, count in report.marked.items())
    yield f"marked: {marked or 'nothing'}"
    left_out = ", ".join(f"{why} {count}" for why, count in report.left_out.items())
    yield f"episodes that do not count: {left_out or 'none'}"
