"""Ids: UUID version 7, which sort by creation time (RFC 9562, section 5.7)."""

from __future__ import annotations

import os
import threading
import time
import uuid

from clemtui.store.codec import readable

_VERSION = 7 << 76
_VARIANT = 0b10 << 62
_RANDOM_BITS = 74
_SPLIT = 62

_lock = threading.Lock()
_last = (0, 0)


_DEVIATIONS = uuid.UUID("5f0b9a3e-7d4c-5a56-8f0e-2a9d3c61b7e4")
_TAGS = uuid.UUID("8a6c1c53-3b3f-5d0c-9d3e-0c9d7f6c2b1e")


def tag_id(episode: str, key: str, value: str) -> str:
    """Return the id of a tag that a program adds by itself: the same in every database."""
    return str(uuid.uuid5(_TAGS, readable(f"{episode}\n{key}\n{value}")))


def deviation_id(*of: object) -> str:
    """Return the id of a deviation of a study: the same wherever the same was changed."""
    return str(uuid.uuid5(_DEVIATIONS, readable("\n".join(map(str, of)))))


def uuid7() -> str:
    """Return a new id, greater than all earlier ids of this process.

    An id is 48 bits of Unix milliseconds and 74 bits that are random for the first id of a
    millisecond and then incremented (RFC 9562, section 6.2, method 2). If the clock is set back,
    ids continue in the last millisecond.
    """
    global _last
    with _lock:
        milliseconds = time.time_ns() // 1_000_000
        last_milliseconds, last_random = _last
        if milliseconds > last_milliseconds:
            # The top bit stays 0 to leave room for increments.
            random = int.from_bytes(os.urandom(10), "big") >> (80 - _RANDOM_BITS + 1)
        else:
            milliseconds, random = last_milliseconds, last_random + 1
        _last = (milliseconds, random)
    return _id(milliseconds, random)


def derived_id(milliseconds: int, digest: bytes) -> str:
    """Return the id of something that is the same wherever it is recorded.

    Args:
        milliseconds: Unix time at which ids sort it, at least 0.
        digest: a hash of what identifies it, at least 10 bytes.
    """
    return _id(milliseconds, int.from_bytes(digest[:10], "big") >> (80 - _RANDOM_BITS))


def _id(milliseconds: int, rest: int) -> str:
    high, low = rest >> _SPLIT, rest & ((1 << _SPLIT) - 1)
    return str(uuid.UUID(int=milliseconds << 80 | _VERSION | high << 64 | _VARIANT | low))
