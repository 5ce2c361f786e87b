"""The transcript: a chat of any length, drawn line by line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from clemtui.language import translatable
from clemtui.ui.widgets.wrapping import wrap

Tone = Literal["master", "own", "other", "good", "warning", "bad", "note"]

_INDENT = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a transcript, in words that are safe to show.

    ``heading`` is who speaks; without one the text is a remark. ``copy`` is what copying gives:
    the content as it was sent.
    """

    text: str
    tone: Tone
    heading: str = ""
    copy: str | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    text: str
    style: str
    bar: str = ""


class Transcript(ScrollView, can_focus=True):
    """Shows entries. It stays at the end while one is there, and lets go when one scrolls.

    A message of the game master that is taller than the screen is shown from its beginning.
    Only the lines that are on the screen are drawn, and each entry is broken into lines once for
    a width, so that thousands of entries cost nothing while one types.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"transcript--{name}"
        for name in ("text", "more", "master", "own", "other", "good", "warning", "bad", "note")
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_home", translatable("To the beginning"), show=False),
        Binding("end", "scroll_end", translatable("To the end"), show=False),
    ]

    unseen: reactive[int] = reactive(0)
    """How many entries have come below what is on the screen."""

    def __init__(self, *, id: str | None = None, from_beginning: bool = True) -> None:
        """``from_beginning``: show a tall message of the game master from its beginning."""
        super().__init__(id=id)
        self._from_beginning = from_beginning
        self._styles: dict[str, Style] = {}
        self._entries: list[Entry] = []
        self._rows: list[_Row] = []
        self._tail: Entry | None = None
        self._tail_rows = 0
        self._width = 0
        self._pinned = True
        self._steering = False
        self._anchor: int | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything in it, the running tail left out."""
        return tuple(self._entries)

    @property
    def at_end(self) -> bool:
        """Whether the newest line is on the screen and stays there."""
        return self._pinned

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries at the end, above the tail. A remark that is made again in succession, as
        of one attempt after the other that fails alike, is shown once."""
        new: list[Entry] = []
        last = self._entries[-1] if self._entries else None
        for entry in entries:
            if entry.heading or entry != last:
                new.append(entry)
            last = entry
        if not new:
            return
        self._cut_tail()
        for entry in new:
            self._append(entry)
        self._entries.extend(new)
        if not self._pinned:
            self.unseen += len(new)
        self._add_tail()
        self._resized()

    def replace(self, entries: Iterable[Entry]) -> None:
        """Show other entries, from their end."""
        self._entries = list(entries)
        self._tail = None
        self._pinned = True
        self.unseen = 0
        self._lay_out()

    def set_tail(self, entry: Entry | None) -> None:
        """Show what is still being written below everything else; None removes it."""
        if entry == self._tail:
            return
        self._cut_tail()
        self._tail = entry
        self._add_tail()
        self._resized()

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._pinned = True
        self.unseen = 0
        self._anchor = None
        self._steer()

    def last_said(self) -> str | None:
        """The content of the newest message, as it was sent."""
        return next((e.copy for e in reversed(self._entries) if e.copy is not None), None)

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        base = self.rich_style
        index = self.scroll_offset.y + y
        if index >= len(self._rows):
            return Strip.blank(width, base)
        row = self._rows[index]
        style = base + self._style(row.style)
        segments = [Segment(row.text, style)]
        if row.bar:
            segments.insert(0, Segment("▌ ", base + self._style(row.bar)))
        strip = Strip(segments).adjust_cell_length(width, base)
        if y == self.size.height - 1 and index < len(self._rows) - 2:
            more = Segment(" ↓ ", base + self.get_component_rich_style("transcript--more"))
            strip = Strip.join([strip.crop(0, width - 3), Strip([more])])
        return strip

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self._steering:
            return
        self._pinned = round(new_value) >= self.max_scroll_y
        if self._pinned:
            self._anchor = None
            self.unseen = 0

    def on_resize(self, event: events.Resize) -> None:
        if self.scrollable_content_region.width != self._width:
            self._lay_out()
        self._resized()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self.refresh()

    def _style(self, name: str) -> Style:
        """How a kind of line is written; colours that let the background through are mixed."""
        if name not in self._styles:
            whole = self.get_visual_style(f"transcript--{name}").rich_style
            self._styles[name] = Style(color=whole.color, bold=whole.bold)
        return self._styles[name]

    def _laid_out(self, entry: Entry) -> Iterable[_Row]:
        if not self._width:
            return
        inner = self._width - _INDENT - 1  # a gap before the scrollbar
        if entry.heading:
            for line in wrap(entry.heading, inner):
                yield _Row(line, entry.tone, entry.tone)
            for line in wrap(entry.text, inner):
                yield _Row(line, "text", entry.tone)
        else:
            for line in wrap(entry.text, inner):
                yield _Row(" " * _INDENT + line, entry.tone)
        yield _Row("", "text")

    def _append(self, entry: Entry) -> None:
        if entry.heading:
            held = self._from_beginning and entry.tone == "master"
            self._anchor = len(self._rows) if held else None
        self._rows.extend(self._laid_out(entry))

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        self._rows = []
        for entry in self._entries:
            self._append(entry)
        self._tail_rows = 0
        self._add_tail()
        self._resized()

    def _add_tail(self) -> None:
        if self._tail is not None:
            rows = list(self._laid_out(self._tail))
            self._tail_rows = len(rows)
            self._rows.extend(rows)

    def _cut_tail(self) -> None:
        if self._tail_rows:
            del self._rows[-self._tail_rows :]
        self._tail_rows = 0

    def _resized(self) -> None:
        self.virtual_size = Size(self._width, len(self._rows))
        if self._pinned:
            self._steer()
        self.refresh()

    def _steer(self) -> None:
        """Go to the end; where the newest message is taller than the screen, to its beginning."""
        end = max(0, len(self._rows) - self.size.height)
        self._steering = True
        try:
            held = self._anchor is not None and self._tail is None
            target = min(end, self._anchor or 0) if held else end
            self.scroll_to(y=target, animate=False, force=True, immediate=True)
        finally:
            self._steering = False
