"""The writer's thread: runs jobs in order and commits waiting ones together.

A commit waits for the disk (0.1 to 5 ms). With many episodes at once, jobs that arrive meanwhile
share the next commit. Each job still returns only after its own data is on disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from clemtui.records.errors import StoreError
from clemtui.store.write.writer import Writer

T = TypeVar("T")

LARGEST_GROUP = 256


@dataclass(slots=True)
class Job:
    """A call of the writer and the future of its result.

    ``alone``: the call cannot be part of a shared transaction.
    """

    call: Callable[[], Any]
    future: asyncio.Future[Any]
    alone: bool
    result: Any = None
    error: BaseException | None = None

    def run(self) -> None:
        """Run the call and keep its result or exception for the caller."""
        try:
            self.result = self.call()
        except BaseException as error:  # noqa: BLE001 - handed on, not swallowed
            self.error = error

    def deliver(self) -> None:
        """Pass the outcome to the caller if it still waits; runs on the event loop's thread."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class WriterThread:
    """A thread that owns a writer."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._writer: Writer | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._serve, name="recorder", daemon=True)
        self._thread.start()

    async def open(self, make: Callable[[], Writer]) -> Writer:
        """Create the writer on its thread."""
        self._writer = await self.do(make, alone=True)
        return self._writer

    async def do(self, call: Callable[[], T], *, alone: bool = False) -> T:
        """Run a call on the thread and return its result after the commit.

        If the caller is cancelled, the write still happens, so no evidence is lost.

        Raises:
            StoreError: if the thread was stopped.
        """
        if self._stopped:
            raise StoreError("the records are closed; nothing more can be written")
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put(Job(call, future, alone))
        return await future

    def stop(self) -> None:
        """Stop the thread after the waiting jobs."""
        self._stopped = True
        self._queue.put(None)

    def _serve(self) -> None:
        while True:
            jobs, last = self._waiting()
            for group in _groups(jobs):
                self._run(group)
                try:
                    self._loop.call_soon_threadsafe(_deliver, group)
                except RuntimeError:
                    return  # the loop is closed: everything is on disk and no one waits
            if last:
                return

    def _waiting(self) -> tuple[list[Job], bool]:
        first = self._queue.get()
        if first is None:
            return [], True
        jobs = [first]
        while len(jobs) < LARGEST_GROUP:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    def _run(self, group: list[Job]) -> None:
        if len(group) == 1 or self._writer is None:
            for job in group:
                job.run()
            return
        begun = False
        try:
            with self._writer.group():
                begun = True
                for job in group:
                    job.run()
        except StoreError as error:
            for job in group:
                if begun:
                    job.error = job.error or error
                else:
                    job.run()


def _groups(jobs: list[Job]) -> list[list[Job]]:
    groups: list[list[Job]] = []
    for job in jobs:
        if groups and not job.alone and not groups[-1][-1].alone:
            groups[-1].append(job)
        else:
            groups.append([job])
    return groups


def _deliver(group: list[Job]) -> None:
    for job in group:
        job.deliver()
