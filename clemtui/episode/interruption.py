"""Signals that ask the program to stop, turned into an orderly end."""

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
    """While this lasts, the first SIGINT, SIGTERM or SIGHUP calls ``stop`` in the running loop.

    The second one does what it did before: whoever insists is not kept waiting. Signals reach the
    main thread only, so elsewhere this does nothing.
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
            if handler is not signal.SIG_IGN:  # nohup and the like keep their meaning
                signal.signal(number, obey)
        yield
    finally:
        put_back()
