"""At most one program plays an episode, and a program that lost it cannot write."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clemtui.engine import Response
from clemtui.records.errors import LeaseHeld, LeaseLost, StoreError
from clemtui.store import leases
from clemtui.store.leases import LEASE_EXPIRY, is_alive
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import SetClock, outcome, request, rows, running, session


def test_a_second_program_is_refused_with_the_holder(tmp_path: Path) -> None:
    clock = SetClock()
    first, _, episode = running(tmp_path / "records.db", clock)
    second = Writer(tmp_path / "records.db", clock=clock)
    with pytest.raises(LeaseHeld, match=f"process {os.getpid()}"):
        second.resume_episode(episode, session(second))
    with pytest.raises(LeaseLost):
        second.request(episode, request(1, "hello"))
    first.request(episode, request(1, "hello"))
    lease = leases.read(second._db, episode)
    assert lease is not None
    assert (lease.owner, lease.front, lease.acquired) == (first.owner, "run", clock.moment)


def test_a_lease_is_stale_after_30_seconds_without_a_heartbeat(tmp_path: Path) -> None:
    clock = SetClock()
    first, _, episode = running(tmp_path / "records.db", clock)
    second = Writer(tmp_path / "records.db", clock=clock)
    sitting = session(second)
    clock.forward(LEASE_EXPIRY.total_seconds())
    with pytest.raises(LeaseHeld):
        second.resume_episode(episode, sitting)
    clock.forward(0.001)
    second.resume_episode(episode, sitting)
    assert first.heartbeat() == (episode,)


def test_a_lease_from_the_future_is_stale(tmp_path: Path) -> None:
    wrong, clock = SetClock(), SetClock()
    wrong.forward(LEASE_EXPIRY.total_seconds() + 0.001)
    _, _, episode = running(tmp_path / "records.db", wrong)
    with Reader(tmp_path / "records.db", clock=clock) as reader:
        assert reader.unfinished()[0].lease_stale
    second = Writer(tmp_path / "records.db", clock=clock)
    second.resume_episode(episode, session(second))


def test_a_heartbeat_and_every_write_renew_the_lease(tmp_path: Path) -> None:
    clock = SetClock()
    first, _, episode = running(tmp_path / "records.db", clock)
    second = Writer(tmp_path / "records.db", clock=clock)
    sitting = session(second)
    for renew in (first.heartbeat, lambda: first.request(episode, request(1, "hello"))):
        clock.forward(29)
        renew()
        clock.forward(29)
        with pytest.raises(LeaseHeld):
            second.resume_episode(episode, sitting)


def test_a_program_without_the_lease_cannot_write(tmp_path: Path) -> None:
    clock = SetClock()
    first, _, episode = running(tmp_path / "records.db", clock)
    first.request(episode, request(1, "hello"))
    attempt = first.attempt_started(episode, 1, 1, {})
    second = Writer(tmp_path / "records.db", clock=clock)
    second.resume_episode(episode, session(second), force=True)
    for write in (
        lambda: first.entry(episode, Response.of(1, "late")),
        lambda: first.request(episode, request(2, "hello", "x", "y")),
        lambda: first.draft(episode, 1, "late"),
        lambda: first.attempt_started(episode, 1, 2, {}),
        lambda: first.end_episode(episode, "finished"),
    ):
        with pytest.raises(LeaseLost, match="taken over"):
            write()
    assert rows(first, "SELECT count(*) FROM entries") == [(0,)]
    first.attempt_ended(attempt, outcome())  # paid calls are recorded even so
    assert second.entry(episode, Response.of(1, "in time")) == 1
    assert not (tmp_path / "records.db.emergency.jsonl").exists()


def test_the_lease_of_a_program_that_is_gone_is_stale_at_once(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    assert not is_alive(gone.pid)
    assert is_alive(os.getpid())
    clock = SetClock()
    first, _, episode = running(tmp_path / "records.db", clock)
    rows(first, "UPDATE leases SET pid = ?", (gone.pid,))
    with Reader(tmp_path / "records.db", clock=clock) as reader:
        assert reader.unfinished()[0].lease_stale
    second = Writer(tmp_path / "records.db", clock=clock)
    second.resume_episode(episode, session(second))
    # The same process id on another machine means nothing.
    rows(second, "UPDATE leases SET pid = ?, host = 'elsewhere'", (gone.pid,))
    third = Writer(tmp_path / "records.db", clock=clock)
    with pytest.raises(LeaseHeld, match="elsewhere"):
        third.resume_episode(episode, session(third))


def test_released_ended_and_closed_episodes_are_free(tmp_path: Path) -> None:
    first, _, episode = running(tmp_path / "records.db")
    second = Writer(tmp_path / "records.db")
    first.release(episode)
    assert leases.read(second._db, episode) is None
    second.resume_episode(episode, session(second))
    second.close()
    first.resume_episode(episode, session(first))
    first.end_episode(episode, "abandoned", reason="tired")
    assert leases.read(first._db, episode) is None
    with pytest.raises(StoreError, match="has ended; it cannot be resumed"):
        first.resume_episode(episode, session(first))
