"""Going from the screen without a trace, whatever is still going on there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from textual.await_remove import AwaitRemove
from textual.screen import Screen
from textual.worker import Worker

Result = TypeVar("Result")


class Leaving(Screen[Result]):
    """A screen that goes in good order: once it is not just being composed again, and after its
    workers have been stopped. A worker that goes on would look for widgets that have been taken
    away, and one that is stopped while it takes widgets away leaves a screen that never ends.

    What must be done in any case, as recording something, is therefore a worker of the app.
    """

    def __init__(self) -> None:
        super().__init__()
        self._composing = asyncio.Lock()
        self._going: asyncio.Task[None] | None = None

    def run_latest(
        self, work: Callable[[], Coroutine[Any, Any, None]], *, group: str
    ) -> Worker[None]:
        """Start a worker in the place of whatever still runs in its group. ``work`` is called when
        its turn comes: one that is replaced before leaves no coroutine that nobody awaits."""
        return self.run_worker(work, group=group, exclusive=True)

    def remove(self) -> AwaitRemove:
        self._going = asyncio.create_task(self._take_away())
        return AwaitRemove([self._going])

    async def _take_away(self) -> None:
        async with self._composing:
            self.workers.cancel_node(self)
            await super().remove()
