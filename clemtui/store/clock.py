"""Time: UTC for the record, a monotonic clock for durations; both injectable."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where times come from."""

    def now(self) -> datetime:
        """The time, in UTC."""
        ...

    def monotonic_ms(self) -> float:
        """Milliseconds on a clock that is never set; only differences mean something."""
        ...

    def utc_offset_minutes(self) -> int:
        """Minutes that local time is ahead of UTC, now."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)

    def monotonic_ms(self) -> float:
        """Milliseconds of the monotonic clock."""
        return time.monotonic_ns() / 1e6

    def utc_offset_minutes(self) -> int:
        """Minutes that local time is ahead of UTC, now."""
        offset = datetime.now().astimezone().utcoffset()
        return 0 if offset is None else round(offset.total_seconds() / 60)


def iso(moment: datetime) -> str:
    """A moment as stored: UTC, microseconds, ``Z``; texts sort as the moments do.

    Raises:
        ValueError: for a moment without a time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment(text: str) -> datetime:
    """The moment that `iso` wrote."""
    return datetime.fromisoformat(text)
