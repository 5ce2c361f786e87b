"""What is retried automatically, when, and what never is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import complete
from clemtui.players.llm.retry import LONGEST_WAIT, RetryTiming, retry_after, retry_wait
from tests.players.llm.model_calls import QUESTION, Waits, ask, pass_time_on_request, passing_time
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply, html_reply

BUSY = error_reply(429, "slow down")


def no_more_time_passes(server: FakeOpenAI) -> Callable[[float], Awaitable[None]]:
    """Return a wait between two attempts, after which the server answers in time."""

    async def sleep(seconds: float) -> None:
        server.on_request = None

    return sleep


async def test_each_attempt_is_recorded_with_the_time_until_the_next() -> None:
    log, waits = RecordingLog(), Waits()
    with FakeOpenAI([error_reply(500, "oops"), error_reply(503, "still"), "CLUE: hot"]) as server:
        completion = await ask(
            server, log, retries=2, pacing=RetryTiming(sleep=waits, jitter=lambda: 0.0)
        )
    assert completion.text == "CLUE: hot"
    assert log.calls == ["started 1", "ended 1", "started 2", "ended 2", "started 3", "ended 3"]
    assert [outcome.status for outcome in log.outcomes] == ["error", "error", "done"]
    assert [outcome.retry_in for outcome in log.outcomes] == [0.5, 1.0, None]
    assert waits.seconds == [0.5, 1.0]
    assert len(server.requests) == 3
    assert len({str(request.messages) for request in server.requests}) == 1


async def test_retry_after_is_honoured() -> None:
    log, waits = RecordingLog(), Waits()
    asks = error_reply(429, "slow down", headers={"Retry-After": "7"})
    with FakeOpenAI([asks, "ok"]) as server:
        await ask(server, log, retries=1, pacing=RetryTiming(sleep=waits, jitter=lambda: 0.0))
    assert waits.seconds == [7.0]
    assert log.outcomes[0].retry_in == 7.0


async def test_an_odd_wait_is_written_out() -> None:
    asks = error_reply(429, "slow down", headers={"Retry-After": "1e99"})
    with FakeOpenAI([asks]) as server, pytest.raises(ModelError) as caught:
        await ask(server, retries=0)
    assert "asks to wait 31,622,400 seconds." in caught.value.message


async def test_a_server_that_asks_for_too_long_a_wait_is_left_to_the_person() -> None:
    waits = Waits()
    asks = error_reply(429, "slow down", headers={"Retry-After": str(LONGEST_WAIT + 1)})
    with FakeOpenAI([asks, "ok"]) as server, pytest.raises(ModelError) as caught:
        await ask(server, retries=5, pacing=RetryTiming(sleep=waits))
    assert "asks to wait 121 seconds" in caught.value.message
    assert caught.value.retry_after == LONGEST_WAIT + 1
    assert waits.seconds == []
    assert len(server.requests) == 1


async def test_after_the_last_retry_the_last_failure_is_raised() -> None:
    log = RecordingLog()
    replies: list[Reply | str] = [BUSY, BUSY, error_reply(500, "oops"), "too late"]
    with FakeOpenAI(replies) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, retries=2)
    assert caught.value.kind is ErrorKind.SERVER_ERROR
    assert log.outcomes[-1].retry_in is None
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "reply",
    [
        Reply("ab", fault="cut", fault_after=0),
        Reply("ab", fault="error_chunk", fault_after=0, error_code=503),
    ],
    ids=["cut before the first token", "an error before the first token"],
)
async def test_a_failure_before_the_first_token_is_retried(reply: Reply) -> None:
    with FakeOpenAI([reply, "ok"]) as server:
        completion = await ask(server, retries=1)
    assert completion.text == "ok"
    assert len(server.requests) == 2


async def test_no_first_token_in_time_is_retried_with_the_full_time_again() -> None:
    log = RecordingLog()
    with FakeOpenAI([Reply(fault="never"), "ok"]) as server:
        pass_time_on_request(server, 61)
        completion = await ask(
            server,
            log,
            retries=1,
            timeout=60.0,
            pacing=RetryTiming(sleep=no_more_time_passes(server), jitter=lambda: 0.0),
        )
    assert completion.text == "ok"
    assert [outcome.error_kind for outcome in log.outcomes] == ["timeout", None]


async def test_a_stall_after_the_first_token_is_not_retried() -> None:
    replies: list[Reply | str] = [Reply("ab", chunks=2, fault="stall"), "a second answer"]
    with FakeOpenAI(replies) as server, pytest.raises(ModelError) as caught:
        await ask(server, retries=5, on_delta=passing_time(61))
    assert (caught.value.kind, caught.value.retryable) == (ErrorKind.TIMEOUT, False)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "reply",
    [
        Reply("ab", chunks=2, fault="cut"),
        Reply("ab", chunks=2, fault="quiet_end"),
        Reply("ab", chunks=2, fault="error_chunk", error_code=429),
        Reply("", reasoning="I have begun to think", fault="cut"),
    ],
    ids=["cut", "quiet end", "error chunk", "cut after reasoning"],
)
async def test_once_a_token_has_arrived_nothing_is_sent_again(reply: Reply) -> None:
    log = RecordingLog()
    with FakeOpenAI([reply, "a second answer"]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, retries=5)
    assert not caught.value.retryable
    assert [outcome.status for outcome in log.outcomes] == ["cut"]
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "reply",
    [
        *(error_reply(status, "no") for status in (400, 401, 402, 403, 404)),
        error_reply(429, "no credit", code="insufficient_quota"),
        html_reply(),
        Reply(""),
        Reply(None, finish_reason="content_filter"),
    ],
)
async def test_what_would_fail_again_is_not_sent_again(reply: Reply) -> None:
    with FakeOpenAI([reply, "a second answer"]) as server, pytest.raises(ModelError):
        await ask(server, retries=5)
    assert len(server.requests) == 1


async def test_a_refused_connection_is_tried_again() -> None:
    with FakeOpenAI() as server:
        address = server.base_url
    log = RecordingLog()
    with pytest.raises(ModelError):
        await complete(
            ModelParameters(model="openai/test", api_base=address, retries=2),
            QUESTION,
            log=log,
            pacing=RetryTiming(sleep=Waits()),
        )
    assert [outcome.error_kind for outcome in log.outcomes] == ["refused_connection"] * 3


def test_the_wait_doubles_up_to_half_a_minute() -> None:
    waits = [retry_wait(number, None, 0.0) for number in range(1, 10)]
    assert waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]


@given(
    number=st.integers(1, 20),
    asked=st.none() | st.floats(0, LONGEST_WAIT),
    jitter=st.floats(0, 1),
)
def test_chance_only_makes_a_wait_longer_and_never_much(
    number: int, asked: float | None, jitter: float
) -> None:
    least = retry_wait(number, asked, 0.0)
    wait = retry_wait(number, asked, jitter)
    assert least is not None
    assert wait is not None
    assert least <= wait <= 1.5 * least
    assert asked is None or wait >= asked


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"Retry-After": " 1.5 "}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": formatdate(1_000_030, usegmt=True)}, 30.0),
        ({"retry-after": formatdate(999_000, usegmt=True)}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_retry_after_in_all_its_forms(headers: object, seconds: float | None) -> None:
    assert retry_after(headers, now=lambda: 1_000_000.0) == seconds
