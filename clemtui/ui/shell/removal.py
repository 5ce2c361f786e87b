"""Removing a screen cleanly, whatever is still running on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from textual.await_remove import AwaitRemove
from textual.screen import Screen
from textual.worker import Worker

Result = TypeVar("Result")


class RemovableScreen(Screen[Result]):
    """A screen that is removed only after it was rebuilt and its workers were cancelled.

    A worker that kept running would look for widgets that no longer exist, and one that is
    cancelled while it removes widgets would leave a screen that never ends. Work that must be
    completed, such as writing a record, is therefore run in a worker of the app.
    """

    def __init__(self) -> None:
        super().__init__()
        self._composing = asyncio.Lock()
        self._going: asyncio.Task[None] | None = None
        self._closing_down = False

    def run_worker(self, work: Any, *given: Any, **options: Any) -> Worker[Any]:
        """Start a worker, or an empty one for a message that is handled while the screen closes."""
        if self._closing_down:
            if asyncio.iscoroutine(work):
                work.close()
            work = _nothing
        return super().run_worker(work, *given, **options)

    def run_latest(
        self, work: Callable[[], Coroutine[Any, Any, None]], *, group: str
    ) -> Worker[None]:
        """Start a worker that replaces any other running in its group.

        ``work`` is called only when the worker starts: one that is replaced before then leaves no
        coroutine that was never awaited.
        """
        return self.run_worker(work, group=group, exclusive=True)

    def remove(self) -> AwaitRemove:
        self._going = asyncio.create_task(self._remove_safely())
        return AwaitRemove([self._going])

    async def _remove_safely(self) -> None:
        async with self._composing:
            self._closing_down = True
            self.workers.cancel_node(self)
            await super().remove()


async def _nothing() -> None:
    """Do nothing."""
