"""Saying hello to a model from the set-up screen: one call at a time, which can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.content import Content
from textual.timer import Timer
from textual.worker import Worker

from clemtui.episode.errors import PlayError, message_of
from clemtui.ui.setup.state import SetUpState

if TYPE_CHECKING:
    from clemtui.ui.setup.screen import SetUpScreen


class Hellos:
    """Says hello, and tells what comes of it. ``clock`` gives seconds."""

    def __init__(
        self,
        screen: SetUpScreen,
        state: SetUpState,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screen = screen
        self._state = state
        self._clock = clock
        self._began = 0.0
        self._seat: str | None = None
        self._worker: Worker[None] | None = None
        self._timer: Timer | None = None

    def say(self, seat: str) -> None:
        """Try the model that is chosen for a seat; another call is stopped."""
        self.stop()
        self._seat, self._began = seat, self._clock()
        word = self._state.partners[seat].model
        self._state.hellos.pop(word, None)
        self._worker = self._screen.run_worker(self._say(word), group="hello", exclusive=True)
        self._timer = self._screen.set_interval(1, self._show)
        self._screen.show()

    def stop(self) -> bool:
        """Stop what goes on; False if nothing did."""
        if self._worker is None:
            return False
        self._worker.cancel()
        self._end()
        return True

    def note(self, seat: str) -> Content:
        """What goes on for a seat, with the time it has taken; empty where nothing does."""
        if seat != self._seat:
            return Content("")
        return self._screen.words.saying_hello(self._clock() - self._began)

    async def _say(self, word: str) -> None:
        from clemtui.episode.partners.connection_test import Hello, hello

        try:
            said = await hello(await self._screen.context.service(), word)
        except PlayError as error:
            said = Hello(ok=False, problem=message_of(error))
        self._state.hellos[word] = said
        await self._screen.composed()
        self._end()

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._worker = self._timer = self._seat = None
        self._show()

    def _show(self) -> None:
        if self._screen.is_attached and not self._screen.composing:
            self._screen.show()
