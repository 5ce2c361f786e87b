"""Turn signals to stop the program into an orderly shutdown."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def interruptible(stop: Callable[[], object]) -> Iterator[None]:
    """Call ``stop`` in the running event loop on the first SIGINT, SIGTERM or SIGHUP.

    A second signal has its original effect, so that a user can still force the program to quit.
    Signals reach only the main thread; in any other thread this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {
        found: signal.getsignal(found)
        for name in _NAMES
        if (found := getattr(signal, name, None)) is not None
    }

    def put_back() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def obey(number: int, frame: FrameType | None) -> None:
        put_back()
        loop.call_soon_threadsafe(stop)

    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:  # keep signals ignored by nohup and the like ignored
                signal.signal(number, obey)
        yield
    finally:
        put_back()
