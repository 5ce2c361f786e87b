"""Two programs on one database never play the same episode, and lose nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.updates import Asked, RecordingFailed
from clemtui.records.errors import StoreError
from clemtui.records.rows import EpisodeFilter
from clemtui.store.write import heartbeat
from clemtui.store.write.writer import Writer
from tests.support.play_helpers import (
    Person,
    Waiting,
    answers,
    asked,
    choices,
    evidence,
    leave_when,
    planned,
    play,
    service_for,
    sitting,
    stored,
    until,
)


async def test_an_episode_that_is_being_played_cannot_be_resumed_elsewhere(database: Path) -> None:
    async with sitting(database) as here, sitting(database) as there:
        live = await here.start(planned(here, choices("wordle")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        with pytest.raises(StoreError, match="is being played by another clemtui"):
            await there.resume(live.id)
        live.leave()
        assert await playing == "left"
        resumed = await there.resume(live.id)
        assert await _play(resumed) == "finished"


async def _play(live: LiveEpisode) -> str:
    Person(live)
    return await live.play()


async def test_whoever_is_robbed_of_an_episode_stops_and_loses_nothing(database: Path) -> None:
    async with sitting(database) as here, sitting(database) as there:
        live = await here.start(planned(here, choices("taboo", seat="Player 2")))
        robbed = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(robbed)[-1:] and asked(robbed)[-1].seat == "Player 2")
        request = asked(robbed)[-1]

        taken = await there.resume(live.id, force=True)
        assert live.answer(request.id, "GUESS: written after the robbery", Timing())
        assert await playing == "not recorded"
        (failure,) = robbed.heard(RecordingFailed)
        assert "another program" in failure.message

        heir = Person(taken)
        assert await taken.play() == "finished"
        played = stored(database, live.id)
        said = [answer.text for answer in answers(database, live.id)]
        assert "GUESS: written after the robbery" not in said
        assert heir.heard(Asked)[0].request == request
    async with sitting(database.with_name("whole.db")) as alone:
        whole = await play(alone, choices("taboo", seat="Player 2"))
        assert evidence(stored(alone.database, whole.live.id)) == evidence(played)


async def test_the_robbed_program_notices_by_itself(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds even if several are played and another one's heartbeat comes first."""
    monkeypatch.setattr(heartbeat, "HEARTBEAT_SECONDS", 0.0)
    async with sitting(database) as here, sitting(database) as there:
        lives = [await here.start(planned(here, choices("wordle"))) for _ in range(3)]
        people = [Waiting(live) for live in lives]
        playing = [asyncio.create_task(live.play()) for live in lives]
        await until(lambda: all(asked(person) for person in people))
        for live in lives:
            await there.resume(live.id, force=True)
        assert await asyncio.gather(*playing) == ["not recorded"] * 3
        for person in people:
            (failure,) = person.heard(RecordingFailed)
            assert failure.cause == "taken over"
            assert "another program has taken this episode over" in failure.message


async def test_two_programs_play_different_episodes_at_once(database: Path) -> None:
    async with sitting(database) as here, sitting(database) as there:
        played = await asyncio.gather(
            *(play(here, choices(game)) for game in ("taboo", "sealed", "whisper")),
            *(play(there, choices(game)) for game in ("wordle", "moot", "pantry")),
        )
    for person in played:
        assert stored(database, person.live.id).state == "finished"


async def test_one_program_plays_several_episodes_at_once_with_one_connection(
    database: Path,
) -> None:
    """Even if they start at the same moment, there is one recorder and one sitting."""
    service = service_for(database)
    played = await asyncio.gather(*(play(service, choices("sealed")) for _ in range(4)))
    sessions = {stored(database, person.live.id).session for person in played}
    assert len(sessions) == 1
    await service.close()
    found = await service.read(lambda reader: reader.episodes(EpisodeFilter(state="finished")))
    assert len(found) == 4


async def test_what_was_played_between_the_look_and_the_taking_is_not_lost(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move played while another program is resuming the episode counts.

    That program reads the episode, then acquires it. Between the two, another one plays a move and
    leaves.
    """
    async with sitting(database) as here, sitting(database) as there:
        left = await leave_when(here, choices("wordle"), asked)
        recorder = await here.recorder()
        do = recorder.do

        async def late(method: Callable[..., object], *arguments: Any, **named: Any) -> object:
            if method is Writer.resume_episode:
                between = await there.resume(left.live.id)
                mover = Waiting(between)
                playing = asyncio.create_task(between.play())
                await until(lambda: asked(mover))
                assert between.answer(asked(mover)[0].id, mover.scripted(asked(mover)[0]), Timing())
                await until(lambda: len(asked(mover)) == 2)
                between.leave()
                assert await playing == "left"
            return await do(method, *arguments, **named)

        monkeypatch.setattr(recorder, "do", late)
        live = await here.resume(left.live.id)
        assert [request.id for request in live.master.pending()] == [2]
        assert await _play(live) == "finished"
