"""Ending the program even if the terminal is gone or accepts no more output."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, cast

import pytest
from textual.app import App
from textual.drivers._writer_thread import WriterThread

from clemtui.ui.terminal.signals import EXIT_TIMEOUT_SECONDS, SAVE_TIMEOUT_SECONDS, abandon_if_stuck
from tests.support.paths import ROOT

if sys.platform == "win32":
    pytest.skip("signals and terminals of POSIX", allow_module_level=True)

from textual.drivers.linux_driver import LinuxDriver

from clemtui.ui.terminal.driver import FailsafeFile, TerminalDriver

PATIENCE = 60.0
"""Timeout in seconds for anything awaited here."""
SOON, NEVER = 0.05, 3600.0
MUCH, TEXTS = "x" * 4096, 200
"""The data written: far more than a pipe holds, and more writes than may be queued."""


def run(code: str) -> int:
    """Run the code in a process and return its exit code."""
    begin = "from clemtui.ui.terminal.signals import force_exit_after\nimport threading\n"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", begin + code], env=environment, check=False, timeout=PATIENCE
    )
    return done.returncode


def test_a_process_that_hangs_is_ended() -> None:
    assert run(f"force_exit_after(143, {SOON})\nthreading.Event().wait()") == 143


def test_a_thread_that_hangs_is_ended_as_well() -> None:
    hangs = "threading.Thread(target=threading.Event().wait).start()"
    assert run(f"force_exit_after(129, {SOON})\n{hangs}") == 129


def test_a_process_that_ends_by_itself_waits_for_nothing() -> None:
    assert run(f"force_exit_after(143, {NEVER})\nraise SystemExit(7)") == 7


def test_saving_has_a_longer_timeout_than_exiting() -> None:
    assert 0 < EXIT_TIMEOUT_SECONDS <= 5 < SAVE_TIMEOUT_SECONDS <= 20


@dataclass
class Pipe:
    """A stand-in for a terminal: output goes into a pipe that no one reads."""

    reading: int
    driver: TerminalDriver

    def write(self) -> threading.Thread:
        """Write more than the pipe and the queue hold, in a thread, as the program would."""

        def write() -> None:
            for _ in range(TEXTS):
                self.driver.write(MUCH)

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        return thread

    def hang_up(self) -> None:
        """Close the reading end."""
        if self.reading >= 0:
            os.close(self.reading)
        self.reading = -1


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """Yield a driver whose terminal accepts some writes and then no more."""

    async def make() -> TerminalDriver:
        return TerminalDriver(App[Any]())

    before = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    driver = asyncio.run(make())
    for number, handler in before.items():
        signal.signal(number, handler)
    reading, writing = os.pipe()
    driver._lasting = FailsafeFile(os.fdopen(writing, "w", encoding="utf-8"))
    driver._writer_thread = WriterThread(cast("IO[str]", driver._lasting))
    driver._writer_thread.start()
    made = Pipe(reading, driver)
    yield made
    made.hang_up()
    driver.abandon()
    driver.close()


def until(happened: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    waiting = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if happened():
            return
        waiting.wait(0.01)
    raise AssertionError("it did not happen")


def test_a_terminal_that_is_gone_takes_everything(pipe: Pipe) -> None:
    thread = pipe.write()
    until(lambda: pipe.driver.blocked)
    assert not pipe.driver.lost
    pipe.hang_up()
    thread.join(PATIENCE)
    assert not thread.is_alive(), "the program waits for a terminal that is gone"
    until(lambda: pipe.driver.writes == TEXTS)
    assert pipe.driver.lost


def test_a_stuck_terminal_is_abandoned(pipe: Pipe) -> None:
    thread = pipe.write()
    until(lambda: pipe.driver.blocked)
    abandon_if_stuck(pipe.driver, lambda: time.sleep(SOON))
    thread.join(PATIENCE)
    assert not thread.is_alive(), "the program waits for a terminal that takes nothing"
    assert pipe.driver.writes < TEXTS
    pipe.write().join(PATIENCE)
    assert not pipe.driver.blocked


def test_a_slow_terminal_is_not_given_up(pipe: Pipe) -> None:
    class Shown(Exception):
        """Raised when everything was accepted."""

    def pause() -> None:
        before = pipe.driver.writes
        while pipe.driver.writes == before:
            if before == TEXTS:
                raise Shown
            if select.select([pipe.reading], [], [], SOON)[0]:
                os.read(pipe.reading, len(MUCH))

    thread = pipe.write()
    until(lambda: pipe.driver.blocked)
    with pytest.raises(Shown):
        abandon_if_stuck(pipe.driver, pause)
    assert not thread.is_alive()
    assert not pipe.driver.lost


def test_what_cannot_be_read_any_more_is_gone(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: LinuxDriver) -> None:
        raise OSError("the terminal has hung up")

    monkeypatch.setattr(LinuxDriver, "run_input_thread", fail)
    pipe.driver.run_input_thread()
    assert pipe.driver.lost
