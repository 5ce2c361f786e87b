"""A dot for every participant, as a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from clemtui.language import half_up
from clemtui.study.pictures.chart import Chart, chart_for, counts, group_name, group_words
from clemtui.study.pictures.data import Dots
from clemtui.study.pictures.drawing import MARGIN, Picture, element, heading, line, titled, words
from clemtui.study.pictures.wording import DOTS_NOTE
from clemtui.study.telling.estimates import estimate

_RADIUS = 3.6
_LEAST, _MOST = 18.0, 44.0
"""Pixels from the middle of the dots to their edge."""


def dots_picture(games: Sequence[Dots], study: str) -> Picture:
    """Draw the mean joint score of every participant, and beneath them the models."""
    title = "Joint score of every participant"
    body, y = heading(title, (study, DOTS_NOTE))
    chart = chart_for((each.group for each in games), y)
    for each in games:
        chart.head(group_name(each.group), counts(each.group))
        if each.group.is_empty:
            continue
        top = chart.y
        _swarm(chart, each)
        for drawn in each.group.drawn[1:]:
            chart.row(drawn)
        chart.panel(top)
    return Picture(
        name="participants",
        title=titled(title, study),
        description=" ".join((DOTS_NOTE, *map(_described, games))),
        height=chart.y + MARGIN,
        body=(*body, *chart.grid, *chart.body),
    )


def _described(dots: Dots) -> str:
    values = ", ".join(str(half_up(value, 1)) for value in dots.values)
    return f"{group_words(dots.group)} Participants: {values or 'none'}."


def _swarm(chart: Chart, dots: Dots) -> None:
    """Draw the dots of a game, with the mean and its interval."""
    columns = _columns(chart, dots.values)
    fullest = max(map(len, columns.values()), default=0)
    half = min(max(_LEAST, fullest * _RADIUS + _RADIUS), _MOST)
    middle = chart.y + half + 3
    mean = dots.group.people
    if mean is not None:
        if mean.low is not None and mean.high is not None:
            start, end = chart.x(mean.low), chart.x(mean.high)
            chart.body.append(
                element(
                    "rect", look="band", x=round(start, 1), y=round(middle - half, 1),
                    width=round(end - start, 1), height=round(2 * half, 1),
                )
            )  # fmt: skip
        chart.body += _dots(columns, middle, half)
        place = chart.x(mean.value)
        chart.body.append(line("mean", place, middle - half, place, middle + half))
    chart.body.append(words(MARGIN + 10, middle + 4, "people"))
    chart.number(estimate(mean), middle)
    chart.y += 2 * half + 8


def _columns(chart: Chart, values: Sequence[float]) -> dict[float, list[float]]:
    """Return the places of the dots in columns as wide as a dot, so that none hides another."""
    columns: defaultdict[float, list[float]] = defaultdict(list)
    for value in values:
        place = chart.x(value)
        columns[round((place - chart.left) / (2 * _RADIUS))].append(place)
    return columns


def _dots(columns: dict[float, list[float]], middle: float, half: float) -> Iterator[str]:
    """Yield the dots of each column, from the middle up and down in turns."""
    for places in columns.values():
        step = min(2 * _RADIUS, 2 * (half - _RADIUS) / max(len(places) - 1, 1))
        for number, place in enumerate(places):
            away = (number + 1) // 2 * step * (-1) ** number
            if len(places) % 2 == 0:
                away += step / 2
            yield element(
                "circle", look="dot", cx=round(place, 1), cy=round(middle + away, 1), r=_RADIUS
            )
