"""Line-by-line output."""

from __future__ import annotations

import shutil
import sys

from clemtui.language import safe
from clemtui.language.sinks import say
from clemtui.language.wrapping import wrap

BLANK_LINES = 60
"""Blank lines that scroll a terminal's contents out of sight."""


class Output:
    """Standard output; each call to `say` flushes it, as a screen reader may be listening."""

    def say(self, *lines: str) -> None:
        """Write lines; on a terminal, they break between words, where it would break within them.

        Raises:
            BrokenPipeError: if the reading end is closed.
        """
        if not sys.stdout.isatty():
            say(*lines)
            return
        columns = shutil.get_terminal_size().columns
        for line in lines:
            say(*wrap(safe(line), columns))

    def scroll_away(self) -> None:
        """Scroll what is on the terminal out of sight; without a terminal, do nothing."""
        if sys.stdout.isatty():
            self.say(*[""] * BLANK_LINES)
