"""Reading lines ahead of time, in a thread.

Python's own buffer of standard input is bypassed: a thread blocked in it keeps the interpreter from
exiting. At a terminal the thread can pause, so that an editor gets the keys.
"""

from __future__ import annotations

import codecs
import io
import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

_CHUNK = 65536


class LineReader:
    """Passes every line of a stream to a callback, then None.

    Bytes that cannot be decoded become surrogates.
    """

    def __init__(self, stream: TextIO, take: Callable[[str | None], None]) -> None:
        """Create a reader; ``take`` is called in the reader's thread."""
        self._stream = stream
        self._take = take
        self._may_read = threading.Event()
        self._may_read.set()
        self._suspended = threading.Event()
        self._wake_pipe: tuple[int, int] | None = None
        if os.name == "posix" and stream.isatty():
            self._wake_pipe = os.pipe()

    def start(self) -> None:
        """Start reading."""
        threading.Thread(target=self._run, name="plain-input", daemon=True).start()

    @property
    def can_suspend(self) -> bool:
        """Whether reading can be suspended: at a terminal, except on Windows."""
        return self._wake_pipe is not None

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend reading inside this context; the terminal's modes are restored afterwards."""
        import termios  # not on Windows, where no reader can rest

        assert self._wake_pipe is not None
        terminal = self._stream.fileno()
        modes = termios.tcgetattr(terminal)
        self._suspended.clear()
        self._may_read.clear()
        os.write(self._wake_pipe[1], b"\0")
        self._suspended.wait()
        try:
            yield
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, modes)
            self._may_read.set()

    def _run(self) -> None:
        for line in self._lines():
            self._take(line)
        self._take(None)
        self._suspended.set()
        if self._wake_pipe is not None:
            # Nothing more will be read, so grant every later request for the terminal at once.
            while os.read(self._wake_pipe[0], 1):
                self._suspended.set()

    def _lines(self) -> Iterator[str]:
        encoding = self._stream.encoding or "utf-8"
        decode = codecs.getincrementaldecoder(encoding)("surrogateescape").decode
        rest = ""
        for chunk in self._chunks():
            *whole, rest = (rest + decode(chunk)).split("\n")
            yield from (line.removesuffix("\r") for line in whole)
        if rest:
            yield rest

    def _chunks(self) -> Iterator[bytes]:
        try:
            descriptor = self._stream.fileno()
        except io.UnsupportedOperation:  # an in-memory stream has all its data already
            yield self._stream.buffer.read()
            return
        while True:
            try:
                self._wait_for_input(descriptor)
                chunk = os.read(descriptor, _CHUNK)
            except OSError:  # the terminal is gone
                return
            if not chunk:
                return
            yield chunk

    def _wait_for_input(self, descriptor: int) -> None:
        """Wait until there is input; suspend while someone else is to read it."""
        if self._wake_pipe is None:
            return
        while True:
            ready, _, _ = select.select([descriptor, self._wake_pipe[0]], [], [])
            if self._wake_pipe[0] not in ready:
                return
            os.read(self._wake_pipe[0], 1)
            self._suspended.set()
            self._may_read.wait()
