"""The bases of screens above another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual import events
from textual.filter import LineFilter
from textual.screen import ModalScreen

from clemtui.ui.terminal.bidi import without_bidi
from clemtui.ui.terminal.widths import background_filters

Result = TypeVar("Result")
Answer = TypeVar("Answer")


class Overlay(ModalScreen[Result]):
    """A modal screen. It does not filter the screen behind it, whose lines are already filtered."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        return background_filters(without_bidi(super().get_line_filters()))


class Dialog(Overlay[Answer | None]):
    """A dialog that returns an answer, or None. A click outside cancels it, as Escape does."""

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_close()

    def action_close(self) -> None:
        self.dismiss(None)
