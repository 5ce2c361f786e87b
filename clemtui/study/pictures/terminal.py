"""The pictures of a study as lines of text, which need neither colours nor a wide terminal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clemtui.language import one_line
from clemtui.language.width import cell_count
from clemtui.study.pictures.chart import counts, group_name, intervals_note, reference_lines
from clemtui.study.pictures.data import Curve, Dots, Drawn, Group, PlotData, Reference
from clemtui.study.pictures.drawing import lines_of
from clemtui.study.pictures.wording import (
    CURVES_NOTE,
    DOTS_NOTE_IN_TEXT,
    FLOW_NOTE,
)
from clemtui.study.results.flow import Flow
from clemtui.study.telling.estimates import estimate
from clemtui.study.telling.flow import stages
from clemtui.study.telling.measures import MEASURES

_NUMBERS = 23
"""Cells for ``100.0 (one participant)``, and for any interval."""
_MOST_NAMES = 28
_LEAST_PLOT = 21
"""Cells below which names and numbers get a line of their own."""
_TALLEST = 8
"""Dots above each other; of more, a dot stands for several participants."""
_SHORTEST = 16


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What is drawn with.

    Attributes:
        people, excluded: the marks of means of people; ``models``: those of models, in turns.
        published: the mark of a published score of people.
        low, line, high: of an interval.
        axis, tick: of the axis beneath.
        dot: a participant.
        corners: of a box, from the upper left to the lower left; ``across``, ``down``: its sides.
        right, below: arrows.
    """

    people: str
    excluded: str
    models: str
    published: str
    low: str
    line: str
    high: str
    axis: str
    tick: str
    dot: str
    corners: str
    across: str
    down: str
    right: str
    below: str


DRAWN = Glyphs("●", "○", "■▲◆▼□△◇▽", "☆", "├", "─", "┤", "─", "┴", "•", "┌┐┘└", "─", "│", "▶", "▼")
ASCII = Glyphs("O", "o", "#*%@=+&$", "?", "[", "-", "]", "-", "+", "o", "++++", "-", "|", ">", "v")


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return what can be written in an encoding: ASCII if it cannot show the marks."""
    try:
        "".join(map(str, _fields(DRAWN))).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return DRAWN


def _fields(glyphs: Glyphs) -> Iterator[str]:
    yield from (getattr(glyphs, name) for name in Glyphs.__slots__)


def as_text(data: PlotData, width: int, glyphs: Glyphs) -> Iterator[str]:
    """Yield the pictures as lines.

    Args:
        data: what they show.
        width: in terminal cells, which no line exceeds if there are at least 30.
        glyphs: what they are drawn with.
    """
    yield from _flow(data.flow, width, glyphs)
    for each in data.intervals:
        groups = (*each.games, *each.cells)
        yield from _heading(
            f"{MEASURES[each.measure].title}: people and models", intervals_note(groups), width
        )
        frame = _frame(groups, width, glyphs)
        for group in groups:
            yield from _group_head(group, width)
            yield from frame.rows(group)
    yield from _heading("Joint score of every participant", DOTS_NOTE_IN_TEXT, width)
    frame = _frame([each.group for each in data.dots], width, glyphs)
    for dots in data.dots:
        yield from _group_head(dots.group, width)
        yield from _swarm(dots, frame)
        yield from frame.rows(dots.group)
    yield from _curves(data.curves, width, glyphs)


def _heading(title: str, note: str, width: int) -> Iterator[str]:
    yield ""
    yield from lines_of(title, width, cell_count)
    yield from lines_of(note, width, cell_count)


def _group_head(group: Group, width: int) -> Iterator[str]:
    yield ""
    yield from lines_of(f"{group_name(group)}: {counts(group)}", width, cell_count)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where names, the axis from 0 to 100 and numbers are.

    Attributes:
        names: cells for names; 0: names and numbers have a line of their own.
        plot: cells from 0 to 100.
        width: of everything.
    """

    names: int
    plot: int
    width: int
    glyphs: Glyphs

    def place(self, value: float) -> int:
        """Return the cell of a value from 0 to 100."""
        return round(value / 100 * (self.plot - 1))

    def rows(self, group: Group) -> Iterator[str]:
        """Yield the means of a group and the axis, if there are any."""
        if group.is_empty:
            return
        for drawn in group.drawn:
            yield from self.row(drawn)
        for published in group.references:
            yield from self.reference(published)
        yield from self.axis()

    def row(self, drawn: Drawn) -> Iterator[str]:
        """Yield a mean with its interval."""
        numbers = estimate(drawn.estimate)
        if not self.names:
            yield from self._beneath(drawn.name, self._interval(drawn), numbers)
            return
        named = lines_of(drawn.name, self.names, cell_count)
        yield from self._beside(named, self._interval(drawn), numbers)

    def reference(self, published: Reference) -> Iterator[str]:
        """Yield a published score."""
        cells = [" "] * self.plot
        cells[self.place(published.value)] = self.glyphs.published
        if not self.names:
            yield from self._beneath(published.name, cells, published.number)
            return
        named = reference_lines(published, self.names, cell_count)
        yield from self._beside(named, cells, published.number)

    def _beneath(self, name: str, cells: Sequence[str], numbers: str) -> Iterator[str]:
        yield from lines_of(f"{name}: {numbers}", self.width, cell_count)
        yield f" {''.join(cells)}".rstrip()

    def _beside(self, named: Sequence[str], cells: Sequence[str], numbers: str) -> Iterator[str]:
        first, *rest = named
        yield f"{self._padded(first)}{''.join(cells)}  {numbers}".rstrip()
        yield from rest

    def plain(self, cells: str) -> str:
        """Return cells of the plot with the space for names before them."""
        return f"{self._padded('')}{cells}".rstrip()

    def axis(self) -> Iterator[str]:
        """Yield the axis with its numbers."""
        ticks = (0, 50, 100) if self.plot < 2 * _LEAST_PLOT else (0, 25, 50, 75, 100)
        cells, numbers = [self.glyphs.axis] * self.plot, [" "] * (self.plot + 2)
        for tick in ticks:
            at = self.place(tick)
            cells[at] = self.glyphs.tick
            start = max(0, at - len(str(tick)) // 2)
            numbers[start : start + len(str(tick))] = str(tick)
        yield self.plain("".join(cells))
        yield self.plain("".join(numbers))

    def _padded(self, name: str) -> str:
        if not self.names:
            return " "
        return name + " " * (self.names - cell_count(name) + 2)

    def _interval(self, drawn: Drawn) -> list[str]:
        cells = [" "] * self.plot
        found = drawn.estimate
        if found is None:
            return cells
        if found.low is not None and found.high is not None:
            low, high = self.place(found.low), self.place(found.high)
            cells[low : high + 1] = self.glyphs.line * (high + 1 - low)
            cells[low], cells[high] = self.glyphs.low, self.glyphs.high
        cells[self.place(found.value)] = _mark(drawn, self.glyphs)
        return cells


def _mark(drawn: Drawn, glyphs: Glyphs) -> str:
    if drawn.kind == "model":
        return glyphs.models[drawn.shape % len(glyphs.models)]
    return glyphs.people if drawn.kind == "people" else glyphs.excluded


def _frame(groups: Sequence[Group], width: int, glyphs: Glyphs) -> _Frame:
    names = [cell_count(one_line(name)) for group in groups for name in group.names]
    return _fitted(max(names, default=0), width, glyphs)


def _fitted(names: int, width: int, glyphs: Glyphs) -> _Frame:
    names = min(names, _MOST_NAMES)
    plot = width - names - _NUMBERS - 4
    if plot < _LEAST_PLOT:
        return _Frame(0, max(width - 3, _SHORTEST), width, glyphs)
    return _Frame(names, plot, width, glyphs)


def _swarm(dots: Dots, frame: _Frame) -> Iterator[str]:
    """Yield the dots of a game, heaped on the axis."""
    heaps = Counter(map(frame.place, dots.values))
    each = math.ceil(max(heaps.values(), default=0) / _TALLEST)
    if each > 1:
        yield from lines_of(
            f"(a dot stands for up to {each} participants)", frame.width, cell_count
        )
    heights = {at: math.ceil(number / each) for at, number in heaps.items()}
    for level in range(max(heights.values(), default=0), 0, -1):
        yield frame.plain(
            "".join(
                frame.glyphs.dot if heights.get(at, 0) >= level else " " for at in range(frame.plot)
            )
        )


def _curves(curves: Sequence[Curve], width: int, glyphs: Glyphs) -> Iterator[str]:
    measure = MEASURES[curves[0].measure].short
    yield from _heading(f"Learning: {measure}", CURVES_NOTE, width)
    for curve in curves:
        yield ""
        yield from lines_of(curve.game, width, cell_count)
        drawn = [
            Drawn(f"episode {place} ({each.participants})", "people", 0, each)
            for place, each in curve.points
        ]
        if not drawn:
            yield "nothing to count"
            continue
        frame = _fitted(max(len(each.name) for each in drawn), width, glyphs)
        for each in drawn:
            yield from frame.row(each)
        yield from frame.axis()


def _flow(flow: Flow, width: int, glyphs: Glyphs) -> Iterator[str]:
    yield from _heading("Flow of participants", FLOW_NOTE, width)
    drawn = stages(flow)
    inside = max(cell_count(text) for stage in drawn for text in stage.inside) + 2
    upper, right, lower, left = list(glyphs.corners)
    indent = " " * (max(cell_count(stage.label) for stage in drawn) // 2 + 2)
    for stage in drawn:
        yield upper + glyphs.across * inside + right
        for text in stage.inside:
            yield f"{glyphs.down} {text:<{inside - 2}} {glyphs.down}"
        yield left + glyphs.across * inside + lower
        if not stage.aside:
            return
        first, *rest = stage.aside
        arrow = f"{glyphs.across * 2}{glyphs.right} "
        for number, text in enumerate((first, *rest)):
            begin = f"{indent}{glyphs.down}{arrow if not number else '      '}"
            for line in lines_of(text, max(width - len(begin), 12), cell_count):
                yield begin + line
                begin = f"{indent}{glyphs.down}      "
        yield f"{indent}{glyphs.below}"
