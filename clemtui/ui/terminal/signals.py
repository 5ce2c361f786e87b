"""Ending at once, with everything saved, when the system or the terminal says so."""

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
from typing import TYPE_CHECKING, Any

from textual.drivers import headless_driver

if TYPE_CHECKING:
    from textual.app import App

    from clemtui.ui.terminal.driver import TerminalDriver

SIGNALLED = 128
"""A program that a signal ended has this and the number of the signal as its exit code."""
TERMINAL_CHECK_SECONDS = 2.0
PATIENCE_SECONDS = 20.0
"""So long may saving take after a signal."""
TYPED_SECONDS = 2.0
"""So long may it take of that to deal with what was typed before."""
LAST_RESORT_SECONDS = 5.0
"""So long may the end take once everything is saved."""


def end_anyway(code: int, seconds: float) -> None:
    """End the process after so many seconds if it has not ended by itself. (Textual waits for ever
    for a terminal that takes nothing any more.)"""
    last = threading.Timer(seconds, os._exit, (code,))
    last.daemon = True
    last.start()


def release(terminal: TerminalDriver, pause: Callable[[], object]) -> None:
    """Look at the terminal again and again, with a pause in between, until it takes nothing for
    which the program waits; then let the program go on without it."""
    while True:
        before = terminal.taken
        pause()
        if terminal.full and terminal.taken == before:
            terminal.give_up()
            return


async def typed_out(app: App[Any]) -> None:
    """Wait until the keys that have arrived were dealt with: each goes from the app to the focused
    widget, and what that makes of it upwards to the screen."""
    focused = app.focused
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(TYPED_SECONDS):
            for node in (app, *(focused.ancestors_with_self if focused is not None else ())):
                dealt_with = asyncio.Event()
                if node.call_later(dealt_with.set):
                    await dealt_with.wait()


def listen(app: App[Any], leave: Callable[[int], Awaitable[None]]) -> None:
    """End the app on SIGTERM and SIGHUP, and when its terminal has gone: by ``leave``, which gets
    the exit code and does nothing when it is called again."""
    if isinstance(app._driver, headless_driver.HeadlessDriver) or os.name == "nt":
        return
    from clemtui.ui.terminal.driver import TerminalDriver

    terminal = app._driver if isinstance(app._driver, TerminalDriver) else None
    loop = asyncio.get_running_loop()
    told: SimpleQueue[int] = SimpleQueue()  # which a handler of signals may put into

    async def leave_saved(number: int) -> None:
        await typed_out(app)
        await leave(SIGNALLED + number)

    def begin(number: int) -> None:
        app.run_worker(leave_saved(number), group="leave")

    def guard() -> None:
        """See to it that the program ends. The loop may be waiting for the terminal, and hears of
        no signal then: so this is a thread."""
        number = told.get()
        end_anyway(SIGNALLED + number, PATIENCE_SECONDS)
        with contextlib.suppress(RuntimeError):  # a loop that is closed: the program just ends
            loop.call_soon_threadsafe(begin, number)
        if terminal is not None:
            release(terminal, lambda: time.sleep(TERMINAL_CHECK_SECONDS))

    def check_terminal() -> None:
        """Notice a terminal that went without a signal: nobody would ever end the program."""
        poll = select.poll()
        poll.register(sys.__stdin__.fileno(), select.POLLHUP)  # type: ignore[union-attr]
        hung_up = any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))
        if hung_up or (terminal is not None and terminal.gone):
            told.put(signal.SIGHUP)

    threading.Thread(target=guard, name="guard", daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGHUP):
        # the first wakes a loop that sleeps and makes an end of it when the loop is closed; the
        # second is heard by a loop that waits for the terminal
        loop.add_signal_handler(number, told.put, number)
        signal.signal(number, lambda number, _frame: told.put(number))
    app.set_interval(TERMINAL_CHECK_SECONDS, check_terminal)
