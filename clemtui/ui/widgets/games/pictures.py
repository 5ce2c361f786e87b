"""Small pictures of boards (`GameCard.picture`), as large as there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from textual.content import Content

from clemtui.engine import Cell, PicturePart
from clemtui.engine.views import LetterMark
from clemtui.ui.terminal.bidi import GUARD, separator
from clemtui.ui.widgets.board.blocks import may_be_spaced, width_of
from clemtui.ui.widgets.board.letters import letter_cell, widest
from clemtui.ui.widgets.board.tiles import Tile, key_look, tile_rows
from clemtui.ui.widgets.columns import pad

_MARKS: dict[str, LetterMark] = {"=": "hit", "~": "near", "-": "miss"}
_SIGNS = {"good": ("✓ ", "$text-success"), "bad": ("✗ ", "$text-error")}
_CELLS = ((4, 2), (2, 1))
"""The sizes of the cells of a grid, largest first; smaller ones are half a line high."""

_HALVES = {
    (True, True): "█",
    (True, False): "▀",
    (False, True): "▄",
    (False, False): " ",
}

_LEVELS = 5
"""The ways to draw a picture, largest first."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a board.

    Attributes:
        parts: its parts, with the words of their labels instead of the ids.
        accent: the colour of the game.
    """

    parts: tuple[PicturePart, ...]
    accent: str

    def drawn(self, width: int, height: int, *, plain: bool) -> list[Content]:
        """Draw the picture in at most this many cells; the last parts go where it does not fit.

        ``plain``: whether the terminal has only its own colours, so that letters have signs.
        """
        for level in range(_LEVELS):
            groups = list(self._groups(level, plain=plain))
            lines = [line for group in groups for line in group]
            if len(lines) <= height and all(width_of(line) <= width for line in lines):
                airy = len(lines) + len(groups) - 1 <= height
                return _with_gaps(groups) if airy else lines
        return [line.truncate(width) for line in lines[:height]]

    def _groups(self, level: int, *, plain: bool) -> Iterator[list[Content]]:
        """Yield the lines of what belongs together."""
        if any(part.kind == "word" for part in self.parts):
            yield self._card(level)
            return
        rows = sum(part.kind == "tiles" for part in self.parts)
        for cells, parts in groupby(self.parts, lambda part: part.kind == "cells"):
            if cells:
                yield self._grids([part.text.split("/") for part in parts], level)
                continue
            for part in parts:
                if part.kind == "tiles":
                    rows -= 1
                    yield self._tiles(
                        part.text, level, large=rows < _large_rows(level), plain=plain
                    )
                else:
                    yield [_said(part)]

    def _card(self, level: int) -> list[Content]:
        """Draw a word and what belongs to it as the card that it is."""
        word = next(part.text for part in self.parts if part.kind == "word")
        spaced = ("  " if level == 0 else " ").join(word) if may_be_spaced(word) else word
        rest = [_said(part) for part in self.parts if part.kind != "word"]
        if level == 2:
            rest = [Content("  ").join(rest)]
        lines = [Content.styled(spaced, "bold"), *rest]
        if level > 2:
            return lines
        if level == 0:
            lines = [Content(""), lines[0], Content(""), *rest, Content("")]
        inner = max(map(width_of, lines)) + 2
        sides = (Content.styled(side, self.accent) for side in "▌▐")
        left, right = sides
        return [
            Content.styled(f"▛{'▀' * inner}▜", self.accent),
            *(Content.assemble(left, centred(line, inner), right) for line in lines),
            Content.styled(f"▙{'▄' * inner}▟", self.accent),
        ]

    def _tiles(self, text: str, level: int, *, large: bool, plain: bool) -> list[Content]:
        """Draw letters with their marks in a row."""
        cells = [Cell(each[1:], _MARKS[each[0]]) for each in text.split()]
        letters = [cell.letter for cell in cells]
        between, width = separator(*letters), widest(letters)
        if between == GUARD:
            cells.reverse()
        if plain:
            signs = between.join(letter_cell(cell, width).plain for cell in cells)
            return [Content.styled(signs, "bold")]
        if large:
            tiles = [Tile(pad(cell.letter, width), cell.mark) for cell in cells]
            return tile_rows(tiles, width, between, self.accent)
        drawn = [_small_tile(cell.mark, pad(cell.letter, width)) for cell in cells]
        if level == _LEVELS - 1:
            return [Content(between).join(each[1:-1] for each in drawn)]
        return [Content(between.strip()).join(drawn)]

    def _grids(self, grids: Sequence[Sequence[str]], level: int) -> list[Content]:
        drawn = [list(self._grid(grid, level)) for grid in grids]
        gap = " " * (3 if level == 0 else 2 if level == 1 else 1)
        return [Content(gap).join(lines) for lines in zip_longest(*drawn, fillvalue=Content(""))]

    def _grid(self, rows: Sequence[str], level: int) -> Iterator[Content]:
        style = f"{self.accent} on $tile"
        if level < len(_CELLS):
            width, height = _CELLS[level]
            for row in rows:
                line = "".join(("█" if cell == "#" else " ") * width for cell in row)
                yield from [Content.styled(line, style)] * height
            return
        for upper, lower in zip_longest(rows[::2], rows[1::2]):
            pairs = zip(upper, lower or " " * len(upper), strict=True)
            halves = "".join(_HALVES[above == "#", below == "#"] for above, below in pairs)
            yield Content.styled(halves, style if lower else self.accent)


def _small_tile(mark: LetterMark, letter: str) -> Content:
    """Draw a letter like a key; one that is not in the word stands bare, as on a large tile."""
    return (
        Content.styled(f" {letter} ", "$text-muted") if mark == "miss" else key_look(mark, letter)
    )


def _large_rows(level: int) -> int:
    """Return how many rows of letters, the last ones, are of large tiles."""
    return max(0, 2 - level)


def _said(part: PicturePart) -> Content:
    sign = _SIGNS.get(part.kind)
    return Content.assemble(*([] if sign is None else [sign]), (part.text, "$foreground"))


def _with_gaps(groups: Sequence[Sequence[Content]]) -> list[Content]:
    lines: list[Content] = []
    for group in groups:
        lines += [*([Content("")] if lines else []), *group]
    return lines


def centred(line: Content, width: int) -> Content:
    """Centre a line in ``width`` cells."""
    before = (width - width_of(line)) // 2
    return Content.assemble(" " * before, line, " " * (width - width_of(line) - before))
