"""How somebody develops in a game, as rows, points and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clemtui.language import Interface, Localised
from clemtui.ui.widgets.comparison import ComparedRow
from clemtui.ui.widgets.plots import Point
from clemtui.wording.phrases import Voice

if TYPE_CHECKING:
    from clemtui.analysis.development import Development, Step

Part = tuple[str, str]
"""A seat and the form of the interface: what one's numbers are kept apart by."""

_LAST = 5


def parts_of(development: Development) -> tuple[Part, ...]:
    """The seats that were held, each under each form of the interface, in order of the seats."""
    return tuple(sorted({(s.episode.seat, s.episode.interface) for s in development.steps}))


def part_of(development: Development, part: Part | None) -> Development:
    """The development in one part alone; None: in all of them together."""
    if part is None:
        return development
    from clemtui.analysis.development import development_of

    chosen = [
        step.episode
        for step in development.steps
        if (step.episode.seat, step.episode.interface) == part
    ]
    return development_of(chosen, development.left_out)


def part_name(part: Part, voice: Voice) -> Localised:
    """What a part is called."""
    seat, interface = part
    ui = voice.interface
    if interface == "verbatim":
        return ui.text("{who} (verbatim)", who=voice.seat(seat))
    return ui.text("{who} (assisted)", who=voice.seat(seat))


def own_rows(development: Development, voice: Voice) -> list[ComparedRow]:
    """One's own numbers, a row for each part."""
    rows = []
    for part in parts_of(development):
        steps = part_of(development, part).steps
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


def points_of(steps: Sequence[Step]) -> list[Point]:
    """What of an episode is drawn."""
    return [
        Point(
            number=step.number,
            score=step.episode.main_score,
            aborted=step.episode.outcome == "aborted",
            quality=step.quality,
        )
        for step in steps
    ]


def in_words(steps: Sequence[Step], ui: Interface) -> Localised:
    """What the plot shows, for whoever does not see it."""
    last = steps[-1]
    values = [_result(step, ui) for step in steps[-_LAST:]]
    return ui.text(
        "Latest results, newest last: {values}. {episodes}, quality {quality}, joint "
        "score {joint}.",
        values=", ".join(values),
        episodes=ui.plural("{n} episode", "{n} episodes", last.number),
        quality=_said(last.quality, ui),
        joint=_said(last.joint, ui),
    )


def _result(step: Step, ui: Interface) -> str:
    if step.episode.outcome == "aborted":
        return ui.text("aborted")
    return _said(step.episode.main_score, ui)


def _said(score: float | None, ui: Interface) -> str:
    return "–" if score is None else ui.number(round(score, 1))
