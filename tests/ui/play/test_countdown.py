"""The countdown of an episode with a time limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.engine import Control
from clemtui.ui.play.countdown import Countdown
from clemtui.ui.results.screen import ResultScreen
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    on,
    playing,
    shows,
    stored_episode,
    text_of,
    until,
)


async def passes(table: PlayedEpisode, seconds: float) -> Countdown:
    """Let the person who is asked spend so much time on their answer altogether."""
    await until(table.pilot, lambda: table.composer.answering)
    answering = table.composer.answering
    assert answering is not None
    start = answering._start
    answering._clock = lambda: start + seconds
    countdown = table.screen.query_one(Countdown)
    countdown.tick()
    await table.pilot.pause()
    return countdown


async def test_without_a_limit_there_is_no_countdown(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        assert not (await passes(table, 100)).display
        assert not shows(table.app, "Time left")


async def test_the_time_left_is_on_the_screen(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", under={"time_limit": 300.0}) as table:
        await table.wait_for_request()
        countdown = await passes(table, 29.5)
        assert text_of(countdown) == "Time left: 4:31"
        assert shows(table.app, "Time left: 4:31")
        assert not countdown.has_class("-last")


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (160, 50)])
async def test_the_last_minute_has_a_sign_and_a_colour(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "taboo", size=size, under={"time_limit": 300.0}) as table:
        await table.wait_for_request()
        usual = (await passes(table, 100)).styles.color
        countdown = await passes(table, 258)
        assert text_of(countdown) == "! Time left: 0:42"
        assert shows(table.app, "! Time left: 0:42")
        assert countdown.styles.color != usual


async def test_the_episode_ends_when_time_is_up(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", under={"time_limit": 300.0}) as table:
        await table.wait_for_request()
        await passes(table, 300)
        await on(table.pilot, ResultScreen)
    (entry,) = stored_episode(tmp_path, table.live.id).entries
    assert entry.entry == Control("time-out", "Player 1", "300 seconds")


async def test_the_time_of_a_partner_costs_nothing(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(
        tmp_path, "taboo", partners={"Player 2": partner}, under={"time_limit": 300.0}
    ) as table:
        await table.wait_for_request()
        await passes(table, 60)
        await table.type("a clue", "enter")
        await until(table.pilot, lambda: partner.pending)
        countdown = table.screen.query_one(Countdown)
        for _ in range(2):
            countdown.tick()
            assert text_of(countdown) == "Time left: 4:00"
