"""Keys that were meant for the screen before must not choose anything on a new one."""

from __future__ import annotations

import time
from collections.abc import Callable

PAUSE_SECONDS = 0.4
"""Without a key for so long, a person has noticed what is on the screen."""

REPEAT_SECONDS = 0.15
"""Keys that follow each other faster come from one that is held down."""


class Calm:
    """Says of a key whether it still belongs to what was typed before. ``clock`` gives seconds.

    A place that has been noticed is ``known``: there, it is only a key that is held down.
    """

    def __init__(self, *, known: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._known = known
        self._clock = clock
        self._last = clock()

    def too_soon(self) -> bool:
        """Whether this key comes within the pause after the one before, or after the beginning."""
        now = self._clock()
        before, self._last = self._last, now
        return now - before < (min(REPEAT_SECONDS, PAUSE_SECONDS) if self._known else PAUSE_SECONDS)
