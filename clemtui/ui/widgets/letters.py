"""Letter boards and keyboards: letters marked by signs, and by colour as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.cells import cell_len
from textual.content import Content

from clemtui.engine import Cell, Keyboard, LetterBoard
from clemtui.engine.views import LetterMark
from clemtui.language import Interface, one_line
from clemtui.ui.widgets.blocks import BlockWidget

_FRAMES: dict[LetterMark, tuple[str, str]] = {
    "hit": ("[", "]"),
    "near": ("(", ")"),
    "miss": (" ", " "),
    "empty": (" ", " "),
    "open": (" ", " "),
}
_KEY_FRAMES: dict[LetterMark, tuple[str, str]] = {**_FRAMES, "miss": ("-", "-")}
"""On a keyboard a letter without signs is one of which nothing is known yet."""
_STYLES: dict[LetterMark, str] = {
    "hit": "bold $text-success on $success-muted",
    "near": "bold $text-warning on $warning-muted",
    "miss": "$foreground-muted on $surface-lighten-1",
    "empty": "$foreground-disabled on $surface",
    "open": "on $surface",
}


def letter_cell(cell: Cell, frames: Mapping[LetterMark, tuple[str, str]] = _FRAMES) -> Content:
    """A letter in the signs and colours of its mark: three cells, more for a wide letter."""
    before, after = frames[cell.mark]
    letter = one_line(cell.letter) or "·"
    return Content.styled(f"{before}{capital(letter)}{after}", _STYLES[cell.mark])


def capital(letter: str) -> str:
    """The letter as a capital, where that is one letter which leads back to the same one."""
    upper = letter.upper()
    same = len(upper) == len(letter) and upper.lower() == letter
    return upper if same and cell_len(upper) == cell_len(letter) else letter


class LetterBoardWidget(BlockWidget[LetterBoard]):
    """Rows of letters, and what their signs mean."""

    def lines(self) -> Iterator[Content]:
        for row in self.block.rows:
            yield Content(" ").join(letter_cell(cell) for cell in row)
        marks = {cell.mark for row in self.block.rows for cell in row}
        yield from legend(self.voice.interface, marks)

    @property
    def newest(self) -> int | None:
        filled = [at for at, row in enumerate(self.block.rows) if any(c.letter for c in row)]
        title = 1 if self.block.title is not None else 0
        return filled[-1] + title if filled else None


class KeyboardWidget(BlockWidget[Keyboard]):
    """What is known of each letter."""

    def lines(self) -> Iterator[Content]:
        for number, row in enumerate(self.block.rows):
            keys = Content("").join(letter_cell(cell, _KEY_FRAMES) for cell in row)
            yield Content.assemble(" " * number, keys)
        if any(cell.mark == "miss" for row in self.block.rows for cell in row):
            missed = self.voice.interface.text("-a- not in it")
            yield Content.styled(missed, "$foreground-muted")


def legend(interface: Interface, marks: Iterable[LetterMark]) -> Iterator[Content]:
    """What the signs of these marks mean, in one line; none before there are any."""
    found = set(marks)
    said = [
        *([interface.text("[a] in place")] if "hit" in found else []),
        *([interface.text("(a) elsewhere")] if "near" in found else []),
    ]
    if said:
        yield Content.styled("  ".join(said), "$foreground-muted")
