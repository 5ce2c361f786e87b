"""The palette: everything that can be done now, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from clemtui.config import load_settings
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.reader import ReaderScreen
from tests.ui.support.app import on, opened, seen, until


def offered(palette: PaletteScreen) -> list[str]:
    return [str(option.prompt) for option in palette.query_one(OptionList).options]


async def test_a_command_is_found_by_parts_of_its_name_and_run(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("ctrl+p")
        palette = await on(pilot, PaletteScreen)
        await pilot.press(*"hlp")
        assert offered(palette)[0].startswith("Help")
        await pilot.press("enter")
        await on(pilot, ReaderScreen)


async def test_themes_languages_and_presets_are_commands(tmp_path: Path) -> None:
    file = tmp_path / "clemtui.toml"
    async with opened(tmp_path, config_file=file) as (app, pilot):
        await on(pilot, HomeScreen)
        for words in ("theme clemtui-light", "language deutsch", "keys vim", "motion reduced"):
            await pilot.press("f10")
            palette = await on(pilot, PaletteScreen)
            if words.startswith(("keys", "motion")):  # the names are in German by now
                palette.query_one(Input).value = {"keys vim": "vim", "motion reduced": "reduz"}[
                    words
                ]
            else:
                palette.query_one(Input).value = words
            await pilot.pause()
            await pilot.press("enter")
            await on(pilot, HomeScreen)
        settings = load_settings(file)
        assert (settings.theme, settings.language) == ("clemtui-light", "de")
        assert (settings.keys, settings.motion) == ("vim", "reduced")
        assert app.theme == "clemtui-light"
        assert app.animation_level == "none"
        assert "Spiele" in seen(app)


async def test_what_cannot_be_done_now_is_not_offered(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f12")
        await on(pilot, SettingsScreen)
        await pilot.press("f10")
        palette = await on(pilot, PaletteScreen)
        names = offered(palette)
        assert any(name.startswith("Change") for name in names)
        assert not any(name.startswith(("Settings", "Commands", "Play")) for name in names)


async def test_every_command_is_offered_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_app, pilot):
        home = await on(pilot, HomeScreen)
        commands = [(command.name, command.action) for command in home.commands()]
        assert len(commands) == len(set(commands))
        assert commands[-1][0] in ("Up", "Down", "Left", "Right", "Go to the end", "Page down")


async def test_escape_and_a_click_beside_it_give_the_focus_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_app, pilot):
        home = await on(pilot, HomeScreen)
        focused = home.focused
        assert focused is not None
        for way in ("key", "click"):
            await pilot.press("f10")
            await on(pilot, PaletteScreen)
            if way == "key":
                await pilot.press("escape")
            else:
                await pilot.click(offset=(0, 23))
            await on(pilot, HomeScreen)
            assert home.focused is focused


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_there_is_room_for_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f10")
        palette = await on(pilot, PaletteScreen)
        choices = palette.query_one(OptionList)
        assert choices.size.height >= 5
        assert choices.region.bottom <= size[1]
        assert choices.region.right <= size[0]
        await pilot.press(*["down"] * 12)
        await pilot.pause()
        assert "▎" in seen(app)
        assert choices.highlighted == 12
        await pilot.press("pagedown")
        assert choices.highlighted is not None
        assert choices.highlighted > 12


async def test_nothing_found_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f10", *"zzzz")
        await on(pilot, PaletteScreen)
        assert "No match" in seen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PaletteScreen)


async def test_signs_of_markup_in_a_name_are_shown(tmp_path: Path) -> None:
    from clemtui.ui.shell.dialogs.palette import Command

    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        palette = PaletteScreen(app.context.interface, [Command("a [bold]x[/] [/]", "help", home)])
        app.push_screen(palette)
        await on(pilot, PaletteScreen)
        await pilot.press("x")
        await until(pilot, lambda: "a [bold]x[/] [/]" in seen(app))
