"""Means beside each other on an axis from 0 to 100: a name on the left, numbers on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from clemtui.study.pictures.data import Drawn, Group, Reference
from clemtui.study.pictures.drawing import (
    LINE,
    MARGIN,
    WIDTH,
    line,
    lines_of,
    mark,
    series_look,
    text_width,
    words,
)
from clemtui.study.pictures.wording import INTERVALS_NOTE, REFERENCES_NOTE
from clemtui.study.telling.counts import numbers
from clemtui.study.telling.estimates import estimate

_NUMBERS = 142
_LEAST_NAMES, _MOST_NAMES = 110, 220
"""Pixels for numbers and names."""
_GAP = 12
_INDENT = 10
_TICKS = (0, 25, 50, 75, 100)
_TIGHT = 5
"""Pixels above and below the text of a row."""


@dataclass(slots=True)
class Chart:
    """A chart that grows downwards.

    Attributes:
        names: pixels for the names.
        y: where the next element begins.
        body: what is drawn so far; ``grid`` is behind it.
    """

    names: float
    y: float
    body: list[str] = field(default_factory=list)
    grid: list[str] = field(default_factory=list)

    @property
    def left(self) -> float:
        """Where 0 is."""
        return MARGIN + self.names + _GAP

    @property
    def right(self) -> float:
        """Where 100 is."""
        return WIDTH - MARGIN - _NUMBERS - _GAP

    def x(self, value: float) -> float:
        """Return the place of a value from 0 to 100."""
        return self.left + value / 100 * (self.right - self.left)

    def head(self, text: str, note: str) -> None:
        """Write a heading with a note after it, or beneath if there is no room."""
        self.y += _TIGHT
        for each in lines_of(text, (WIDTH - 2 * MARGIN) / 1.1):
            self.y += LINE
            self.body.append(words(MARGIN, self.y - 4, each, "head"))
            end = MARGIN + text_width(each) * 1.1 + 8
        if end + text_width(note) > WIDTH - MARGIN:
            for each in lines_of(note, WIDTH - 2 * MARGIN):
                self.y += LINE
                self.body.append(words(MARGIN, self.y - 4, each, "soft"))
        elif note:
            self.body.append(words(end, self.y - 4, note, "soft"))

    def row(self, drawn: Drawn) -> None:
        """Draw a mean with its interval."""
        middle = self._named(lines_of(drawn.name, self.names - _INDENT))
        self.body += self.interval(drawn, middle)
        self.number(estimate(drawn.estimate), middle)

    def reference(self, published: Reference, top: float) -> None:
        """Draw a published score as a dashed line from a place down to its name."""
        middle = self._named(reference_lines(published, self.names - _INDENT), "soft")
        place = self.x(published.value)
        self.grid.append(line("reference", place, top, place, middle))
        self.body.append(mark("reference", 0, place, middle, hollow=True))
        self.number(published.number, middle)

    def _named(self, named: Sequence[str], look: str = "") -> float:
        """Write the lines of a name, and return the middle of its row."""
        height = len(named) * (LINE - 2) + _TIGHT
        middle = self.y + height / 2
        for number, each in enumerate(named):
            top = middle - (len(named) - 1) * (LINE - 2) / 2 + number * (LINE - 2)
            self.body.append(words(MARGIN + _INDENT, top + 4, each, look))
        self.y += height
        return middle

    def number(self, text: str, middle: float) -> None:
        """Write numbers on the right."""
        self.body.append(words(self.right + _GAP, middle + 4, text, "number", _NUMBERS))

    def interval(self, drawn: Drawn, y: float) -> Iterable[str]:
        """Yield the mark of a mean, and the line of its interval with its ends."""
        found = drawn.estimate
        if found is None:
            return
        series = "model" if drawn.kind == "model" else "people"
        look = f"line {series_look(series, drawn.shape)}"
        if found.low is not None and found.high is not None:
            low, high = self.x(found.low), self.x(found.high)
            yield line(look, low, y, high, y)
            for end in (low, high):
                yield line(look, end, y - 4, end, y + 4)
        hollow = drawn.kind == "with excluded"
        yield mark(series, drawn.shape, self.x(found.value), y, hollow=hollow)

    def panel(self, top: float) -> None:
        """Draw the grid from a place down to here, with its numbers beneath."""
        for tick in _TICKS:
            self.grid.append(line("grid", self.x(tick), top, self.x(tick), self.y + 3))
            self.body.append(words(self.x(tick), self.y + 16, str(tick), "number soft middle"))
        self.y += LINE + 6


def reference_lines(
    published: Reference, room: float, width: Callable[[str], float] = text_width
) -> list[str]:
    """Break the name of a published score between its parts if it does not fit into a line."""
    if width(published.name) <= room:
        return [published.name]
    return [each for part in published.parts for each in lines_of(part, room, width)]


def chart_for(groups: Iterable[Group], y: float) -> Chart:
    """Return an empty chart with room for the names of some groups."""
    widths = (text_width(name) for group in groups for name in group.names)
    names = min(max([_LEAST_NAMES, *widths]) + _INDENT, _MOST_NAMES)
    return Chart(names, y)


def counts(group: Group) -> str:
    """Return how many people, instances and episodes the mean of people is based on."""
    found = group.people
    if found is None:
        return "nothing to count"
    return numbers(found.participants, found.instances, found.episodes)


def intervals_note(groups: Iterable[Group]) -> str:
    """Return what the marks of some groups mean."""
    note = INTERVALS_NOTE
    return f"{note} {REFERENCES_NOTE}" if any(each.references for each in groups) else note


def group_name(group: Group) -> str:
    """Return the name of a group."""
    return f"{group.game} ({group.place})" if group.place else group.game


def group_words(group: Group) -> str:
    """Return all numbers of a group."""
    means = [f"{each.name} {estimate(each.estimate)}" for each in group.drawn]
    means += (f"{each.name} {each.number}" for each in group.references)
    return f"{group_name(group)}, {counts(group)}: {'; '.join(means)}."
