"""Ids: UUID version 7, so that ids sort as they were made (RFC 9562, section 5.7)."""

from __future__ import annotations

import os
import threading
import time
import uuid

_VERSION = 7 << 76
_VARIANT = 0b10 << 62
_RANDOM_BITS = 74
_SPLIT = 62

_lock = threading.Lock()
_last = (0, 0)


def uuid7() -> str:
    """A new id, greater than every one made before in this process.

    48 bits of Unix milliseconds, then 74 bits that are random for the first id of a millisecond
    and counted up from there (RFC 9562, section 6.2, method 2). A clock that is set back goes on
    counting in the last millisecond.
    """
    global _last
    with _lock:
        milliseconds = time.time_ns() // 1_000_000
        last_milliseconds, last_random = _last
        if milliseconds > last_milliseconds:
            # The top bit is left out, so that counting up has room.
            random = int.from_bytes(os.urandom(10), "big") >> (80 - _RANDOM_BITS + 1)
        else:
            milliseconds, random = last_milliseconds, last_random + 1
        _last = (milliseconds, random)
    high, low = random >> _SPLIT, random & ((1 << _SPLIT) - 1)
    return str(uuid.UUID(int=milliseconds << 80 | _VERSION | high << 64 | _VARIANT | low))
