"""Everything that the plain program waits for, in the order in which it comes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TextIO, TypeVar

from clemtui.episode.updates import Update
from clemtui.plain.lines import LineReader

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed, without its end."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """Nothing more will be typed."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A signal asks the program to stop."""


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """The episode is not being played any more."""


Item = Update | Typed | EndOfInput | Interrupted | PlayEnded


class Leave(Exception):
    """The person leaves: by command, by the end of the input, or by a signal."""


class Inbox:
    """Lines, updates and signals. Made and used inside a running event loop."""

    def __init__(self, stream: TextIO | None) -> None:
        """Begin to read ``stream``; None is an input that has ended."""
        self._queue: asyncio.Queue[Item] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._typed: deque[Typed | EndOfInput] = deque()
        self._interrupted = asyncio.Event()
        self._reader: LineReader | None = None
        if stream is None or stream.closed:
            self.put(EndOfInput())
        else:
            self._reader = LineReader(stream, self._read)
            self._reader.start()

    @property
    def can_lend(self) -> bool:
        """Whether another program can read from the terminal meanwhile; see `lent`."""
        return self._reader is not None and self._reader.can_rest

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Read nothing while this lasts: another program has the terminal."""
        assert self._reader is not None
        with self._reader.resting():
            yield

    def put(self, item: Item) -> None:
        """Add something, from the thread of the event loop."""
        if isinstance(item, Interrupted):
            self._interrupted.set()
        self._queue.put_nowait(item)

    async def unless_interrupted(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of some work, during which nothing else happens here.

        Raises:
            Leave: if a signal comes meanwhile; the work is cancelled then.
        """
        working = asyncio.create_task(work)
        waiting = asyncio.create_task(self._interrupted.wait())
        try:
            await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise Leave
        finally:
            working.cancel()
            waiting.cancel()
            await asyncio.gather(working, waiting, return_exceptions=True)

    async def get(self) -> Item:
        """The next item of any kind but lines, which are kept for `line`.

        Raises:
            Leave: if a signal asks for it.
        """
        return self._sorted(await self._queue.get())

    def get_nowait(self) -> Item | None:
        """Like `get`, but None where nothing has come."""
        return None if self._queue.empty() else self._sorted(self._queue.get_nowait())

    def typed(self) -> str | None:
        """The next line, if there is one.

        Raises:
            Leave: if the input has ended.
        """
        match self._typed[0] if self._typed else None:
            case EndOfInput():
                raise Leave
            case Typed(text):
                self._typed.popleft()
                return text
            case None:
                return None

    def peek(self) -> str | None:
        """The next line, if there is one, which stays."""
        first = self._typed[0] if self._typed else None
        return first.text if isinstance(first, Typed) else None

    @property
    def ended(self) -> bool:
        """Whether every line was taken and none will come."""
        return bool(self._typed) and isinstance(self._typed[0], EndOfInput)

    async def line(self) -> str:
        """Wait for a line while nothing is being played.

        Raises:
            Leave: if the input has ended or a signal came.
        """
        while (text := self.typed()) is None:
            await self.get()
        return text

    def _sorted(self, item: Item) -> Item:
        if isinstance(item, Interrupted):
            raise Leave
        if isinstance(item, Typed | EndOfInput):
            self._typed.append(item)
        return item

    def _read(self, line: str | None) -> None:
        """Take a line from the thread that reads; where the loop is closed, nobody listens."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.put, EndOfInput() if line is None else Typed(line))
