"""A driver for terminals that disappear, stop accepting output or send what is no text.

Textual's writer thread ends at the first error, and everything that writes afterwards waits for
that thread forever: nothing is saved any more, and no signal is handled. Its input thread ends the
program at the first byte that is not UTF-8.
"""

from __future__ import annotations

import codecs
import termios
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from typing import IO, Any, cast

from textual import events
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys

from clemtui.ui.terminal.paste import LiteralPasteParser

EXPLICIT, IMPLICIT = "\x1b[8l", "\x1b[8h"
"""Sequences that tell the terminal not to reorder text, or to reorder it.

They set the bidirectional support mode of ECMA-48, as in freedesktop.org's BiDi specification.
"""


class KeyParser(LiteralPasteParser):
    """A parser that does not fail at a key report with a code that no character has."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[events.Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            yield events.Key(Keys.Ignore, sequence)


def _utf8_decoder(encoding: str) -> partial[codecs.IncrementalDecoder]:
    """Return a decoder that replaces what is not in the encoding, where Textual's fails."""
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


# Textual's input thread offers no other way to choose them, and any failure in it ends the program.
vars(linux_driver).update(XTermParser=KeyParser, getincrementaldecoder=_utf8_decoder)


class FailsafeFile:
    """A file that accepts everything. After the first error, it discards what is written.

    Attributes:
        lost: whether there was an error.
        writes: the number of writes accepted.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.lost = False
        self.writes = 0

    def write(self, text: str) -> int:
        if not self.lost:
            try:
                self._file.write(text)
            except OSError:
                self.lost = True
        self.writes += 1
        return len(text)

    def flush(self) -> None:
        if not self.lost:
            try:
                self._file.flush()
            except OSError:
                self.lost = True

    def fileno(self) -> int:
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """Textual's driver, for a terminal that may disappear."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._lasting = FailsafeFile(cast("IO[str]", self._file))
        self._file = cast("TextIOWrapper", self._lasting)
        self._unreadable = False
        self._given_up = False
        self._orders = True
        self._attributes: list[Any] | None = None

    def set_bidi(self, enabled: bool) -> None:
        """Tell the terminal whether to reorder right-to-left text, as it does by default.

        Terminals that never reorder text ignore this.
        """
        if enabled != self._orders:
            self._orders = enabled
            self.write(IMPLICIT if enabled else EXPLICIT)

    def start_application_mode(self) -> None:
        """Take over the terminal, also when another program has left it in any state.

        After SIGCONT without SIGTSTP, the terminal was never released: a second thread would read
        the keys as well, each of them some.
        """
        if self._key_thread is not None and self._key_thread.is_alive():
            self.disable_input()
            self.close()
        if self._attributes is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._attributes)
                termios.tcflush(self.fileno, termios.TCIFLUSH)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._attributes = self.attrs_before = self._attributes or self.attrs_before
        if not self._orders:
            self.write(EXPLICIT)

    def stop_application_mode(self) -> None:
        if not self._orders:
            self.write(IMPLICIT)
        super().stop_application_mode()

    @property
    def lost(self) -> bool:
        """Whether reading from or writing to the terminal has failed."""
        return self._lasting.lost or self._unreadable

    @property
    def writes(self) -> int:
        """The number of writes accepted. If it stops growing, the terminal may be stuck."""
        return self._lasting.writes

    @property
    def blocked(self) -> bool:
        """Whether the next write would block until the terminal accepts one."""
        return self._writer_thread is not None and self._writer_thread._queue.full()

    def write(self, data: str) -> None:
        if not self._given_up:
            super().write(data)

    def abandon(self) -> None:
        """Discard all further output, and unblock threads that wait to write. Thread-safe.

        A write already in progress cannot be cancelled: `close` waits for it.
        """
        self._given_up = True
        if self._writer_thread is not None:
            waiting = self._writer_thread._queue
            with waiting.mutex:
                waiting.queue.clear()
                waiting.not_full.notify_all()

    def run_input_thread(self) -> None:
        try:
            super().run_input_thread()
        except OSError:
            self._unreadable = True
        except Exception as error:  # noqa: BLE001 - Textual would end the program as if all was well
            self._app.call_later(self._app._handle_exception, error)
