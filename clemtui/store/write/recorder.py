"""The recorder of a program that plays: one writer on a thread of its own, for asyncio.

Every call returns after the commit (``synchronous=FULL``), so recorded data survives a crash of the
machine. If a write fails, the error names the emergency file that has the record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from clemtui.records.attempts import AttemptOutcome, ReceivedBody
from clemtui.store.clock import Clock
from clemtui.store.write.heartbeat import Heartbeat, Lost
from clemtui.store.write.thread import WriterThread
from clemtui.store.write.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

#: These checkpoint, change or close the database, which is impossible inside a transaction, or have
#: to know themselves whether they were committed.
_ALONE: tuple[Callable[..., Any], ...] = (
    Writer.delete_person,
    Writer.check_file,
    Writer.release,
    Writer.heartbeat,
    Writer.close,
)


class Recorder:
    """Runs the methods of a `Writer` asynchronously.

    Example:
        person = await recorder.do(Writer.person, "Ada")
    """

    def __init__(self, writer: Writer, thread: WriterThread) -> None:
        """Initialize the recorder; callers use `open`."""
        self._writer = writer
        self._thread = thread
        self._heartbeat = Heartbeat(partial(self.do, Writer.heartbeat))

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        clock: Clock | None = None,
    ) -> Recorder:
        """Open a database for writing, creating or migrating it if needed.

        Args:
            path: the database; its folder is created if missing.
            clock: the source of times; by default the machine's clocks.

        Raises:
            StoreError: if the file cannot be opened, is not one of our databases, or is of a newer
                version.
        """
        thread = WriterThread(asyncio.get_running_loop())
        try:
            writer = await thread.open(lambda: Writer(path, clock=clock))
        except BaseException:
            thread.stop()
            raise
        return cls(writer, thread)

    @property
    def path(self) -> Path:
        """The path of the database."""
        return self._writer.path

    @property
    def owner(self) -> str:
        """The owner id of this recorder's leases."""
        return self._writer.owner

    async def do(
        self,
        method: Callable[Concatenate[Writer, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """Call a method of the writer and return its result after the commit.

        Raises:
            StoreError: whatever the method raises, with a one-line message for the user.
        """
        return await self._thread.do(
            lambda: method(self._writer, *arguments, **named), alone=method in _ALONE
        )

    async def check_file(self) -> None:
        """Check that the database is still the file that was opened.

        Raises:
            DatabaseGone: if it is not; then what was recorded is in a copy.
        """
        if not self._writer.is_in_place():
            await self.do(Writer.check_file)

    def watch(self, episode: str, lost: Lost) -> None:
        """Call ``lost`` with the reason when an episode's lease is lost or cannot be renewed."""
        self._heartbeat.watch(episode, lost)

    def unwatch(self, episode: str) -> None:
        """Stop watching an episode."""
        self._heartbeat.unwatch(episode)

    async def close(self) -> None:
        """Release all leases and claims, and close the database."""
        await self._heartbeat.stop()
        try:
            await self.do(Writer.close)
        finally:
            self._thread.stop()


class Attempts:
    """The attempt log of one request, with the interface that the model player expects."""

    def __init__(self, recorder: Recorder, episode: str, request: int) -> None:
        self._recorder = recorder
        self._episode = episode
        self._request = request

    async def started(self, number: int, parameters: Mapping[str, object]) -> str:
        """Record attempt ``number`` (from 1 for each request) before it is sent; return its id.

        Raises:
            LeaseLost: if another program took the episode over; then nothing may be sent.
        """
        return await self._recorder.do(
            Writer.attempt_started, self._episode, self._request, number, parameters
        )

    async def partial(self, attempt: object, text: str) -> None:
        """Record the answer so far, even if the lease is lost."""
        await self._recorder.do(Writer.attempt_partial, str(attempt), text)

    async def received(self, attempt: object, body: ReceivedBody) -> None:
        """Record what the server sent, even if the lease is lost."""
        await self._recorder.do(Writer.attempt_received, str(attempt), body)

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended, even if the lease is lost."""
        await self._recorder.do(Writer.attempt_ended, str(attempt), outcome)
