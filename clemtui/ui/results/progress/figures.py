"""A person's progress in a game as rows, points and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clemtui.analysis.development import (
    Development,
    Step,
    development_of,
    pooled_dimensions,
)
from clemtui.analysis.report.dimensions import Dimension
from clemtui.language import Interface, Localised, half_up
from clemtui.ui.widgets.comparison import ComparedRow
from clemtui.ui.widgets.plots import Point
from clemtui.wording.meanings import under_interface
from clemtui.wording.phrases import Voice


class Part(NamedTuple):
    """What figures are kept apart by."""

    seat: str
    interface: str
    language: str


_LAST = 5


def played_parts(development: Development) -> tuple[Part, ...]:
    """Return the seats played, each with each interface condition and prompt language, sorted."""
    return tuple(sorted({_part_of(step) for step in development.steps}))


def _part_of(step: Step) -> Part:
    return Part(step.episode.seat, step.episode.interface, step.episode.language)


def restrict_to(development: Development, part: Part) -> Development:
    """Return the development in one part, without what is excluded: of that, no part is known."""
    chosen = [step.episode for step in development.steps if _part_of(step) == part]
    return development_of(chosen, {})


def part_name(part: Part, voice: Voice, among: Development) -> Localised:
    """Return the name of a part of a development, with its language if that has several."""
    ui, who = voice.interface, voice.seat(part.seat)
    who = under_interface(part.interface, who, ui)
    if len({each.language for each in played_parts(among)}) < 2:
        return who
    return ui.text("{who}, {language}", who=who, language=ui.language_name(part.language))


def pooled_in(development: Development) -> Mapping[Dimension, tuple[str, ...]]:
    """Return what the rows of a development pool."""
    parts = (restrict_to(development, part) for part in played_parts(development))
    return pooled_dimensions([step.episode for step in part.steps] for part in parts)


def own_rows(development: Development, voice: Voice) -> list[ComparedRow]:
    """Return the person's own figures, one row per part."""
    rows = []
    for part in played_parts(development):
        steps = restrict_to(development, part).steps
        last = steps[-1]
        solved = sum(1 for step in steps if step.episode.outcome == "success")
        rows.append(
            ComparedRow(
                who=part_name(part, voice, development),
                episodes=last.number,
                played=last.played,
                quality=last.quality,
                joint=last.joint,
                solved=100 * solved / len(steps),
            )
        )
    return rows


def plot_points(steps: Sequence[Step]) -> list[Point]:
    """Return the points to plot, one per episode."""
    return [
        Point(
            number=step.number,
            score=step.episode.main_score,
            aborted=step.episode.outcome == "aborted",
            quality=step.quality,
        )
        for step in steps
    ]


def plot_description(steps: Sequence[Step], ui: Interface, *, together: bool) -> Localised:
    """Return a text version of the plot, for people who cannot see it; empty without episodes.

    ``together``: the episodes are those of several rows.
    """
    if not steps:
        return Localised("")
    last = steps[-1]
    values = [_result_text(step, ui) for step in steps[-_LAST:]]
    said = ui.text(
        "Latest results, newest last: {values}. {episodes}, quality {quality}, joint "
        "score {joint}.",
        values=", ".join(values),
        episodes=ui.plural("{n} episode", "{n} episodes", last.number),
        quality=_score_text(last.quality, ui),
        joint=_score_text(last.joint, ui),
    )
    if together:
        return ui.text("{said} These figures pool all rows above.", said=said)
    return said


def _result_text(step: Step, ui: Interface) -> str:
    if step.episode.outcome == "aborted":
        return ui.text("aborted")
    return _score_text(step.episode.main_score, ui)


def _score_text(score: float | None, ui: Interface) -> str:
    return "–" if score is None else ui.number(half_up(score, 1))
