"""Scrollable lists and texts with the same movement keys everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widgets import OptionList

from clemtui.language import translatable
from clemtui.ui.terminal.widths import scrollbar_filters

UP = translatable("Up")
DOWN = translatable("Down")
_REVERSE = Style(reverse=True)

LEFT = translatable("Left")
RIGHT = translatable("Right")
PAGE_UP = translatable("Page up")
PAGE_DOWN = translatable("Page down")
FIRST = translatable("Go to the start")
LAST = translatable("Go to the end")


def movement_bindings(
    up: str,
    down: str,
    first: str,
    last: str,
    *,
    page_up: str = "page_up",
    page_down: str = "page_down",
) -> list[BindingType]:
    """Return the standard movement bindings for the actions with these names."""
    return [
        Binding("up", up, UP, False, id="move.up"),
        Binding("down", down, DOWN, False, id="move.down"),
        Binding("pageup", page_up, PAGE_UP, False, id="move.page_up"),
        Binding("pagedown", page_down, PAGE_DOWN, False, id="move.page_down"),
        Binding("home", first, FIRST, False, id="move.first"),
        Binding("end", last, LAST, False, id="move.last"),
    ]


class MenuList(OptionList, inherit_bindings=False):
    """A list from which one item is chosen. Subclasses bind Enter.

    A bar marks the highlighted item, which makes it visible without colour.
    """

    BINDINGS: ClassVar[list[BindingType]] = movement_bindings(
        "cursor_up", "cursor_down", "first", "last"
    )

    def get_line_filters(self) -> Sequence[LineFilter]:
        return scrollbar_filters(self, super().get_line_filters())

    def on_resize(self, event: events.Resize) -> None:
        """Keep the highlighted item in view; it may have been chosen before the first layout."""
        self.scroll_to_highlight()

    def watch_virtual_size(self) -> None:
        """Keep the highlighted item in view while items arrive or are wrapped anew."""
        self.call_later(self.scroll_to_highlight)  # once the list knows its new size too

    @property
    def shows_cursor(self) -> bool:
        """Whether the keys act on the highlighted item."""
        return self.has_focus

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        if not (
            self.shows_cursor
            and line < len(self._lines)
            and self._lines[line][0] == self.highlighted
        ):
            return strip
        marked = Strip.join([Strip([Segment("▌", next(iter(strip)).style)]), strip.crop(1)])
        if not self.app.native_ansi_color:
            return marked
        # With only sixteen colours, the other styles may be invisible on the cursor's background,
        # so we reverse the colours. A style sheet cannot do this: Textual drops the reverse
        # attribute on the way to the options.
        return Strip(
            [Segment(text, (style or Style()) + _REVERSE) for text, style, _ in marked],
            marked.cell_length,
        )


class TextPane(VerticalScroll, inherit_bindings=False):
    """A text that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = movement_bindings(
        "scroll_up", "scroll_down", "scroll_home", "scroll_end"
    )
