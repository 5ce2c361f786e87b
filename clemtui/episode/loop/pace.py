"""Pace: when the next request may be brought to a player that is no person.

Two things hold a request back: a pause, and the wait after the response before it. A person is
never kept waiting by either, and while play pauses a step lets one response pass.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """Time, as the pace of play meets it; tests bring their own. In seconds, monotonic."""

    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic


class Pace:
    """What holds requests back. ``changed`` is called when a wait has ended."""

    def __init__(self, changed: Callable[[], object], waiting: Waiting) -> None:
        self._paused = False
        self._changed = changed
        self._waiting = waiting
        self._seconds = 0.0
        self._responded_at: float | None = None
        self._timer: asyncio.Task[None] | None = None
        self._steps = 0
        self._passing: set[int] = set()

    @property
    def paused(self) -> bool:
        """Whether play pauses."""
        return self._paused

    def pause(self) -> None:
        """Bring nothing, and enter nothing, from now on."""
        self._paused = True

    def resume(self) -> None:
        """Go on after a pause; steps that were not used are forgotten."""
        self._paused = False
        self._steps = 0
        self._passing.clear()

    @property
    def seconds(self) -> float:
        """How long to wait after each response before the next request is brought; 0: not."""
        return self._seconds

    def set(self, seconds: float) -> None:
        """Change the wait; one that is under way becomes as long as this.

        Raises:
            ValueError: for a negative number.
        """
        if seconds < 0:
            raise ValueError("the wait after a response cannot be negative")
        self._seconds = seconds
        if self._responded_at is not None and self._timer is not None:
            self._wait(self._responded_at + seconds - self._waiting.clock())

    def step(self) -> None:
        """Let one response pass while play pauses; otherwise, end the wait of now."""
        if self.paused:
            self._steps += 1
        else:
            self._wait(0)

    def may_start(self, request: int) -> bool:
        """Whether this request may be brought now; this may use up a step."""
        return self._timer is None if not self.paused else self._passes(request)

    def may_accept(self, request: int) -> bool:
        """Whether the response to this request may be entered now; this may use up a step."""
        return not self.paused or self._passes(request)

    def responded(self, request: int) -> None:
        """A response was entered: the wait begins."""
        self.over(request)
        self._responded_at = self._waiting.clock()
        self._wait(self._seconds)

    def over(self, request: int) -> None:
        """Nothing more comes of a request: it was answered, failed, or withdrawn."""
        self._passing.discard(request)

    def settle(self) -> None:
        """Forget steps that nothing can use: it is a person's turn."""
        if not self._passing:
            self._steps = 0

    def stop(self) -> None:
        """End what waits: play is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _passes(self, request: int) -> bool:
        if request not in self._passing and self._steps:
            self._steps -= 1
            self._passing.add(request)
        return request in self._passing

    def _wait(self, seconds: float) -> None:
        waiting = self._timer is not None
        self.stop()
        if seconds > 0:
            self._timer = asyncio.create_task(self._wake(seconds))
        elif waiting:
            self._changed()

    async def _wake(self, seconds: float) -> None:
        await self._waiting.sleep(seconds)
        self._timer = None
        self._changed()
