"""Clocks: UTC for recorded times, a monotonic clock for durations. Tests can replace both."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol

from clemtui.records.errors import DamagedRecord


class Clock(Protocol):
    """A source of times."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        ...

    def monotonic_ms(self) -> float:
        """Return milliseconds of a clock that is never set; only differences are meaningful."""
        ...

    def utc_offset_minutes(self) -> int:
        """Return by how many minutes local time is ahead of UTC now."""
        ...


class SystemClock:
    """The clocks of this machine."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return datetime.now(UTC)

    def monotonic_ms(self) -> float:
        """Return milliseconds of the monotonic clock."""
        return time.monotonic_ns() / 1e6

    def utc_offset_minutes(self) -> int:
        """Return by how many minutes local time is ahead of UTC now."""
        offset = datetime.now().astimezone().utcoffset()
        return 0 if offset is None else round(offset.total_seconds() / 60)


def iso(moment: datetime) -> str:
    """Return a moment in its stored form: UTC with microseconds and ``Z``, which sorts as text.

    Raises:
        ValueError: if the moment has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def moment(text: str) -> datetime:
    """Parse the output of `iso`.

    Raises:
        DamagedRecord: if it is none.
    """
    try:
        return datetime.fromisoformat(text)
    except (ValueError, TypeError) as error:
        raise DamagedRecord(
            f"a record has no time ({error}): it was changed by another program"
        ) from error


_LAST_YEAR = 9999
"""The first year that is no time: what is recorded later must have a later time."""


def is_time(value: object) -> bool:
    """Whether a value is a time that readers can rely on."""
    if not isinstance(value, str):
        return False
    try:
        at = moment(value)
    except DamagedRecord:
        return False
    return at.tzinfo is not None and at.year < _LAST_YEAR
