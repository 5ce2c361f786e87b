"""Line-by-line output."""

from __future__ import annotations

from typing import TextIO

BLANK_LINES = 60
"""Blank lines that scroll a terminal's contents out of sight."""


class Output:
    """The output stream; each call to `say` flushes it, as a screen reader may be listening."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def say(self, *lines: str) -> None:
        """Write lines.

        Raises:
            BrokenPipeError: if the reading end is closed.
        """
        for line in lines:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def scroll_away(self) -> None:
        """Scroll what is on the terminal out of sight; without a terminal, do nothing."""
        if self._stream.isatty():
            self.say(*[""] * BLANK_LINES)
