"""First paint in a real pseudo-terminal, as a ratio to an empty Textual app in the same run."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import pexpect

from tests.benchmarks.figures import Figure

EMPTY_APP = """
from textual.app import App, ComposeResult
from textual.widgets import Footer, Header, Static

class Empty(App[None]):
    def compose(self) -> ComposeResult:
        yield Header()
        yield Static("nothing here yet")
        yield Footer()

Empty().run()
"""


def seconds_until(arguments: list[str], text: str, home: Path) -> float:
    """Seconds from starting a program in a terminal of 80x24 until a text is on its screen."""
    environment = {
        **os.environ,
        "CLEMTUI_HOME": str(home),
        "CLEMTUI_LANG": "en",
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
    }
    started = time.perf_counter()
    program = pexpect.spawn(
        sys.executable,
        arguments,
        env=environment,
        dimensions=(24, 80),
        timeout=60,
        encoding="utf-8",
    )
    try:
        program.expect_exact(text)
        return time.perf_counter() - started
    finally:
        program.close(force=True)


def first_paint(rounds: int) -> Figure:
    """The list of games readable, over the empty app; the best of some rounds of each, in turns."""
    ours: list[float] = []
    empty: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for _ in range(rounds):
            empty.append(seconds_until(["-c", EMPTY_APP], "nothing here yet", home))
            ours.append(seconds_until(["-m", "clemtui"], "Wordle", home))
    return Figure("first paint / empty Textual app", min(ours) / min(empty), "ratio", 1.5)
