"""Keys that were meant for the screen before must not choose anything on a new one."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message

PAUSE_SECONDS = 0.4
"""Without a key for so long, a person has noticed what is on the screen."""

REPEAT_SECONDS = 0.15
"""Keys that follow each other faster come from one that is held down."""


Clock = Callable[[events.Key | None], float]


def typed_at(key: events.Key | None = None) -> float:
    """When a key was typed, in seconds, however long it has waited since; without one, now."""
    return (key or Message()).time


class KeyGuard:
    """Says of a key whether it still belongs to what was typed before, by the time of its typing.

    A place that has been noticed is ``known``: there, it is only a key that is held down. One that
    is not ``painted`` yet takes no key before `seen` has been called, and later none that was typed
    before that: however long the program needs to paint it, nobody can have meant it.
    """

    def __init__(
        self, *, known: bool = False, painted: bool = True, clock: Clock = typed_at
    ) -> None:
        self._known = known
        self._clock = clock
        self._seen_at = clock(None) if painted else None
        self._last = clock(None)

    @property
    def painted(self) -> bool:
        """Whether the place is on the screen."""
        return self._seen_at is not None

    def seen(self) -> None:
        """From now on a person can see the place."""
        self._seen_at = self._last = self._clock(None)

    def too_soon(self, key: events.Key | None = None) -> bool:
        """Whether this key, or one of now, comes before the place was seen, or within the pause
        after that or after the key before."""
        if self._seen_at is None:
            return True
        typed = self._clock(key)
        if typed < self._seen_at:
            return True
        before, self._last = self._last, typed
        return typed - before < (
            min(REPEAT_SECONDS, PAUSE_SECONDS) if self._known else PAUSE_SECONDS
        )
