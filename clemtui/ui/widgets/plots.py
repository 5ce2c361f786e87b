"""Plots of a player's development, drawn with characters. No information is in colour alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text
from textual.content import Content
from textual.widgets import Static

from clemtui.language import Interface

_SCORE = "•"
_ABORTED = "×"
_LINE = "braille"
_SMALLEST = (24, 4)
_MOST_POINTS = 200
"""Only this many of the latest episodes are drawn."""


@dataclass(frozen=True, slots=True)
class Point:
    """One episode: its number, its main score (None if it has none) and the quality so far."""

    number: int
    score: float | None
    aborted: bool
    quality: float | None


class ProgressPlot(Static):
    """A plot of main scores as dots and of the quality so far as a line.

    The plotting library is imported in a thread when the first plot is shown.
    """

    def __init__(self, interface: Interface, *, id: str | None = None) -> None:
        super().__init__(markup=False, id=id)
        self.interface = interface
        self._points: tuple[Point, ...] = ()
        self._ready = False

    async def show(self, points: Sequence[Point]) -> None:
        """Draw these episodes, oldest first. Without any, hide the plot."""
        self._points = tuple(points[-_MOST_POINTS:])
        self.display = bool(self._points)
        if self._points and not self._ready:
            await asyncio.to_thread(_load)
            self._ready = True
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        width, height = self.content_size
        if self._ready and self._points:
            self.update(draw_plot(self._points, self.interface, width, height))


def _load() -> None:
    import textual_plotext  # noqa: F401


def draw_plot(points: Sequence[Point], ui: Interface, width: int, height: int) -> Content:
    """Draw the plot in ``width`` × ``height`` cells, without the library's colours.

    Return empty content if the size is too small.
    """
    from textual_plotext.plot import Plot

    if width < _SMALLEST[0] or height < _SMALLEST[1] or not points:
        return Content("")
    plot = Plot()
    plot.theme("clear")
    plot.plotsize(width, height)
    plot.xaxes(True, False)
    plot.yaxes(True, False)
    first, last = points[0].number, points[-1].number
    scores = [point.score for point in points if point.score is not None]
    lowest, highest = min(0.0, *scores, 0.0), max(100.0, *scores, 0.0)
    plot.ylim(lowest, highest)
    plot.xlim(first, max(last, first + 1))
    line = [(p.number, p.quality) for p in points if p.quality is not None]
    if len(line) > 1:
        plot.plot([x for x, _ in line], [y for _, y in line], marker=_LINE)
    scored = [(p.number, p.score) for p in points if p.score is not None and not p.aborted]
    if scored:
        plot.scatter([x for x, _ in scored], [y for _, y in scored], marker=_SCORE)
    aborted = [p.number for p in points if p.aborted]
    if aborted:
        plot.scatter(aborted, [lowest] * len(aborted), marker=_ABORTED)
    ys = [lowest, (lowest + highest) / 2, highest]
    plot.yticks(ys, [ui.number(y, digits=0) for y in ys])
    xs = sorted({first, (first + last) // 2, last})
    plot.xticks(list(map(float, xs)), [ui.number(x) for x in xs])
    rows = Text.from_ansi(plot.build()).plain.rstrip("\n").split("\n")
    return Content("\n").join(_styled(row) for row in rows)


def _styled(row: str) -> Content:
    """Colour a row of the plot: runs of the same kind of character share a style."""
    parts = [("".join(group), style) for style, group in groupby(row, key=_style)]
    return Content.assemble(*parts)


def _style(character: str) -> str:
    if character == _SCORE:
        return "$text-accent"
    if character == _ABORTED:
        return "$text-warning"
    if "\u2800" <= character <= "\u28ff":
        return "$text-primary"
    return "$text-muted"


def legend(ui: Interface) -> str:
    """Return the legend of the plot."""
    return ui.text(
        "{dot} main score   {cross} aborted   {line} quality so far",
        dot=_SCORE,
        cross=_ABORTED,
        line="⠤",
    )
