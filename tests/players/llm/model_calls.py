"""Helpers for the tests of the adapter: call a fake server without waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import complete
from clemtui.players.llm.retry import RetryTiming
from clemtui.players.llm.stream import Delta
from clemtui.records.attempts import AttemptOutcome
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Received

QUESTION: Sequence[Mapping[str, object]] = ({"role": "user", "content": "Give a clue."},)


class Waits:
    """A sleep that does not wait, and remembers for how long it was called."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def parameters(server: FakeOpenAI, **changes: Any) -> ModelParameters:
    """Return parameters for the fake server, by default without retries."""
    settings = {"model": "openai/test", "api_base": server.base_url, "timeout": 60.0, "retries": 0}
    return ModelParameters(**{**settings, **changes})


def move_clock(loop: asyncio.AbstractEventLoop, seconds: float) -> None:
    """Advance the time of the event loop by `seconds`, without waiting."""
    now = loop.time
    vars(loop)["time"] = lambda: now() + seconds


def pass_time_on_request(server: FakeOpenAI, seconds: float) -> None:
    """Advance the time by `seconds` as soon as the server has received a request."""
    loop = asyncio.get_running_loop()

    def pass_time(_request: Received) -> None:
        loop.call_soon_threadsafe(move_clock, loop, seconds)

    server.on_request = pass_time


def passing_time(seconds: float) -> Callable[[Delta], None]:
    """Return an observer that advances the time by `seconds` with each piece of an answer."""
    loop = asyncio.get_running_loop()
    return lambda _delta: move_clock(loop, seconds)


async def ask(
    server: FakeOpenAI,
    log: RecordingLog | None = None,
    *,
    pacing: RetryTiming | None = None,
    on_delta: Callable[[Delta], None] | None = None,
    messages: Sequence[Mapping[str, object]] = QUESTION,
    limit: int = 1_000_000,
    **changes: Any,
) -> AttemptOutcome:
    """Call the model behind `server`; `changes` modify its parameters."""
    return await complete(
        parameters(server, **changes),
        messages,
        log=log or RecordingLog(),
        pacing=pacing or RetryTiming(sleep=Waits(), jitter=lambda: 0.0),
        on_delta=on_delta,
        limit=limit,
    )


def ticking(step: float) -> Callable[[], float]:
    """Return a clock that advances by `step` seconds whenever it is read."""

    def times() -> Iterator[float]:
        now = 1000.0
        while True:
            yield now
            now += step

    clock = times()
    return lambda: next(clock)
