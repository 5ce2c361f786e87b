"""What all editors of form values have in common."""

from __future__ import annotations

from typing import Any, Final, Protocol

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Static

from clemtui.ui.widgets.key_guard import Press


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""The value of an omitted field. Its id is not among the form's values."""

CURSOR = "$block-cursor-foreground on $block-cursor-background"
"""The style of the cursor in editors that draw themselves."""


class KeyReceived(Message):
    """Posted when a key reaches an editor."""


class Edited(Message):
    """Posted when a person changes a value."""


class Pasted(Message):
    """Posted when a person pastes this many characters."""

    def __init__(self, characters: int) -> None:
        super().__init__()
        self.characters = characters


class InsertCharacter(Message, bubble=False):
    """A request to an editor to insert a character at its cursor.

    Being a message, it is handled after all keys pressed before it.
    """

    def __init__(self, character: str) -> None:
        super().__init__()
        self.character = character


class Submitted(Message):
    """Posted when a person wants to send the form, with the key or click that asked for it."""

    def __init__(self, press: Press) -> None:
        super().__init__()
        self.press = press


class Refused(Message):
    """Posted when a key is pressed that the field does not accept."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Editor(Protocol):
    """The interface of a widget that edits the value of one field."""

    def value(self) -> Any:
        """Return the value as the form expects it, or `ABSENT`."""

    def fill(self, value: Any) -> None:
        """Show a value, for example from a draft. Values of the wrong type are ignored."""


class KeyEditor(Static, can_focus=True):
    """Base of editors that draw themselves and read single keys.

    Maintains the terminal's cursor.
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(markup=False, id=id, classes=classes)

    def render(self) -> Content:
        return self.draw()

    def draw(self) -> Content:
        """Return the current content."""
        raise NotImplementedError

    def cursor_cell(self) -> Offset:
        """Return the cursor's offset in cells from the top left corner."""
        raise NotImplementedError

    def process_key(self, event: events.Key) -> bool:
        """Handle a key. Return False if it has no meaning here."""
        raise NotImplementedError

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor belongs. Input methods open their window there."""
        return self.content_region.offset + self.cursor_cell()

    def changed(self) -> None:
        """Redraw, and post that a person changed the value."""
        self.redraw()
        self.post_message(Edited())

    def redraw(self) -> None:
        """Redraw after the cursor moved."""
        self.refresh(layout=True)
        if self.has_focus:
            self.app.cursor_position = self.cursor_screen_offset

    def on_focus(self) -> None:
        self.app.cursor_position = self.cursor_screen_offset
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            self.post_message(Submitted(event))
        elif self.process_key(event):
            event.stop()
            event.prevent_default()
            self.post_message(KeyReceived())
