"""Views: what a seat may see of the board, in a small vocabulary of blocks.

A game builds its view from these blocks and never imports a widget; each front end has one way to
show each. ``aid`` marks what only an aid shows: it is omitted if that aid is switched off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clemtui.engine.labels import Label

LetterMark = Literal["hit", "near", "miss", "empty", "open"]
"""The state of a letter: right place, elsewhere in the word, absent, no letter yet, unknown."""

Tone = Literal["plain", "good", "bad", "muted", "strong"]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Some text. A ``text`` that is a string is content (in the prompt language), a `Label` is
    interface."""

    id: str
    text: str | Label
    title: Label | None = None
    tone: Tone = "plain"
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a card: a name and its value or values. ``brief`` marks a value that the viewer
    was also sent in a message: a front end may shorten it or omit the row."""

    id: str
    name: Label
    value: str | Label | tuple[str, ...]
    tone: Tone = "plain"
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """Named values, such as a target and its related words."""

    id: str
    rows: tuple[Row, ...]
    title: Label | None = None
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One letter of a letter board. ``capital`` is its upper-case form if that of its language
    differs from Unicode's (Turkish ``i``)."""

    letter: str
    mark: LetterMark
    capital: str = ""


@dataclass(frozen=True, slots=True)
class LetterBoard:
    """Rows of letters, each as long as the word; unused rows have empty cells."""

    id: str
    rows: tuple[tuple[Cell, ...], ...]
    title: Label | None = None
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Keyboard:
    """What is known about each letter of the alphabet, in keyboard rows."""

    id: str
    rows: tuple[tuple[Cell, ...], ...]
    title: Label | None = None
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of single characters with row and column headings. ``mark`` is a word for its state,
    never colour alone; ``tone`` says whether that state is good or bad."""

    id: str
    cells: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    title: Label | None = None
    highlighted: bool = False
    mark: Label | None = None
    tone: Tone = "plain"
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Grids:
    """Grids side by side, in the order of the viewing seat."""

    id: str
    grids: tuple[Grid, ...]
    title: Label | None = None
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a marked list; ``mark`` is a word for its state, never colour alone."""

    id: str
    text: str
    mark: Label | None = None
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class MarkedList:
    """A list whose items have a state."""

    id: str
    items: tuple[Item, ...]
    title: Label | None = None
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under headings."""

    id: str
    columns: tuple[Label, ...]
    rows: tuple[tuple[str, ...], ...]
    title: Label | None = None
    aid: str | None = None


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A short value. ``right`` is whether it was right, or None where that does not apply."""

    text: str
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A row of a matrix, with as many cells as the matrix has columns (None for no value).

    Attributes:
        said: the whole row as sentences, for screen readers.
        since: number of the column, from 0, from which on something is true: a line is drawn there.
    """

    id: str
    name: str
    cells: tuple[MatrixCell | None, ...]
    said: Label
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Matrix:
    """Many short values by row and column: repeated answers to the same questions.

    Attributes:
        columns: the headings, a few letters each.
        heading: what the columns are.
        note: the meaning of the line that is drawn in a row.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    heading: Label
    note: Label | None = None
    title: Label | None = None
    aid: str | None = None


Block = TextBlock | Card | LetterBoard | Keyboard | Grid | Grids | MarkedList | Table | Matrix


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see: blocks in order of importance."""

    blocks: tuple[Block, ...] = ()

    def block(self, id: str) -> Block:
        """Return the block with that id.

        Raises:
            KeyError: if the view has none.
        """
        for block in self.blocks:
            if block.id == id:
                return block
        raise KeyError(id)

    def value(self, card: str, row: str) -> str | Label | tuple[str, ...]:
        """Return the value of a row of a card.

        Raises:
            KeyError: if there is no such card or row.
        """
        block = self.block(card)
        if isinstance(block, Card):
            for candidate in block.rows:
                if candidate.id == row:
                    return candidate.value
        raise KeyError(f"{card}.{row}")

    def with_aids(self, aids: frozenset[str]) -> View:
        """Return the view without the blocks of aids that are switched off."""
        return View(tuple(b for b in self.blocks if b.aid is None or b.aid in aids))

    def texts(self) -> Iterator[str]:
        """Yield every piece of content in the view, for searching (labels' values included)."""
        for block in self.blocks:
            yield from _strings(block)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Label):
        yield from (str(item) for item in value.values.values())
    elif isinstance(value, LetterBoard | Keyboard):
        for row in value.rows:
            yield "".join(cell.letter for cell in row)
    elif isinstance(value, Grid):
        for cells in value.cells:
            yield "".join(cells)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _strings(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            if name not in {"id", "mark", "tone", "aid"}:
                yield from _strings(getattr(value, name))
