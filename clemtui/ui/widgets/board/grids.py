"""Character grids: one, or several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from clemtui.engine import Grid, Grids
from clemtui.engine.views import Tone
from clemtui.language.cells import displayed_symbol, is_empty_cell
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import GUARD, separator
from clemtui.ui.widgets.board.blocks import TONES, BlockWidget, one_safe_line, width_of
from clemtui.ui.widgets.board.tiles import TileSize, cell_tile, largest_tiles, tile_grid
from clemtui.ui.widgets.columns import pad
from clemtui.wording.phrases import Voice

_CellSize = tuple[int, int]
"""Width and height of a cell that is drawn as a block."""

_CELL_SIZES: tuple[_CellSize, ...] = ((6, 3), (4, 2), (2, 1))
"""Those of square cells, largest first."""

_WIDEST_GAP = 3
_MARKED = "bold $text-accent"
_SIGNS: Mapping[Tone, str] = {"good": "✓ ", "bad": "✗ "}


class GridWidget(BlockWidget[Grid]):
    """A character grid with headings, of tiles where there is room for them.

    Attributes:
        tiles: the size of the tiles; None: characters.
    """

    tiles: TileSize | None = None

    def adapt(self, height: int, width: int) -> None:
        """Draw tiles if the grid has no marks, and room for them, in cells."""
        grid = self.block
        side = max((cell_count(name) + 1 for name in grid.rows), default=0)
        above = bool(grid.columns) + (grid.title is not None)
        size = max(map(len, grid.cells), default=0), len(grid.cells)
        plain = not grid.highlighted and grid.mark is None and not _narrow(grid)
        room = width - side, height - above
        tiles = largest_tiles(1, room, size) if plain and not self.app.native_ansi_color else None
        if tiles != self.tiles:
            self.tiles = tiles
            self._draw()

    def lines(self) -> Iterator[Content]:
        grid = self.block
        if self.tiles is not None:
            yield from _tiled(grid, self.tiles)
            return
        drawing = Drawing.of(grid, self.voice, spaced=True, titled=False)
        if grid.highlighted:
            yield from drawing.framed()
        else:
            yield from drawing.lines
            if drawing.mark:
                yield drawing.mark


class GridsWidget(BlockWidget[Grids]):
    """Grids side by side, as many per line as fit.

    A highlighted grid has a frame; a label for a grid's state is written below it. If all grids fit
    into one line only without the blanks between their characters, the blanks are left out.
    """

    cell: _CellSize | None = None
    """The size of a cell that is drawn as a block; None: characters."""

    def adapt(self, height: int, width: int) -> None:
        """Draw blocks of the largest size for which there is room, in cells, if the grids have only
        empty cells and one other symbol, and no headings: with these, the symbols matter."""
        grids = self.block.grids
        symbols = {displayed_symbol(cell) for grid in grids for row in grid.cells for cell in row}
        pictures = len([each for each in symbols if not is_empty_cell(each)]) == 1
        pictures = pictures and not any(grid.rows or grid.columns for grid in grids)
        found = None
        for cell in _CELL_SIZES if pictures and not self.app.native_ansi_color else ():
            drawings = [Drawing.of(grid, self.voice, spaced=False, cell=cell) for grid in grids]
            high = max(len(drawing.lines) for drawing in drawings) + 2
            if sum(drawing.width for drawing in drawings) <= width and high <= height:
                found = cell
                break
        if found != self.cell:
            self.cell = found
            self._draw()

    def lines(self) -> Iterator[Content]:
        room = self.room
        if self.cell is not None:
            drawings = [
                Drawing.of(each, self.voice, spaced=False, cell=self.cell)
                for each in self.block.grids
            ]
            if sum(drawing.width for drawing in drawings) <= room:
                yield from self._side_by_side(drawings, room)
                return
        for spaced in (True, False):
            drawings = [Drawing.of(each, self.voice, spaced=spaced) for each in self.block.grids]
            if sum(drawing.width for drawing in drawings) <= room:
                yield from self._side_by_side(drawings, room)
                return
        drawings = [Drawing.of(grid, self.voice, spaced=True) for grid in self.block.grids]
        line: list[Drawing] = []
        for drawing in drawings:
            if line and sum(one.width for one in (*line, drawing)) > room:
                yield from self._side_by_side(line, room)
                line = []
            line.append(drawing)
        yield from self._side_by_side(line, room)

    def _side_by_side(self, drawings: Sequence[Drawing], room: int) -> Iterator[Content]:
        if not drawings:
            return
        left = room - sum(drawing.width for drawing in drawings)
        gap = min(_WIDEST_GAP, left // max(1, len(drawings) - 1))
        pictures = self.cell is not None
        indent = " " * ((left - gap * (len(drawings) - 1)) // 2 if pictures else 0)
        below = any(drawing.highlighted or drawing.mark for drawing in drawings)
        columns = [d.framed() if d.highlighted else d.unframed(below=below) for d in drawings]
        height = max(len(column) for column in columns)
        for number in range(height):
            parts: list[Content] = []
            for drawing, column in zip(drawings, columns, strict=True):
                line = column[number] if number < len(column) else Content("")
                parts += [_pad_line(line, drawing.width), Content(" " * gap)]
            yield Content.assemble(indent, Content("").join(parts[:-1])).rstrip()

    def on_resize(self) -> None:
        self._draw()


@dataclass(frozen=True)
class Drawing:
    """A grid as lines of equal width, without frame, title and mark."""

    title: str
    lines: list[Content]
    mark: Content
    inner: int
    highlighted: bool

    @classmethod
    def of(
        cls,
        grid: Grid,
        voice: Voice,
        *,
        spaced: bool,
        titled: bool = True,
        cell: _CellSize | None = None,
    ) -> Drawing:
        """Draw a grid.

        Args:
            spaced: put a blank between its characters.
            cell: draw blocks of this size in place of characters.
        """
        lines = list(_lines(grid, " " if spaced else "") if cell is None else _blocks(grid, cell))
        name = one_safe_line(voice.say(grid.title)) if titled and grid.title is not None else ""
        mark = _mark(grid, voice)
        least = cell_count(name) + (1 if grid.highlighted and name else 0)
        inner = max([least, width_of(mark), *map(width_of, lines)])
        padded = [_pad_line(line, inner) for line in lines]
        return cls(name, padded, mark, inner, grid.highlighted)

    @property
    def width(self) -> int:
        """The full width in cells, including the frame or margin."""
        return self.inner + 2

    def framed(self) -> list[Content]:
        """Return the lines with a frame that has the title and the mark in its borders."""
        side = Content.styled("┃", _MARKED)
        head = f"━{self.title}" if self.title else ""
        top = f"┏{head}{'━' * (self.inner - cell_count(head))}┓"
        rest = "━" * (self.inner - width_of(self.mark))
        return [
            Content.styled(top, _MARKED),
            *(Content("").join([side, line, side]) for line in self.lines),
            Content.assemble(("┗", _MARKED), self.mark, (f"{rest}┛", _MARKED)),
        ]

    def unframed(self, *, below: bool) -> list[Content]:
        """Return the lines with the title above and a margin as wide as a frame.

        ``below`` adds a line for the mark.
        """
        margin = Content(" ")
        body = [Content("").join([margin, line, margin]) for line in self.lines]
        head = [Content.styled(f" {self.title}", "bold")] if self.title or below else []
        return [*head, *body, *([Content("").join([margin, self.mark])] if below else [])]


def _mark(grid: Grid, voice: Voice) -> Content:
    """Return the label for a grid's state, with a sign."""
    if grid.mark is None:
        return Content("")
    text = f"{_SIGNS.get(grid.tone, '')}{one_safe_line(voice.say(grid.mark))}"
    return Content.styled(text, f"bold {TONES[grid.tone]}".strip())


def _lines(grid: Grid, blank: str) -> Iterator[Content]:
    """Yield the rows with their headings."""
    rows = [[displayed_symbol(cell) for cell in row] for row in grid.cells]
    if separator(*grid.columns, *map("".join, rows)) == GUARD:
        blank = GUARD  # keeps the columns in order, whatever their letters
    heads = [one_safe_line(name) for name in grid.rows]
    side = max((cell_count(name) for name in heads), default=0)
    columns = [one_safe_line(name) for name in grid.columns]
    width = max([1, *(cell_count(cell) for row in rows for cell in row), *map(cell_count, columns)])
    lead = " " * (side + 1 if side else 0)
    if columns:
        names = blank.join(pad(name, width) for name in columns)
        yield Content.styled(lead + names, "$foreground-muted")
    for number, row in enumerate(rows):
        head = pad(heads[number] if number < len(heads) else "", side)
        cells = [Content.styled(pad(cell, width), _style(cell)) for cell in row]
        yield Content.assemble(
            (f"{head}{separator(head)}" if side else "", "$foreground-muted"),
            Content(blank).join(cells),
        )


def _narrow(grid: Grid) -> bool:
    """Return whether tiles are too narrow for the characters of a grid, or would be reordered."""
    texts = ["".join(map(displayed_symbol, row)) for row in grid.cells]
    widths = (cell_count(displayed_symbol(cell)) for row in grid.cells for cell in row)
    return separator(*grid.columns, *texts) == GUARD or max(widths, default=1) > 1


def _tiled(grid: Grid, size: TileSize) -> Iterator[Content]:
    """Yield a grid of tiles with its headings."""
    rows = [[cell_tile(displayed_symbol(cell)) for cell in row] for row in grid.cells]
    columns, names = ([one_safe_line(name) for name in each] for each in (grid.columns, grid.rows))
    return tile_grid(rows, 1, size, (columns, names))


def _blocks(grid: Grid, cell: _CellSize) -> Iterator[Content]:
    """Yield a grid as a picture of blocks, without headings."""
    width, height = cell
    empty = "·".center(width) if width > _CELL_SIZES[-1][0] else "· "
    for row in grid.cells:
        parts = ["" if is_empty_cell(displayed_symbol(each)) else "█" * width for each in row]
        for number in range(height):
            here = empty if number == (height - 1) // 2 else " " * width
            yield Content.assemble(
                *((part, "$foreground") if part else (here, "$foreground-muted") for part in parts)
            )


def _style(symbol: str) -> str:
    return "$foreground-muted" if is_empty_cell(symbol) else "bold"


def _pad_line(line: Content, width: int) -> Content:
    return Content.assemble(line, " " * max(0, width - width_of(line)))
