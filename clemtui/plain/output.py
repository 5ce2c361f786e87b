"""Line-by-line output."""

from __future__ import annotations

import sys

from clemtui.language.sinks import say

BLANK_LINES = 60
"""Blank lines that scroll a terminal's contents out of sight."""


class Output:
    """Standard output; each call to `say` flushes it, as a screen reader may be listening."""

    def say(self, *lines: str) -> None:
        """Write lines.

        Raises:
            BrokenPipeError: if the reading end is closed.
        """
        say(*lines)

    def scroll_away(self) -> None:
        """Scroll what is on the terminal out of sight; without a terminal, do nothing."""
        if sys.stdout.isatty():
            self.say(*[""] * BLANK_LINES)
