"""Letter boards and keyboards, with letters marked by signs and additionally by colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textual.content import Content

from clemtui.engine import Cell, Keyboard, LetterBoard
from clemtui.engine.views import LetterMark
from clemtui.language import Interface, one_line
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import GUARD, separator
from clemtui.ui.widgets.board.blocks import BlockWidget
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
    letter = pad(cell.capital or upper_case(one_line(cell.letter) or "·"), width)
    return Content.styled(f"{before}{letter}{after}", _STYLES[cell.mark])


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
    """Rows of letters, with a legend of the signs."""

    def lines(self) -> Iterator[Content]:
        letters = [cell.letter for row in self.block.rows for cell in row]
        between, width = separator(*letters), widest(letters)
        longest = max(map(len, self.block.rows), default=0)
        self.styles.min_width = max(1, longest * (width + _AROUND))  # keeps rows from wrapping
        for row in self.block.rows:
            cells = [letter_cell(cell, width) for cell in row]
            yield Content(between).join(display_order(cells, between))
        marks = {cell.mark for row in self.block.rows for cell in row}
        yield from legend(self.voice.interface, marks)

    @property
    def newest(self) -> int | None:
        filled = [at for at, row in enumerate(self.block.rows) if any(c.letter for c in row)]
        title = 1 if self.block.title is not None else 0
        return filled[-1] + title if filled else None


class KeyboardWidget(BlockWidget[Keyboard]):
    """A keyboard that shows what is known about each letter, left to right in every language.

    Letters that would join into words, as in Arabic, are separated, and wrapped into as many rows
    as this requires.
    """

    def lines(self) -> Iterator[Content]:
        rows = self.block.rows
        letters = [cell.letter for row in rows for cell in row]
        between, width = separator(*letters), widest(letters)
        frames = _KEY_FRAMES if width == 1 else _WIDE_KEY_FRAMES
        if between == GUARD:
            room = self.room // (width + _AROUND)
            rows = tuple(part for row in rows for part in _split_evenly(row, max(1, room)))
        for number, row in enumerate(rows):
            cells = [letter_cell(cell, width, frames) for cell in row]
            if between == GUARD:
                yield Content(between).join(cells)
            else:
                indent = " " * number if width == 1 else ""
                yield Content.assemble(indent, Content("").join(cells))
        if any(cell.mark == "miss" for row in rows for cell in row):
            missed = self.voice.interface.text("-a- not in the word")
            yield Content.styled(missed, "$foreground-muted")

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


def legend(interface: Interface, marks: Iterable[LetterMark]) -> Iterator[Content]:
    """Yield a one-line legend of these marks, or nothing if none needs one."""
    found = set(marks)
    said = [
        *([interface.text("[a] right place")] if "hit" in found else []),
        *([interface.text("(a) wrong place")] if "near" in found else []),
    ]
    if said:
        yield Content.styled("  ".join(said), "$foreground-muted")
