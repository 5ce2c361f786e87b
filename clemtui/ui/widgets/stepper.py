"""A one-line chooser that shows only the current option."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message

from clemtui.language import shorten
from clemtui.language.width import cell_count
from clemtui.ui.widgets.answer.editing import CURSOR, KeyEditor
from clemtui.ui.widgets.answer.options import Options
from clemtui.ui.widgets.lists import DOWN, LEFT, RIGHT, UP


class Stepper(KeyEditor):
    """A chooser that shows only the current option.

    Left and right change it, up and down move to the neighbouring fields, and a click on the label
    asks for the full list.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", LEFT, False, id="move.left"),
        Binding("right", "step(1)", RIGHT, False, id="move.right"),
        Binding("up", "app.focus_previous", UP, False, id="move.up"),
        Binding("down", "app.focus_next", DOWN, False, id="move.down"),
    ]

    class Stepped(Message):
        """Posted when another option is chosen; ``by_hand`` if a person chose it."""

        def __init__(self, stepper: Stepper, *, by_hand: bool) -> None:
            super().__init__()
            self.stepper = stepper
            self.value = stepper.value()
            """The value chosen; the stepper may have another one when the message is handled."""
            self.by_hand = by_hand

        @property
        def control(self) -> Stepper:
            """The stepper, for message selectors."""
            return self.stepper

    class Opened(Message):
        """Posted when the person asks to see all options."""

        def __init__(self, stepper: Stepper) -> None:
            super().__init__()
            self.stepper = stepper

    def __init__(self, options: Options, value: Any = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.options = list(options)
        self.index = self._index(value)

    def _index(self, value: Any) -> int:
        return next((i for i, (option, _) in enumerate(self.options) if option == value), 0)

    def value(self) -> Any:
        """Return the chosen value, or an empty string if there are no options."""
        return self.options[self.index][0] if self.options else ""

    def fill(self, value: Any) -> None:
        """Choose a value without marking it as chosen by hand."""
        if value in dict(self.options) and value != self.value():
            self.index = self._index(value)
            self._stepped()

    def set_options(self, options: Options, value: Any = None) -> None:
        """Replace the options and choose a value.

        Without a value, keep the current one if it is among the new options.
        """
        wanted = self.value() if value is None else value
        if list(options) == self.options and wanted == self.value():
            return
        self.options = list(options)
        self.index = self._index(wanted)
        self._stepped()

    def draw(self) -> Content:
        name = self.options[self.index][1] if self.options else ""
        name = shorten(name, max(1, self.size.width - 4), cell_count)
        several = len(self.options) > 1
        return Content.styled(
            f"‹ {name} ›" if several else f"  {name}  ", CURSOR if self.has_focus else ""
        )

    def cursor_cell(self) -> Offset:
        return Offset(0, 0)

    def process_key(self, event: events.Key) -> bool:
        return False

    def action_step(self, step: int) -> None:
        """Choose the next or previous option."""
        if self.options:
            self.index = (self.index + step) % len(self.options)
            self._stepped(by_hand=True)

    def on_click(self, event: events.Click) -> None:
        end = self.draw().cell_length
        if event.x < 2:
            self.action_step(-1)
        elif end - 2 <= event.x < end:
            self.action_step(1)
        else:
            self.post_message(self.Opened(self))

    def choose(self, value: Any) -> None:
        """Choose a value on behalf of the person who picked it from the full list."""
        self.index = self._index(value)
        self._stepped(by_hand=True)

    def _stepped(self, *, by_hand: bool = False) -> None:
        self.redraw()
        self.post_message(self.Stepped(self, by_hand=by_hand))
