"""Calling a person back when it is their turn again."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.app import App

from clemtui.config.settings import Alert
from clemtui.ui.terminal.notifications import notify
from clemtui.wording.phrases import Voice

LONG_SECONDS = 5.0
"""After such a wait, people may be doing something else."""


class TurnCall:
    """Calls the person at the terminal, if they had to wait or are elsewhere."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()

    def sent(self) -> None:
        """Note that the person has answered, and waits from now on."""
        self._since = self._clock()

    def asked(self, app: App[None], how: Alert, where: str, voice: Voice) -> None:
        """Call the person to the next question. ``where`` names the episode."""
        waited = self._clock() - self._since
        if waited < LONG_SECONDS and app.app_focus:
            return
        match how:
            case "bell":
                app.bell()
            case "notification":
                notify(app, voice.interface.text("Your turn: {game}", game=where))
