"""The transcript: a chat of any length, drawn line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from clemtui.language import Interface, translatable
from clemtui.ui.terminal.bidi import reorder, with_direction, without_bidi
from clemtui.ui.terminal.widths import scrollbar_filters, with_end_sign
from clemtui.ui.widgets.lists import movement_bindings
from clemtui.ui.widgets.transcript.rows import Entry, Row, rows_of, selected_text

_ROOM_TO_READ = 8
"""Below this height in lines, the view follows the end of a long message, not its start."""


_MORE = "↓"
"""The sign for more text below: it fits the cell that every line leaves free."""

_MORE_CELLS = 3
"""How many cells at the end of the last line scroll to the end when they are clicked."""


class Transcript(ScrollView, can_focus=True, inherit_bindings=False):
    """A scrolling list of entries. It follows the end until the person scrolls up.

    A game master's message that is taller than the screen is shown from its start. Only visible
    lines are drawn and entries are wrapped once per width, so thousands of entries cost nothing.

    One message can be marked, by keys or a click. Copying takes the mouse selection, else the
    marked message, else the newest one.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"transcript--{name}"
        for name in (
            *("text", "more", "mark", "round"),
            *("master", "own", "other", "good", "warning", "bad", "note"),
        )
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        *movement_bindings("scroll_up", "scroll_down", "scroll_home", "follow"),
        Binding(
            "left_square_bracket,shift+up",
            "mark(-1)",
            translatable("Previous message"),
            id="message.before",
        ),
        Binding(
            "right_square_bracket,shift+down",
            "mark(1)",
            translatable("Next message"),
            id="message.next",
        ),
        Binding("c", "copy", translatable("Copy this message"), id="message.copy"),
        Binding("r", "raw", translatable("As sent"), id="message.raw"),
    ]

    unseen: reactive[int] = reactive(0)
    """Number of new entries below the visible part."""

    details: reactive[bool] = reactive(False)
    """Whether times and attempts are shown beside the speaker."""

    raw: reactive[bool] = reactive(False)
    """Whether messages are shown as they were sent, not as people read them."""

    marked: reactive[int | None] = reactive(None)
    """The index of the marked entry."""

    def __init__(
        self, interface: Interface, *, id: str | None = None, from_beginning: bool = True
    ) -> None:
        """``from_beginning``: show a tall message of the game master from its start."""
        super().__init__(id=id)
        self.interface = interface
        self._from_beginning = from_beginning
        self.answering: Callable[[], bool] = lambda: False
        """Whether letters are being typed into an answer beside the transcript."""
        self._ground: Style | None = None
        self._styles: dict[str, Style] = {}
        self._entries: list[Entry] = []
        self._rows: list[Row] = []
        self._starts: list[int] = []
        self._tail: Entry | None = None
        self._tail_rows = 0
        self._width = 0
        self._pinned = True
        self._scrolling = False
        self._anchor: int | None = None
        self._wanted: int | None = None
        self._first: int | None = None

    # Content

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, without the tail that is still being written."""
        return tuple(self._entries)

    @property
    def at_end(self) -> bool:
        """Whether the view follows the newest line."""
        return self._pinned

    def add(self, entries: Iterable[Entry]) -> None:
        """Append entries, above the tail.

        A remark equal to the entry before it is dropped. Repeated attempts that fail alike produce
        such remarks.
        """
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
            self._entries.append(entry)
            self._append(entry, len(self._entries) - 1)
        if not self._pinned:
            self.unseen += sum(entry.tone != "round" and self._shows(entry) for entry in new)
        self._add_tail()
        self._resized()

    def replace(self, entries: Iterable[Entry]) -> None:
        """Replace all entries and follow the end."""
        self._entries = list(entries)
        self._tail = None
        self._pinned = True
        self.unseen = 0
        self.marked = None
        self._lay_out()

    def set_tail(self, entry: Entry | None) -> None:
        """Show a message that is still being written below everything else. None removes it."""
        if entry == self._tail:
            return
        self._cut_tail()
        self._tail = entry
        self._add_tail()
        self._resized()

    def follow(self) -> None:
        """Scroll to the end and follow it."""
        self._pinned = True
        self.unseen = 0
        self._anchor = None
        self._scroll_to_newest()
        self.refresh()

    def restore_position(self, line: int, unseen: int) -> None:
        """Show the transcript from this line on instead of following the end.

        ``unseen`` is the number of entries below that were not seen. This also works before the
        first layout.
        """
        self._pinned = False
        self.unseen = unseen
        self._wanted = line
        self._resized()

    def start_at(self, number: int) -> None:
        """Show the transcript from an entry on instead of following the end.

        This also works before the first layout.
        """
        self._pinned = False
        self._first = number
        self._resized()

    def show_entry(self, number: int) -> None:
        """Scroll until an entry can be read from its start."""
        rows = self._rows_of(number)
        start, end = rows.start, rows.stop
        top, height = self.scroll_offset.y, self.size.height
        if start < top or end - start >= height:
            self.scroll_to(y=start, animate=False, immediate=True)
        elif end > top + height:
            self.scroll_to(y=end - height, animate=False, immediate=True)

    def show_place(self, number: int, at: int) -> None:
        """Scroll until a character of an entry's text, and the line below it, are visible."""
        starts = ((row, self._rows[row].start) for row in self._rows_of(number))
        places = [row for row, start in starts if start is not None and 0 <= start <= at]
        top, height = self.scroll_offset.y, self.size.height
        if places and not top <= places[-1] < top + height - 1:
            self.scroll_to(y=places[-1] - height // 2, animate=False, immediate=True)

    def _rows_of(self, number: int) -> range:
        """Return the indices of an entry's rows; empty before the first layout."""
        start, *after = self._starts[number : number + 2] or [0, 0]
        return range(start, after[0] if after else len(self._rows))

    # Copying

    def newest_text(self) -> str | None:
        """Return the content of the newest message, as it was sent."""
        newest = (entry for entry in reversed(self._entries) if self._shows(entry))
        return next((entry.copy for entry in newest if entry.copy is not None), None)

    def text_to_copy(self) -> str | None:
        """Return what is copied: the mouse selection, else the marked or newest message."""
        if self.text_selection is not None:
            return self.get_selection(self.text_selection)[0]
        if self.marked is not None:
            return self._entries[self.marked].copy
        return self.newest_text()

    def full_text(self) -> str:
        """Return the whole transcript as it was sent, with the speakers."""
        return "\n\n".join(entry.as_sent for entry in self._entries)

    def copy(self, text: str | None) -> None:
        """Copy a text to the clipboard and show a notification."""
        if text is not None:
            self.run_worker(self._copied(text), group="copy")

    async def _copied(self, text: str) -> None:
        from clemtui.ui.terminal.clipboard import (
            copy,  # starts processes: not needed for the first paint
        )

        result = await copy(self.app, text)
        self.app.notify(result.message(self.interface), markup=False, timeout=4)

    def action_copy(self) -> None:
        self.copy(self.text_to_copy())

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        start, end = selection
        begin = (0, 0) if start is None else start.transpose
        stop = (len(self._rows), 0) if end is None else end.transpose
        return selected_text(self._rows, self._entries, begin, stop), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    # Marking and moving

    def action_mark(self, step: int) -> None:
        """Mark the previous or next message, or the newest if none is marked."""
        said = [
            at
            for at, entry in enumerate(self._entries)
            if entry.copy is not None and self._shows(entry)
        ]
        if not said:
            return
        if self.marked not in said:
            self.marked = said[-1]
        else:
            at = said.index(self.marked) + step
            self.marked = said[max(0, min(at, len(said) - 1))]
        self.show_entry(self.marked)

    def action_follow(self) -> None:
        self.follow()

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        more, width = self._more_sign(), self.scrollable_content_region.width
        at = self.scroll_offset.y + place.y
        wide = max(cell_len(more or ""), _MORE_CELLS)
        if more and place.y == self.size.height - 1 and place.x >= width - wide:
            self.follow()
        elif at < len(self._rows):
            number = self._rows[at].entry
            if number < len(self._entries) and self._entries[number].copy is not None:
                self.marked = None if self.marked == number else number

    def watch_marked(self) -> None:
        self.refresh()

    def watch_details(self) -> None:
        self.lay_out_again()

    def action_raw(self) -> None:
        """Show messages as they were sent, or as people read them again."""
        self.raw = not self.raw

    def watch_raw(self) -> None:
        self.lay_out_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("copy", "raw") and self.marked is None and self.answering():
            return False  # letters are typed, into the answer
        if action == "raw":
            return any(entry.speech is not None for entry in self._all_entries())
        return super().check_action(action, parameters)

    def _all_entries(self) -> Iterable[Entry]:
        return chain.from_iterable((entry, *entry.folded) for entry in self._entries)

    def _shows(self, entry: Entry) -> bool:
        """Return whether an entry is on the screen: one that tells people nothing is not."""
        return self.raw or entry.speech != ()

    def lay_out_again(self) -> None:
        """Lay out all entries anew, keeping the entry at the top of the screen in place."""
        top = self.scroll_offset.y
        number = self._rows[top].entry if top < len(self._rows) else 0
        self._lay_out()
        if not self._pinned and number < len(self._starts):
            self.scroll_to(y=self._starts[number], animate=False, immediate=True)

    # Drawing

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        if self._ground is None:
            self._ground = self.rich_style
        base = self._ground
        index = self.scroll_offset.y + y
        if index >= len(self._rows):
            return Strip.blank(width, base)
        strip = Strip(self._segments(self._rows[index], index, base))
        strip = strip.adjust_cell_length(width, base)
        more = self._more_sign() if y == self.size.height - 1 else None
        if more is not None:
            if more != _MORE:  # it takes more than the free cell, so the whole line is its own
                strip = Strip.blank(width, base)
            sign = Segment(more, base + self._style("more"))
            strip = with_end_sign(strip, sign, width)
        return reorder(strip.apply_offsets(0, index), self)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return scrollbar_filters(self, without_bidi(super().get_line_filters()))

    def _segments(self, row: Row, index: int, base: Style) -> Sequence[Segment]:
        tone = row.tone
        if self.marked == row.entry and row.has_bar:
            tone = "mark"
            row = row.with_mark() if self._starts[row.entry] == index else row
        bar = base + self._style(tone)
        style = base + self._style(row.style)
        said = (Segment(text, with_direction(style, text, way)) for text, way in row.pieces)
        segments = [Segment(row.bar, bar), *said, Segment(row.after, bar)]
        span = self.text_selection.get_span(index) if self.text_selection else None
        return segments if span is None else self._selected(segments, *span)

    def _selected(self, segments: Sequence[Segment], start: int, end: int) -> Sequence[Segment]:
        """Highlight these characters of the segments. An end of -1 is the end of the line."""
        style = self.screen.get_component_rich_style("screen--selection")
        text = "".join(segment.text for segment in segments)
        places = [cell_len(text[:at]) for at in (start, len(text) if end == -1 else end, len(text))]
        before, inside, after = Strip(segments).divide(places)
        chosen = Segment.apply_style(inside, post_style=style)
        return [*before, *chosen, *after]

    def _more_sign(self) -> str | None:
        """Return the sign for more text below, which never covers text; None at the end."""
        if self.scroll_offset.y + self.size.height >= len(self._rows) - 1:
            return None
        if not self.unseen:
            return _MORE
        said = self.interface.plural("{n} new message", "{n} new messages", self.unseen)
        return f" ↓ {said} "

    def watch_unseen(self) -> None:
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self._scrolling:
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
        self._ground = None
        self._styles.clear()
        self.refresh()

    def _style(self, name: str) -> Style:
        """Return the style of a kind of line, with transparent colours blended."""
        if name not in self._styles:
            whole = self.get_visual_style(f"transcript--{name}").rich_style
            self._styles[name] = Style(color=whole.color, bold=whole.bold, dim=whole.dim)
        return self._styles[name]

    # Layout

    def _append(self, entry: Entry, number: int) -> None:
        if entry.heading:
            held = self._from_beginning and entry.tone == "master"
            self._anchor = len(self._rows) if held else None
        self._starts.append(len(self._rows))
        self._rows.extend(self._laid_out(entry, number))

    def _laid_out(self, entry: Entry, number: int) -> Iterable[Row]:
        """Return the rows of an entry, leaving one cell free before the scrollbar.

        Those of what it says to people have no place in the entry's text, which is the content.
        """
        if not self._width:
            return
        spoken = None if self.raw else entry.speech
        for each in (entry,) if spoken is None else spoken:
            way = self.interface.direction
            rows = rows_of(each, number, self._width - 1, details=self.details, interface=way)
            yield from rows if spoken is None else (replace(row, start=None) for row in rows)

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        self._rows = []
        self._starts = []
        for number, entry in enumerate(self._entries):
            self._append(entry, number)
        self._tail_rows = 0
        self._add_tail()
        self._resized()

    def _add_tail(self) -> None:
        if self._tail is not None:
            rows = list(self._laid_out(self._tail, len(self._entries)))
            self._tail_rows = len(rows)
            self._rows.extend(rows)

    def _cut_tail(self) -> None:
        if self._tail_rows:
            del self._rows[-self._tail_rows :]
        self._tail_rows = 0

    def _resized(self) -> None:
        self.virtual_size = Size(self._width, len(self._rows))
        if self._pinned:
            self._scroll_to_newest()
        elif self._wanted is not None and self._rows:
            self._scroll_to_line(self._wanted)
            self._wanted = None
        elif self._first is not None and self._rows:
            self._scroll_to_line(self._starts[self._first])
            self._first = None
        self.refresh()

    def _scroll_to_newest(self) -> None:
        """Scroll to the end, or to the start of the newest message if it is taller than the screen.

        On a screen too low for reading from the start, the end has priority: it has the latest
        news, unless there are only the rules yet.
        """
        end = max(0, len(self._rows) - self.size.height)
        only_rules = [len(entry.speech or ()) for entry in self._entries] == [1]
        room = only_rules or self.size.height >= _ROOM_TO_READ
        held = self._anchor is not None and self._tail is None and room
        self._scroll_to_line(min(end, self._anchor or 0) if held else end)

    def _scroll_to_line(self, line: int) -> None:
        self._scrolling = True
        try:
            self.scroll_to(y=line, animate=False, force=True, immediate=True)
        finally:
            self._scrolling = False
