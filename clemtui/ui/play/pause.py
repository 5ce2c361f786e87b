"""The pause screen, which hides the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Middle
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenPause
from clemtui.ui.widgets.key_guard import KeyGuard


class PauseScreen(BaseScreen[None]):
    """A cover over the game while the clocks are stopped."""

    KEYS = ("pause.end",)

    IS_COVER = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9,enter", "end", translatable("Resume"), id="pause.end")
    ]

    def __init__(
        self,
        context: Context,
        to: OpenPause,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        super().__init__(context, to)
        self._now = now
        self._since = now()
        self._guard = KeyGuard(painted=False)

    def title_text(self) -> str:
        return self.interface.text("Paused")

    def contents(self) -> Iterator[Widget]:
        yield Middle(
            Static(id="since", markup=False, classes="heading"),
            Static(
                self.interface.text("The clock is stopped; nothing is lost. F9 or Enter: resume"),
                markup=False,
            ),
            id="cover",
        )

    def on_mount(self) -> None:
        self.call_after_refresh(self._guard.mark_painted)
        self.set_interval(1, self._tick)

    async def fill(self) -> None:
        self._tick()

    def _tick(self) -> None:
        for shown in self.query("#since").results(Static):
            shown.update(
                self.interface.text(
                    "Paused since {time}, for {duration}",
                    time=self._since.strftime("%H:%M:%S"),
                    duration=self.interface.duration(
                        int((self._now() - self._since).total_seconds())
                    ),
                )
            )

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter" and self._guard.rejects(event):  # meant for an answer
            event.stop()
            event.prevent_default()

    def action_end(self) -> None:
        self.dismiss(None)
