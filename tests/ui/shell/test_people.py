"""Who plays: asked once, always visible, and changed with two keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

from clemtui.config import Settings, load_settings
from clemtui.episode.planning.plan import Choices
from clemtui.language import Interface, Localised
from clemtui.ui.home.people import PeopleList, PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.home.welcome import WelcomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.keybar import KeyBar
from tests.support.play_helpers import sitting
from tests.ui.support.app import ControlledPartner, on, opened, playing, seen, text_of, until

NEWCOMER: dict[str, Any] = {"collections": (), "person": None}


async def add_people(folder: Path, *names: str) -> None:
    """Create a database with these people."""
    async with sitting(folder / "clemtui.db") as service:
        for name in names:
            await service.add_person(name)


async def people_in(app: Any) -> list[str]:
    service = await app.context.service()
    return [person.pseudonym for person in await service.people()]


def who(app: Any) -> str:
    """Return the name shown in the headline."""
    return str(app.screen.query_one(Headline).person)


# The very first start


async def test_at_the_very_first_start_enter_takes_the_suggested_name(tmp_path: Path) -> None:
    file = tmp_path / "clemtui.toml"
    async with opened(tmp_path, config_file=file, **NEWCOMER) as (app, pilot):
        hello = await on(pilot, WelcomeScreen)
        shown = " ".join(seen(app).split())
        assert hello.suggestion in shown
        assert "It is a pseudonym, not an account" in shown
        assert "nothing leaves this computer" in shown
        assert text_of(hello.query_one(KeyBar)).startswith(" ⏎ Use this name")
        await pilot.press("enter")
        await on(pilot, HomeScreen)
        assert who(app) == hello.suggestion
        assert await people_in(app) == [hello.suggestion]
    assert load_settings(file).person == hello.suggestion


async def test_a_name_of_ones_own_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "clemtui.toml"
    async with opened(tmp_path, config_file=file, **NEWCOMER) as (app, pilot):
        await on(pilot, WelcomeScreen)
        await pilot.press(*"Ada", "enter")
        await on(pilot, HomeScreen)
        assert who(app) == "Ada"
    assert load_settings(file).person == "Ada"


async def test_the_hint_shows_the_name_that_enter_would_use(tmp_path: Path) -> None:
    async with opened(tmp_path, **NEWCOMER) as (_app, pilot):
        hello = await on(pilot, WelcomeScreen)
        hint = hello.query_one("#hint", Static)
        assert f"Press Enter to use {hello.suggestion}." in text_of(hint)
        await pilot.press(*"Ada")
        await until(pilot, lambda: "Press Enter to use Ada." in text_of(hint))
        await pilot.press(*["backspace"] * 3)
        await until(pilot, lambda: hello.suggestion in text_of(hint))


async def test_a_name_that_cannot_be_one_is_explained(tmp_path: Path) -> None:
    async with opened(tmp_path, **NEWCOMER) as (app, pilot):
        hello = await on(pilot, WelcomeScreen)
        hello.query_one(Input).value = "x" * 41
        await pilot.press("enter")
        error = hello.query_one(".error", Static)
        await until(pilot, lambda: "too long" in text_of(error))
        assert app.screen is hello
        assert not (tmp_path / "clemtui.db").exists()


async def test_not_now_plays_under_the_suggested_name_and_asks_again(tmp_path: Path) -> None:
    file = tmp_path / "clemtui.toml"
    async with opened(tmp_path, config_file=file, **NEWCOMER) as (app, pilot):
        hello = await on(pilot, WelcomeScreen)
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        await until(pilot, lambda: who(app) == hello.suggestion)
        assert not (tmp_path / "clemtui.db").exists()
    assert not file.exists()


@pytest.mark.parametrize("names", [("Bea",), ("Bea", "Cem")])
async def test_the_first_person_of_the_database_plays_by_default(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    await add_people(tmp_path, *names)
    async with opened(tmp_path, **NEWCOMER) as (app, pilot):
        await until(pilot, lambda: app.context.person == "Bea")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert who(app) == "Bea"


async def test_the_settings_say_who_plays_and_the_command_line_has_precedence(
    tmp_path: Path,
) -> None:
    await add_people(tmp_path, "Bea")
    settings = Settings(person="Cem")
    async with opened(tmp_path, settings=settings, **NEWCOMER) as (app, pilot):
        await on(pilot, HomeScreen)
        assert who(app) == "Cem"
    file = tmp_path / "clemtui.toml"
    given = {**NEWCOMER, "person": "Dan"}
    async with opened(tmp_path, settings=settings, config_file=file, **given) as (app, pilot):
        await on(pilot, HomeScreen)
        assert who(app) == "Dan"
    assert not file.exists(), "--as holds for this time"


async def test_a_game_that_was_named_waits_for_the_answer(tmp_path: Path) -> None:
    async with opened(tmp_path, choices=Choices(game="wordle"), **NEWCOMER) as (app, pilot):
        await on(pilot, WelcomeScreen)
        await pilot.press(*"Ada", "enter")
        screen = await on(pilot, PlayScreen)
        assert screen.choices is not None
        assert screen.choices.person == "Ada"
        assert await people_in(app) == ["Ada"]


async def test_a_key_that_was_pressed_before_takes_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    async with opened(tmp_path, **NEWCOMER) as (app, pilot):
        hello = await on(pilot, WelcomeScreen)
        hello._guard = KeyGuard(clock=lambda _: now[0])
        now[0] += 0.1
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is hello
        now[0] += 0.5
        await pilot.press("enter")
        await on(pilot, HomeScreen)


async def test_another_language_keeps_the_name_that_is_being_typed(tmp_path: Path) -> None:
    async with opened(tmp_path, **NEWCOMER) as (app, pilot):
        hello = await on(pilot, WelcomeScreen)
        await pilot.press(*"Ad")
        await app.set_language("de")
        await pilot.press("a", "enter")
        await on(pilot, HomeScreen)
        assert who(app) == "Ada"
        assert not hello.is_attached


# Changing who plays


async def test_two_keys_change_who_plays_and_it_is_kept(tmp_path: Path) -> None:
    await add_people(tmp_path, "Ann", "Bea")
    file = tmp_path / "clemtui.toml"
    async with opened(tmp_path, config_file=file, collections=()) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("w")
        people = await on(pilot, PeopleScreen)
        await until(pilot, lambda: people.people)
        await pilot.pause()
        assert "✓ Ann  current" in seen(app)
        await pilot.press("down", "enter")
        await on(pilot, HomeScreen)
        assert who(app) == "Bea"
    assert load_settings(file).person == "Bea"


@pytest.mark.parametrize("keys", [("n",), ("end", "enter")])
async def test_somebody_new_gets_a_name(tmp_path: Path, keys: tuple[str, ...]) -> None:
    await add_people(tmp_path, "Ann")
    async with opened(tmp_path, collections=()) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("w")
        people = await on(pilot, PeopleScreen)
        await until(pilot, lambda: people.people)
        await pilot.press(*keys)
        question = await on(pilot, TextDialog)
        await pilot.press(*"ann", "enter")
        error = question.query_one(".error", Static)
        await until(pilot, lambda: "taken" in text_of(error))
        question.query_one(Input).value = "Cem"
        await pilot.press("enter")
        await on(pilot, HomeScreen)
        assert who(app) == "Cem"
        assert await people_in(app) == ["Ann", "Cem"]


async def test_an_unsaved_choice_applies_to_this_session(tmp_path: Path) -> None:
    await add_people(tmp_path, "Ann", "Bea")
    file = tmp_path / "clemtui.toml"
    file.write_text("theme = [", "utf-8")
    async with opened(tmp_path, config_file=file, collections=()) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("w")
        people = await on(pilot, PeopleScreen)
        await until(pilot, lambda: people.people)
        await pilot.press("down", "enter")
        await on(pilot, HomeScreen)
        assert who(app) == "Bea"
        await until(pilot, lambda: "TOML" in seen(app))
    assert file.read_text("utf-8") == "theme = ["


async def test_a_database_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "clemtui.db").write_bytes(b"this is no database" * 100)
    async with opened(tmp_path, collections=()) as (_, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("w")
        people = await on(pilot, PeopleScreen)
        await until(pilot, lambda: people.error)
        await pilot.pause()
        assert people.query_one(".error", Static).display
        await pilot.press("escape")
        await on(pilot, HomeScreen)


async def test_names_are_shown_harmlessly_and_the_list_stays_in_another_language(
    tmp_path: Path,
) -> None:
    await add_people(tmp_path, "Ann", "[b]Bea[i]")
    async with opened(tmp_path, collections=()) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("w")
        people = await on(pilot, PeopleScreen)
        await until(pilot, lambda: people.people)
        await pilot.press("down")
        await app.set_language("de")
        await pilot.pause()
        assert people.query_one(PeopleList).highlighted == 1
        assert "[b]Bea[i]" in seen(app)


@pytest.mark.parametrize("key", ["", "r", "d", "s"])
async def test_a_click_on_the_name_in_the_first_line_lets_somebody_else_play(
    tmp_path: Path, key: str
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await until(pilot, lambda: who(app) == "Ann")
        await pilot.press(*([key] if key else []))
        await pilot.pause()
        below = app.screen
        await pilot.click(offset=(2, 0))
        await pilot.pause()
        assert app.screen is below, "the title is not the name"
        await pilot.click(offset=(77, 0))
        await on(pilot, PeopleScreen)


async def test_during_play_the_name_is_not_clickable(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partners={"Player 2": ControlledPartner()}) as table:
        await table.pilot.press("f12")
        await on(table.pilot, SettingsScreen)
        for screens in (3, 2):
            await table.pilot.click(offset=(77, 0))
            await table.pilot.pause()
            assert len(table.app.screen_stack) == screens + 1, "nothing was opened"
            await table.pilot.press("escape")
            await table.pilot.pause()


async def test_what_is_wrong_with_a_name_is_said_in_the_interface_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (_, pilot):
        await on(pilot, HomeScreen)
        monkeypatch.setattr(Interface, "say", lambda self, sentence: Localised("Kein Name."))
        await pilot.press("w")
        await on(pilot, PeopleScreen)
        await pilot.press("n")
        screen = await on(pilot, TextDialog)
        await pilot.press("enter")
        error = screen.query_one(".error", Static)
        await until(pilot, lambda: text_of(error) == "Kein Name.")
