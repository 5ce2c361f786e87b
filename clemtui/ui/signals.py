"""Ending at once, with everything saved, when the system or the terminal says so."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import threading
from typing import TYPE_CHECKING

from textual.drivers import headless_driver

if TYPE_CHECKING:
    from clemtui.ui.app import ClemtuiApp

SIGNALLED = 128
"""A program that a signal ended has this and the number of the signal as its exit code."""
TERMINAL_CHECK_SECONDS = 2.0
PATIENCE_SECONDS = 20.0
"""So long may saving take after a signal."""
LAST_RESORT_SECONDS = 5.0
"""So long may the end take once everything is saved."""


def end_anyway(code: int, seconds: float) -> None:
    """End the process after so many seconds if it has not ended by itself. (Textual waits for ever
    for a terminal that is gone and takes nothing any more.)"""
    last = threading.Timer(seconds, os._exit, (code,))
    last.daemon = True
    last.start()


def listen(app: ClemtuiApp) -> None:
    """Leave the app on SIGTERM and SIGHUP, and when its terminal has gone."""
    if isinstance(app._driver, headless_driver.HeadlessDriver) or os.name == "nt":
        return

    def signalled(number: int) -> None:
        if app.leaving:
            return
        end_anyway(SIGNALLED + number, PATIENCE_SECONDS)
        app.run_worker(app.leave(SIGNALLED + number), group="leave")

    def check_terminal() -> None:
        """Notice a terminal that went without a signal: nobody would ever end the program."""
        poll = select.poll()
        poll.register(sys.__stdin__.fileno(), select.POLLHUP)  # type: ignore[union-attr]
        if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0)):
            signalled(signal.SIGHUP)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, signalled, number)
    app.set_interval(TERMINAL_CHECK_SECONDS, check_terminal)
