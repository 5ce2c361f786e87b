"""First paint in a real pseudo-terminal, as a ratio to an empty Textual app in the same run."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

from clemtui.resources import INSTALLED_FOLDER
from hatch_build import COLLECTION, EXCLUDED_FOLDERS, compile_catalogues
from tests.benchmarks.figures import Figure
from tests.support.paths import ROOT

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
EMPTY_TEXT = "nothing here yet"
PROGRAM = ("-c", "from clemtui.cli import main; main()")
"""What the command of an installed program does."""
HOME_TEXT = "Wordle"


def environment(home: Path) -> dict[str, str]:
    """The environment that programs are measured in: theirs alone, and with compiled modules kept,
    as an installed program has them (whatever the shell around says). What they import of ours is
    what is installed in the home."""
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),
        "PYTHONPATH": str(home / "installed"),
        "PYTHONSAFEPATH": "1",
        "CLEMTUI_HOME": str(home),
        "CLEMTUI_LANG": "en",
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
    }


@contextmanager
def home_of_ann() -> Iterator[Path]:
    """A home whose person is known, so that the app begins with the list of games; the program is
    installed in it as a wheel would do that, the catalogues compiled."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "config").mkdir()
        (home / "config" / "clemtui.toml").write_text('person = "Ann"\n', "utf-8")
        package = home / "installed" / "clemtui"
        _copy(ROOT / "clemtui", package)
        for name in COLLECTION:
            _copy(ROOT / name, package / INSTALLED_FOLDER / name)
        compile_catalogues(package / INSTALLED_FOLDER)
        yield home


def _copy(folder: Path, to: Path) -> None:
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns(*EXCLUDED_FOLDERS))


@contextmanager
def shown(arguments: list[str], text: str, home: Path) -> Iterator[pexpect.spawn[str]]:
    """A program of Python in a terminal of 80x24, once a text is on its screen."""
    program = pexpect.spawn(
        sys.executable,
        arguments,
        env=environment(home),
        dimensions=(24, 80),
        timeout=60,
        encoding="utf-8",
    )
    try:
        program.expect_exact(text)
        yield program
    finally:
        program.close(force=True)


def seconds_until(arguments: list[str], text: str, home: Path) -> float:
    """Seconds from starting a program in a terminal until a text is on its screen."""
    started = time.perf_counter()
    with shown(arguments, text, home):
        return time.perf_counter() - started


def first_paint(rounds: int) -> Figure:
    """The list of games readable, over the empty app; the best of some rounds of each, in turns.

    A round before them, which compiles the modules, does not count.
    """
    ours: list[float] = []
    empty: list[float] = []
    with home_of_ann() as home:
        for _ in range(rounds + 1):
            empty.append(seconds_until(["-c", EMPTY_APP], EMPTY_TEXT, home))
            ours.append(seconds_until([*PROGRAM], HOME_TEXT, home))
    ratio = min(ours[1:]) / min(empty[1:])
    return Figure("first paint / empty Textual app", ratio, "ratio", 2.0)
