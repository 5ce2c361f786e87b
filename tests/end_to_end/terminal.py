"""A real terminal for tests: the program in a pseudo-terminal, its screen read with pyte."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import pexpect
import pyte

from clemtui.ui.widgets.key_guard import TYPING_SECONDS

PATIENCE = 60.0
"""Seconds after which a missing screen is a failure; generous, so speed does not matter."""

KEYS = {
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "f1": "\x1bOP",
    "ctrl+q": "\x11",
    "ctrl+c": "\x03",
    "ctrl+d": "\x04",
}


def tiles(word: str) -> str:
    """Return a pattern for the beginning of a row of letter tiles."""
    return rf"▐ {' ▌▐ '.join(word.upper())} ▌"


class NotShown(AssertionError):
    """Raised if what was waited for did not appear; the message shows the screen."""


def _as_in_a_terminal() -> None:
    """Undo what `nohup` or a CI runner does to its children, so that a hang-up ends them again."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """A program in a terminal of some size."""

    def __init__(
        self,
        command: list[str],
        *,
        environment: Mapping[str, str],
        columns: int = 80,
        lines: int = 24,
        cwd: Path | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self.screen)
        self.written = ""
        # A size in the environment, as under pytest-xdist, would override the terminal's.
        inherited = {k: v for k, v in environment.items() if k not in ("COLUMNS", "LINES")}
        self.program = pexpect.spawn(
            command[0],
            command[1:],
            env={**inherited, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
            dimensions=(lines, columns),
            timeout=PATIENCE,
            encoding="utf-8",
            codec_errors="replace",
            cwd=str(cwd) if cwd else None,
            preexec_fn=_as_in_a_terminal,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.program.isalive():
            self.kill()
        self.program.close()

    @property
    def text(self) -> str:
        """The screen, one line per row, without trailing spaces."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, seconds: float = 0.1) -> None:
        """Read what the program has written so far; a second long if it goes on writing."""
        deadline = time.monotonic() + 1
        try:
            while time.monotonic() < deadline:
                data = self.program.read_nonblocking(65536, timeout=seconds)
                self.written += data
                self._stream.feed(data)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return

    def wait(self, pattern: str) -> re.Match[str]:
        """Wait until the screen matches a regular expression."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.read()
            found = re.search(pattern, self.text)
            if found:
                return found
            if not self.program.isalive():
                self.read()
                break
        raise NotShown(f"{pattern!r} did not appear. The screen was:\n{self.text}")

    def look(self) -> None:
        """Wait until a new screen accepts keys, which it ignores at first."""
        deadline = time.monotonic() + TYPING_SECONDS + 0.3
        while time.monotonic() < deadline:  # something may be drawn every second
            self.read()

    def press(self, *keys: str) -> None:
        """Press keys by name; anything else is typed."""
        for key in keys:
            self.program.send(KEYS.get(key, key))

    def type(self, text: str) -> None:
        """Type a text."""
        self.program.send(text)

    def kill(self) -> None:
        """Kill the program, as a power cut would."""
        self.program.kill(signal.SIGKILL)
        self.program.wait()

    def wait_for_exit(self) -> int:
        """Wait until the program has exited by itself, and return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.program.isalive():
            self.read()
            if time.monotonic() > deadline:
                raise NotShown(f"the program did not end. The screen was:\n{self.text}")
        self.read()  # its final output
        self.program.wait()
        return int(self.program.exitstatus if self.program.exitstatus is not None else -1)
