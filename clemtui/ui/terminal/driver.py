"""The terminal, which may go away or take nothing any more while the program writes to it.

Textual's thread that writes ends with the first error, and whoever has something to write then
waits for that thread for ever: nothing is saved any more, and no signal is heard.
"""

from __future__ import annotations

from io import TextIOWrapper
from typing import IO, Any, cast

from textual.drivers.linux_driver import LinuxDriver

EXPLICIT, IMPLICIT = "\x1b[8l", "\x1b[8h"
"""What tells a terminal to leave the order of letters to the program, and to see to it itself: the
bidirectional support mode of ECMA-48, as the BiDi specification of freedesktop.org has it."""


class LastingFile:
    """A file that takes everything: after the first error it writes nothing.

    Attributes:
        gone: whether there was an error.
        taken: how many texts it has taken.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.gone = False
        self.taken = 0

    def write(self, text: str) -> int:
        if not self.gone:
            try:
                self._file.write(text)
            except OSError:
                self.gone = True
        self.taken += 1
        return len(text)

    def flush(self) -> None:
        if not self.gone:
            try:
                self._file.flush()
            except OSError:
                self.gone = True

    def fileno(self) -> int:
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """Textual's driver, for a terminal that may go."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._lasting = LastingFile(cast("IO[str]", self._file))
        self._file = cast("TextIOWrapper", self._lasting)
        self._unreadable = False
        self._given_up = False
        self._orders = True

    def leave_order(self, left: bool) -> None:
        """Leave it to the terminal to put right-to-left text in order, as it does by itself, or
        do not. Terminals that never do so pay no attention."""
        if left != self._orders:
            self._orders = left
            self.write(IMPLICIT if left else EXPLICIT)

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if not self._orders:
            self.write(EXPLICIT)

    def stop_application_mode(self) -> None:
        if not self._orders:
            self.write(IMPLICIT)
        super().stop_application_mode()

    @property
    def gone(self) -> bool:
        """Whether the terminal could not be read or written to."""
        return self._lasting.gone or self._unreadable

    @property
    def taken(self) -> int:
        """How many texts the terminal has taken; where that stands still it may be stuck."""
        return self._lasting.taken

    @property
    def full(self) -> bool:
        """Whether the next text has to wait until the terminal has taken one."""
        return self._writer_thread is not None and self._writer_thread._queue.full()

    def write(self, data: str) -> None:
        if not self._given_up:
            super().write(data)

    def give_up(self) -> None:
        """Write nothing from here on, and let whoever waits for the terminal go on. For any thread.

        What the terminal is just being given cannot be taken back: `close` waits for that.
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
