"""The games at home: chosen by arrow keys, digits or the mouse, whatever games there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.home.welcome import WelcomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.home_lists import UnfinishedList
from tests.catalogue.sample_collections import family, pack, write
from tests.support.play_helpers import choices, leave_when, sitting
from tests.ui.support.app import on, opened, resize, seen, until

LONG = "A game with a very long name that no card can show in full"


def strangers(folder: Path, count: int) -> Path:
    """Return a collection with games that have no picture, and the first a long name."""
    for number in range(count):
        family(folder, f"game{number}")
        text = pack().replace("echo.title", f"game{number}.title")
        title = LONG if number == 0 else f"Game {number}"
        summary = f'"game{number}.summary" = "Say what you hear."\n'
        write(
            folder / "locales" / "en" / f"game{number}.toml", text.replace("Echo", title) + summary
        )
    return folder


async def test_from_start_to_the_first_answer_it_is_one_key(tmp_path: Path) -> None:
    """After one's name, which is asked for once."""
    async with opened(tmp_path, person=None, collections=()) as (_, pilot):
        await on(pilot, WelcomeScreen)
        await pilot.press("enter")
        await on(pilot, HomeScreen)
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        await until(pilot, lambda: screen.query(Composer))
        await until(pilot, lambda: screen.query_one(Composer).answering is not None)
        assert screen.live.human_seats


async def test_arrow_keys_move_over_the_cards(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (_, pilot):
        games = (await on(pilot, HomeScreen)).query_one(GameCards)
        way = []
        for key in ("right", "down", "left", "up", "end", "home", "left", "pagedown"):
            await pilot.press(key)
            way.append(games.highlighted)
        assert way == [1, 5, 4, 0, 6, 0, 0, 3]
        assert games.has_focus


async def test_where_one_reads_from_the_right_the_first_game_is_there(tmp_path: Path) -> None:
    async with opened(tmp_path, interface_language="ar", collections=()) as (_, pilot):
        games = (await on(pilot, HomeScreen)).query_one(GameCards)
        await pilot.press("left")
        assert games.highlighted == 1
        assert games.places[0].right == games.size.width
        await pilot.press("right")
        assert games.highlighted == 0


async def test_a_digit_plays_a_game_from_every_list(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await leave_when(service, choices("taboo"), lambda person: person.updates)
    async with opened(tmp_path, collections=()) as (_, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.query_one(UnfinishedList).row_ids)
        games = home.query_one(GameCards)
        await pilot.press("tab", "9")
        assert not games.has_focus
        await pilot.press("5")
        screen = await on(pilot, PlayScreen)
        assert screen.live.game.card.id == games.ids[4]
        assert games.highlighted == 4


async def test_a_click_plays_the_game(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(200, 60), collections=()) as (_, pilot):
        games = (await on(pilot, HomeScreen)).query_one(GameCards)
        await pilot.pause()
        place = games.places[1]
        await pilot.click(GameCards, offset=(place.x + 3, place.y + 2))
        assert (await on(pilot, PlayScreen)).live.game.card.id == games.ids[1]


async def test_only_the_current_card_is_loud_and_only_while_it_has_the_focus(
    tmp_path: Path,
) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await leave_when(service, choices("taboo"), lambda person: person.updates)
    async with opened(tmp_path, collections=()) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.query_one(UnfinishedList).row_ids)
        await pilot.pause()
        assert seen(app).count("┏") == 1
        await pilot.press("tab")
        await pilot.pause()
        assert "┏" not in seen(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_a_game_without_picture_has_a_card_like_the_others(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    collections = (strangers(tmp_path / "mine", 2),)
    async with opened(tmp_path, size=size, collections=collections) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        games = home.query_one(GameCards)
        assert len(games.ids) == 9
        await pilot.pause()
        shown = seen(app)
        assert LONG[:14] in shown
        assert "…" in shown
        region = games.region
        lines = shown.splitlines()[region.y : region.bottom]
        if size == (120, 40):
            assert "Say what you hear." in shown
            assert all(line.rstrip()[-1] in "╮│╯┓┃┛▁▂▃▄▅▆▇█" for line in lines)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_of_many_games_the_current_one_is_in_view(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    collections = (strangers(tmp_path / "mine", 23),)
    async with opened(tmp_path, size=size, collections=collections) as (_, pilot):
        games = (await on(pilot, HomeScreen)).query_one(GameCards)
        assert len(games.ids) == 30

        def is_in_view() -> bool:
            place = games.places[games.highlighted]
            top = games.scroll_offset.y
            return top <= place.y and place.bottom <= top + games.size.height

        for key in ("end", "up", "pageup", "home", "pagedown", "down", "right"):
            await pilot.press(key)
            await pilot.pause()
            assert is_in_view(), key
        await pilot.press("end")
        await resize(pilot, 100, 26)
        assert games.highlighted == 29
        await until(pilot, is_in_view)


async def test_another_size_keeps_the_current_game(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (_, pilot):
        games = (await on(pilot, HomeScreen)).query_one(GameCards)
        await pilot.press("down", "right")
        await resize(pilot, 60, 20)
        await pilot.press("down", "m")
        setup = await on(pilot, SetupScreen)
        assert setup.state.listing.card.id == games.ids[5]
