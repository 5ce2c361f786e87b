"""The pace of play: when the next request may go to a model, script or service.

A request is held back by a pause, or by the wait after the previous response. People never have to
wait for either. During a pause, a step lets one response through.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from clemtui.episode.clock import Clock


class Pace:
    """Holds requests back. Calls ``changed`` when a wait has ended.

    Attributes:
        paused: whether the game is paused.
    """

    def __init__(self, changed: Callable[[], object], clock: Clock) -> None:
        self.paused = False
        self._changed = changed
        self._clock = clock
        self._seconds = 0.0
        self._responded_at: float | None = None
        self._timer: asyncio.Task[None] | None = None
        self._steps = 0
        self._passing: set[int] = set()

    def pause(self) -> None:
        """Start a pause: pass on no requests and enter no responses."""
        self.paused = True

    def resume(self) -> None:
        """Resume after a pause and drop unused steps."""
        self.paused = False
        self._steps = 0
        self._passing.clear()

    @property
    def seconds(self) -> float:
        """Seconds to wait after each response before the next request; 0 for no wait."""
        return self._seconds

    def set(self, seconds: float) -> None:
        """Change the wait, including one in progress.

        Raises:
            ValueError: for a number that is negative or not finite.
        """
        if not 0 <= seconds < math.inf:
            raise ValueError("the wait after a response cannot be negative or endless")
        self._seconds = seconds
        if self._responded_at is not None and self._timer is not None:
            self._wait(self._responded_at + seconds - self._clock.now())

    def step(self) -> None:
        """Let one response through during a pause; otherwise end the current wait."""
        if self.paused:
            self._steps += 1
        else:
            self._wait(0)

    def may_start(self, request: int) -> bool:
        """Whether this request may be passed on now. May use up a step."""
        return self._timer is None if not self.paused else self._passes(request)

    def may_accept(self, request: int) -> bool:
        """Whether the response to this request may be entered now. May use up a step."""
        return not self.paused or self._passes(request)

    def responded(self, request: int) -> None:
        """Note that a response was entered, and start the wait."""
        self.request_ended(request)
        self._responded_at = self._clock.now()
        self._wait(self._seconds)

    def request_ended(self, request: int) -> None:
        """Note that a request is over: answered, failed or withdrawn."""
        self._passing.discard(request)

    def drop_unused_steps(self) -> None:
        """Drop steps that nothing can use because it is a person's turn."""
        if not self._passing:
            self._steps = 0

    def stop(self) -> None:
        """Cancel the current wait because play is over."""
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
        await self._clock.sleep(seconds)
        self._timer = None
        self._changed()
