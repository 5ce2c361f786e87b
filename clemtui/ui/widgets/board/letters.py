"""Letter boards and keyboards, with letters marked by signs and additionally by colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textual.content import Content

from clemtui.engine import Cell, Keyboard, LetterBoard
from clemtui.engine.views import LetterMark
from clemtui.language import Interface, one_line
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import GUARD, separator
from clemtui.ui.widgets.board.blocks import BlockWidget, width_of
from clemtui.ui.widgets.board.tiles import (
    SMALL,
    Tile,
    TileSize,
    key_look,
    largest_tiles,
    tile_rows,
)
from clemtui.ui.widgets.columns import pad

_FRAMES: dict[LetterMark, tuple[str, str]] = {
    "hit": ("[", "]"),
    "near": ("(", ")"),
    "miss": (" ", " "),
    "empty": (" ", " "),
    "open": (" ", " "),
}
_KEY_FRAMES: dict[LetterMark, tuple[str, str]] = {**_FRAMES, "miss": ("-", "-")}
"""On a keyboard, a letter without signs is one about which nothing is known yet."""
_WIDE_KEY_FRAMES = {mark: (before, "") for mark, (before, _) in _KEY_FRAMES.items()}
"""Wide letters such as kana have a sign on the left only: there are many of them."""
_STYLES: dict[LetterMark, str] = {
    "hit": "bold $text-success on $success-muted",
    "near": "bold $text-warning on $warning-muted",
    "miss": "$foreground-muted on $surface-lighten-1",
    "empty": "$foreground-disabled on $surface",
    "open": "on $surface",
}


_AROUND = 3
"""Cells for the signs around a letter and the gap to the next one."""


def letter_cell(
    cell: Cell, width: int = 1, frames: Mapping[LetterMark, tuple[str, str]] = _FRAMES
) -> Content:
    """Draw a letter with the signs and colours of its mark: ``width`` cells plus the signs."""
    before, after = frames[cell.mark]
    return Content.styled(f"{before}{shown_letter(cell, width)}{after}", _STYLES[cell.mark])


def shown_letter(cell: Cell, width: int) -> str:
    """Return the letter of a cell as it is shown, in upper case and ``width`` cells wide."""
    return pad(cell.capital or upper_case(one_line(cell.letter) or "·"), width)


def widest(letters: Iterable[str]) -> int:
    """Return the width of the widest letter, in cells, for aligning letters in columns."""
    return max([1, *(cell_count(one_line(letter)) for letter in letters)])


def upper_case(letter: str) -> str:
    """Return the letter in upper case if that is a single letter that maps back to it.

    Otherwise, return it unchanged.
    """
    upper = letter.upper()
    same = len(upper) == len(letter) and upper.lower() == letter
    return upper if same and cell_count(upper) == cell_count(letter) else letter


class LetterBoardWidget(BlockWidget[LetterBoard]):
    """Rows of letters as tiles, or where there is no room for these in a line each, with a legend.

    Attributes:
        tiles: the size of the tiles; None: letters in lines.
        with_legend: whether there is room for the legend.
        typed: what the person is typing, shown in the first row without letters; None if nobody is
            asked for a word.
    """

    tiles: TileSize | None = None
    with_legend = True
    typed: str | None = None

    def adapt(self, height: int, width: int) -> None:
        """Draw tiles if the board has room for them, in cells, and the legend if there is more."""
        letters, longest = widest(self._letters), max(map(len, self.block.rows), default=0)
        rows = len(self.block.rows)
        found = largest_tiles(letters, (width, height - 1), (longest, rows))
        tiles = found or largest_tiles(letters, (width, height), (longest, rows))
        if self.app.native_ansi_color:
            tiles = None
        now = tiles, tiles is None or found is not None
        if now != (self.tiles, self.with_legend):
            self.tiles, self.with_legend = now
            self._draw()

    def type(self, typed: str | None) -> None:
        """Show what is being typed."""
        if typed != self.typed:
            self.typed = typed
            self._draw()

    @property
    def _letters(self) -> list[str]:
        return [cell.letter for row in self.block.rows for cell in row] + list(self.typed or "")

    @property
    def _open_row(self) -> int | None:
        """The row in which something is being typed."""
        rows = enumerate(self.block.rows)
        free = (at for at, row in rows if not any(cell.letter for cell in row))
        return None if self.typed is None else next(free, None)

    def lines(self) -> Iterator[Content]:
        between, width = separator(*self._letters), widest(self._letters)
        longest = max(map(len, self.block.rows), default=0)
        around = _AROUND if self.tiles is None else self.tiles.frame
        self.styles.min_width = max(1, longest * (width + around))  # keeps rows from wrapping
        here = self._open_row
        marks = {cell.mark for row in self.block.rows for cell in row}
        tiled = self.tiles is not None
        below = list(legend(self.voice.interface, marks, tiles=tiled)) if self.with_legend else []
        wider = max(map(width_of, below), default=0) - longest * (width + around)
        indent = " " * (max(0, wider) // 2)
        for number, row in enumerate(self.block.rows):
            typed = (self.typed or "")[: len(row)] if number == here else ""
            if self.tiles is not None:
                tiles = self._tiles_of(row, typed, number == here, width)
                ordered = list(reversed(tiles)) if between == GUARD else tiles
                for line in tile_rows(ordered, width, between, self.accent, self.tiles):
                    yield Content.assemble(indent, line)
            else:
                written = [Cell(letter, "open") for letter in typed]
                cells = [letter_cell(cell, width) for cell in (*written, *row[len(typed) :])]
                yield Content(between).join(display_order(cells, between))
        yield from below

    def _tiles_of(self, row: Sequence[Cell], typed: str, here: bool, width: int) -> list[Tile]:
        tiles: list[Tile] = []
        for number, cell in enumerate(row):
            if number < len(typed):
                tiles.append(Tile(shown_letter(Cell(typed[number], "open"), width), "typed"))
            elif here and number == len(typed):
                tiles.append(Tile(pad("▁", width), "next"))
            elif cell.letter:
                tiles.append(Tile(shown_letter(cell, width), cell.mark))
            else:
                tiles.append(Tile(" " * width, "empty"))
        return tiles

    @property
    def newest(self) -> int | None:
        filled = [at for at, row in enumerate(self.block.rows) if any(c.letter for c in row)]
        title = 1 if self.block.title is not None else 0
        height = 1 if self.tiles is None else self.tiles.height
        return filled[-1] * height + title if filled else None


class KeyboardWidget(BlockWidget[Keyboard]):
    """A keyboard that shows what is known about each letter, left to right in every language.

    Letters that would join into words, as in Arabic, are separated. Where rows are too long, they
    are split into as many as this requires.

    Attributes:
        tiles: whether its keys are tiles.
    """

    tiles = False

    def adapt(self, height: int, width: int) -> None:
        """Draw tiles if there is room for them, in cells."""
        rows = self.block.rows
        letters = [cell.letter for row in rows for cell in row]
        longest = max(((SMALL.frame + widest(letters)) * len(row) for row in rows), default=0)
        fits = longest <= width and SMALL.height * len(rows) <= height
        joined = separator(*letters) == GUARD
        tiles = fits and not joined and not self.app.native_ansi_color
        if tiles != self.tiles:
            self.tiles = tiles
            self._draw()

    def lines(self) -> Iterator[Content]:
        rows = self.block.rows
        letters = [cell.letter for row in rows for cell in row]
        between, width = separator(*letters), widest(letters)
        if self.tiles:
            yield from self._tile_rows(width)
            return
        around = self._around(width)
        most = max(1, self.room // (width + around + (between == GUARD)))
        if max(map(len, rows), default=0) > most:
            rows = tuple(part for row in rows for part in _split_evenly(row, most))
        indented = width == 1 and between != GUARD and rows == self.block.rows
        for number, row in enumerate(rows):
            cells = [self._key(cell, at + number, width, around) for at, cell in enumerate(row)]
            blank = between if between == GUARD else ""
            yield Content.assemble(" " * number if indented else "", Content(blank).join(cells))
        if self.app.native_ansi_color and any(cell.mark == "miss" for row in rows for cell in row):
            missed = self.voice.interface.text("-a- not in the word")
            yield Content.styled(missed, "$foreground-muted")

    def _around(self, width: int) -> int:
        """Return the cells for the signs at a letter: wide ones may have one on the left only."""
        longest = max(map(len, self.block.rows), default=0)
        narrow = width > 1 and (width + 2) * longest > self.room
        return 1 if narrow else 2

    def _key(self, cell: Cell, number: int, width: int, around: int) -> Content:
        if self.app.native_ansi_color:
            return letter_cell(cell, width, _KEY_FRAMES if around > 1 else _WIDE_KEY_FRAMES)
        return key_look(cell.mark, shown_letter(cell, width), number, one_sided=around == 1)

    def _tile_rows(self, width: int) -> Iterator[Content]:
        rows = self.block.rows
        longest = max(map(len, rows))
        for row in rows:
            tiles = [Tile(shown_letter(cell, width), cell.mark) for cell in row]
            indent = " " * ((longest - len(row)) * (width + SMALL.frame) // 2)
            for line in tile_rows(tiles, width, " ", self.accent):
                yield Content.assemble(indent, line)

    def on_resize(self) -> None:
        self._draw()


def _split_evenly(row: tuple[Cell, ...], most: int) -> Iterator[tuple[Cell, ...]]:
    """Split a row into parts of about equal length, at most ``most`` letters each."""
    count = max(1, -(-len(row) // most))
    length = max(1, -(-len(row) // count))
    for at in range(0, len(row), length):
        yield row[at : at + length]


def display_order(cells: Sequence[Content], between: str) -> list[Content]:
    """Return the cells in display order, left to right.

    ``between`` shows whether the language is read from right to left; if so, they are reversed.
    """
    return list(reversed(cells)) if between == GUARD else list(cells)


def legend(
    interface: Interface, marks: Iterable[LetterMark], *, tiles: bool = False
) -> Iterator[Content]:
    """Yield a one-line legend of these marks, or nothing if none needs one."""
    found = set(marks)
    meanings: dict[LetterMark, str] = {
        "hit": interface.text("right place") if tiles else interface.text("[a] right place"),
        "near": interface.text("wrong place") if tiles else interface.text("(a) wrong place"),
    }
    said = [
        Content.assemble(
            key_look(mark, "A") if tiles else "",
            " " if tiles else "",
            (meaning, "$foreground-muted"),
        )
        for mark, meaning in meanings.items()
        if mark in found
    ]
    if said:
        yield Content("  ").join(said)
