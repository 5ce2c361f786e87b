"""Ending the app, with everything saved, on a signal or when the terminal disappears."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING

from textual.drivers import headless_driver

if TYPE_CHECKING:
    from clemtui.ui.terminal.driver import TerminalDriver
    from clemtui.ui.terminal.key_order import OrderedKeys

SIGNAL_EXIT_BASE = 128
"""The exit code of a program ended by a signal is this plus the signal's number."""
TERMINAL_CHECK_SECONDS = 2.0
SAVE_TIMEOUT_SECONDS = 20.0
"""Maximum time for saving after a signal."""
PENDING_KEYS_TIMEOUT_SECONDS = 2.0
"""Maximum time, within the former, for handling keys typed before."""
EXIT_TIMEOUT_SECONDS = 5.0
"""Maximum time for exiting once everything is saved."""


def force_exit_after(code: int, seconds: float) -> None:
    """Kill the process after this many seconds if it has not ended by then.

    Textual waits forever for a terminal that no longer accepts output.
    """
    last = threading.Timer(seconds, os._exit, (code,))
    last.daemon = True
    last.start()


def abandon_if_stuck(terminal: TerminalDriver, pause: Callable[[], object]) -> None:
    """Poll the terminal until it no longer accepts output that the program waits to write.

    Then discard all output, which unblocks the program. ``pause`` is called between polls.
    """
    while True:
        before = terminal.writes
        pause()
        if terminal.blocked and terminal.writes == before:
            terminal.abandon()
            return


def handle_signals(app: OrderedKeys, leave: Callable[[int], Awaitable[None]]) -> None:
    """End the app on SIGTERM and SIGHUP, and when its terminal disappears.

    ``leave`` gets the exit code. Calling it again must have no effect.
    """
    if isinstance(app._driver, headless_driver.HeadlessDriver) or os.name == "nt":
        return
    from clemtui.ui.terminal.driver import TerminalDriver

    terminal = app._driver if isinstance(app._driver, TerminalDriver) else None
    loop = asyncio.get_running_loop()
    told: SimpleQueue[int] = SimpleQueue()  # safe to fill from a signal handler

    async def leave_saved(number: int) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PENDING_KEYS_TIMEOUT_SECONDS):
                await app.keys_handled()
        await leave(SIGNAL_EXIT_BASE + number)

    def begin(number: int) -> None:
        if app.is_running:  # else it is ending already
            app.run_worker(leave_saved(number), group="leave")

    def guard() -> None:
        """Make sure that the program ends.

        This runs in a thread: while the event loop is blocked by the terminal, it sees no signals.
        """
        number = told.get()
        force_exit_after(SIGNAL_EXIT_BASE + number, SAVE_TIMEOUT_SECONDS)
        with contextlib.suppress(RuntimeError):  # the loop is closed: the program is ending anyway
            loop.call_soon_threadsafe(begin, number)
        if terminal is not None:
            abandon_if_stuck(terminal, lambda: time.sleep(TERMINAL_CHECK_SECONDS))

    def check_terminal() -> None:
        """Detect a terminal that disappeared without a signal.

        Nothing else would end the program.
        """
        poll = select.poll()
        poll.register(sys.__stdin__.fileno(), select.POLLHUP)  # type: ignore[union-attr]
        hung_up = any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))
        if hung_up or (terminal is not None and terminal.lost):
            told.put(signal.SIGHUP)

    threading.Thread(target=guard, name="guard", daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGHUP):
        # The first handler wakes a sleeping loop and is removed when the loop closes; the second
        # also works while the loop is blocked by the terminal.
        loop.add_signal_handler(number, told.put, number)
        signal.signal(number, lambda number, _frame: told.put(number))
    # No handler of the loop, which would also obey an interrupt that is meant for an editor.
    signal.signal(signal.SIGINT, lambda number, _frame: told.put(number))
    app.set_interval(TERMINAL_CHECK_SECONDS, check_terminal)
