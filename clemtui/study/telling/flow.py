"""The flow of participants in words. In English only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.study.telling.counts import counted

if TYPE_CHECKING:
    from clemtui.study.results.flow import Flow, Reason
    from clemtui.study.results.flow import Stage as Progress
    from clemtui.study.results.marked import Marked
    from clemtui.study.results.report import StudyReport

FIRST_REASON = "each of them under the first reason that applies, in this order"
"""How those who are not analysed are counted."""

PROGRESS: Mapping[Progress, str] = {
    "finished": "finished", "unfinished": "not finished", "withdrawn": "withdrawn or erased"
}  # fmt: skip
"""How far participants have got, in words."""

REASONS: Mapping[Reason, str] = {
    "withdrawn": "withdrawn or erased",
    "comprehension": "excluded (comprehension)",
    "attention": "excluded (attention)",
    "ai_use": "excluded (ai_use)",
    "unfinished": "not finished",
    "no episode counts": "no episode that counts",
}
"""Why participants are not analysed, in words."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the flow.

    Attributes:
        label: with its number.
        parts: the groups that it consists of, each with its number; they add up to its own.
        lost: how many do not go on, with their number; empty at the end.
        why: the reasons, each with its number; they add up to that of ``lost``.
    """

    label: str
    parts: tuple[str, ...] = ()
    lost: str = ""
    why: tuple[str, ...] = ()

    @property
    def inside(self) -> tuple[str, ...]:
        """What is said of those who are at this stage, in lines."""
        return (self.label, *self.parts)

    @property
    def aside(self) -> tuple[str, ...]:
        """What is said of those who do not go on, in lines; empty at the end."""
        return (self.lost, *self.why) if self.lost else ()


def stages(flow: Flow) -> tuple[Stage, ...]:
    """Return the stages from those who were asked to those who are analysed.

    An exclusion by a mark that no one was excluded by is not mentioned.
    """
    away = sum(flow.turned_away.values())
    outcomes = (f"{outcome}: {number}" for outcome, number in flow.turned_away.items())
    admitted: Mapping[Progress, int] = {
        "finished": flow.finished, "unfinished": flow.unfinished, "withdrawn": flow.withdrawn
    }  # fmt: skip
    why = (
        f"{REASONS[reason]}: {number}"
        for reason, number in flow.not_analysed.items()
        if number or not REASONS[reason].startswith("excluded")
    )
    return (
        Stage(f"asked: {flow.asked}", (), f"not admitted: {away}", tuple(outcomes)),
        Stage(
            f"admitted: {flow.admitted}",
            tuple(_parts(admitted)),
            f"not analysed: {flow.admitted - flow.analysed}",
            tuple(why),
        ),
        Stage(f"analysed: {flow.analysed}", tuple(_parts(flow.analysed_stages))),
    )


def _parts(numbers: Mapping[Progress, int]) -> Iterator[str]:
    yield from (f"{PROGRESS[stage]}: {number}" for stage, number in numbers.items())


def flow_lines(flow: Flow) -> Iterator[str]:
    """Yield the stages as an outline."""
    for stage in stages(flow):
        yield stage.label
        if stage.parts:
            yield f"  {', '.join(stage.parts)}"
        for depth, text in enumerate(stage.aside):
            yield f"{'    ' if depth else '  '}{text}"
        if stage.label.startswith("admitted") and flow.admitted > flow.analysed:
            yield f"    ({FIRST_REASON})"


def marked_lines(report: StudyReport) -> Iterator[str]:
    """Yield what was marked, and what does not count."""
    if report.marked:
        yield "marks of low effort (a participant or an episode can have several):"
        yield from (f"  {marked_line(each)}" for each in report.marked)
    else:
        yield "marks of low effort: none"
    recorded = report.recorded
    excluded = recorded.scored - sum(each.aborted is not None for each in recorded.kept)
    marked = f", {excluded} of them excluded by a mark" if excluded else ""
    yield f"episodes that count: {recorded.scored}{marked}"
    left_out = ", ".join(f"{why} {count}" for why, count in report.left_out.items())
    yield f"episodes that do not count: {left_out or 'none'}"


def marked_line(found: Marked) -> str:
    """Return what has a mark: participants, with their episodes, or episodes, with their
    participants."""
    people = f"{found.participants} of {counted(found.of_participants, 'participant')}"
    episodes = f"{found.episodes} of {counted(found.of_episodes, 'episode')}"
    if found.unit == "participant":
        said = f"{people}, with {episodes}"
    else:
        said = f"{episodes}, of {people}"
    return f"{found.mark}: {said}; {'excludes them' if found.excludes else 'excludes nothing'}"
