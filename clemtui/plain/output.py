"""Saying things, line by line."""

from __future__ import annotations

from typing import TextIO

_ENOUGH = 60
"""Lines that push what stands on a terminal out of sight."""


class Output:
    """Where the plain program speaks. Every line is flushed: somebody may be listening."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def say(self, *lines: str) -> None:
        """Write lines.

        Raises:
            BrokenPipeError: if nobody reads them any more.
        """
        for line in lines:
            self._stream.write(f"{line}\n")
        self._stream.flush()

    def hide(self) -> None:
        """Push what stands there out of sight, where that means anything: on a terminal."""
        if self._stream.isatty():
            self.say(*[""] * _ENOUGH)
