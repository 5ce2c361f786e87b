"""The queue of everything the plain-text front end waits for, in order of arrival."""

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
    """A typed line, without its line ending."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """The input has ended."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A signal asks the program to stop."""


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """The episode is no longer being played."""


Item = Update | Typed | EndOfInput | Interrupted | PlayEnded


class Leave(Exception):
    """The person leaves: by command, at the end of the input, or by a signal."""


class Inbox:
    """Lines, updates and signals; must be created and used inside a running event loop."""

    def __init__(self, stream: TextIO | None) -> None:
        """Start reading ``stream``; None counts as input that has ended."""
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
    def can_lend_terminal(self) -> bool:
        """Whether another program can be given the terminal; see `lent_terminal`."""
        return self._reader is not None and self._reader.can_suspend

    @contextmanager
    def lent_terminal(self) -> Iterator[None]:
        """Stop reading inside this context, so that another program can use the terminal."""
        assert self._reader is not None
        with self._reader.suspended():
            yield

    def put(self, item: Item) -> None:
        """Add an item; call this from the event loop's thread."""
        if isinstance(item, Interrupted):
            self._interrupted.set()
        self._queue.put_nowait(item)

    async def unless_interrupted(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of ``work``; typed lines wait until it is done.

        Raises:
            Leave: if a signal arrives first; the work is cancelled.
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
        """Wait for the next item and return it; typed lines are also queued for `line`.

        Raises:
            Leave: if the item is a signal to stop.
        """
        return self._accept(await self._queue.get())

    def get_nowait(self) -> Item | None:
        """Like `get`, but return None if nothing has arrived."""
        return None if self._queue.empty() else self._accept(self._queue.get_nowait())

    def typed(self) -> str | None:
        """Return the next line, or None if there is none yet.

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

    def drop_lines(self) -> None:
        """Forget the lines that have been read but not taken."""
        self._typed = deque(each for each in self._typed if isinstance(each, EndOfInput))

    def peek(self) -> str | None:
        """Return the next line without removing it, or None."""
        first = self._typed[0] if self._typed else None
        return first.text if isinstance(first, Typed) else None

    @property
    def ended(self) -> bool:
        """Whether the input has ended and every line has been read."""
        return bool(self._typed) and isinstance(self._typed[0], EndOfInput)

    async def line(self) -> str:
        """Wait for a line while no episode is being played.

        Raises:
            Leave: if the input has ended or a signal arrived.
        """
        while (text := self.typed()) is None:
            await self.get()
        return text

    def _accept(self, item: Item) -> Item:
        if isinstance(item, Interrupted):
            raise Leave
        if isinstance(item, Typed | EndOfInput):
            self._typed.append(item)
        return item

    def _read(self, line: str | None) -> None:
        """Queue a line from the reader's thread; ignored once the event loop is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.put, EndOfInput() if line is None else Typed(line))
