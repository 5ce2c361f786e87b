"""A paced partner: answers appear after thinking and typing, and what was added is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Pause, Request, Timing
from clemtui.episode.clock import Clock as Time
from clemtui.episode.live import LiveEpisode
from clemtui.episode.loop.partner_pace import PartnerPace, thinking_seconds, typing_seconds
from clemtui.episode.restoring.partner_paces import thinking_times
from clemtui.episode.seat_port import LeaveEpisode
from clemtui.episode.service import PlayService
from clemtui.players.base import Ask
from tests.episode.test_pausing import Clock, settled
from tests.store.builders import outcome
from tests.support.broken_games import Script, start_with
from tests.support.play_helpers import (
    Person,
    Waiting,
    asked,
    choices,
    halted,
    planned,
    service_for,
    sitting,
    stored,
    until,
    until_asked,
)

CLUE = "CLUE: a thing"
TYPING = len(CLUE) * 60 / 120
"""Seconds to type the clue at 120 graphemes a minute."""

THINKING = 5.0
PACED = {"blinded": True, "graphemes_per_minute": 120.0, "thinking_seconds": THINKING}


async def recorded_call(ask: Ask) -> str:
    """Answer as a model does: the call and its answer are recorded."""
    attempt = await ask.attempts.started(1, {})
    await ask.attempts.ended(attempt, outcome(text=CLUE, raw=CLUE.encode(), duration=0.5))
    return CLUE


@asynccontextmanager
async def paced(
    database: Path, act: Callable[[Ask], object] = recorded_call, **condition: object
) -> AsyncIterator[tuple[LiveEpisode, Clock, PlayService]]:
    """An episode of taboo whose clues come from a paced partner, and its clock."""
    clock = Clock()
    service = service_for(database)
    service._clock = Time(clock.sleep, lambda: clock.now)
    try:
        plan = planned(service, choices("taboo", seat="Player 2"))
        under = plan.condition.model_copy(update={**PACED, **condition})
        plan = replace(plan, condition=under)
        live = await start_with(service, plan, {"Player 1": Script(act, "model")})
        yield live, clock, service
    finally:
        await service.close()


def held(database: Path, episode: str) -> list[float | None]:
    return [each.held_ms for each in stored(database, episode).entries]


async def test_an_answer_appears_after_thinking_and_typing(database: Path) -> None:
    async with paced(database) as (live, clock, _):
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: clock.sleeping)
        clock.passes(THINKING + TYPING - 0.01)
        assert await settled(person) == 1, "only the partner was asked"
        clock.passes(0.01)
        await until_asked(person, 2)
        live.control(LeaveEpisode())
        await playing
    (added,) = held(database, live.id)
    assert added == pytest.approx(1000 * (THINKING + TYPING))


async def test_what_an_answer_takes_by_itself_is_part_of_it(database: Path) -> None:
    clock: list[Clock] = []

    async def slow(ask: Ask) -> str:
        clock[0].now += 4.0
        return await recorded_call(ask)

    async with paced(database, slow) as (live, time, _):
        clock.append(time)
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: time.sleeping)
        time.passes(THINKING + TYPING - 4.0)
        await until_asked(person, 2)
        live.control(LeaveEpisode())
        await playing
    (added,) = held(database, live.id)
    assert added == pytest.approx(1000 * (THINKING + TYPING - 4.0))
    (attempt,) = stored(database, live.id).attempts
    assert attempt.duration_ms == 500, "the true latency of the call is recorded as ever"


async def test_nothing_is_added_to_an_answer_that_takes_longer(database: Path) -> None:
    clock: list[Clock] = []

    async def slow(ask: Ask) -> str:
        clock[0].now += 100.0
        return CLUE

    async with paced(database, slow) as (live, time, _):
        clock.append(time)
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until_asked(person, 2)
        assert not time.sleeping
        live.control(LeaveEpisode())
        await playing
    assert held(database, live.id) == [0.0]


async def test_people_and_partners_without_a_pace_wait_for_nothing(database: Path) -> None:
    async with paced(database, graphemes_per_minute=None, thinking_seconds=None) as (live, time, _):
        person = Person(live)
        assert await live.play() == "finished"
        assert not time.sleeping
    assert set(held(database, live.id)) == {None}
    assert "graphemes_per_minute" not in stored(database, live.id).condition
    assert len(asked(person)) > 1


async def test_the_answers_of_people_are_not_held_back(database: Path) -> None:
    async with paced(database) as (live, clock, _):
        person = Person(live)
        playing = asyncio.create_task(live.play())
        while not playing.done():
            clock.passes(1.0)
            await asyncio.sleep(0.001)
    entries = stored(database, live.id).entries
    assert {each.held_ms is None for each in entries if each.seat == "Player 2"} == {True}
    assert {each.held_ms is None for each in entries if each.seat == "Player 1"} == {False}
    assert person.heard(type(person.updates[-1]))


async def test_leaving_meanwhile_loses_nothing_and_calls_nobody_twice(database: Path) -> None:
    """The answer is in the record of its call; after resuming, the partner begins again."""
    async with paced(database) as (live, clock, _):
        playing = asyncio.create_task(live.play())
        await until(lambda: clock.sleeping)
        clock.passes(THINKING)
        live.control(LeaveEpisode())
        assert await playing == "left"
        assert not clock.sleeping
    assert stored(database, live.id).entries == ()
    nobody = Script(lambda ask: "CLUE: something else", "model")
    async with sitting(database) as service:
        clock = Clock()
        service._clock = Time(clock.sleep, lambda: clock.now)
        again = await service.resume(live.id)
        again.players["Player 1"] = nobody  # type: ignore[index]
        person = Waiting(again)
        playing = asyncio.create_task(again.play())
        await until(lambda: clock.sleeping)
        assert not halted(person)
        clock.passes(THINKING + TYPING)
        await until_asked(person, 2)
        again.control(LeaveEpisode())
        await playing
    (entry,) = stored(database, live.id).entries
    assert getattr(entry.entry, "text", "") == CLUE
    assert entry.held_ms == pytest.approx(1000 * (THINKING + TYPING))
    assert nobody.asked == 0


async def test_what_was_answered_survives_a_program_that_dies_meanwhile(database: Path) -> None:
    """It leaves nothing, so another program takes the episode over from what is recorded."""
    async with paced(database) as (live, clock, _):
        playing = asyncio.create_task(live.play())
        await until(lambda: clock.sleeping)
        async with paced_again(database, live.id) as (person, second):
            again = asyncio.create_task(person.live.play())
            await until(lambda: second.sleeping)
            second.passes(THINKING + TYPING)
            await until_asked(person, 2)
            person.live.control(LeaveEpisode())
            assert await again == "left"
        live.control(LeaveEpisode())
        await playing
    (entry,) = stored(database, live.id).entries
    assert getattr(entry.entry, "text", "") == CLUE
    assert len(stored(database, live.id).attempts) == 1, "nothing was sent twice"


@asynccontextmanager
async def paced_again(database: Path, episode: str) -> AsyncIterator[tuple[Waiting, Clock]]:
    """The same episode in another program, which takes it over."""
    clock = Clock()
    async with sitting(database) as service:
        service._clock = Time(clock.sleep, lambda: clock.now)
        live = await service.resume(episode, force=True)
        nobody = Script(lambda ask: "CLUE: something else", "model")
        live.players["Player 1"] = nobody  # type: ignore[index]
        yield Waiting(live), clock


async def test_an_error_is_not_held_back(database: Path) -> None:
    def fail(_: Ask) -> object:
        raise RuntimeError("broken")

    async with paced(database, fail) as (live, clock, _):
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: halted(person))
        assert not clock.sleeping
        live.control(LeaveEpisode())
        await playing


# Thinking times


@given(st.text(alphabet="ab é", max_size=30), st.floats(1, 1e4))
def test_typing_takes_as_long_as_there_are_graphemes(text: str, speed: float) -> None:
    seconds = typing_seconds(text, speed)
    assert seconds == pytest.approx(len(text.strip()) / speed * 60)
    assert typing_seconds("\U0001f469\u200d\U0001f469\u200d\U0001f466 నమస్తే", 60) == pytest.approx(
        1 + 1 + 4, abs=1
    ), "a family is one grapheme, and a word in Telugu has fewer than letters"


def test_thinking_is_the_time_to_the_first_key_without_pauses() -> None:
    paused = (Pause(1000.0, 3000.0), Pause(9000.0, 9500.0))
    timing = Timing(first_key_ms=8000.0, submitted_ms=20_000.0, pauses=paused)
    assert thinking_seconds("anything", timing, 60) == 6.0


def test_where_only_lines_are_seen_thinking_is_what_typing_leaves() -> None:
    timing = Timing(submitted_ms=20_000.0, pauses=(Pause(0.0, 5000.0),))
    assert thinking_seconds("ten digits", timing, 60) == 15.0 - 10.0
    assert thinking_seconds("ten digits" * 10, timing, 60) == 0.0
    assert thinking_seconds("unknown", Timing(), 60) is None


def test_what_is_drawn_follows_from_the_seed_and_the_request() -> None:
    times = tuple(float(seconds) for seconds in range(60))
    pace = PartnerPace(60.0, {"Player 1": times, "Player 2": ()}, "episode")

    def drawn(pace: PartnerPace, seat: str = "Player 1") -> list[float]:
        requests = (Request(id, seat, "x", ()) for id in range(1, 200))
        return [pace.seconds(request, "") for request in requests]

    assert drawn(pace) == drawn(PartnerPace(60.0, pace.thinking, "episode"))
    assert drawn(pace) != drawn(PartnerPace(60.0, pace.thinking, "another"))
    assert set(drawn(pace)) <= set(times)
    assert len(set(drawn(pace))) > 40, "each is as likely"
    assert set(drawn(pace, "Player 2")) == {0.0}, "without recorded people it is only typed"


async def test_people_in_the_same_game_and_seat_are_drawn_from(database: Path) -> None:
    def timed(seconds: float) -> Timing:
        return Timing(first_key_ms=seconds * 1000, submitted_ms=100_000.0)

    async def told(service: PlayService, seconds: float, **chosen: object) -> None:
        live = await service.start(planned(service, choices(**chosen)))  # type: ignore[arg-type]
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        (seat,) = live.human_seats
        await until(lambda: [each for each in asked(person) if each.seat == seat])
        (request,) = [each for each in asked(person) if each.seat == seat]
        assert live.answer(request.id, person.scripted(request), timed(seconds))
        live.control(LeaveEpisode())
        await playing

    async with sitting(database) as service:
        await told(service, 7.0, game="taboo", seat="Player 1")
        await told(service, 3.0, game="taboo", seat="Player 1", person="Ben")
        await told(service, 90.0, game="taboo", seat="Player 2")
        await told(service, 80.0, game="taboo", seat="Player 1", practice=True)
        await told(service, 70.0, game="wordle")
        assert await thinking_times(service.read, "taboo", "Player 1", 60.0) == (3.0, 7.0)
        assert await thinking_times(service.read, "taboo", "Player 9", 60.0) == ()
    async with paced(database, thinking_seconds=None) as (live, clock, _):
        playing = asyncio.create_task(live.play())
        await until(lambda: clock.sleeping)
        ((until_, _),) = clock.sleeping
        assert until_ - TYPING in (3.0, 7.0)
        live.control(LeaveEpisode())
        await playing
