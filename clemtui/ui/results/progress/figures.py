"""A person's progress in a game as rows, points and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.analysis.development import Development, Step, development_of
from clemtui.language import Interface, Localised
from clemtui.ui.widgets.comparison import ComparedRow
from clemtui.ui.widgets.plots import Point
from clemtui.wording.phrases import Voice

Part = tuple[str, str]
"""A seat and an interface condition, for which figures are kept separately."""

_LAST = 5


def played_parts(development: Development) -> tuple[Part, ...]:
    """Return the seats played, each with each interface condition, sorted."""
    return tuple(sorted({(s.episode.seat, s.episode.interface) for s in development.steps}))


def restrict_to(development: Development, part: Part | None) -> Development:
    """Return the development in one part, or in all of them if ``part`` is None."""
    if part is None:
        return development

    chosen = [
        step.episode
        for step in development.steps
        if (step.episode.seat, step.episode.interface) == part
    ]
    return development_of(chosen, development.left_out)


def part_name(part: Part, voice: Voice) -> Localised:
    """Return the name of a part."""
    seat, interface = part
    ui = voice.interface
    if interface == "verbatim":
        return ui.text("{who} (verbatim)", who=voice.seat(seat))
    return ui.text("{who} (assisted)", who=voice.seat(seat))


def own_rows(development: Development, voice: Voice) -> list[ComparedRow]:
    """Return the person's own figures, one row per part."""
    rows = []
    for part in played_parts(development):
        steps = restrict_to(development, part).steps
        last = steps[-1]
        solved = sum(1 for step in steps if step.episode.outcome == "success")
        rows.append(
            ComparedRow(
                who=part_name(part, voice),
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


def plot_description(steps: Sequence[Step], ui: Interface) -> Localised:
    """Return a text version of the plot, for people who cannot see it."""
    last = steps[-1]
    values = [_result_text(step, ui) for step in steps[-_LAST:]]
    return ui.text(
        "Latest results, newest last: {values}. {episodes}, quality {quality}, joint "
        "score {joint}.",
        values=", ".join(values),
        episodes=ui.plural("{n} episode", "{n} episodes", last.number),
        quality=_score_text(last.quality, ui),
        joint=_score_text(last.joint, ui),
    )


def _result_text(step: Step, ui: Interface) -> str:
    if step.episode.outcome == "aborted":
        return ui.text("aborted")
    return _score_text(step.episode.main_score, ui)


def _score_text(score: float | None, ui: Interface) -> str:
    return "–" if score is None else ui.number(round(score, 1))
