"""Keys act in the order in which they were typed.

Textual hands a key to the focused widget and at once takes the next one, so in a burst, as over a
slow connection, a letter overtakes Tab, Backspace or the Enter before it, and another text is sent
than was typed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import Any, Final

from textual import events
from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

_FOLLOWERS: Final = 3
"""How many messages follow a key, one after the other, before it has had its effect.

Each passes the widgets that the key passed, after what was posted there before it: the first comes
after the key, the second after what an editor posts on a key (`Submitted`), the third after what is
posted on that (`Composer.Sent`).
"""

_LONGEST_SECONDS: Final = 1.0
"""A key that takes longer is not waited for: its widget was removed, or is stuck."""


_Typed = events.Key | events.Paste


class Follower(Message):
    """A message that bubbles to the app behind a key."""

    def __init__(self, typed: _Typed, target: Widget, number: int) -> None:
        super().__init__()
        self.typed = typed
        self.target = target
        self.number = number


class OrderedKeys(App[Any]):
    """An app that takes a key or a paste only when the one before has had its effect.

    Nor does it take one while a screen that has just opened or been uncovered is not painted yet.
    An Enter that was pressed before that has no effect, for nobody has seen what it would do; nor
    has anything that follows an Enter that opened or closed a screen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[_Typed] = deque()
        self._taken: _Typed | None = None
        self._held = False
        self._after_enter = False
        self._longest: Timer | None = None
        self._unseen: Screen[Any] | None = None
        self._at_rest = asyncio.Event()
        self._at_rest.set()
        self._ahead_until = 0.0
        self._keeps_line = True

    def on_mount(self) -> None:
        self.screen_change_signal.subscribe(self, self._await_painting, immediate=True)

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self._kept(event):
            self._waiting.append(event)
            await self._take_next()

    def before_typed(self, typed: _Typed) -> None:
        """Called before a key or a paste goes to what has the focus; may move the focus."""

    async def _take_next(self) -> None:
        while self._taken is None and self._unseen is None and self._waiting:
            typed = self._waiting.popleft()
            self.before_typed(typed)
            target = self.focused or self.screen
            self._taken, self._held = typed, False
            self._after_enter = isinstance(typed, events.Key) and typed.key == "enter"
            await super().on_event(typed)
            following = typed.is_forwarded and target.post_message(Follower(typed, target, 1))
            if following or self._held:
                self._longest = self.set_timer(_LONGEST_SECONDS, partial(self._give_up, typed))
            else:
                self._taken = None
        if self._taken is None and self._unseen is None:
            self._at_rest.set()
        else:
            self._at_rest.clear()

    async def on_follower(self, event: Follower) -> None:
        if event.typed is not self._taken or self._held:
            return
        following = Follower(event.typed, event.target, event.number + 1)
        if event.number == _FOLLOWERS or not event.target.post_message(following):
            await self._finish(event.typed)

    async def _give_up(self, typed: _Typed) -> None:
        if typed is self._taken and self._held:
            self._drop_ahead(keep_line=False)
        await self._finish(typed)

    async def _finish(self, typed: _Typed | None) -> None:
        if typed is self._taken is not None:
            self._taken, self._held = None, False
            if self._longest is not None:
                self._longest.stop()
            await self._take_next()

    def _await_painting(self, screen: Screen[Any]) -> None:
        self._unseen = screen
        self._at_rest.clear()
        screen.call_after_refresh(self._painted, screen)
        self.set_timer(_LONGEST_SECONDS, partial(self._painted, screen))

    def _painted(self, screen: Screen[Any]) -> None:
        if screen is self._unseen:
            self._unseen = None
            self._drop_ahead(keep_line=not self._after_enter)
            self.call_next(self._take_next)

    async def keys_handled(self) -> None:
        """Wait until the keys that have arrived have had their effect."""
        arrived = asyncio.Event()
        if self.call_later(arrived.set):
            await arrived.wait()
        await self._at_rest.wait()

    def hold_typed(self) -> None:
        """Let the key that is being handled have its effect only with `take_typed`.

        What is typed until then waits, but not for longer than a second.
        """
        self._held = self._taken is not None

    def take_typed(self, *, keep_line: bool) -> None:
        """Go on after `hold_typed`, without what was typed until now for an answer.

        ``keep_line``: what was typed up to the next Enter is kept. Keys that are never part of an
        answer (those with priority, like Escape) are always kept. Does nothing if none are held.
        """
        if self._held:
            self._drop_ahead(keep_line=keep_line)
            self._held = False
            self.call_next(self._finish, self._taken)

    def _drop_ahead(self, *, keep_line: bool) -> None:
        self._ahead_until, self._keeps_line = Message().time, keep_line
        waiting = list(self._waiting)
        self._waiting.clear()
        self._waiting.extend(typed for typed in waiting if self._kept(typed))

    def _kept(self, typed: _Typed) -> bool:
        if typed.time >= self._ahead_until:
            return True
        if isinstance(typed, events.Key):
            bound = self.screen.active_bindings.get(typed.key)
            if bound is not None and bound.binding.priority:
                return True
            if typed.key == "enter":
                self._keeps_line = False
        return self._keeps_line
