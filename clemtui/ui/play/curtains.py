"""What hides a game: the change of hands at one keyboard, and a pause."""

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
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.key_guard import Calm
from clemtui.wording.phrases import Voice


class HandOverScreen(BaseScreen[None]):
    """Hides everything until the person whose turn it is has the keyboard."""

    KEYS = ("handover.take",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", translatable("I have the keyboard"), id="handover.take")
    ]

    def __init__(self, context: Context, voice: Callable[[], Voice], seat: str) -> None:
        """``voice`` gives the words as they are in the interface language of then."""
        super().__init__(context)
        self._voice = voice
        self.seat = seat
        self._calm = Calm(painted=False)

    def title_text(self) -> str:
        voice = self._voice()
        return voice.labels.say(voice.listing.title)

    def contents(self) -> Iterator[Widget]:
        voice = self._voice()
        yield Middle(
            Static(
                self.interface.text("It is the turn of: {role}", role=voice.with_player(self.seat)),
                markup=False,
                classes="heading",
            ),
            Static(
                self.interface.text(
                    "Hand over the keyboard. Nobody else should look. Then press any key."
                ),
                markup=False,
            ),
            id="curtain",
        )

    def on_mount(self) -> None:
        self.call_after_refresh(self._calm.seen)

    async def fill(self) -> None:
        self.show_person()

    def show_person(self) -> None:
        self.query_one(Headline).show(who=self._voice().player(self.seat))

    def on_key(self, event: events.Key) -> None:
        if event.is_printable or event.key in ("enter", "escape"):
            event.stop()
            if not self._calm.too_soon(event):  # else it was typed by the person before
                self.action_take()

    def action_take(self) -> None:
        self.dismiss(None)


class PauseScreen(BaseScreen[None]):
    """Hides the game while nobody's time counts."""

    KEYS = ("pause.end",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9,enter", "end", translatable("Continue"), id="pause.end")
    ]

    def __init__(
        self,
        context: Context,
        *,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        super().__init__(context)
        self._now = now
        self._since = now()
        self._calm = Calm(painted=False)

    def title_text(self) -> str:
        return self.interface.text("Paused")

    def contents(self) -> Iterator[Widget]:
        yield Middle(
            Static(id="since", markup=False, classes="heading"),
            Static(
                self.interface.text(
                    "Nobody's time counts, and nothing is lost. F9 or Enter: continue"
                ),
                markup=False,
            ),
            id="curtain",
        )

    def on_mount(self) -> None:
        self.call_after_refresh(self._calm.seen)
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
        if event.key == "enter" and self._calm.too_soon(event):  # it was typed for an answer
            event.stop()
            event.prevent_default()

    def action_end(self) -> None:
        self.dismiss(None)
