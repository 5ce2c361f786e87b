"""Learning curves as a picture: a small panel for each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.study.pictures.data import Curve
from clemtui.study.pictures.drawing import (
    LINE,
    MARGIN,
    WIDTH,
    Picture,
    element,
    heading,
    line,
    lines_of,
    mark,
    titled,
    words,
)
from clemtui.study.pictures.wording import CURVES_NOTE
from clemtui.study.telling.counts import counted
from clemtui.study.telling.estimates import estimate
from clemtui.study.telling.measures import MEASURES

_ACROSS = 2
_GAP = 24
_AXIS = 30
_HEIGHT = 130
_TICKS = (0, 25, 50, 75, 100)
_MANY = 20
"""Places beyond which marks would touch: then there is a line with a band."""


def curves_picture(curves: Sequence[Curve], study: str) -> Picture:
    """Draw the means by place, game by game."""
    title = f"Learning: {MEASURES[curves[0].measure].short} by episode"
    body, y = heading(title, (study, CURVES_NOTE))
    width = (WIDTH - 2 * MARGIN - _GAP * (_ACROSS - 1)) / _ACROSS
    for first in range(0, len(curves), _ACROSS):
        several = curves[first : first + _ACROSS]
        names = [lines_of(each.game, (width - _AXIS) / 1.1) for each in several]
        top = y + max(map(len, names)) * LINE + 8
        for number, (curve, named) in enumerate(zip(several, names, strict=True)):
            left = MARGIN + number * (width + _GAP)
            for at, each in enumerate(reversed(named)):
                body.append(words(left + _AXIS, top - 8 - at * LINE, each, "head"))
            body += _panel(curve, left + _AXIS, top, width - _AXIS)
        y = top + _HEIGHT + 2 * LINE + 10
    return Picture(
        name="learning",
        title=titled(title, study),
        description=" ".join((CURVES_NOTE, *map(_described, curves))),
        height=y + MARGIN,
        body=tuple(body),
    )


def _described(curve: Curve) -> str:
    points = "; ".join(
        f"{place}: {estimate(each)}, {counted(each.participants, 'participant')}"
        for place, each in curve.points
    )
    return f"{curve.game}: {points or 'nothing to count'}."


def _panel(curve: Curve, left: float, top: float, width: float) -> Iterator[str]:
    last = max([place for place, _ in curve.points], default=1)

    def x(place: int) -> float:
        return left + (place - 0.5) / last * width

    def y(value: float) -> float:
        return top + (1 - value / 100) * _HEIGHT

    for tick in _TICKS:
        yield line("grid", left, y(tick), left + width, y(tick))
        yield words(left - 6, y(tick) + 4, str(tick), "number soft end")
    yield line("axis", left, y(0), left + width, y(0))
    for place in _labelled(last):
        yield words(x(place), y(0) + LINE, str(place), "number soft middle")
    yield words(left + width / 2, y(0) + 2 * LINE, "episode", "number soft middle")
    if not curve.points:
        yield words(left + 8, y(37), "nothing to count", "soft")
        return
    bounded = [
        (x(place), y(each.low), y(each.high))
        for place, each in curve.points
        if each.low is not None and each.high is not None
    ]
    if last > _MANY:
        edge = [(at, low) for at, low, _ in bounded]
        edge += [(at, high) for at, _, high in reversed(bounded)]
        yield element("polygon", look="band", points=_points(edge))
    else:
        for at, low, high in bounded:
            yield line("line people", at, low, at, high)
            for end in (low, high):
                yield line("line people", at - 3, end, at + 3, end)
    yield element(
        "polyline", look="curve", points=_points([(x(at), y(e.value)) for at, e in curve.points])
    )
    if last <= _MANY:
        for at, each in curve.points:
            yield mark("people", 0, x(at), y(each.value))


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _labelled(last: int) -> list[int]:
    """Return the places that are labelled: at most about ten, at round distances."""
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200) if last / each <= 10)
    return [1, *(place for place in range(step, last + 1, step) if place > 1)]
