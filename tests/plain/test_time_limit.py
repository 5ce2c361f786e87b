"""The time limit of an episode as lines of text: the time left is said, and time is up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Control
from clemtui.plain.episode import PlainEnd
from tests.plain.keyboard import at_keyboard
from tests.support.play_helpers import stored, until


async def ended(playing: asyncio.Task[PlainEnd]) -> str:
    async with asyncio.timeout(60):
        return await playing


async def test_the_time_left_is_said_with_each_request(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_keyboard(database, time_limit=300) as person:
        playing = asyncio.create_task(person.episode.play())
        await person.asleep()
        person.clock.passes(29.5)
        person.types("crane", "none")
        await until(lambda: len(stored(database, person.episode._live.id).entries) == 1)
        await person.asleep()
        person.types("/time", "/leave")
        assert await ended(playing) == "left"
    said = [line for line in capsys.readouterr().out.splitlines() if "Time left" in line]
    assert said == ["Time left: 5:00", "Time left: 4:31", "Time left: 4:31"]


async def test_without_a_limit_nothing_is_said_of_time(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_keyboard(database, time_limit=None) as person:
        person.types("/leave")
        assert await ended(asyncio.create_task(person.episode.play())) == "left"
        assert not person.clock.sleeping
    assert "Time left" not in capsys.readouterr().out


@pytest.mark.parametrize("withheld", ["", "result"])
@pytest.mark.parametrize("interface", ["assisted", "verbatim"])
async def test_the_episode_ends_when_time_is_up(
    database: Path, capsys: pytest.CaptureFixture[str], interface: str, withheld: str
) -> None:
    async with at_keyboard(
        database, time_limit=90, interface=interface, withheld=withheld
    ) as person:
        playing = asyncio.create_task(person.episode.play())
        await person.asleep()
        person.clock.passes(89)
        assert not playing.done()
        person.clock.passes(1)
        assert await ended(playing) == "finished"
        id = person.episode._live.id
    assert capsys.readouterr().out.count("Time is up") == 1
    (entry,) = stored(database, id).entries
    assert entry.entry == Control("time-out", "Player 1", "90 seconds")
    assert entry.timing is not None
    assert entry.timing.submitted_ms == 90_000


async def test_the_clock_stands_still_in_a_pause(database: Path) -> None:
    async with at_keyboard(database, time_limit=60) as person:
        playing = asyncio.create_task(person.episode.play())
        await person.asleep()
        person.clock.passes(30)
        person.types("/pause")
        await until(lambda: person.episode._stage.state.paused)
        for _ in range(3):
            await person.asleep()
            person.clock.passes(1000)
            await asyncio.sleep(0)
        assert not playing.done()
        person.types("/go")
        await until(lambda: not person.episode._stage.state.paused)
        await person.asleep()
        person.clock.passes(30)
        assert await ended(playing) == "finished"
        id = person.episode._live.id
    (entry,) = stored(database, id).entries
    assert entry.timing is not None
    (pause,) = entry.timing.pauses
    assert pause.end_ms - pause.start_ms == 3_000_000


@pytest.mark.parametrize("withheld", ["", "result"])
@pytest.mark.parametrize("interface", ["assisted", "verbatim"])
async def test_an_answer_that_is_sent_too_late_is_not_entered(
    database: Path, capsys: pytest.CaptureFixture[str], interface: str, withheld: str
) -> None:
    """As on a machine that was busy when the time was up."""
    under: dict[str, Any] = {"interface": interface, "withheld": withheld}
    async with at_keyboard(database, time_limit=90, **under) as person:
        playing = asyncio.create_task(person.episode.play())
        await person.asleep()
        person.clock.now += 91
        person.types("crane", *(["none"] if interface == "assisted" else ["/done", "yes"]))
        assert await ended(playing) == "finished"
        id = person.episode._live.id
    assert capsys.readouterr().out.count("Time is up") == 1
    (entry,) = stored(database, id).entries
    assert entry.entry == Control("time-out", "Player 1", "90 seconds")
