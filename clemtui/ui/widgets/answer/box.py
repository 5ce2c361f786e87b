"""A text box for answers, of one or several lines, with undo, paste and recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.filter import LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import TextArea

from clemtui.language import Interface, safe
from clemtui.ui.terminal.bidi import without_bidi
from clemtui.ui.widgets.answer.editing import (
    ABSENT,
    Edited,
    InsertCharacter,
    KeyReceived,
    Pasted,
    Submitted,
)


class AnswerBox(TextArea):
    """A text box. Enter submits; where several lines are allowed, Ctrl+J adds a line.

    Up and down in an empty box recall the texts of earlier turns.
    """

    def __init__(
        self,
        *,
        several_lines: bool = False,
        optional: bool = False,
        placeholder: str = "",
        history: Sequence[str] = (),
        id: str | None = None,
    ) -> None:
        super().__init__(
            compact=True,
            soft_wrap=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
            placeholder=placeholder,
            id=id,
        )
        self.cursor_blink = False
        self.several_lines = several_lines
        self.optional = optional
        self.past = list(history)
        self._recalled: int | None = None
        self._given = ""
        self.set_class(several_lines, "-several")

    def render_lines(self, crop: Region) -> list[Strip]:
        if not self.is_attached:  # Textual draws once more before the layout without this widget
            return [Strip.blank(crop.width)] * crop.height
        return super().render_lines(crop)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return without_bidi(super().get_line_filters())  # typed text is shown in logical order

    def value(self) -> Any:
        """Return the text, or `ABSENT` if the field is optional and the text is blank."""
        return ABSENT if self.optional and not self.text.strip() else self.text

    def fill(self, value: Any) -> None:
        """Show a text with the cursor at its end."""
        if isinstance(value, str | int):
            self._put(str(value))
            self._given = self.text

    def take(self, text: str) -> None:
        """Replace the text as if the new one had been typed."""
        self._put(text)

    def take_over_history(self, before: object) -> None:
        """Take over the undo history of another box with the same text."""
        if isinstance(before, AnswerBox) and before.text == self.text:
            self.history = before.history

    def clear_for_next(self, history: Sequence[str]) -> None:
        """Clear the text and the undo history for the next turn."""
        self.load_text("")
        self._given = ""
        self.past = list(history)
        self._recalled = None

    def _put(self, text: str) -> None:
        self.replace(self._sanitised(text), (0, 0), self.document.end)
        self.move_cursor(self.document.end)

    def _sanitised(self, text: str) -> str:
        """Return the text as this box can hold it: safe to draw, in one line unless several fit."""
        lines = text.expandtabs(4).splitlines()
        return safe(("\n" if self.several_lines else " ").join(lines))

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self._report_edit()

    def _report_edit(self) -> None:
        if self.text != self._given:
            self._given = self.text
            self.post_message(Edited())

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            self._use(event)
            self._report_edit()  # before what it submits
            self.post_message(Submitted(event))
            return
        self.post_message(KeyReceived())
        if event.key in ("ctrl+j", "shift+enter"):
            self._use(event)
            if self.several_lines:
                self.insert("\n")
        elif event.key in ("up", "down") and self._recall(-1 if event.key == "up" else 1):
            self._use(event)
        else:
            await super()._on_key(event)

    def _use(self, event: events.Key | events.Paste) -> None:
        event.stop()
        event.prevent_default()

    def _recall(self, step: int) -> bool:
        browsing = self._recalled is not None and self.text == self.past[self._recalled]
        if not self.past or (self.text and not browsing):
            return False
        at = len(self.past) if self._recalled is None or not browsing else self._recalled
        at = max(0, at + step)
        self._recalled = at if at < len(self.past) else None
        self._put(self.past[at] if at < len(self.past) else "")
        return True

    async def _on_paste(self, event: events.Paste) -> None:
        self._use(event)
        text = self._sanitised(event.text)
        self.post_message(Pasted(len(text)))
        self._write(text)

    def action_delete_to_start_of_line(self) -> None:
        """Delete what is before the cursor in its line, however many rows of the screen that is."""
        row, column = self.cursor_location
        if column == 0 or not self.selection.is_empty:
            super().action_delete_to_start_of_line()
        else:
            self.delete((row, 0), (row, column))

    def action_delete_to_end_of_line(self) -> None:
        """Delete what follows the cursor in its line, however many rows of the screen that is."""
        row, column = self.cursor_location
        self.delete((row, column), (row, len(self.document.get_line(row))))

    def on_insert_character(self, event: InsertCharacter) -> None:
        """Insert a character as if it had been typed."""
        self.post_message(KeyReceived())
        self._write(event.character)

    def _write(self, text: str) -> None:
        result = self._replace_via_keyboard(text, *self.selection)
        if result is not None:
            self.move_cursor(result.end_location)


def free_text_box(interface: Interface, history: Sequence[str]) -> AnswerBox:
    """Return a box for an answer without a form.

    Its placeholder explains how to start a new line: in some games, sending the first line of an
    answer by accident ends the game.
    """
    keys = interface.text("Enter sends, Ctrl+J starts a new line.")
    return AnswerBox(several_lines=True, placeholder=keys, history=history)
