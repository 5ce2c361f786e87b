"""Pausing, pace and steps: only people are asked during a pause, and nothing is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clemtui.engine import OBSERVER, Timing
from clemtui.episode.clock import Clock as Time
from clemtui.episode.seat_port import Pause, ResumePlay, Step
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked, Finished, Paused, Resumed, Streamed, Update
from clemtui.players.base import Player
from clemtui.store.write.writer import Writer
from tests.episode.test_models import settings
from tests.support.broken_games import Script, start_with
from tests.support.fake_openai import FakeOpenAI, Reply
from tests.support.play_helpers import (
    Person,
    Waiting,
    asked,
    choices,
    planned,
    service_for,
    sitting,
    stored,
    until,
    until_asked,
)


class Clock:
    """A clock that advances only when told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.sleeping: list[tuple[float, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has advanced this far."""
        entry = (self.now + seconds, asyncio.Event())
        self.sleeping.append(entry)
        try:
            await entry[1].wait()
        finally:
            self.sleeping.remove(entry)

    def passes(self, seconds: float) -> None:
        """Advance the clock."""
        self.now += seconds
        for until_, event in self.sleeping:
            if until_ <= self.now:
                event.set()


@asynccontextmanager
async def watched(database: Path, game: str = "taboo") -> AsyncIterator[tuple[Waiting, Clock]]:
    """An episode played by scripts alone, not yet started, and its clock.

    In taboo the word is never found: three rounds, six responses.
    """
    clock = Clock()
    service: PlayService = service_for(database, front="run")
    service._clock = Time(clock.sleep, lambda: clock.now)
    lost: dict[str, Player] = {
        "Player 1": Script(lambda ask: "CLUE: it is what it is"),
        "Player 2": Script(lambda ask: "GUESS: nothing"),
    }
    try:
        plan = planned(service, choices(game, seat=OBSERVER))
        live = await start_with(service, plan, lost if game == "taboo" else {})
        yield Waiting(live), clock
    finally:
        await service.close()


async def settled(person: Person) -> int:
    """Wait until nothing more can happen. Returns the number of requests announced.

    Work in progress only waits for the records, which process one job after another.
    """
    for _ in range(12):
        await person.live._recorder.do(Writer.heartbeat)
        for _ in range(12):
            await asyncio.sleep(0)
    return len(asked(person))


def entries(person: Person) -> int:
    """Return the number of entries on disk."""
    return len(stored(person.live._recorder.path, person.live.id).entries)


async def test_a_step_lets_exactly_one_response_pass(database: Path) -> None:
    async with watched(database) as (person, _):
        live = person.live
        live.control(Pause())
        pausing = [live.paused]
        playing = asyncio.create_task(live.play())
        assert await settled(person) == 0
        for step in range(1, 4):
            live.control(Step())
            await settled(person)
            assert (entries(person), len(asked(person))) == (step, step)
        live.control(Step())
        live.control(Step())
        await settled(person)
        assert entries(person) == 5
        live.control(ResumePlay())
        pausing.append(live.paused)
        assert pausing == [True, False]
        assert await playing == "finished"
        assert person.heard(Finished)


async def test_a_step_takes_one_of_several_simultaneous_requests(database: Path) -> None:
    async with watched(database, "sealed") as (person, _):
        person.live.control(Pause())
        playing = asyncio.create_task(person.live.play())
        person.live.control(Step())
        await settled(person)
        assert entries(person) == 1
        person.live.control(ResumePlay())
        assert await playing == "finished"


async def test_the_pace_is_the_wait_after_each_response(database: Path) -> None:
    async with watched(database) as (person, clock):
        live = person.live
        live.pace = 2.0
        assert live.pace == 2.0
        playing = asyncio.create_task(live.play())
        for count in range(1, 4):
            assert await settled(person) == count
            clock.passes(1.75)
            assert await settled(person) == count
            clock.passes(0.25)
        assert await settled(person) == 4
        live.pace = 5.0  # also applies to the current wait
        await settled(person)
        clock.passes(2.0)
        assert await settled(person) == 4
        clock.passes(3.0)
        assert await settled(person) == 5
        live.control(Step())  # ends the current wait
        assert await settled(person) == 6
        live.pace = 0.0
        assert await playing == "finished"
        assert clock.sleeping == []


async def test_leaving_does_not_wait(database: Path) -> None:
    async with watched(database) as (person, clock):
        person.live.pace = 3600.0
        playing = asyncio.create_task(person.live.play())
        await settled(person)
        person.live.leave()
        assert await playing == "left"
        await asyncio.sleep(0)
        assert clock.sleeping == []


def test_a_negative_pace_is_refused(database: Path) -> None:
    async def check() -> None:
        async with watched(database) as (person, _):
            with pytest.raises(ValueError, match="negative"):
                person.live.pace = -1

    asyncio.run(check())


async def test_a_call_under_way_ends_is_recorded_and_is_entered_after_the_pause(
    database: Path,
) -> None:
    slow = Reply("GUESS: a thought", chunks=4)
    with FakeOpenAI([slow] * 5) as server:
        async with sitting(database, settings=settings(server)) as service:
            wanted = choices("taboo", partner=["fake"], language="en")
            live = await service.start(planned(service, wanted))

            class Pausing(Person):
                def hear(self, update: Update) -> None:
                    super().hear(update)
                    if isinstance(update, Streamed) and not live.paused:
                        live.control(Pause())

            person = Pausing(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: any(a.outcome for a in stored(database, live.id).attempts))
            await settled(person)
            episode = stored(database, live.id)
            assert [a.outcome for a in episode.attempts] == ["done"]
            assert len(episode.entries) == 1, "the person's, and not the model's"
            assert len(person.heard(Paused)) == 1
            live.control(ResumePlay())
            await until(lambda: len(stored(database, live.id).entries) >= 2)
            live.leave()
            await playing
            assert len(person.heard(Resumed)) == 1
        assert len(server.requests) <= 2


async def test_left_in_a_pause_nothing_that_arrived_is_asked_again(database: Path) -> None:
    with FakeOpenAI(["GUESS: a thought", "GUESS: another", "GUESS: third"]) as server:
        async with sitting(database, settings=settings(server)) as service:
            wanted = choices("taboo", partner=["fake"], language="en")
            live = await service.start(planned(service, wanted))
            person = Waiting(live)
            playing = asyncio.create_task(live.play())
            await until_asked(person, 1)
            live.answer(1, "CLUE: something", Timing())
            await until_asked(person, 2)
            live.control(Pause())
            await until(lambda: any(a.outcome for a in stored(database, live.id).attempts))
            await settled(person)
            live.leave()
            assert await playing == "left"
            resumed = await service.resume(live.id)
            again = Waiting(resumed)
            playing = asyncio.create_task(resumed.play())
            await until(lambda: len(stored(database, live.id).entries) >= 2)
            resumed.leave()
            await playing
            assert again.heard(Asked)
        assert len(server.requests) == 1


async def test_what_a_person_hands_in_is_entered_and_the_answer_waits(database: Path) -> None:
    async with sitting(database) as service:
        partner = Script(lambda ask: "GUESS: no")
        live = await start_with(service, planned(service, choices("taboo")), {"Player 2": partner})
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until_asked(person, 1)
        live.control(Pause())
        live.control(Step())  # only people are being asked, so this step is dropped
        live.answer(1, "CLUE: something", Timing())
        await until(lambda: len(stored(database, live.id).entries) == 1)
        assert await settled(person) == 1
        live.control(ResumePlay())
        await until_asked(person, 3)
        live.leave()
        await playing


async def test_pauses_are_on_record_with_the_sitting(database: Path) -> None:
    async with watched(database) as (person, _):
        live = person.live
        live.control(Pause())
        live.control(Pause())
        playing = asyncio.create_task(live.play())
        await until(lambda: person.heard(Paused))
        live.control(ResumePlay())
        live.control(ResumePlay())
        assert await playing == "finished"
    assert [type(u) for u in person.updates if isinstance(u, Paused | Resumed)] == [Paused, Resumed]
    with sqlite3.connect(database) as db:
        found = db.execute("SELECT kind, note FROM sitting_events ORDER BY id").fetchall()
    assert found == [("paused", live.id), ("resumed", live.id), ("ended", "")]
