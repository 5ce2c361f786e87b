"""What all editors of form values have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static


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
    """Posted when a person wants to send the form."""


class AnswerTaker(Widget):
    """A base of widgets that act on `Submitted` and then post `GoOn` to their editors."""


class GoOn(Message, bubble=False):
    """A request to an editor to take keys again, after Enter was acted on.

    ``keep``: whether what was typed meanwhile is taken, up to the next Enter, or dropped.
    """

    def __init__(self, *, keep: bool) -> None:
        super().__init__()
        self.keep = keep


class HeldKeys:
    """The keys typed after Enter in the same burst, held back until Enter has been acted on.

    Otherwise they would change the answer, which is read only when `Submitted` is handled.
    """

    def __init__(self, editor: Widget) -> None:
        self._editor = editor
        self._held: list[events.Key | events.Paste] | None = None

    def begin(self) -> None:
        """Hold back what is typed from now on until `GoOn`, if someone will post it."""
        if any(isinstance(each, AnswerTaker) for each in self._editor.ancestors):
            self._held = []

    def hold(self, event: events.Key | events.Paste) -> bool:
        """Hold an event back, if they are held back now."""
        if self._held is None:
            return False
        event.stop()
        event.prevent_default()
        self._held.append(event)
        return True

    def go_on(self, message: GoOn) -> Iterator[events.Key | events.Paste]:
        """Stop holding keys back, and yield copies of those to be taken now."""
        held, self._held = self._held or [], None
        for each in held if message.keep else ():
            if isinstance(each, events.Paste):
                yield events.Paste(each.text)
            elif each.key == "enter":
                return
            else:
                yield events.Key(each.key, each.character)


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
        self._after_enter = HeldKeys(self)

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

    def on_go_on(self, message: GoOn) -> None:
        for event in self._after_enter.go_on(message):
            if isinstance(event, events.Key):
                self.on_key(event)

    def on_key(self, event: events.Key) -> None:
        if self._after_enter.hold(event):
            return
        if event.key == "enter":
            event.stop()
            self._after_enter.begin()
            self.post_message(Submitted())
        elif self.process_key(event):
            event.stop()
            event.prevent_default()
            self.post_message(KeyReceived())
