"""Changing the interface language while the program runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static, TextArea

from clemtui.config import Settings
from clemtui.language import Interface, available_languages
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings.screen import SettingsScreen, key_preset_options
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.keymaps import PRESETS
from clemtui.ui.shell.languages import interface_languages
from clemtui.ui.shell.navigation import Destination
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.keybar import KeyBar
from tests.ui.support.app import on, opened, seen, text_of, until


class WidgetScreen(BaseScreen[None]):
    """A screen with every kind of widget that a person can change."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("x", "help", "Help", id="desk.x")]

    def title_text(self) -> str:
        return self.interface.text("Games")

    def contents(self) -> Iterator[Widget]:
        widgets = (
            Input(id="line"),
            TextArea(id="text"),
            OptionList(*map(str, range(40)), id="list"),
            VerticalScroll(
                *(Static(f"{self.interface.text('Help')} {number}") for number in range(40)),
                Input(),
            ),
        )
        for widget in widgets:
            widget.styles.height = 8
            yield widget


async def test_texts_are_translated_and_input_is_kept(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 40)) as (app, pilot):
        await on(pilot, HomeScreen)
        app.push_screen(WidgetScreen(app.context, Destination()))
        desk = await on(pilot, WidgetScreen)
        desk.query_one("#line", Input).value = "a draft"
        desk.query_one("#line", Input).cursor_position = 3
        desk.query_one(TextArea).load_text("one\ntwo\nthree")
        desk.query_one(TextArea).move_cursor((1, 2))
        desk.query_one(OptionList).highlighted = 30
        pane = desk.query_one(VerticalScroll)
        pane.scroll_to(y=25, animate=False)
        pane.query_one(Input).focus(scroll_visible=False)
        await pilot.pause()
        assert "Games" in seen(app)
        listed = desk.query_one(OptionList).scroll_y

        await app.set_language("de")
        await until(pilot, lambda: desk.query_one(VerticalScroll).scroll_y == 25)
        await pilot.pause()
        assert "Hilfe 26" in seen(app)
        shown = seen(app)
        assert "Spiele" in shown
        assert "Games" not in shown
        assert "Help" not in shown
        assert desk.query_one("#line", Input).value == "a draft"
        assert desk.query_one("#line", Input).cursor_position == 3
        assert desk.query_one(TextArea).text == "one\ntwo\nthree"
        assert desk.query_one(TextArea).cursor_location == (1, 2)
        assert desk.query_one(OptionList).highlighted == 30
        assert desk.query_one(OptionList).scroll_y == listed
        pane = desk.query_one(VerticalScroll)
        assert pane.scroll_y == 25
        assert desk.focused is pane.query_one(Input)


async def test_screens_below_and_notices_are_not_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await pilot.press("down")
        await pilot.press("f12")
        screen = await on(pilot, SettingsScreen)
        await pilot.press("end", "f1")
        reader = await on(pilot, ReaderScreen)
        app.warn("A notice")
        await app.set_language("de")
        await pilot.pause()
        assert reader.title_text() == "Hilfe"
        assert "Hilfe" in seen(app)
        assert "A notice" in seen(app)
        await pilot.press("escape")
        await on(pilot, SettingsScreen)
        await until(pilot, lambda: "Esc Zurück" in seen(app))
        settings = screen.query_one("#settings", OptionList)
        assert settings.highlighted == settings.option_count - 1
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        assert "Spiele" in seen(app)
        games = home.query_one("#games", GameCards)
        assert games.highlighted == 1
        assert games.has_focus


async def test_a_worker_waits_for_the_new_widgets(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        app.push_screen(WidgetScreen(app.context, Destination()))
        desk = await on(pilot, WidgetScreen)
        found: list[Any] = []

        async def work() -> None:
            while not spoken.done():
                await asyncio.sleep(0)
                await desk.wait_composed()
                found.append(desk.query_one("#line"))

        spoken = asyncio.ensure_future(app.set_language("de"))
        await work()
        await spoken
        assert found[0] is not found[-1]


async def test_the_country_of_a_language_stays_with_its_numbers(tmp_path: Path) -> None:
    settings = Settings(language="de-CH")
    async with opened(tmp_path, settings=settings, interface_language="de-CH") as (app, pilot):
        await on(pilot, HomeScreen)
        for setting in ("de-CH", "en", "de-CH"):
            await app.change_settings({"language": setting})
            assert dict(interface_languages(app.context.interface, "de-CH")).keys() >= {
                "de-CH",
                "en",
            }
        assert app.context.interface.number(12345.5) == "12’345.5"
        await pilot.pause()
        assert "Spiele" in seen(app)


def test_each_language_is_offered_once_named_in_itself_and_in_this_one() -> None:
    ui = Interface("de")
    offered = interface_languages(ui, None, environment={})
    assert [tag for tag, _ in offered] == sorted(available_languages())
    assert dict(offered)["de"] == "Deutsch"
    assert dict(offered)["en"].startswith("English · ")
    offered = interface_languages(Interface("en"), "de-CH", environment={"LANG": "de_AT.UTF-8"})
    assert dict(offered)["de-CH"].startswith("Deutsch (Schweiz) · ")
    assert "de" not in dict(offered)
    offered = interface_languages(Interface("en"), None, environment={"LANG": "de_AT.UTF-8"})
    assert "de-AT" in dict(offered)


async def test_the_line_of_keys_shows_as_many_as_fit_however_long_they_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Interface.text

    def wide(ui: Interface, message: str, /, **values: object) -> Any:
        return type(said(ui, message, **values))(said(ui, message, **values) + "語" * 12)

    monkeypatch.setattr(Interface, "text", wide)
    async with opened(tmp_path, size=(60, 20)) as (app, pilot):
        await on(pilot, HomeScreen)
        bar = app.screen.query_one(KeyBar)
        shown = text_of(bar)
        assert shown.count("語") >= 12
        assert shown.count("語") % 12 == 0, "a key is shown whole or not at all"
        assert bar.size.height == 1


def test_every_preset_of_keys_has_a_name() -> None:
    assert [name for name, _ in key_preset_options(Interface("en"))] == list(PRESETS)
