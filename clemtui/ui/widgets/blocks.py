"""One widget per kind of block of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from clemtui.engine import (
    Block,
    Card,
    Item,
    Label,
    MarkedList,
    Row,
    Table,
    TextBlock,
)
from clemtui.engine.views import Tone
from clemtui.language import one_line
from clemtui.play.phrases import Voice, bounded

B = TypeVar("B", bound=Block)

TONES: dict[Tone, str] = {
    "plain": "",
    "good": "$text-success",
    "bad": "$text-error",
    "muted": "$foreground-muted",
    "strong": "bold",
}


_SHOWN_CHARACTERS = 500


class BlockWidget(Static, Generic[B]):
    """Shows one block; `show` gives it a newer version of the same block."""

    def __init__(self, block: B, voice: Voice) -> None:
        super().__init__(markup=False)
        self.block = block
        self.voice = voice
        self.add_class("block")
        self._draw()

    def show(self, block: B) -> None:
        """Show the block as it is now."""
        if block != self.block:
            self.block = block
            self._draw()

    def _draw(self) -> None:
        """Draw the block; where it is still empty, not even its title is shown."""
        drawn = self._drawn()
        self.display = bool(drawn.plain.strip())
        self.update(drawn)

    def _drawn(self) -> Content:
        lines = list(self.lines())
        if self.block.title is not None and lines:
            lines.insert(0, Content.styled(self.voice.say(self.block.title), "bold $text-accent"))
        return Content("\n").join(lines)

    def lines(self) -> Iterator[Content]:
        """The lines of the block, without its title."""
        raise NotImplementedError

    @property
    def newest(self) -> int | None:
        """The line that was filled last, to be kept in sight; None where no line is newer."""
        return None


def shown(text: str) -> str:
    """Content in one line that is safe to show, however long it is."""
    long = len(text) > _SHOWN_CHARACTERS
    return one_line(text[:_SHOWN_CHARACTERS]) + ("…" if long else "")


def styled(text: str, tone: Tone) -> Content:
    """Safe text in the style of a tone."""
    return Content.styled(text, TONES[tone]) if TONES[tone] else Content(text)


def padded(text: str, cells: int) -> str:
    """A text with spaces after it, so many cells wide at least."""
    return text + " " * (cells - cell_len(text))


class TextWidget(BlockWidget[TextBlock]):
    """Some text."""

    def lines(self) -> Iterator[Content]:
        text = self.block.text
        said = bounded(text, self.voice.interface) if isinstance(text, str) else text
        yield styled(self.voice.say(said), self.block.tone)


class CardWidget(BlockWidget[Card]):
    """Names and values; several values of a row stand in lines of their own."""

    def lines(self) -> Iterator[Content]:
        names = [self.voice.say(row.name) for row in self.block.rows]
        width = max((cell_len(name) for name in names), default=0)
        for name, row in zip(names, self.block.rows, strict=True):
            for number, value in enumerate(self._values(row)):
                head = padded(name if number == 0 else "", width)
                yield Content.assemble((head, "$foreground-muted"), "  ", styled(value, row.tone))

    def _values(self, row: Row) -> list[str]:
        if isinstance(row.value, tuple):
            return [shown(value) for value in row.value] or [""]
        said = self.voice.say(row.value)
        return said.split("\n") if isinstance(row.value, Label) else [shown(row.value)]


class MarkedListWidget(BlockWidget[MarkedList]):
    """Items with a word for their state."""

    def lines(self) -> Iterator[Content]:
        for item in self.block.items:
            yield self._item(item)

    def _item(self, item: Item) -> Content:
        text = Content.assemble("• ", styled(shown(item.text), item.tone))
        if item.mark is None:
            return text
        return Content.assemble(text, "  ", (self.voice.say(item.mark), "$foreground-muted"))


class TableWidget(BlockWidget[Table]):
    """Rows of values under headings."""

    def lines(self) -> Iterator[Content]:
        if not self.block.rows:
            return
        heads = [self.voice.say(column) for column in self.block.columns]
        rows = [[shown(value) for value in row] for row in self.block.rows]
        widths = [
            max([cell_len(head), *(cell_len(row[at]) for row in rows if at < len(row))])
            for at, head in enumerate(heads)
        ]
        yield Content.styled(self._row(heads, widths), "bold")
        for row in rows:
            yield Content(self._row(row, widths))

    def _row(self, values: Sequence[str], widths: list[int]) -> str:
        cells = (padded(value, width) for value, width in zip(values, widths, strict=False))
        return "  ".join(cells).rstrip()
