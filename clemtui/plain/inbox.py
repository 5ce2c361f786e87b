"""Everything that the plain program waits for, in the order in which it comes.

Lines are read in a thread, ahead of time. Not through Python's own buffer of standard input: a
thread that waits in there keeps the interpreter from ending.
"""

from __future__ import annotations

import asyncio
import codecs
import io
import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from clemtui.play.updates import Update

_CHUNK = 65536


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
        if stream is None or stream.closed:
            self.put(EndOfInput())
        else:
            threading.Thread(
                target=self._read, args=(stream,), name="plain-input", daemon=True
            ).start()

    def put(self, item: Item) -> None:
        """Add something, from the thread of the event loop."""
        self._queue.put_nowait(item)

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

    def _read(self, stream: TextIO) -> None:
        for line in _lines(stream):
            self._put_safely(Typed(line))
        self._put_safely(EndOfInput())

    def _put_safely(self, item: Item) -> None:
        """Add something from the thread that reads; where the loop is closed, nobody listens."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.put, item)


def _lines(stream: TextIO) -> Iterator[str]:
    """The lines of a stream, without their ends; bytes that are no text become surrogates."""
    decode = codecs.getincrementaldecoder(stream.encoding or "utf-8")("surrogateescape").decode
    rest = ""
    for chunk in _chunks(stream):
        *whole, rest = (rest + decode(chunk)).split("\n")
        yield from (line.removesuffix("\r") for line in whole)
    if rest:
        yield rest


def _chunks(stream: TextIO) -> Iterator[bytes]:
    try:
        descriptor = stream.fileno()
    except io.UnsupportedOperation:  # in memory: all of it is there
        yield stream.buffer.read()
        return
    while True:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:  # the terminal is gone
            return
        if not chunk:
            return
        yield chunk
