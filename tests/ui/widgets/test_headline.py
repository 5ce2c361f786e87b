"""The headline of the play and result screens: game, source of the instance, partner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.episode.planning.people import guest_name, is_guest
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.shell.starting import resume_by_id
from clemtui.ui.widgets.headline import Headline
from tests.support.checkout import checkout
from tests.ui.support.app import PlayedEpisode, headline, on, opened, playing, seen, until
from tests.ui.support.results import LOSE, open_result

FILE = "taboo/in/instances.json"


def first_line(table: PlayedEpisode) -> str:
    return seen(table.app).splitlines()[0]


async def with_two(table: PlayedEpisode) -> None:
    """Let the first of two people take the keyboard."""
    await on(table.pilot, HandOverScreen)
    await table.pilot.press("enter")
    await table.wait_for_request()


async def test_a_person_at_this_keyboard_is_called_by_name(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human:Ben",)) as table:
        await with_two(table)
        assert headline(table) == ("Taboo · Describer · round 1 · with Ben", "Ann")


async def test_what_is_read_during_a_turn_shows_whose_turn_it_is(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human:Ben",)) as table:
        await with_two(table)
        await table.pilot.press(*"ink", "enter")
        await on(table.pilot, HandOverScreen)
        await table.pilot.press("enter")
        await until(table.pilot, lambda: headline(table)[1] == "Ben")
        for key in ("f2", "f1"):
            await table.pilot.press(key)
            reader = await on(table.pilot, ReaderScreen)
            assert reader.query_one(Headline).person == "Ben"
            await table.pilot.press("escape")
            await on(table.pilot, PlayScreen)


async def test_a_person_without_a_name_is_another_person(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        await with_two(table)
        assert headline(table) == ("Taboo · Describer · round 1 · with another person", "Ann")


async def test_people_without_a_name_are_counted(tmp_path: Path) -> None:
    async with playing(tmp_path, "moot", partner=("human",)) as table:
        await with_two(table)
        assert "with 2 other people" in headline(table)[0]


def test_a_guest_is_named_after_the_host_in_the_records() -> None:
    assert is_guest("Player 2", guest_name("Player 2", "Ann"))
    assert not is_guest("Player 1", guest_name("Player 2", "Ann"))
    assert not is_guest("Player 2", "Ben")


async def test_a_second_person_is_still_known_by_name_after_resuming(tmp_path: Path) -> None:
    """The next instance is then played with the same two people."""
    async with playing(tmp_path, "taboo", partner=("human:Ben",)) as table:
        await with_two(table)
        episode = table.live.id
    async with opened(tmp_path) as (app, pilot):
        await until(pilot, lambda: app.screen_stack[1:])
        await resume_by_id(app._first, episode)
        await on(pilot, HandOverScreen)
        play = next(each for each in app.screen_stack if isinstance(each, PlayScreen))
        assert play.choices is not None
        assert play.choices.partner == ("human:Ben",)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_an_official_instance_is_labelled_during_and_after_play(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    official: dict[str, Any] = {"instances": checkout(tmp_path / "bench") / FILE}
    async with playing(tmp_path, "taboo", size=size, **official) as table:
        assert first_line(table).startswith(" Taboo, official · ")
    async with opened(tmp_path, size=size) as (app, pilot):
        await open_result(app, pilot, "taboo", answers=[LOSE], **official)
        assert seen(app).startswith(" Taboo, official · ")


@pytest.mark.parametrize("own", [{}, {"seed": 7}])
async def test_our_own_instance_is_not_labelled_official(
    tmp_path: Path, own: dict[str, Any]
) -> None:
    async with playing(tmp_path, "taboo", **own) as table:
        assert "official" not in first_line(table)
    async with opened(tmp_path) as (app, pilot):
        await open_result(app, pilot, "taboo", answers=[LOSE], **own)
        assert "official" not in seen(app)


async def test_an_official_instance_is_called_so_after_resuming(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", instances=checkout(tmp_path / "bench") / FILE) as table:
        episode = table.live.id
    async with opened(tmp_path) as (app, pilot):
        await until(pilot, lambda: app.screen_stack[1:])
        await resume_by_id(app._first, episode)
        await on(pilot, PlayScreen)
        await until(pilot, lambda: "Taboo, official" in seen(app))


async def test_a_long_name_of_a_partner_hides_no_round(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", size=(60, 20), partner=("human:" + "B" * 40,)) as table:
        await with_two(table)
        assert "round 1 · with BBB" in first_line(table)
