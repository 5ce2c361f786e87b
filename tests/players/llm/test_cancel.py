"""Cancelled calls: the connection closes, the attempt ends, and nothing is left running."""

from __future__ import annotations

import asyncio

import pytest

from clemtui.players.llm.retry import RetryTiming
from clemtui.players.llm.stream import Delta
from clemtui.records.attempts import AttemptOutcome, ReceivedBody
from tests.players.llm.model_calls import ask
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Received, Reply, error_reply


async def started(server: FakeOpenAI, task: asyncio.Task[AttemptOutcome]) -> Received:
    """Wait until the server has the request and has sent all that it will send."""
    while not server.requests:
        assert not task.done()
        await asyncio.sleep(0)
    request = server.requests[0]
    assert await asyncio.to_thread(request.streaming.wait, 10)
    return request


@pytest.mark.parametrize("fault", ["never", "stall"])
async def test_cancelling_closes_the_connection_and_records_the_end(fault: str) -> None:
    log = RecordingLog()
    arrived = asyncio.Event()
    reply = Reply("ab", chunks=2, fault=fault)  # type: ignore[arg-type]
    with FakeOpenAI([reply, "a second answer"]) as server:
        task = asyncio.create_task(
            ask(server, log, retries=5, on_delta=lambda _delta: arrived.set())
        )
        request = await started(server, task)
        if fault == "stall":
            await arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(request.dropped.wait, 10)
    assert len(server.requests) == 1
    (outcome,) = log.outcomes
    assert (outcome.status, outcome.error_kind) == ("cancelled", None)
    assert outcome.text == ("a" if fault == "stall" else "")
    assert outcome.retry_in is None


async def test_cancelling_while_waiting_to_try_again_sends_nothing_more() -> None:
    log = RecordingLog()
    waiting = asyncio.Event()

    async def sleep(seconds: float) -> None:
        waiting.set()
        await asyncio.Event().wait()

    with FakeOpenAI([error_reply(500, "oops"), "a second answer"]) as server:
        task = asyncio.create_task(ask(server, log, retries=5, pacing=RetryTiming(sleep=sleep)))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len(server.requests) == 1
    assert log.calls == ["started 1", "ended 1"]


async def test_an_attempt_is_recorded_to_its_end_even_if_cancelled_again_and_again() -> None:
    recording, may_go_on = asyncio.Event(), asyncio.Event()

    class SlowDisk(RecordingLog):
        async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
            recording.set()
            await may_go_on.wait()
            await super().ended(attempt, outcome)

    log = SlowDisk()
    with FakeOpenAI(["ok"]) as server:
        task = asyncio.create_task(ask(server, log))
        await recording.wait()
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0)
        assert not task.done()
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert [outcome.status for outcome in log.outcomes] == ["done"]


async def test_a_call_cancelled_while_its_start_is_recorded_is_never_sent() -> None:
    recording, may_go_on = asyncio.Event(), asyncio.Event()

    class SlowDisk(RecordingLog):
        async def started(self, number: int, parameters: object) -> object:
            recording.set()
            await may_go_on.wait()
            return number

    log = SlowDisk()
    with FakeOpenAI(["ok"]) as server:
        task = asyncio.create_task(ask(server, log))
        await recording.wait()
        task.cancel()
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert server.requests == []
    assert [outcome.status for outcome in log.outcomes] == ["cancelled"]


@pytest.mark.parametrize("stop", ["error", "cancelled"])
async def test_a_complete_answer_that_cannot_be_recorded_at_once_keeps_its_outcome_and_duration(
    stop: str,
) -> None:
    """The records of a call say how the call ended, not how long the disk took, or failed."""
    recording, may_go_on = asyncio.Event(), asyncio.Event()
    now = [100.0]

    class LockedDisk(RecordingLog):
        async def received(self, attempt: object, body: ReceivedBody) -> None:
            recording.set()
            await may_go_on.wait()
            now[0] += 60
            if stop == "error":
                raise OSError("locked")

    log = LockedDisk()
    with FakeOpenAI(["ok"]) as server:
        pacing = RetryTiming(clock=lambda: now[0])
        task = asyncio.create_task(ask(server, log, pacing=pacing))
        await recording.wait()
        if stop == "cancelled":
            task.cancel()
        may_go_on.set()
        with pytest.raises(OSError if stop == "error" else asyncio.CancelledError):
            await task
    (outcome,) = log.outcomes
    assert (outcome.status, outcome.text, outcome.duration) == ("done", "ok", 0)


async def test_a_failing_observer_or_log_breaks_the_call_off_and_is_not_hidden() -> None:
    def fail(delta: Delta) -> None:
        raise LookupError(f"no screen for {delta.text}")

    log = RecordingLog()
    with FakeOpenAI([Reply("ab", chunks=2, fault="stall")]) as server:
        with pytest.raises(LookupError, match="no screen for a"):
            await ask(server, log, on_delta=fail)
        assert await asyncio.to_thread(server.requests[0].dropped.wait, 10)
    assert [(outcome.status, outcome.text) for outcome in log.outcomes] == [("cancelled", "a")]
