"""When a call that returned nothing is retried."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

LONGEST_WAIT = 120.0
"""Maximum wait in seconds. If a server asks for more, the person decides whether to wait."""

_LONGEST_ASKED = 366 * 86_400.0  # a server that asks for more asks for ever

_FIRST_WAIT = 0.5
_LONGEST_BACKOFF = 30.0


@dataclass(frozen=True, slots=True)
class RetryTiming:
    """Sleep, clock and randomness as used by the adapter; tests pass their own."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    jitter: Callable[[], float] = random.random
    """A number from 0 to 1, drawn once for each wait."""


def retry_wait(number: int, asked: float | None, jitter: float) -> float | None:
    """Return the seconds to wait after attempt `number` (from 1) failed; None if too long.

    The wait is at least what the server asked for in Retry-After. If it did not ask, the wait
    doubles from half a second up to thirty. `jitter` (0 to 1) spreads callers that failed together.
    """
    if asked is not None:
        return asked * (1 + 0.1 * jitter) if asked <= LONGEST_WAIT else None
    backoff: float = min(_FIRST_WAIT * 2 ** (number - 1), _LONGEST_BACKOFF)
    return backoff * (1 + 0.5 * jitter)


def retry_after(headers: object, now: Callable[[], float] = time.time) -> float | None:
    """Return the seconds that response headers ask to wait; None if they do not.

    Understands `retry-after-ms`, and `retry-after` in seconds or as a date (RFC 9110, 10.2.3).
    """
    if not isinstance(headers, Mapping):
        return None
    values = {str(name).lower(): str(value).strip() for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(values.get(name, ""))
        if seconds is not None:
            return min(seconds * unit, _LONGEST_ASKED)
    try:
        date = parsedate_to_datetime(values.get("retry-after", ""))
        return min(max(0.0, date.timestamp() - now()), _LONGEST_ASKED)
    except (ValueError, OverflowError, TypeError, OSError):  # OSError: beyond the system's clock
        return None


def _number(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if seconds >= 0 else None
