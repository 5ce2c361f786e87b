"""One widget for each kind of block."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from textual import events, on
from textual.content import Content
from textual.widgets import Static

from clemtui.engine import Block, Card, Item, Label, MarkedList, Row, Table, TextBlock
from clemtui.engine.views import Tone
from clemtui.language import one_line, shorten, truncate
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.terminal.bidi import Paragraph, aligned, separator
from clemtui.ui.widgets.columns import pad
from clemtui.wording.phrases import Voice, truncated

B = TypeVar("B", bound=Block)

TONES: dict[Tone, str] = {
    "plain": "",
    "good": "$text-success",
    "bad": "$text-error",
    "muted": "$foreground-muted",
    "strong": "bold",
}


_SHOWN_CHARACTERS = 500

_LONG = 7
"""A card with more lines than this may need a second column."""
_WIDE = 46
"""Cells: a wider board is placed above the dialogue and should be low rather than narrow."""
_BETWEEN = 2
"""Cells between two columns."""

_USUAL_ROOM = 30
"""The width, in cells, that a card assumes before the first layout."""
_UNKNOWN_ROOM = 32
"""The width, in cells, that other blocks assume then."""


_CARDS = (54, 2), (45, 1), (36, 0)
"""The width of a drawn card in cells, if there is as much room, and how much air is in it."""
_NARROWEST_CARD = 27
"""The narrowest card that is drawn, in cells."""
_SHEET = 4
"""As many values are drawn as a sheet."""
_CARD_SIGNS: Mapping[Tone, str] = {"bad": "✗ ", "good": "✓ "}


class BlockWidget(Static, Generic[B]):
    """A widget for one block. `show` replaces the block by a newer version of it."""

    def __init__(self, block: B, voice: Voice) -> None:
        super().__init__(markup=False)
        self.block = block
        self.voice = voice
        self.add_class("block")
        self._draw()

    def show(self, block: B) -> None:
        """Show a newer version of the block."""
        if block != self.block:
            self.block = block
            self._draw()

    def _draw(self) -> None:
        """Draw the block. Hide an empty one completely, including its title."""
        drawn = self._drawn()
        self.display = bool(drawn.plain.strip())
        self.update(drawn)

    def _drawn(self) -> Content:
        lines = list(self.lines())
        if self.block.title is not None and lines and self.titled:
            title = Content.styled(self.voice.say(self.block.title), "bold $text-accent")
            lines.insert(0, aligned(title, self._room_of(lines), self.voice.interface.direction))
        return Content("\n").join(lines)

    def _room_of(self, lines: Sequence[Content]) -> int:
        """Return the width that the block fills, in cells: all it has, or what its lines need."""
        width = self.styles.width
        if width is not None and width.is_auto:
            return min(self.content_size.width, max(map(width_of, lines)))
        return self.content_size.width

    titled = True
    """Whether the title stands above the lines."""

    @property
    def accent(self) -> str:
        """The colour of the game."""
        return f"$game-{self.voice.listing.card.accent}"

    def adapt(self, height: int, width: int) -> None:
        """Draw the block as large as there is room, in cells. Most have only one size."""

    @property
    def room(self) -> int:
        """The width of the block in cells; before the first layout, a usual one."""
        return self.size.width or _UNKNOWN_ROOM

    @on(events.Resize)
    def _move_title(self) -> None:
        if self.voice.interface.direction == "rtl":
            self._draw()

    def lines(self) -> Iterator[Content]:
        """Yield the lines of the block without its title."""
        raise NotImplementedError

    @property
    def newest(self) -> int | None:
        """The index of the line filled last, which is kept in view; None if no line is newer."""
        return None


def one_safe_line(text: str) -> str:
    """Return text made safe to show, in one line of limited length."""
    long = len(text) > _SHOWN_CHARACTERS
    return one_line(truncate(text, _SHOWN_CHARACTERS)) + ("…" if long else "")


def styled(text: str, tone: Tone) -> Content:
    """Style safe text by a tone."""
    return Content.styled(text, TONES[tone]) if TONES[tone] else Content(text)


def may_be_spaced(text: str) -> bool:
    """Return whether letters of a text can stand apart: in scripts whose letters do not join."""
    names = (unicodedata.name(letter, "") for letter in text)
    return all(name.startswith(("LATIN ", "GREEK ", "CYRILLIC ")) for name in names)


def width_of(line: Content) -> int:
    """Return the width of a line, in cells."""
    return cell_count(line.plain)


class TextWidget(BlockWidget[TextBlock], Paragraph):
    """A block of text."""

    def lines(self) -> Iterator[Content]:
        text = self.block.text
        said = truncated(text, self.voice.interface) if isinstance(text, str) else text
        shown = self.voice.say(said)
        self.align(shown)
        yield styled(shown, self.block.tone)


def is_drawn(block: Block) -> bool:
    """Return whether a block is drawn as a card: a word that stands out, or a sheet of values."""
    if not isinstance(block, Card):
        return False
    if block.title is not None:
        return any(row.tone == "strong" for row in block.rows)
    plain = all(isinstance(row.value, str) and not row.brief for row in block.rows)
    return plain and len(block.rows) >= _SHEET


class CardWidget(BlockWidget[Card]):
    """Names and values.

    Several values of a row are listed one per line, unless the board is low rather than narrow and
    has room for them in one. A brief value is cut to one line. A long card is laid out in columns
    if there is room. One whose value stands out, such as a word with those that are forbidden, is
    drawn as the card that it is, and so is a list of several values.

    Attributes:
        drawn: the width of the drawn card and its blank lines, in cells; None if it is not drawn.
    """

    def __init__(self, block: Card, voice: Voice) -> None:
        self._room = _USUAL_ROOM
        self.drawn: tuple[int, int] | None = None
        super().__init__(block, voice)

    def adapt(self, height: int, width: int) -> None:
        """Draw the card if there is room for it, in cells, the larger the more room there is."""
        sizes = [(min(width, wide), air) for wide, air in _CARDS if width >= _NARROWEST_CARD]
        fitting = (size for size in sizes if len(list(self._card(*size))) <= height)
        drawn = next(fitting, None) if is_drawn(self.block) else None
        if drawn != self.drawn:
            self.drawn = drawn
            self.set_class(drawn is not None, "-drawn")
            self.titled = drawn is None
            self._draw()

    def _card(self, width: int, air: int) -> Iterator[Content]:
        inner, accent = width - 2, self.accent
        yield Content.styled(f"▛{'▀' * inner}▜", accent)
        margin = [Content("")] * (1 + air // 2)
        lines = self._sheet(inner - 2, air) if self.block.title is None else self._word(inner, air)
        for line in [*margin, *lines, *margin]:
            before = (inner - width_of(line)) // 2
            after = inner - width_of(line) - before
            yield Content.assemble(("▌", accent), " " * before, line, " " * after, ("▐", accent))
        yield Content.styled(f"▙{'▄' * inner}▟", accent)

    def _word(self, inner: int, air: int) -> Iterator[Content]:
        """Yield what a card with a word says, each line by itself, with air between the lines."""
        for at, row in enumerate(self.block.rows):
            yield from [Content("")] * (at > 0) * (1 + air // 2)
            if row.tone == "strong":
                for value in self._values(row):
                    spaced = " " * (2 + air // 2)
                    apart = spaced.join(value) if may_be_spaced(value) else value
                    fitting = apart if cell_count(apart) <= inner - 2 else value
                    yield Content.styled(shorten(fitting, inner - 2, cell_count), "bold")
                continue
            yield Content.styled(self.voice.say(row.name), "$foreground-muted")
            for value in self._values(row):
                sign = _CARD_SIGNS.get(row.tone, "")
                shown = shorten(value, inner - 2 - len(sign), cell_count)
                yield from [Content("")] * min(air, 1)
                yield Content.assemble((sign, TONES[row.tone]), styled(shown, row.tone))

    def _sheet(self, room: int, air: int) -> Iterator[Content]:
        """Yield the values with their names, as lines of equal width, with air between them."""
        rows = [(self.voice.say(row.name), self._values(row)[0]) for row in self.block.rows]
        names, values = (max(map(cell_count, texts)) for texts in zip(*rows, strict=True))
        values = max(1, min(values, room - names - 2 - air))
        for at, (name, value) in enumerate(rows):
            yield from [Content("")] * (at > 0) * min(air, 1)
            shown = pad(shorten(value, values, cell_count), values)
            between = " " * (2 + air)
            yield Content.assemble((pad(name, names), "$foreground-muted"), between, shown)

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self._room:
            self._room = event.size.width
            if self.drawn is None and self._drawn() != self.content:
                self._draw()

    def lines(self) -> Iterator[Content]:
        if self.drawn is not None:
            yield from self._card(*self.drawn)
            return
        lines = list(self._lines())
        if len(lines) <= _LONG or self._room < _WIDE:
            yield from lines
        else:
            yield from _in_columns(lines, self._room)

    def _lines(self) -> Iterator[Content]:
        names = [self.voice.say(row.name) for row in self.block.rows]
        width = max((cell_count(name) for name in names), default=0)
        for name, row in zip(names, self.block.rows, strict=True):
            room = max(1, self._room - width - 2)
            for number, line in enumerate(self._fitted(row, room)):
                head = pad(name if number == 0 else "", width)
                yield Content.assemble((head, "$foreground-muted"), "  ", styled(line, row.tone))

    def _fitted(self, row: Row, room: int) -> Iterator[str]:
        """Yield the lines of a row's values in ``room`` cells."""
        values = self._values(row)
        if isinstance(row.value, tuple) and self._room >= _WIDE:
            together = " · ".join(values)
            values = [together] if cell_count(together) <= room else values
        for value in values:
            if row.brief:
                yield shorten(value, room, cell_count)
            else:
                yield from wrap(value, room)

    def _values(self, row: Row) -> list[str]:
        if isinstance(row.value, tuple):
            return [one_safe_line(value) for value in row.value] or [""]
        said = self.voice.say(row.value)
        return said.split("\n") if isinstance(row.value, Label) else [one_safe_line(row.value)]


def _in_columns(lines: Sequence[Content], room: int) -> Iterator[Content]:
    """Arrange lines in columns.

    The number of columns is the smallest that reaches the height of a short card, or as many as
    fit.
    """
    chosen: list[tuple[Sequence[Content], int]] = []
    for count in range(1, len(lines) + 1):
        height = -(-len(lines) // count)
        columns = [lines[at : at + height] for at in range(0, len(lines), height)]
        sized = [(each, max(map(width_of, each)) + _BETWEEN) for each in columns]
        if chosen and sum(width for _, width in sized) - _BETWEEN > room:
            break
        chosen = sized
        if height <= _LONG:
            break
    for at in range(len(chosen[0][0])):
        parts = [
            each[at].pad_right(width - width_of(each[at]))
            for each, width in chosen
            if at < len(each)
        ]
        yield Content("").join(parts).rstrip()


class MarkedListWidget(BlockWidget[MarkedList]):
    """A list of items, each after a word for its state."""

    def lines(self) -> Iterator[Content]:
        marks = [self._mark(item) for item in self.block.items]
        width = max(map(cell_count, marks), default=0)
        for item, mark in zip(self.block.items, marks, strict=True):
            said = one_safe_line(item.text)
            state = f"{pad(mark, width)}  " if width else ""
            bullet = "•" + separator(mark, said)
            yield Content.assemble(bullet, (state, "$foreground-muted"), styled(said, item.tone))

    def _mark(self, item: Item) -> str:
        return "" if item.mark is None else self.voice.say(item.mark)


class TableWidget(BlockWidget[Table]):
    """A table with headings."""

    def lines(self) -> Iterator[Content]:
        if not self.block.rows:
            return
        heads = [self.voice.say(column) for column in self.block.columns]
        rows = [[one_safe_line(value) for value in row] for row in self.block.rows]
        widths = [
            max([cell_count(head), *(cell_count(row[at]) for row in rows if at < len(row))])
            for at, head in enumerate(heads)
        ]
        yield Content.styled(self._row(heads, widths), "bold")
        for row in rows:
            yield Content(self._row(row, widths))

    def _row(self, values: Sequence[str], widths: list[int]) -> str:
        cells = (pad(value, width) for value, width in zip(values, widths, strict=False))
        return "  ".join(cells).rstrip()
