"""One widget for each kind of block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from textual import events, on
from textual.content import Content
from textual.widgets import Static

from clemtui.engine import Block, Card, Item, Label, MarkedList, Row, Table, TextBlock
from clemtui.engine.views import Tone
from clemtui.language import one_line, shorten, truncate
from clemtui.language.width import cell_count
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
        if self.block.title is not None and lines:
            title = Content.styled(self.voice.say(self.block.title), "bold $text-accent")
            lines.insert(0, aligned(title, self._room_of(lines), self.voice.interface.direction))
        return Content("\n").join(lines)

    def _room_of(self, lines: Sequence[Content]) -> int:
        """Return the width that the block fills, in cells: all it has, or what its lines need."""
        width = self.styles.width
        if width is not None and width.is_auto:
            return min(self.content_size.width, max(map(width_of, lines)))
        return self.content_size.width

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


class CardWidget(BlockWidget[Card]):
    """Names and values. Several values of a row are listed one per line.

    A brief value is cut to one line. A long card is laid out in columns if there is room.
    """

    def __init__(self, block: Card, voice: Voice) -> None:
        self._room = _USUAL_ROOM
        super().__init__(block, voice)

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self._room:
            self._room = event.size.width
            if len(self.block.rows) > _LONG or any(row.brief for row in self.block.rows):
                self._draw()

    def lines(self) -> Iterator[Content]:
        lines = list(self._lines())
        if len(lines) <= _LONG or self._room < _WIDE:
            yield from lines
        else:
            yield from _in_columns(lines, self._room)

    def _lines(self) -> Iterator[Content]:
        names = [self.voice.say(row.name) for row in self.block.rows]
        width = max((cell_count(name) for name in names), default=0)
        for name, row in zip(names, self.block.rows, strict=True):
            for number, value in enumerate(self._values(row)):
                head = pad(name if number == 0 else "", width)
                if row.brief:
                    value = shorten(value, max(1, self._room - width - 2), cell_count)
                yield Content.assemble((head, "$foreground-muted"), "  ", styled(value, row.tone))

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
    """A list of items, each with a word for its state."""

    def lines(self) -> Iterator[Content]:
        for item in self.block.items:
            yield self._item(item)

    def _item(self, item: Item) -> Content:
        said = one_safe_line(item.text)
        text = Content.assemble("•" + separator(said), styled(said, item.tone))
        if item.mark is None:
            return text
        return Content.assemble(text, "  ", (self.voice.say(item.mark), "$foreground-muted"))


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
