"""With ``first="people"``, for places where several people take turns, the app asks who plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clemtui.config import Settings
from clemtui.ui.home.people import PeopleList, PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.home.welcome import WelcomeScreen
from tests.support.play_helpers import sitting
from tests.ui.support.app import on, opened, until

ASKED: dict[str, Any] = {"collections": (), "person": None, "first": "people"}


async def test_no_one_is_chosen_without_asking(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        for name in ("Ann", "Bo"):
            await service.add_person(name)
    async with opened(tmp_path, **ASKED) as (app, pilot):
        people = await on(pilot, PeopleScreen)
        await pilot.press("escape")
        await until(
            pilot, lambda: app.screen is not people and isinstance(app.screen, PeopleScreen)
        )
        assert app.context.person == "", "Escape is no name"
        await until(pilot, lambda: app.screen.query_one("#people", PeopleList).option_count == 3)
        await pilot.press("down", "enter")
        await on(pilot, HomeScreen)
        assert app.context.person == "Bo"


async def test_where_nobody_has_played_a_new_name_is_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path, **ASKED) as (_app, pilot):
        await on(pilot, WelcomeScreen)


async def test_what_the_settings_name_is_a_person_that_was_chosen(tmp_path: Path) -> None:
    """`clemtui serve` removes the name from the settings beforehand."""
    async with opened(tmp_path, **ASKED, settings=Settings(person="Bo")) as (app, pilot):
        await on(pilot, HomeScreen)
        assert app.context.person == "Bo"
