"""The report of a study laid out as rows of a width, with the places of its sections."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from textual.content import Content

from clemtui.study.telling.fitting import fitted


@dataclass(frozen=True, slots=True)
class Part:
    """A section, with its heading.

    Attributes:
        lines: for a width, an outline by indentation; what is wider is broken.
        widest: the most cells that are used, if there are more.
    """

    key: str
    title: str
    lines: Callable[[int], Iterable[str]]
    widest: int


@dataclass(frozen=True, slots=True)
class Laid:
    """The rows of a report.

    Attributes:
        rows: none is wider than was asked for.
        lines: for each row, the number of the line that it is a piece of; lines are counted with
            headings and blank lines.
        texts: the lines.
        starts: for each part, the row with its heading.
    """

    rows: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()

    def part_at(self, row: int) -> int:
        """Return which part a row belongs to, from 0; the first one's if there is none."""
        return max(0, bisect_right(self.starts, row) - 1)

    def row_of(self, line: int) -> int:
        """Return the first row of a line; the last row if there are fewer lines."""
        return next((at for at, number in enumerate(self.lines) if number >= line), self.last)

    def line_at(self, row: int) -> int:
        """Return the line that a row is a piece of."""
        return self.lines[min(max(row, 0), self.last)] if self.lines else 0

    @property
    def last(self) -> int:
        """The last row."""
        return max(0, len(self.rows) - 1)

    def found(self, wanted: str) -> tuple[int, ...]:
        """Return the numbers of the lines that contain a text, in whatever case."""
        folded = wanted.casefold()
        return tuple(at for at, text in enumerate(self.texts) if folded in text.casefold())

    def content(self, found: Collection[int], current: int | None) -> Content:
        """Return all of it to be shown.

        Args:
            found: the lines that a search has found; their rows are underlined.
            current: that of them which is looked at; its rows are reversed.
        """
        pieces: list[str | Content | tuple[str, str]] = []
        heads, matches = set(self.starts), set(found)
        for at, (row, line) in enumerate(zip(self.rows, self.lines, strict=True)):
            styles = [
                *(["bold $text-accent"] if at in heads else []),
                *(["underline"] if line in matches else []),
                *(["reverse"] if line == current else []),
            ]
            indent = len(row) - len(row.lstrip(" "))
            pieces += [row[:indent], (row[indent:], " ".join(styles)), "\n"]
        return Content.assemble(*pieces[:-1])


def lay_out(parts: Sequence[Part], width: int) -> Laid:
    """Lay out parts in a width, in cells."""
    rows: list[str] = []
    lines: list[int] = []
    texts: list[str] = []
    starts: list[int] = []

    def add(text: str, most: int) -> None:
        for row in fitted([text], most):
            rows.append(row)
            lines.append(len(texts))
        texts.append(text)

    for part in parts:
        if starts:
            add("", width)
        starts.append(len(rows))
        add(part.title, width)
        most = min(width, part.widest)
        for text in part.lines(most):
            add(text, most)
    return Laid(tuple(rows), tuple(lines), tuple(texts), tuple(starts))
