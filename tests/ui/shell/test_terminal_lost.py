"""The program in a real pseudo-terminal that is taken away: everything is saved."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest

from clemtui.store.read.reader import Reader
from tests.support.paths import ROOT

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

PROGRAM = """
import sys
from pathlib import Path
from clemtui.config import Settings
from clemtui.episode.planning.plan import Choices
from clemtui.ui.app import run_app
from clemtui.ui.shell.options import AppOptions

choices = Choices(game="taboo", person="Ann", interface=sys.argv[2])
options = AppOptions(database=Path(sys.argv[1]), settings=Settings(), choices=choices, person="Ann")
sys.exit(run_app(options))
"""


class Terminal:
    """A pseudo-terminal of 80 × 24 cells with the program in it, in a session of its own."""

    def __init__(self, database: Path, interface: str = "assisted") -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(database), interface],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )
        os.close(slave)
        self.written = b""
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    def wait_for(self, text: str) -> None:
        """Read until the text is on the screen."""
        deadline = time.monotonic() + 60
        while not any(text in line for line in self.screen.display):
            assert time.monotonic() < deadline, "\n".join(self.screen.display)
            if select.select([self.master], [], [], 0.1)[0]:
                read = os.read(self.master, 65536)
                self.written += read
                self._stream.feed(read)

    def drain_until_exit(self) -> int:
        """Read the remaining output and return the exit code."""
        deadline = time.monotonic() + 60
        while self.process.poll() is None:
            assert time.monotonic() < deadline, "it does not end"
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.written += os.read(self.master, 65536)
                except OSError:
                    break
        return self.process.wait(60)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path / "clemtui.db")
    opened.wait_for("Your answer")
    os.write(opened.master, b"half")
    opened.wait_for("CLUE: half")
    yield opened
    if opened.process.poll() is None:
        opened.process.kill()
        opened.process.wait()


def the_episode_is_whole(folder: Path) -> None:
    with Reader(folder / "clemtui.db") as reader:
        (unfinished,) = reader.unfinished()
    assert [draft.body for draft in unfinished.drafts] == [{"clue": "half"}]
    assert unfinished.lease is None, "another program can go on with it at once"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_everything_saved(
    terminal: Terminal, tmp_path: Path, number: signal.Signals
) -> None:
    terminal.process.send_signal(number)
    assert terminal.drain_until_exit() == 128 + number
    assert b"\x1b[?1049l" in terminal.written, "the terminal is as it was"
    the_episode_is_whole(tmp_path)


def test_a_terminal_that_is_gone_ends_it_with_everything_saved(
    terminal: Terminal, tmp_path: Path
) -> None:
    os.close(terminal.master)
    assert terminal.process.wait(60) is not None
    the_episode_is_whole(tmp_path)
