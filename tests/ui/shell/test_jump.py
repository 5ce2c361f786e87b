"""Jump mode: two keys reach any part of a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.jump import JumpLabel, JumpScreen
from tests.ui.support.app import on, opened, playing, until


async def test_every_part_of_set_up_is_reached_by_two_keys(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("m")
        setup = await on(pilot, SetupScreen)
        await until(pilot, setup.loaded.is_set)
        targets = setup.jump_targets()
        assert len(targets) > 3
        for number, target in enumerate(targets):
            await pilot.press("f6")
            jump = await on(pilot, JumpScreen)
            letters = list(jump.targets)
            assert jump.targets[letters[number]] is target
            await pilot.press(letters[number])
            await on(pilot, SetupScreen)
            await pilot.pause()
            assert setup.focused is target


async def test_the_parts_of_play_are_reached(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        targets = table.screen.jump_targets()
        assert table.transcript in targets
        assert table.screen.focused in targets
        await table.pilot.press("ctrl+l")
        jump = await on(table.pilot, JumpScreen)
        letter = next(key for key, each in jump.targets.items() if each is table.transcript)
        await table.pilot.press(letter)
        await until(table.pilot, lambda: table.screen.focused is table.transcript)


async def test_settings_are_reached_by_a_click_on_the_letter(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f12")
        screen = await on(pilot, SettingsScreen)
        screen.set_focus(None)
        await pilot.press("f6")
        await on(pilot, JumpScreen)
        await pilot.click(JumpLabel)
        await on(pilot, SettingsScreen)
        await until(pilot, lambda: screen.focused is screen.query_one("#settings"))


@pytest.mark.parametrize("way", ["escape", "f6", "click", "resize"])
async def test_it_is_left_with_nothing_changed(tmp_path: Path, way: str) -> None:
    async with opened(tmp_path) as (_app, pilot):
        home = await on(pilot, HomeScreen)
        focused = home.focused
        await pilot.press("f6")
        await on(pilot, JumpScreen)
        if way == "click":
            await pilot.click(offset=(70, 20))
        elif way == "resize":
            await pilot.resize_terminal(100, 30)
        else:
            await pilot.press(way)
        await on(pilot, HomeScreen)
        assert home.focused is focused


async def test_letters_of_parts_that_begin_at_one_place_stand_beside_each_other(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        games = home.query_one("#games")
        app.push_screen(JumpScreen(app.context.interface, [games, games]))
        jump = await on(pilot, JumpScreen)
        letters = jump.query(JumpLabel)
        await until(pilot, lambda: all(letter.region.width == 3 for letter in letters))
        first, second = (letter.region for letter in letters)
        assert not first.overlaps(second)
        assert first.y == second.y
