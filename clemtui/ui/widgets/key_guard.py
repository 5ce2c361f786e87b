"""Protection against keys and clicks that were meant for the previous screen."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from textual import events
from textual.message import Message

PAUSE_SECONDS = 0.4
"""After a pause of this length we assume that the person has noticed the new screen."""

TYPING_SECONDS = 1.0
"""After a pause of this length, a character is no longer part of what someone was typing."""

REPEAT_SECONDS = 0.1
"""Keys that follow each other faster than this come from auto-repeat."""


Press = events.Key | events.Click | events.MouseDown | events.Paste
Clock = Callable[[Press | None], float]


def key_time(key: Press | None = None) -> float:
    """Return when a key was typed (or clicked), in seconds, or the current time without a key.

    The time is that of the key press, however long the key waited in the queue.
    """
    return (key or Message()).time


class KeyGuard:
    """A check, by the time a key was typed, of whether it was meant for the previous screen.

    For a place that the person already knows (``known``), only auto-repeat is rejected. A place
    that is not ``painted`` yet rejects every key until `mark_painted` is called, and afterwards
    every key typed before that call: the person cannot have meant it, however long painting took.
    Once a key was meant for it, the person knows the place.
    """

    def __init__(
        self,
        *,
        known: bool = False,
        painted: bool = True,
        amid_typing: bool = False,
        clock: Clock = key_time,
        after: KeyGuard | None = None,
    ) -> None:
        """Guard a place.

        Args:
            known: whether the person already knows the place.
            painted: whether it is on the screen.
            amid_typing: whether someone may be typing when it opens: characters are ignored until
                a pause of `TYPING_SECONDS`, but not for longer than twice that.
            clock: returns the time of a key, or the current one.
            after: the guard of the place before; what was typed there may go on here.
        """
        self._known = known
        self._amid_typing = amid_typing
        self._clock = clock
        self._seen_at = clock(None) if painted else None
        self._last = clock(None)
        self._taken: str | None = None
        self._early: float = -inf if after is None else after._early

    @property
    def painted(self) -> bool:
        """Whether the place is on the screen."""
        return self._seen_at is not None

    def mark_painted(self) -> None:
        """Note that the place is now visible."""
        self._seen_at = self._last = self._clock(None)

    def meant_before(self, key: Press) -> bool:
        """Return whether a key was typed before the place was seen, or in one go with such a key.

        Unlike `rejects`, this takes what is first typed as soon as the place is seen.
        """
        typed = self._clock(key)
        before = not self._seen_before(typed) or typed - self._early < PAUSE_SECONDS
        if before:
            self._early = typed
        return before

    def seen_typing(self, key: Press) -> bool:
        """Return whether a key is a character that was typed long after the place was seen.

        Someone who types on all the while, as `meant_before` says, sees by now what appears and
        what does not.
        """
        is_character = isinstance(key, events.Key) and key.is_printable
        return is_character and self._seen_before(self._clock(key) - TYPING_SECONDS)

    def _seen_before(self, time: float) -> bool:
        return self._seen_at is not None and self._seen_at <= time

    def rejects(self, key: Press | None = None) -> bool:
        """Return whether a key or click (default: one made now) came too early to be meant here.

        That is the case before the place was seen, and within the pause after it was seen or after
        the previous key. Once a key was meant here, only auto-repeat of that key is rejected.
        """
        if self._seen_at is None:
            return True
        typed = self._clock(key)
        if typed < self._seen_at:
            return True
        before, self._last = self._last, typed
        name = key.key if isinstance(key, events.Key) else ""
        if self._taken is not None and self._taken != name:
            self._taken = name
            return False
        if typed - before < self._pause_before(key, typed - self._seen_at):
            return True
        self._known, self._taken = True, name
        return False

    def _pause_before(self, key: Press | None, seen: float) -> float:
        """Return the length of the pause after which a key is meant here, in seconds.

        ``seen`` is how long the place had been on the screen.
        """
        if self._known:
            return min(REPEAT_SECONDS, PAUSE_SECONDS)
        if self._amid_typing and isinstance(key, events.Key) and key.is_printable:
            return TYPING_SECONDS if seen < 2 * TYPING_SECONDS else 0
        return PAUSE_SECONDS
