"""Continuing with another partner: a new episode that starts with the dialogue of the old one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clemtui.archive.review import review_all
from clemtui.engine import OBSERVER, Response, Timing
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.live import LiveEpisode
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Streamed
from clemtui.records.errors import StoreError
from clemtui.records.rows import StoredEpisode
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.episode.test_models import settings
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.play_helpers import (
    Person,
    Waiting,
    asked,
    choices,
    halted,
    leave_when,
    planned,
    sitting,
    stored,
    until,
    until_asked,
    until_halted,
)


def common(episode: StoredEpisode) -> tuple[object, ...]:
    """Return what the two episodes share, including times."""
    return episode.requests[:2], episode.entries[:1]


async def one_clue(service: PlayService, **changes: object) -> tuple[LiveEpisode, Waiting, object]:
    """Start taboo; the person has given a clue and the partner is to guess."""
    live = await service.start(planned(service, choices("taboo", language="en", **changes)))
    person = Waiting(live)
    playing = asyncio.create_task(live.play())
    await until_asked(person, 1)
    live.answer(1, "CLUE: something", Timing(submitted_ms=1234))
    return live, person, playing


async def test_a_partner_that_halted_is_replaced_and_everything_said_is_kept(
    database: Path,
) -> None:
    with FakeOpenAI([error_reply(401, "your key is wrong")]) as server:
        async with sitting(database, settings=settings(server)) as service:
            live, person, playing = await one_clue(service, partner=["fake"], practice=True)
            await until_halted(person)
            fork = await service.continue_with(live.id, {"WordGuesser": "scripted"})
            assert await playing == "left"  # type: ignore[misc]
            old, new = stored(database, live.id), stored(database, fork.id)
            assert (old.state, old.end_reason) == ("abandoned", f"continued as {fork.id}")
            assert common(new) == common(old)
            assert new.attempts == ()
            assert new.condition == {
                **old.condition,
                "continued_from": old.summary.id,
                "continued_after": 1,
            }
            assert new.summary.practice
            assert new.instance == old.instance
            assert new.texts.hash == old.texts.hash
            assert [seat.kind for seat in new.summary.seats] == ["human", "scripted"]
            assert [u.summary.id for u in await service.unfinished()] == [fork.id]
            again = Person(fork)
            assert await fork.play() == "finished"
            assert asked(again)[0].id == 2
            assert stored(database, fork.id).state == "finished"
        assert len(server.requests) == 1
    with Reader(database) as reader:
        (ann,) = reader.people()
        met = [(e.kind, e.episode) for e in reader.exposures(ann.id)]
    assert met == [("played", live.id), ("played", fork.id)]


async def test_an_unfinished_one_of_an_earlier_sitting(database: Path) -> None:
    """An episode in play here is left first; drafts are carried over."""
    async with sitting(database) as service:
        left = await leave_when(service, choices("taboo", language="en"), asked)
    with Reader(database) as reader:
        (summary,) = reader.episodes()
    async with sitting(database) as service:
        resumed = await service.resume(summary.id)
        await resumed.draft(1, "half a th")
        playing = asyncio.create_task(resumed.play())
        fork = await service.continue_with(left.live.id[-8:], {"Player 2": "human:Bob"})
        assert await playing == "left"
        assert fork.drafts == {1: "half a th"}
        Person(fork)
        assert await fork.play() == "finished"


async def test_it_is_resumed_like_any_other(database: Path) -> None:
    with FakeOpenAI([error_reply(400, "no"), "GUESS: one", "GUESS: two"]) as server:
        async with sitting(database, settings=settings(server)) as service:
            live, person, _ = await one_clue(service, partner=["fake"])
            await until_halted(person)
            fork = await service.continue_with(live.id, {"Player 2": "scripted"})
        async with sitting(database, settings=settings(server)) as service:
            resumed = await service.resume(fork.id)
            again = Person(resumed)
            assert await resumed.play() == "finished"
            assert halted(again) == []
            review = await review_all(service, fork.id)
            assert review.faithful


async def test_a_model_that_stays_is_not_asked_twice(database: Path) -> None:
    """Its call was made in the old episode, so people decide whether to repeat it."""
    stall = Reply("BID: 1", chunks=4, fault="stall", fault_after=1)
    with FakeOpenAI([stall] * 3) as server:
        async with sitting(database, settings=settings(server)) as service:
            wanted = choices("sealed", seat=OBSERVER, partner=["scripted", "fake"])
            live = await service.start(planned(service, wanted))
            person = Waiting(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: person.heard(Streamed))
            live.leave()
            assert await playing == "left"
            fork = await service.continue_with(live.id, {"Player 1": "human:Bob"}, person="Ann")
            for again in (fork, None):
                again = again or await service.resume(fork.id)
                other = Waiting(again)
                playing = asyncio.create_task(again.play())
                await until_halted(other)
                assert halted(other)[0].sent_before
                again.leave()
                await playing
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("partners", "problem"),
    [
        ({"Player 3": "scripted"}, "no single seat 'Player 3'"),
        ({"Player 1": "scripted"}, "Player 1 \\(WordDescriber\\) is played by a person"),
        ({"Player 2": "human:"}, "has no name"),
        ({"Player 2": "fake"}, "No player would change\\."),
        ({}, "No player would change\\."),
    ],
)
async def test_what_cannot_be(partners: dict[str, str], problem: str, database: Path) -> None:
    """A rejected request changes nothing: play continues."""
    with FakeOpenAI([error_reply(400, "no"), *["GUESS: one"] * 4]) as server:
        async with sitting(database, settings=settings(server)) as service:
            live, person, playing = await one_clue(service, partner=["fake"])
            await until_halted(person)
            with pytest.raises(UsageError, match=problem):
                await service.continue_with(live.id, partners)
            assert not playing.done()  # type: ignore[attr-defined]
            assert stored(database, live.id).state == "running"
            live.leave()
            await playing  # type: ignore[misc]


async def test_what_is_over_is_not_gone_on_with(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("taboo")))
        Person(live)
        await live.play()
        with pytest.raises(PlayError, match="it has already ended"):
            await service.continue_with(live.id, {"Player 2": "human:Bob"})


async def test_one_that_another_program_plays_is_left_alone(database: Path) -> None:
    async with sitting(database) as service, sitting(database) as other:
        left = await leave_when(service, choices("taboo"), asked)
        await service.resume(left.live.id)
        with pytest.raises(StoreError, match="another clemtui"):
            await other.continue_with(left.live.id, {"Player 2": "human:Bob"})
        with Reader(database) as reader:
            (summary,) = reader.episodes()
        assert (summary.id, summary.state) == (left.live.id, "running")
        # Nothing of the attempt remains in this program either: it can play on.
        Person(await other.start(planned(other, choices("taboo"))))


async def test_what_goes_on_meanwhile_is_noticed(database: Path) -> None:
    async with sitting(database) as service:
        live, _, playing = await one_clue(service, partner=["human:Bob"])
        live.leave()
        await playing  # type: ignore[misc]
        recorder = await service.recorder()
        plan = await service.plan_same_task(live.id)
        from clemtui.episode.restoring.seating import assign_seat, episode_start

        seats = tuple([await assign_seat(recorder, seat, "1") for seat in plan.seats])
        start = episode_start(plan, await service.start_sitting("Ann"), seats)
        with pytest.raises(StoreError, match="has changed meanwhile"):
            await recorder.do(Writer.fork_episode, live.id, start, entries=0)
        assert [u.summary.id for u in await service.unfinished()] == [live.id]
        resumed = await service.resume(live.id)
        assert [
            isinstance(e, Response) for e in stored(database, resumed.id).entries_for_replay
        ] == [True]
