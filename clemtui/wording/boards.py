"""Boards in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from clemtui.engine import (
    Block,
    Card,
    Cell,
    Grid,
    Grids,
    Keyboard,
    Label,
    LetterBoard,
    LetterMark,
    MarkedList,
    Matrix,
    Table,
    TextBlock,
    View,
)
from clemtui.language import translatable
from clemtui.language.cells import displayed_symbol
from clemtui.wording.phrases import Voice

MARKS: Mapping[LetterMark, str] = {
    "hit": translatable("right place"),
    "near": translatable("elsewhere in the word"),
    "miss": translatable("not in the word"),
    "empty": translatable("no letter yet"),
    "open": translatable("not known yet"),
}


@dataclass(frozen=True)
class BlockInWords:
    """A block of the board as lines, with its title, if it has one."""

    title: str | None
    lines: tuple[str, ...]

    def changes_since(self, before: BlockInWords | None) -> tuple[str, ...]:
        """Return what is new since an earlier moment.

        That is nothing if nothing changed, otherwise the title with the new lines, or with all
        lines if none of them is new.
        """
        if before == self:
            return ()
        new = tuple(line for line in self.lines if before is None or line not in before.lines)
        return (*((self.title,) if self.title else ()), *(new or self.lines))


def board_in_words(voice: Voice, view: View) -> dict[str, BlockInWords]:
    """Describe every block of a view in words, by block id."""
    return {
        block.id: BlockInWords(_title(voice, block), tuple(_block(voice, block)))
        for block in view.blocks
    }


def legend(voice: Voice, view: View) -> tuple[str, ...]:
    """Explain how messages mark the letters of a guess; nothing if the view has no such letters."""
    if not any(isinstance(block, LetterBoard) for block in view.blocks):
        return ()
    return (
        voice.interface.text(
            # Translators: how messages show a guess, as in "c (r) [a] n e"
            "Marks of letters: [a] right place, (a) elsewhere in the word, a not in the word."
        ),
    )


def _title(voice: Voice, block: Block) -> str | None:
    if block.title is None or isinstance(block, TextBlock):
        return None
    return voice.interface.text("{title}:", title=voice.say(block.title))


def _block(voice: Voice, block: Block) -> Iterator[str]:
    ui = voice.interface
    match block:
        case TextBlock():
            text = voice.say(block.text)
            yield text if block.title is None else _pair(voice, voice.say(block.title), text)
        case Card():
            for row in block.rows:
                if not row.brief:  # the prompt gives this already
                    yield _pair(voice, voice.say(row.name), _value(voice, row.value))
        case LetterBoard():
            yield from _letter_board(voice, block)
        case Keyboard():
            yield from _keyboard(voice, block)
        case Grid():
            yield from _grid(voice, block)
        case Grids():
            for grid in block.grids:
                yield from _one_of_grids(voice, grid)
        case MarkedList():
            for item in block.items:
                if item.mark is None:
                    yield ui.text("- {item}", item=item.text)
                else:
                    yield ui.text("- {item}: {mark}", item=item.text, mark=voice.say(item.mark))
            if not block.items:
                yield ui.text("nothing yet")
        case Table():
            yield from _table(voice, block)
        case Matrix():
            for each in block.rows:
                yield ui.text("- {item}", item=voice.say(each.said))


def _table(voice: Voice, table: Table) -> Iterator[str]:
    """Yield one line per row, repeating the headings, which a listener cannot look up."""
    for cells in table.rows:
        pairs = zip(table.columns, cells, strict=True)
        said = "; ".join(_pair(voice, voice.say(column), cell) for column, cell in pairs)
        yield voice.interface.text("- {item}", item=said)
    if not table.rows:
        yield voice.interface.text("nothing yet")


def _pair(voice: Voice, name: str, value: str) -> str:
    return voice.interface.text("{name}: {value}", name=name, value=value)


def _value(voice: Voice, value: str | Label | tuple[str, ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(voice.say, value))
    return voice.say(value)


def _letter_board(voice: Voice, board: LetterBoard) -> Iterator[str]:
    """Yield the rows in use, letter by letter, then how many are left."""
    ui = voice.interface
    used = [row for row in board.rows if any(cell.mark != "empty" for cell in row)]
    for number, row in enumerate(used, 1):
        yield ui.text("{number}. {letters}", number=number, letters=_letters(voice, row))
    left = len(board.rows) - len(used)
    if left:
        yield ui.plural("{n} row left", "{n} rows left", left)


def _letters(voice: Voice, row: tuple[Cell, ...]) -> str:
    return ", ".join(
        voice.interface.text(
            "{letter} {mark}", letter=cell.letter, mark=voice.interface.text(MARKS[cell.mark])
        )
        for cell in row
    )


def _keyboard(voice: Voice, keyboard: Keyboard) -> Iterator[str]:
    """Yield the letters under each mark."""
    cells = [cell for row in keyboard.rows for cell in row]
    for mark in get_args(LetterMark):
        letters = [cell.letter for cell in cells if cell.mark == mark]
        if letters:
            name = voice.interface.text(MARKS[mark])
            yield _pair(voice, name, " ".join(map(voice.say, letters)))


def _one_of_grids(voice: Voice, grid: Grid) -> Iterator[str]:
    """Yield a grid, with its title and its state on one line if it has both."""
    if grid.title is not None and grid.mark is not None:
        yield _pair(voice, voice.say(grid.title), voice.say(grid.mark))
        yield from _cells(voice, grid)
        return
    if grid.title is not None:
        yield voice.interface.text("{title}:", title=voice.say(grid.title))
    yield from _grid(voice, grid)


def _grid(voice: Voice, grid: Grid) -> Iterator[str]:
    if grid.mark is not None:
        yield voice.say(grid.mark)
    elif grid.highlighted:
        yield voice.interface.text("(this grid is highlighted)")
    yield from _cells(voice, grid)


def _cells(voice: Voice, grid: Grid) -> Iterator[str]:
    if grid.columns:
        names = " ".join(map(voice.say, grid.columns))
        yield voice.interface.text("columns: {names}", names=names)
    for number, cells in enumerate(grid.cells):
        name = grid.rows[number] if number < len(grid.rows) else str(number + 1)
        yield _pair(voice, voice.say(name), " ".join(map(displayed_symbol, cells)))
