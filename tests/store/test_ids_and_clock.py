"""Ids sort by creation time; times are UTC and sort as text."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest

from clemtui.store import ids
from clemtui.store.clock import SystemClock, iso, moment
from clemtui.store.ids import uuid7


def test_ids_are_uuids_of_version_7_and_grow() -> None:
    made = [uuid7() for _ in range(5000)]
    assert made == sorted(set(made))
    assert {(uuid.UUID(each).version, uuid.UUID(each).variant) for each in made} == {
        (7, uuid.RFC_4122)
    }


def test_ids_of_many_threads_differ() -> None:
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: uuid7(), range(2000)))
    assert len(set(made)) == 2000


def test_ids_hold_the_time_and_grow_on_when_the_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_900_000_000_123
    monkeypatch.setattr(time, "time_ns", lambda: now * 1_000_000)
    monkeypatch.setattr(ids, "_last", (0, 0))
    first = uuid7()
    assert uuid.UUID(first).int >> 80 == now
    monkeypatch.setattr(time, "time_ns", lambda: (now - 60_000) * 1_000_000)
    assert uuid7() > first


def test_times_are_stored_in_utc_with_microseconds() -> None:
    local = datetime(2026, 3, 1, 14, 30, 0, 7, tzinfo=timezone(timedelta(hours=2)))
    assert iso(local) == "2026-03-01T12:30:00.000007Z"
    assert moment(iso(local)) == local
    assert moment(iso(local)).tzinfo == UTC


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        iso(datetime(2026, 3, 1))  # noqa: DTZ001 - that is the point


def test_the_systems_clock_goes_forward() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() == timedelta(0)
    assert clock.monotonic_ms() <= clock.monotonic_ms()
    assert -1440 < clock.utc_offset_minutes() < 1440
