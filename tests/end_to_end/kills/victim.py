"""A process of the program that is killed, or whose disk becomes full, at a random moment."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal

from tests.support.paths import ROOT

How = Literal["SIGKILL", "SIGTERM", "SIGHUP", "full disk"]

_HOW: tuple[How, ...] = ("SIGKILL", "SIGKILL", "SIGKILL", "SIGTERM", "SIGHUP", "full disk")
_PATIENCE = 120
"""Seconds after which a process that should end counts as hanging."""


@dataclass(frozen=True)
class End:
    """How and when a process is to end.

    Attributes:
        lines: after this many lines of output that contain `Victim.counted`.
        seconds: after that much more time.
        room: with a full disk: the size in bytes beyond which no file can grow.
    """

    how: How
    lines: int
    seconds: float
    room: int

    @classmethod
    def draw(cls, random: Random, *, lines: int, seconds: float) -> End:
        """Draw an end, at most after that many lines and seconds."""
        return cls(
            random.choice(_HOW),
            random.randint(0, lines),
            random.uniform(0, seconds),
            random.randint(20_000, 400_000),
        )


@dataclass
class Victim:
    """A process of the program, which runs in the background until it has ended.

    Attributes:
        counted: what a line of output contains that counts for its end.
        output: what it has printed, once it has ended.
        hit: whether it was still running when it was killed, or has failed for a full disk.
    """

    arguments: tuple[str, ...]
    home: Path
    end: End
    counted: str = ""
    typed: str = ""
    output: str = ""
    hit: bool = False
    code: int | None = None
    pid: int = 0
    _thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._live)
        self._thread.start()

    def wait(self) -> None:
        """Wait until the process has ended.

        Raises:
            AssertionError: if it hangs, or has printed a traceback.
        """
        self._thread.join()
        shown = f"{self.arguments} {self.end} exit {self.code}\n{self.output}"
        assert self.code is not None, f"hangs: {shown}"
        assert "Traceback" not in self.output, shown

    def _live(self) -> None:
        full = self.end.how == "full disk"
        with subprocess.Popen(
            [sys.executable, "-m", "clemtui", *self.arguments],
            cwd=ROOT,
            env={**os.environ, "CLEMTUI_HOME": str(self.home), "CLEMTUI_LANG": "en"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            preexec_fn=self._leave_little_room if full else None,
        ) as process:
            self.pid = process.pid
            assert process.stdin is not None
            process.stdin.write(self.typed)
            process.stdin.close()
            watchdog = threading.Timer(_PATIENCE, process.kill)
            watchdog.start()
            if not full:
                self._read(process, self.end.lines)
                time.sleep(self.end.seconds)
                self.hit = process.poll() is None
                process.send_signal(getattr(signal, self.end.how))
            self._read(process, None)
            code = process.wait()
            if watchdog.is_alive():  # else the process hangs, and `code` stays None
                self.code = code
            watchdog.cancel()
            self.hit = self.hit or (full and code != 0)

    def _read(self, process: subprocess.Popen[str], lines: int | None) -> None:
        """Read output up to that many counted lines; None: to its end."""
        assert process.stdout is not None
        while lines is None or lines > 0:
            line = process.stdout.readline()
            if not line:
                return
            self.output += line
            if lines is not None and self.counted in line:
                lines -= 1

    def _leave_little_room(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.end.room, self.end.room))


def call(home: Path, *arguments: str) -> str:
    """Run a command to its end, which must be a success, and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "clemtui", *arguments],
        cwd=ROOT,
        env={**os.environ, "CLEMTUI_HOME": str(home), "CLEMTUI_LANG": "en"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}"
    return done.stdout
