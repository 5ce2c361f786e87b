"""The heartbeat of a program: one for everything that it plays and works on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from clemtui.records.errors import LeaseLost, StoreError

HEARTBEAT_SECONDS = 10.0

Lost = Callable[[StoreError], None]


class Heartbeat:
    """Renews all leases and claims of a recorder together and reports lost leases.

    ``beat`` renews them: it takes the watched episodes and returns those that were lost.
    """

    def __init__(self, beat: Callable[[Iterable[str]], Awaitable[tuple[str, ...]]]) -> None:
        """Start the heartbeat on the running event loop."""
        self._beat = beat
        self._watchers: dict[str, Lost] = {}
        self._task = asyncio.create_task(self._keep_beating())

    def watch(self, episode: str, lost: Lost) -> None:
        """Call ``lost`` with the reason when an episode's lease is lost or cannot be renewed."""
        self._watchers[episode] = lost

    def unwatch(self, episode: str) -> None:
        """Stop watching an episode."""
        self._watchers.pop(episode, None)

    async def stop(self) -> None:
        """Stop the heartbeat."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                lost = await self._beat(tuple(self._watchers))
            except StoreError as error:
                self._notify(tuple(self._watchers), error)
            else:
                taken = "another program has taken this episode over; what was played here is"
                self._notify(lost, LeaseLost(f"{taken} recorded"))

    def _notify(self, episodes: tuple[str, ...], why: StoreError) -> None:
        for episode in episodes:
            watcher = self._watchers.pop(episode, None)
            if watcher is not None:
                watcher(why)
