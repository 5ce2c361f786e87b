"""Grids of characters: one, or several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from clemtui.engine import Grid, Grids
from clemtui.play.cells import EMPTY_CELL, cell_sign
from clemtui.ui.widgets.blocks import BlockWidget, padded, shown

_UNKNOWN_ROOM = 32
"""Cells to draw in as long as the widget has no place yet."""

_WIDEST_GAP = 3
_MARKED = "bold $text-accent"


class GridWidget(BlockWidget[Grid]):
    """A grid of characters with headings."""

    def lines(self) -> Iterator[Content]:
        grid = self.block
        drawing = Drawing.of(grid, "", spaced=True)
        yield from drawing.framed() if grid.highlighted else drawing.lines


class GridsWidget(BlockWidget[Grids]):
    """Grids side by side, as many in a line as the width of the board allows.

    A marked grid has a frame. Where they only just do not fit, the characters move together.
    """

    def lines(self) -> Iterator[Content]:
        room = self.size.width or _UNKNOWN_ROOM
        for spaced in (True, False):
            drawings = [self._drawing(grid, spaced=spaced) for grid in self.block.grids]
            if sum(drawing.width for drawing in drawings) <= room:
                yield from self._side_by_side(drawings, room)
                return
        drawings = [self._drawing(grid, spaced=True) for grid in self.block.grids]
        line: list[Drawing] = []
        for drawing in drawings:
            if line and sum(one.width for one in (*line, drawing)) > room:
                yield from self._side_by_side(line, room)
                line = []
            line.append(drawing)
        yield from self._side_by_side(line, room)

    def _drawing(self, grid: Grid, *, spaced: bool) -> Drawing:
        title = self.voice.say(grid.title) if grid.title is not None else ""
        return Drawing.of(grid, title, spaced=spaced)

    def _side_by_side(self, drawings: Sequence[Drawing], room: int) -> Iterator[Content]:
        if not drawings:
            return
        left = room - sum(drawing.width for drawing in drawings)
        gap = min(_WIDEST_GAP, left // max(1, len(drawings) - 1))
        framed = any(drawing.marked for drawing in drawings)
        columns = [d.framed() if d.marked else d.unframed(below=framed) for d in drawings]
        height = max(len(column) for column in columns)
        for number in range(height):
            parts: list[Content] = []
            for drawing, column in zip(drawings, columns, strict=True):
                line = column[number] if number < len(column) else Content("")
                parts += [_filled_up(line, drawing.width), Content(" " * gap)]
            yield Content("").join(parts[:-1]).rstrip()

    def on_resize(self) -> None:
        self._draw()


@dataclass(frozen=True)
class Drawing:
    """A grid as lines of equal width, without frame and title."""

    title: str
    lines: list[Content]
    inner: int
    marked: bool

    @classmethod
    def of(cls, grid: Grid, title: str, *, spaced: bool) -> Drawing:
        """Draw a grid; ``spaced`` leaves a blank between its characters."""
        lines = list(_lines(grid, " " if spaced else ""))
        name = shown(title)
        least = cell_len(name) + (1 if grid.highlighted and name else 0)
        inner = max([least, *(line.cell_length for line in lines)])
        return cls(name, [_filled_up(line, inner) for line in lines], inner, grid.highlighted)

    @property
    def width(self) -> int:
        """Cells from edge to edge, frame or margin included."""
        return self.inner + 2

    def framed(self) -> list[Content]:
        """With a frame, into which the title is let."""
        side = Content.styled("┃", _MARKED)
        head = f"━{self.title}" if self.title else ""
        top = f"┏{head}{'━' * (self.inner - cell_len(head))}┓"
        return [
            Content.styled(top, _MARKED),
            *(Content("").join([side, line, side]) for line in self.lines),
            Content.styled(f"┗{'━' * self.inner}┛", _MARKED),
        ]

    def unframed(self, *, below: bool) -> list[Content]:
        """With the title above, and as much margin as a frame would take; ``below``, too."""
        margin = Content(" ")
        body = [Content("").join([margin, line, margin]) for line in self.lines]
        head = [Content.styled(f" {self.title}", "bold")] if self.title or below else []
        return [*head, *body, *([Content("")] if below else [])]


def _lines(grid: Grid, blank: str) -> Iterator[Content]:
    """The rows with their headings."""
    rows = [[cell_sign(cell) for cell in row] for row in grid.cells]
    heads = [shown(name) for name in grid.rows]
    side = max((cell_len(name) for name in heads), default=0)
    columns = [shown(name) for name in grid.columns]
    width = max([1, *(cell_len(cell) for row in rows for cell in row), *map(cell_len, columns)])
    lead = " " * (side + 1 if side else 0)
    if columns:
        names = blank.join(padded(name, width) for name in columns)
        yield Content.styled(lead + names, "$foreground-muted")
    for number, row in enumerate(rows):
        head = padded(heads[number] if number < len(heads) else "", side)
        cells = [Content.styled(padded(cell, width), _style(cell)) for cell in row]
        yield Content.assemble(
            (f"{head} " if side else "", "$foreground-muted"), Content(blank).join(cells)
        )


def _style(cell: str) -> str:
    return "$foreground-muted" if cell in (EMPTY_CELL, " ") else "bold"


def _filled_up(line: Content, width: int) -> Content:
    return Content.assemble(line, " " * max(0, width - line.cell_length))
