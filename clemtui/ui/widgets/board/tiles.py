"""Tiles: letters in frames of several rows, whose form says their state as the colour does.

A letter in its place is a full tile, one that is elsewhere has a thick ring, one that is not in the
word stands bare. So the board reads without colours, too, and as text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from textual.content import Content

from clemtui.engine.views import LetterMark
from clemtui.language.cells import is_empty_cell
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import GUARD
from clemtui.ui.widgets.columns import pad

TILE_HEIGHT = 3
"""Rows of a small tile."""

TILE_FRAME = 4
"""Cells of a small tile besides those of its letter."""


@dataclass(frozen=True, slots=True)
class TileSize:
    """A size of tiles: the cells besides those of the letter, and the rows (an odd number)."""

    frame: int
    height: int


SMALL = TileSize(TILE_FRAME, TILE_HEIGHT)
TILE_SIZES = (TileSize(8, 5), SMALL)
"""The sizes of square tiles, largest first."""

TileState = LetterMark | Literal["typed", "next", "cursor", "blank"]
"""The state of a letter; of one that is typed: written, or the next one; or of a drawing's cell."""


def largest_tiles(letter: int, room: tuple[int, int], grid: tuple[int, int]) -> TileSize | None:
    """Return the largest size with which a grid of tiles fits; None if none does.

    Args:
        letter: cells of a letter.
        room: the columns and rows that there are, in cells.
        grid: the columns and rows of the grid, in tiles.
    """
    fitting = (
        size
        for size in TILE_SIZES
        if grid[0] * (letter + size.frame) <= room[0] and grid[1] * size.height <= room[1]
    )
    return next(fitting, None)


@dataclass(frozen=True, slots=True)
class _Look:
    """The colours of a tile: its ring (none if it is empty), and the letter with its ground."""

    ring: str
    letter: str


_LOOKS: dict[TileState, _Look] = {
    "hit": _Look("$hit", "bold $hit-text on $hit"),
    "near": _Look("$near", "bold $near-text on $near-ground"),
    "miss": _Look("", "$text-muted"),
    "empty": _Look("$tile", "on $surface"),
    "open": _Look("$tile", "bold $foreground on $surface"),
    "typed": _Look("$edge", "bold $foreground"),
    "next": _Look("$accent", "bold $foreground"),
    "blank": _Look("$tile", "$foreground-muted on $surface"),
    "cursor": _Look("$primary", "bold $background on $primary"),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: a letter of the board's letter width, as it is shown, and its state."""

    letter: str
    state: TileState


def cell_tile(symbol: str) -> Tile:
    """Return the tile of a cell in a drawing, from its symbol as it is drawn."""
    return Tile("·", "blank") if is_empty_cell(symbol) else Tile(symbol, "typed")


def tile_rows(
    tiles: Sequence[Tile], width: int, between: str, accent: str, size: TileSize = SMALL
) -> list[Content]:
    """Draw tiles beside each other, in display order, as lines.

    Args:
        tiles: the tiles; their letters are padded to ``width`` cells.
        width: cells of a letter.
        between: what separates letters, a blank or a guard (`clemtui.ui.terminal.bidi`).
        accent: the colour of the next tile to be typed in.
    """
    lines: list[list[Content]] = [[] for _ in range(size.height)]
    inner = width + size.frame - 2
    for tile in tiles:
        look = _LOOKS[tile.state]
        ring = accent if look.ring == "$accent" else look.ring
        top, left, right, bottom = (
            (f"▗{'▄' * inner}▖", "▐", "▌", f"▝{'▀' * inner}▘")
            if ring
            else (" " * (inner + 2), " ", " ", " " * (inner + 2))
        )
        lines[0].append(Content.styled(top, ring))
        for number in range(1, size.height - 1):
            middle = number == size.height // 2
            inside = _inside(tile, look, between, inner) if middle else _beside(tile, look, inner)
            lines[number].append(Content.assemble((left, ring), *inside, (right, ring)))
        lines[-1].append(Content.styled(bottom, ring))
    return [Content("").join(line) for line in lines]


_FULL: Collection[TileState] = ("hit", "cursor")
"""Tiles that are full of blocks."""


def _beside(tile: Tile, look: _Look, cells: int) -> Iterator[tuple[str, str]]:
    """Yield what fills a tile where its letter is not."""
    if cells and tile.state in _FULL:
        yield "█" * cells, look.ring
    elif cells:
        yield " " * cells, look.letter


def _inside(tile: Tile, look: _Look, between: str, inner: int) -> Iterator[tuple[str, str]]:
    """Yield the letter and what is on either side of it."""
    side = (inner - cell_count(tile.letter)) // 2
    if between == GUARD:
        yield from _beside(tile, look, side - 1)
        yield f"{GUARD}{tile.letter}{GUARD}", look.letter
        yield from _beside(tile, look, side - 1)
    else:
        yield from _beside(tile, look, side)
        yield tile.letter, look.letter
        yield from _beside(tile, look, side)


def tile_grid(
    rows: Sequence[Sequence[Tile]],
    width: int,
    size: TileSize,
    heads: tuple[Sequence[str], Sequence[str]],
) -> Iterator[Content]:
    """Draw a grid of tiles with headings, left to right.

    Args:
        rows: the tiles; their letters are padded to ``width`` cells.
        width: cells of a letter.
        size: the size of the tiles.
        heads: those of the columns and of the rows; either may be empty.
    """
    columns, names = heads
    side = max((cell_count(name) + 1 for name in names), default=0)
    if columns:
        above = "".join(name.center(width + size.frame) for name in columns)
        yield Content.styled(" " * side + above, "$foreground-muted")
    for number, row in enumerate(rows):
        name = names[number] if number < len(names) else ""
        for at, line in enumerate(tile_rows(row, width, " ", "$edge", size)):
            head = pad(name if at == size.height // 2 else "", side)
            yield Content.assemble((head, "$foreground-muted"), line)


_KEYS: dict[LetterMark, tuple[str, str, str, str]] = {
    "hit": ("█", "█", "$hit", "bold $hit-text on $hit"),
    "near": ("▐", "▌", "bold $near on $near-ground", "bold $near-text on $near-ground"),
    "miss": ("╶", "╴", "$text-muted", "strike $text-muted"),
}
_PLAIN_KEYS = "bold $foreground on $tile", "bold $foreground on $surface"
"""The styles of plain keys, in turn, so that one sees where a key ends."""


def key_look(
    state: LetterMark, letter: str, number: int = 0, *, one_sided: bool = False
) -> Content:
    """Draw a key of a keyboard, one row high: full, with bars at its sides, struck out or plain.

    Args:
        number: its number in its row.
        one_sided: leave out what is on its right.
    """
    plain = _PLAIN_KEYS[number % 2]
    left, right, side, inside = _KEYS.get(state, (" ", " ", plain, plain))
    parts = [(left, side), (letter, inside), ("" if one_sided else right, side)]
    return Content.assemble(*(part for part in parts if part[0]))
