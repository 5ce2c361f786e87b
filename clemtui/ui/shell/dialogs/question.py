"""A small question above a screen."""

from __future__ import annotations

from typing import TypeVar

from textual import events

from clemtui.ui.shell.dialogs.above import Above

Answer = TypeVar("Answer")


class Question(Above[Answer | None]):
    """Asks for something; dismisses with it, or with None. A click beside it is an Escape."""

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.action_close()

    def action_close(self) -> None:
        self.dismiss(None)
