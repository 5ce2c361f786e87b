"""The time limit of an episode: only a person's own answering counts, as the records have it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.engine import Control, Pause, Timing, replay
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import EpisodePlan
from clemtui.episode.seat_port import LeaveEpisode, TimeUp
from clemtui.episode.service import PlayService
from clemtui.store.read.reader import Reader
from tests.support.broken_games import Script, start_with
from tests.support.play_helpers import (
    Person,
    Waiting,
    choices,
    finished,
    planned,
    sitting,
    stored,
    until_asked,
)

LIMIT = 60.0
GUESS = "explanation: none\nguess: crane"


def took(seconds: float, *, paused: float = 0.0) -> Timing:
    """The timing of an answer that took so long, and a pause besides."""
    pauses = (Pause(0.0, paused * 1000),) if paused else ()
    return Timing(submitted_ms=(seconds + paused) * 1000, pauses=pauses)


def limited(plan: EpisodePlan, seconds: float | None = LIMIT) -> EpisodePlan:
    return replace(plan, condition=plan.condition.model_copy(update={"time_limit": seconds}))


@asynccontextmanager
async def played(
    service: PlayService, live: LiveEpisode
) -> AsyncIterator[tuple[Waiting, asyncio.Task[object]]]:
    """An episode in play, with its first request asked."""
    person = Waiting(live)
    playing: asyncio.Task[object] = asyncio.create_task(live.play())
    await until_asked(person, 1)
    yield person, playing
    await playing


async def wordle(service: PlayService, seconds: float | None = LIMIT) -> LiveEpisode:
    return await service.start(limited(planned(service, choices("wordle")), seconds))


async def test_without_a_limit_time_is_never_up(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service, None)) as (person, _):
            live = person.live
            assert live.time_left("Player 1", 1, 1e9) is None
            with pytest.raises(ValueError, match="time is not up"):
                live.control(TimeUp(1, took(1e9)))
            assert live.answer(1, GUESS, took(1e9))
            await until_asked(person, 2)
            live.control(LeaveEpisode())
    assert "time_limit" not in stored(database, live.id).condition


async def test_the_answers_of_a_person_add_up(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, _):
            live = person.live
            assert live.time_left("Player 1", 1) == 60
            assert live.time_left("Player 1", 1, 12.5) == 47.5
            assert live.answer(1, GUESS, took(20))
            await until_asked(person, 2)
            assert live.time_left("Player 1", 2) == 40
            assert live.answer(2, GUESS, took(40))
            await until_asked(person, 3)
            assert live.time_left("Player 1", 3) == 0
            live.control(LeaveEpisode())
    assert stored(database, live.id).condition["time_limit"] == LIMIT


async def test_pauses_cost_no_time(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, _):
            assert person.live.answer(1, GUESS, took(20, paused=3600))
            await until_asked(person, 2)
            assert person.live.time_left("Player 1", 2) == 40
            person.live.control(LeaveEpisode())


async def test_the_time_of_a_partner_costs_nothing(database: Path) -> None:
    partner = Script(lambda ask: "CLUE: a thing", "model")
    async with sitting(database) as service:
        plan = limited(planned(service, choices("taboo", seat="Player 2")))
        live = await start_with(service, plan, {"Player 1": partner})
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until_asked(person, 2)
        assert live.time_left("Player 2") == 60
        assert live.time_left("Player 1") is None, "only people have a limit"
        live.control(LeaveEpisode())
        await playing


async def test_an_episode_whose_time_is_up_is_aborted_and_replays(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, playing):
            live = person.live
            assert live.answer(1, GUESS, took(20))
            await until_asked(person, 2)
            with pytest.raises(ValueError, match="time is not up"):
                live.control(TimeUp(2, took(39.999)))
            live.control(TimeUp(2, took(40)))
            assert await playing == "finished"
    assert (finished(person).scores.outcome, finished(person).scores.aborted) == ("aborted", 1)
    episode = stored(database, live.id)
    ending = Control("time-out", "Player 1", "60 seconds")
    assert (episode.state, episode.entries_for_replay[-1]) == ("finished", ending)
    assert episode.entries[-1].timing == took(40), "how long the last request was open is kept"
    again = replay(live.game, live.instance, live.texts, episode.entries_for_replay).master
    assert live.game.score(again) == finished(person).scores
    with Reader(database) as reader:
        (result,) = reader.summaries([live.id]).values()
    assert result.scores is not None
    assert result.scores.aborted == 1


async def test_an_answer_that_comes_too_late_is_not_entered(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, playing):
            assert person.live.answer(1, GUESS, took(60.001))
            assert await playing == "finished"
    (entry,) = stored(database, person.live.id).entries_for_replay
    assert entry == Control("time-out", "Player 1", "60 seconds")


async def test_an_answer_in_the_last_moment_counts(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, playing):
            assert person.live.answer(1, GUESS, took(60))
            await until_asked(person, 2)
            person.live.control(TimeUp(2, took(0)))
            assert await playing == "finished"
    first, last = stored(database, person.live.id).entries_for_replay
    assert getattr(first, "text", "") == GUESS
    assert isinstance(last, Control)


async def test_what_was_used_before_leaving_counts_on_resuming(database: Path) -> None:
    """The answers given, and the time on the one that was being given."""
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, _):
            assert person.live.answer(1, GUESS, took(20))
            await until_asked(person, 2)
            await person.live.draft(2, None, took(15))
            person.live.control(LeaveEpisode())
    async with sitting(database) as service:
        live = await service.resume(person.live.id)
        assert live.condition.time_limit == LIMIT
        assert live.time_left("Player 1") == 25
        assert live.time_left("Player 1", 2, 15) == 25, "the front counts on from what was saved"
        again = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until_asked(again, 1)
        assert live.answer(2, GUESS, took(40.5))
        assert await playing == "finished"
    assert isinstance(stored(database, live.id).entries_for_replay[-1], Control)


async def test_each_of_two_people_has_the_whole_time(database: Path) -> None:
    async with sitting(database) as service:
        both = {"seat": "Player 1", "partner": ["human"]}
        live = await service.start(limited(planned(service, choices("taboo", **both))))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until_asked(person, 1)
        assert live.answer(1, "CLUE: a thing", took(50))
        await until_asked(person, 2)
        assert (live.time_left("Player 1"), live.time_left("Player 2")) == (10, 60)
        live.control(TimeUp(2, took(61)))
        assert await playing == "finished"
    assert stored(database, live.id).entries_for_replay[-1] == Control(
        "time-out", "Player 2", "60 seconds"
    )


async def test_time_is_up_only_for_who_is_asked(database: Path) -> None:
    async with sitting(database) as service:
        async with played(service, await wordle(service)) as (person, _):
            for request in (2, 99):
                with pytest.raises(ValueError, match="time is not up"):
                    person.live.control(TimeUp(request, took(100)))
            person.live.control(LeaveEpisode())


async def test_whoever_answers_in_time_is_not_disturbed(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(limited(planned(service, choices("taboo", seat="Player 2"))))
        person = Person(live)
        assert await live.play() == "finished"
    assert finished(person).scores.aborted == 0
