"""The base of small dialogs that can be cancelled."""

from __future__ import annotations

from typing import TypeVar

from textual import events

from clemtui.ui.shell.dialogs.above import Above

Answer = TypeVar("Answer")


class Question(Above[Answer | None]):
    """A dialog that returns an answer, or None. A click outside cancels it, as Escape does."""

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_close()

    def action_close(self) -> None:
        self.dismiss(None)
