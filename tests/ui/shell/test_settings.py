"""The settings: each with its current value; changes apply and are saved at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import constants
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from clemtui.config import Settings, load_settings
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.people import PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from clemtui.ui.widgets.headline import Headline
from tests.ui.support.app import on, opened, seen, text_of, until


@asynccontextmanager
async def settings_open(
    folder: Path, **given: Any
) -> AsyncIterator[tuple[ClemtuiApp, Pilot[None], SettingsScreen]]:
    options = {"config_file": folder / "clemtui.toml", **given}
    async with opened(folder, **options) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f12")
        screen = await on(pilot, SettingsScreen)
        await pilot.pause()
        yield app, pilot, screen


async def ask(pilot: Pilot[None], screen: SettingsScreen, setting: str) -> Any:
    """Open a setting by its row."""
    choices = screen.query_one("#settings", OptionList)
    choices.highlighted = choices.get_option_index(setting)
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.screen is not screen)
    await pilot.pause()
    return pilot.app.screen


def row(screen: SettingsScreen, setting: str) -> str:
    return str(screen.query_one("#settings", OptionList).get_option(setting).prompt)


async def choose(pilot: Pilot[None], screen: SettingsScreen, setting: str, value: str) -> None:
    asked = await ask(pilot, screen, setting)
    assert isinstance(asked, ChoiceDialog)
    values = [each for each, _ in asked.options]
    asked.query_one(OptionList).highlighted = values.index(value)
    await pilot.press("enter")
    await on(pilot, SettingsScreen)


async def test_every_setting_is_there_with_its_value_and_a_line(tmp_path: Path) -> None:
    settings = Settings(editor="vim -n", servers=("http://a:1", "http://b:2"), keys="vim")
    async with settings_open(tmp_path, settings=settings, size=(80, 40)) as (app, _pilot, screen):
        shown = seen(app)
        for text in (
            "vim -n",
            "http://a:1 and http://b:2",
            "vim: h j k l",
            "full",
            "English",
            "Ann",
        ):
            assert text in shown
        assert str(tmp_path / "clemtui.toml") in "".join(shown.split())  # it may be wrapped
        for option in screen.query_one("#settings", OptionList).options:
            assert len(str(option.prompt).splitlines()) == 2


async def test_a_theme_is_shown_while_one_chooses_and_kept_by_enter(tmp_path: Path) -> None:
    async with settings_open(tmp_path) as (app, pilot, screen):
        before = app.theme
        asked = await ask(pilot, screen, "theme")
        await pilot.press("down", "down")
        assert app.theme == "clemtui-light"
        await pilot.press("escape")
        await on(pilot, SettingsScreen)
        assert app.theme == before
        assert not (tmp_path / "clemtui.toml").exists()
        await ask(pilot, screen, "theme")
        await pilot.press("down", "down", "enter")
        await on(pilot, SettingsScreen)
        assert app.theme == "clemtui-light"
        assert load_settings(tmp_path / "clemtui.toml").theme == "clemtui-light"
        assert "clemtui-light" in row(screen, "theme")
        await choose(pilot, screen, "theme", "")
        assert load_settings(tmp_path / "clemtui.toml").theme is None
        assert app.theme == before
        assert isinstance(asked, ChoiceDialog)


async def test_what_is_chosen_holds_at_once_and_is_written(tmp_path: Path) -> None:
    async with settings_open(tmp_path) as (app, pilot, screen):
        await choose(pilot, screen, "keys", "vim")
        await choose(pilot, screen, "motion", "reduced")
        choices = screen.query_one("#settings", OptionList)
        choices.highlighted = 0
        await pilot.press("j")
        assert choices.highlighted == 1
        assert app.animation_level == "none"
        await choose(pilot, screen, "motion", "full")
        assert app.animation_level == constants.TEXTUAL_ANIMATIONS
        await choose(pilot, screen, "alert", "bell")
        assert app.context.settings.alert == "bell"
        written = load_settings(tmp_path / "clemtui.toml")
        assert (written.keys, written.motion, written.alert) == ("vim", "full", "bell")


async def test_the_language_is_named_in_itself_and_changes_what_lies_below(tmp_path: Path) -> None:
    async with settings_open(tmp_path, config_file=None) as (app, pilot, screen):
        asked = await ask(pilot, screen, "language")
        assert "Deutsch · German" in seen(app)
        values = [value for value, _ in asked.options]
        asked.query_one(OptionList).highlighted = values.index("de")
        await pilot.press("enter")
        await until(pilot, lambda: app.context.interface.language == "de")
        await on(pilot, SettingsScreen)
        assert "Deutsch" in row(screen, "language")
        choices = screen.query_one("#settings", OptionList)
        assert choices.highlighted == choices.get_option_index("language")
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        assert "Spiele" in seen(app)


async def test_texts_are_written_and_wrong_ones_stay_to_be_corrected(tmp_path: Path) -> None:
    async with settings_open(tmp_path) as (_app, pilot, screen):
        box = await ask(pilot, screen, "servers")
        assert isinstance(box, TextDialog)
        box.query_one(Input).value = "gpu-box"
        await pilot.press("enter")
        await pilot.pause()
        error = text_of(box.query_one(".error", Static))
        assert "servers: must be an address" in error
        assert "\n" not in error
        box.query_one(Input).value = "http://gpu-box:8000, http://localhost:9"
        await pilot.press("enter")
        await on(pilot, SettingsScreen)
        box = await ask(pilot, screen, "editor")
        box.query_one(Input).value = "code --wait"
        await pilot.press("enter")
        await on(pilot, SettingsScreen)
        written = load_settings(tmp_path / "clemtui.toml")
        assert written.servers == ("http://gpu-box:8000", "http://localhost:9")
        assert written.editor == "code --wait"
        assert "code --wait" in row(screen, "editor")
        box = await ask(pilot, screen, "editor")
        box.query_one(Input).value = ""
        await pilot.press("enter")
        await on(pilot, SettingsScreen)
        assert load_settings(tmp_path / "clemtui.toml").editor is None


async def test_overrides_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("EDITOR", "ed")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    async with settings_open(tmp_path, person="Bea") as (app, _pilot, screen):
        assert "NO_COLOR is set" in row(screen, "theme")
        assert "Set by TEXTUAL_ANIMATIONS: none" in row(screen, "motion")
        assert "--as Bea applies to this run only" in row(screen, "person")
        assert "ed (system default)" in row(screen, "editor")
        await app.change_settings({"person": "Cem"})
        await screen.fill()
        assert "--as" not in row(screen, "person")
        assert screen.query_one(Headline).person == "Cem"


async def test_who_plays_is_chosen_among_the_people(tmp_path: Path) -> None:
    async with settings_open(tmp_path) as (_app, pilot, screen):
        asked = await ask(pilot, screen, "person")
        assert isinstance(asked, PeopleScreen)
        await pilot.press("escape")
        await on(pilot, SettingsScreen)


async def test_without_a_file_changes_hold_for_this_time(tmp_path: Path) -> None:
    async with settings_open(tmp_path, config_file=None) as (app, pilot, screen):
        assert "nothing is written" in seen(app)
        await choose(pilot, screen, "keys", "emacs")
        assert app.context.settings.keys == "emacs"
        assert not (tmp_path / "clemtui.toml").exists()


async def test_a_file_that_cannot_be_written_is_said_in_one_line_and_nothing_changes(
    tmp_path: Path,
) -> None:
    file = tmp_path / "clemtui.toml"
    file.write_text('theme = "nord"\n', encoding="utf-8")
    file.chmod(0o444)
    settings = Settings(theme="nord")
    async with settings_open(tmp_path, settings=settings) as (app, pilot, screen):
        await choose(pilot, screen, "theme", "clemtui-light")
        await until(pilot, lambda: app._notifications)
        (said,) = app._notifications
        assert "read-only" in said.message
        assert "\n" not in said.message
        assert app.theme == "nord"
        assert "nord" in row(screen, "theme")


async def test_an_unknown_theme_is_reported_with_the_closest(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(theme="clemtui-lihgt")) as (app, pilot):
        await until(pilot, lambda: app._notifications)
        (said,) = app._notifications
        assert said.message == ("Unknown theme clemtui-lihgt; did you mean clemtui-light?")


@pytest.mark.parametrize("size", [(60, 20), (40, 12), (120, 40)])
async def test_all_of_it_is_reached_in_other_sizes(tmp_path: Path, size: tuple[int, int]) -> None:
    async with settings_open(tmp_path, size=size) as (app, pilot, screen):
        await pilot.press("end")
        await pilot.pause()
        assert "Model servers" in seen(app)
        asked = await ask(pilot, screen, "theme")
        choices = asked.query_one(OptionList)
        assert choices.size.height >= 4
        assert asked.query_one(".choices").region.bottom <= size[1]
        await pilot.press("escape")
        await on(pilot, SettingsScreen)
        box = await ask(pilot, screen, "servers")
        assert box.query_one(Input).region.bottom <= size[1]
