"""The recorder of a program that plays: one writer connection on one thread, awaited.

Every call returns after the commit (``synchronous=FULL``): what was recorded survives a crash of
the machine. Where a write fails, the record is in the emergency file that the error names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from clemtui.records.rows import AttemptOutcome
from clemtui.store.clock import Clock
from clemtui.store.write.heart import Heart, Lost
from clemtui.store.write.thread import WriterThread
from clemtui.store.write.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

#: These check-point or close the database, which no transaction can do.
_ALONE: tuple[Callable[..., Any], ...] = (Writer.forget, Writer.close)


class Recorder:
    """Awaits the methods of a `Writer`: ``person = await recorder.do(Writer.person, "Ada")``."""

    def __init__(self, writer: Writer, thread: WriterThread) -> None:
        """Use `open`."""
        self._writer = writer
        self._thread = thread
        self._heart = Heart(self._beat)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        clock: Clock | None = None,
        emergency: Path | None = None,
    ) -> Recorder:
        """Open a database for writing, making or migrating it where needed.

        Args:
            path: the database; its folder is made if missing.
            clock: where times come from; the machine's own by default.
            emergency: where records go that cannot be written; by default beside the database.

        Raises:
            StoreError: if it cannot be opened, is no database of ours, or is of a newer version.
        """
        thread = WriterThread(asyncio.get_running_loop())
        try:
            writer = await thread.open(lambda: Writer(path, clock=clock, emergency=emergency))
        except BaseException:
            thread.stop()
            raise
        return cls(writer, thread)

    @property
    def path(self) -> Path:
        """The database."""
        return self._writer.path

    @property
    def owner(self) -> str:
        """What this recorder's leases are owned by."""
        return self._writer.owner

    async def do(
        self,
        method: Callable[Concatenate[Writer, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """Call a method of the writer with these arguments; returns what it returns, committed.

        Raises:
            StoreError: what the method raises, with one line for the user.
        """
        return await self._thread.do(
            lambda: method(self._writer, *arguments, **named), alone=method in _ALONE
        )

    async def _beat(self, watched: Iterable[str]) -> tuple[str, ...]:
        return await self.do(Writer.heartbeat, watched)

    def watch(self, episode: str, lost: Lost) -> None:
        """Call ``lost`` with the reason once the lease of an episode is lost or not renewed."""
        self._heart.watch(episode, lost)

    def unwatch(self, episode: str) -> None:
        """Nobody plays this episode here any more."""
        self._heart.unwatch(episode)

    async def close(self) -> None:
        """Release every lease and claim, and close the database."""
        await self._heart.stop()
        try:
            await self.do(Writer.close)
        finally:
            self._thread.stop()


class Attempts:
    """The attempt log of one request, in the shape that the model player takes."""

    def __init__(self, recorder: Recorder, episode: str, request: int) -> None:
        self._recorder = recorder
        self._episode = episode
        self._request = request

    async def started(self, number: int, parameters: Mapping[str, object]) -> str:
        """Record attempt ``number`` (from 1 for each request) before it is sent; returns its id.

        Raises:
            LeaseLost: if another program took the episode over; nothing may be sent then.
        """
        return await self._recorder.do(
            Writer.attempt_started, self._episode, self._request, number, parameters
        )

    async def partial(self, attempt: object, text: str) -> None:
        """Record the answer so far. Recorded even where the lease is lost."""
        await self._recorder.do(Writer.attempt_partial, str(attempt), text)

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended. Recorded even where the lease is lost."""
        await self._recorder.do(Writer.attempt_ended, str(attempt), outcome)
