"""Interrupting a call to a model: it ends at once, is recorded, and is not resent automatically."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clemtui.engine import Timing
from clemtui.episode.loop.recording import _PublishedAttempts
from clemtui.episode.seat_port import StopCall
from clemtui.episode.updates import INTERRUPTED, Streamed
from clemtui.records.attempts import AttemptOutcome
from tests.episode.test_models import against_a_model, settings
from tests.support.fake_openai import FakeOpenAI, Reply
from tests.support.play_helpers import (
    Person,
    Waiting,
    asked,
    choices,
    halted,
    planned,
    sitting,
    stored,
    until,
    until_asked,
    until_halted,
)

STALL = Reply("GUESS: a long thought", chunks=5, fault="stall", fault_after=2)


async def test_the_call_ends_is_on_record_and_waits_for_a_decision(database: Path) -> None:
    with FakeOpenAI([STALL, *["GUESS: later"] * 5]) as server:
        async with sitting(database, settings=settings(server)) as service:
            live = await against_a_model(service)
            person = Person(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: person.heard(Streamed))
            live.control(StopCall(2))
            await until_halted(person)
            (halt,) = halted(person)
            assert (halt.kind, halt.request.id, halt.sent_before) == (INTERRUPTED, 2, False)
            assert halt.message
            assert halt.hint
            (attempt,) = stored(database, live.id).attempts
            assert attempt.outcome == "cancelled"
            assert (attempt.text or "").startswith("GUES")
            for _ in range(50):
                await asyncio.sleep(0)
            assert len(server.requests) == 1, "nothing is sent again unasked"
            live.send(2)
            await until(lambda: len(asked(person)) >= 4 or playing.done())
            live.leave()
            await playing
            assert [a.outcome for a in stored(database, live.id).attempts][:2] == [
                "cancelled",
                "done",
            ]


async def test_only_a_call_that_is_under_way_can_be_interrupted(database: Path) -> None:
    """Neither people nor scripts are interrupted."""
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("taboo")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until_asked(person, 1)
        live.control(StopCall(1))
        live.control(StopCall(99))
        live.answer(1, "CLUE: something", Timing())
        while len(asked(person)) < 3:
            live.control(StopCall(2))
            await asyncio.sleep(0.001)
        assert halted(person) == []
        live.leave()
        await playing


async def test_an_answer_that_arrives_at_that_very_moment_is_entered(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is recorded as complete and has been paid for, so it counts, and nothing is resent."""
    with FakeOpenAI(["GUESS: just in time"] * 5) as server:
        async with sitting(database, settings=settings(server)) as service:
            live = await against_a_model(service)
            person = Person(live)
            ended = _PublishedAttempts.ended

            async def interrupted(
                self: _PublishedAttempts, attempt: object, outcome: AttemptOutcome
            ) -> None:
                live.control(StopCall(2))
                await asyncio.sleep(0)
                await ended(self, attempt, outcome)

            monkeypatch.setattr(_PublishedAttempts, "ended", interrupted)
            playing = asyncio.create_task(live.play())
            await until(lambda: len(stored(database, live.id).entries) >= 2)
            monkeypatch.undo()
            live.leave()
            await playing
            assert halted(person) == []
            episode = stored(database, live.id)
            assert [a.outcome for a in episode.attempts if a.request == 2] == ["done"]
