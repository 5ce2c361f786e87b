"""The hand-over between two people at one keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Middle
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenHandOver
from clemtui.ui.widgets.key_guard import KeyGuard, Press


class HandOverScreen(BaseScreen[None]):
    """A cover over the game until the next person has the keyboard."""

    KEYS = ("handover.take",)

    IS_COVER = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "continue", translatable("I have the keyboard"), id="handover.take")
    ]

    def __init__(self, context: Context, to: OpenHandOver) -> None:
        super().__init__(context, to)
        self._voice = to.voice
        self.seat = to.seat
        self._guard = KeyGuard(painted=False)

    def title_text(self) -> str:
        voice = self._voice()
        return voice.labels.say(voice.listing.title)

    def contents(self) -> Iterator[Widget]:
        voice = self._voice()
        yield Middle(
            Static(
                self.interface.text("Next turn: {role}", role=voice.with_player(self.seat)),
                markup=False,
                classes="heading",
            ),
            Static(
                self.interface.text(
                    "Hand over the keyboard, and make sure no one else can see the screen. "
                    "Then press Enter."
                ),
                markup=False,
            ),
            id="cover",
        )

    def on_mount(self) -> None:
        self.call_after_refresh(self._guard.mark_painted)

    @property
    def player(self) -> str:
        return self._voice().player(self.seat)

    def on_key(self, event: events.Key) -> None:
        """Take Enter, unless it belongs to what the previous person is still typing."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._take(event)
        elif event.is_printable:
            self._guard = KeyGuard()

    def on_click(self, event: events.Click) -> None:
        self._take(event)

    def _take(self, event: Press) -> None:
        if not self._guard.rejects(event):  # otherwise made by the previous person
            self.program.hold_typed()  # what follows was typed without having seen the game
            self.action_continue()

    def action_continue(self) -> None:
        if self.is_current:  # not twice
            self.dismiss(None)
