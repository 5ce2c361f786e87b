"""What all widgets that edit a value have in common."""

from __future__ import annotations

from typing import Any, Final, Protocol

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import Static


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""The value of a field that was left out: its id is then not among the values."""


class Touched(Message):
    """A key reached an editor."""


class Edited(Message):
    """A person changed a value."""


class Pasted(Message):
    """A person pasted so many characters."""

    def __init__(self, characters: int) -> None:
        super().__init__()
        self.characters = characters


class Write(Message, bubble=False):
    """Sent to an editor, which is to write a character where its cursor is by then: keys that were
    pressed before it are read before it."""

    def __init__(self, character: str) -> None:
        super().__init__()
        self.character = character


class Submitted(Message):
    """A person wants to send what the form holds."""


class Refused(Message):
    """A key was pressed that this field does not take."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Editor(Protocol):
    """Edits the value of one field."""

    def value(self) -> Any:
        """The value as the form wants it, or `ABSENT`."""

    def fill(self, value: Any) -> None:
        """Show a value, e.g. of a draft; one of a wrong kind is left out."""


class KeyEditor(Static, can_focus=True):
    """An editor that draws itself and reads single keys. Keeps the terminal's cursor in place."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(markup=False, id=id, classes=classes)

    def render(self) -> Content:
        return self.drawn()

    def drawn(self) -> Content:
        """What it looks like now."""
        raise NotImplementedError

    def cursor_cell(self) -> Offset:
        """Where the cursor is, in cells from the upper left corner."""
        raise NotImplementedError

    def take(self, event: events.Key) -> bool:
        """Use a key; False if it means nothing here."""
        raise NotImplementedError

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor belongs, so that input methods show up beside it."""
        return self.content_region.offset + self.cursor_cell()

    def changed(self) -> None:
        """Draw again, and say that a person changed the value."""
        self.moved()
        self.post_message(Edited())

    def moved(self) -> None:
        """Draw again after the cursor moved."""
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
            self.post_message(Submitted())
        elif self.take(event):
            event.stop()
            event.prevent_default()
            self.post_message(Touched())
