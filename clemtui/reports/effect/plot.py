"""Differences between languages as a text plot: their intervals, the zero line, and the wording
band behind them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from rich.cells import cell_len

from clemtui.analysis.effect.model import Setting
from clemtui.language import Interface, one_line, shorten
from clemtui.reports.effect.tables import points
from clemtui.reports.names import language_and_group
from clemtui.reports.tables import SEPARATOR

Style = Literal["label", "band", "zero", "line", "point", "axis"]

POINT, CONTROL = "●", "○"
BAND, ZERO = "░", "│"
_LINE, _CROSSING, _LOW, _HIGH = "─", "┼", "├", "┤"
_MIN_PLOT_WIDTH = 15
_MAX_LABEL_SHARE = 0.4
"""As a share of the width."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line with uniform appearance."""

    text: str
    look: Style


PlotLine = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """The drawing of one difference.

    Attributes:
        name: the language and its group; ``short`` is the same with the tag alone.
        band: the wording band behind it, if any.
    """

    name: str
    short: str
    value: float
    low: float
    high: float
    control: bool
    band: tuple[float, float] | None


def bars(setting: Setting, ui: Interface) -> tuple[Bar, ...]:
    """Return the bars of a setting."""
    return tuple(
        Bar(
            name=language_and_group(each, ui),
            short=SEPARATOR.join(filter(None, (each.language, one_line(each.group)))),
            value=each.difference.value,
            low=each.difference.low,
            high=each.difference.high,
            control=each.control,
            band=setting.band(each.group),
        )
        for each in setting.comparisons
    )


def axis_limit(drawn: Iterable[Bar]) -> float:
    """Return the extent of the axis on either side of zero: a round number that covers all ends."""
    ends = [abs(end) for bar in drawn for end in (bar.low, bar.high, *(bar.band or ()))]
    most = max(ends, default=0.0)
    for step in (5, 10, 20, 50):
        if most <= step:
            return float(step)
    return float(100 * max(1, math.ceil(most / 100)))


def plot(drawn: tuple[Bar, ...], ui: Interface, width: int) -> tuple[PlotLine, ...]:
    """Return the plot as lines of at most ``width`` cells; empty if there is no room, or no bar."""
    most = int(width * _MAX_LABEL_SHARE)
    if any(cell_len(bar.name) > most for bar in drawn):
        drawn = tuple(replace(bar, name=bar.short) for bar in drawn)
    label = min(max((cell_len(bar.name) for bar in drawn), default=0), most)
    room = width - label - 2
    room -= 1 - room % 2  # an odd number, with zero in the middle
    if not drawn or room < _MIN_PLOT_WIDTH:
        return ()
    end = axis_limit(drawn)
    lines = [_bar(bar, label, room, end) for bar in drawn]
    return (*lines, _axis(label, room, end, ui))


def as_text(lines: Iterable[PlotLine]) -> list[str]:
    """Return the lines as plain text."""
    return ["".join(piece.text for piece in line).rstrip() for line in lines]


def _bar(bar: Bar, label: int, room: int, end: float) -> PlotLine:
    def place(value: float) -> int:
        return round((value + end) / (2 * end) * (room - 1))

    cells: list[tuple[str, Style]] = [(" ", "axis")] * room
    if bar.band is not None:
        for at in range(place(bar.band[0]), place(bar.band[1]) + 1):
            cells[at] = (BAND, "band")
    cells[place(0.0)] = (ZERO, "zero")
    low, high = place(bar.low), place(bar.high)
    for at in range(low, high + 1):
        cells[at] = (_CROSSING if at == place(0.0) else _LINE, "line")
    cells[low], cells[high] = (_LOW, "line"), (_HIGH, "line")
    cells[place(bar.value)] = (CONTROL if bar.control else POINT, "point")
    name = shorten(bar.name, label, cell_len)
    padded = name + " " * (label - cell_len(name)) + "  "
    parts = [
        Span("".join(text for text, _ in group), look)
        for look, group in groupby(cells, key=lambda cell: cell[1])
    ]
    return (Span(padded, "label"), *parts)


def _axis(label: int, room: int, end: float, ui: Interface) -> PlotLine:
    low, zero, high = points(-end, ui), "0", points(end, ui, signed=True)
    half = room // 2
    left = low + " " * max(1, half - cell_len(low)) + zero
    line = left + " " * max(1, room - cell_len(left) - cell_len(high)) + high
    return (Span(" " * (label + 2), "label"), Span(line, "axis"))
