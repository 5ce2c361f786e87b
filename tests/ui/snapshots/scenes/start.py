"""Scenes before a game: home, people and setup."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from clemtui.episode.offers.connection_test import ConnectionResult
from clemtui.ui.home.people import PeopleScreen
from clemtui.ui.home.welcome import WelcomeScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.navigation import OpenSetUp
from clemtui.ui.widgets.stepper import Stepper
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import MODEL, MODELS
from tests.ui.snapshots.stage import home_screen
from tests.ui.support.app import on, until, wait_for_workers


async def home(pilot: Pilot[Any]) -> None:
    """The home screen."""
    await home_screen(pilot)


async def first_start(pilot: Pilot[Any]) -> None:
    """The question on the very first start."""
    await on(pilot, WelcomeScreen)


async def people(pilot: Pilot[Any]) -> None:
    """The screen for choosing who plays."""
    await home_screen(pilot)
    await pilot.press("w")
    screen = await on(pilot, PeopleScreen)
    await until(pilot, lambda: screen.people)
    await pilot.pause()


async def set_up(pilot: Pilot[Any], game: str = "taboo") -> SetupScreen:
    """Open the setup of a game with everything loaded."""
    shown = await home_screen(pilot)
    pilot.app.push_screen(SetupScreen(shown.context, OpenSetUp(shown.context.listing(game))))
    screen = await on(pilot, SetupScreen)
    await until(pilot, screen.loaded.is_set)
    await wait_for_workers(screen.workers)
    await pilot.pause()
    return screen


async def set_up_wordle(pilot: Pilot[Any]) -> None:
    """A game for one player."""
    await set_up(pilot, "wordle")


async def with_partner(pilot: Pilot[Any], name: str) -> SetupScreen:
    """Open the setup with a model chosen."""
    screen = await set_up(pilot)
    chosen = screen.query_one("#partner-1", Stepper)
    await until(pilot, lambda: name in dict(chosen.options))
    chosen.focus()
    chosen.choose(name)
    await pilot.pause()
    return screen


async def set_up_ready(pilot: Pilot[Any]) -> None:
    """A model whose connection test succeeded."""
    screen = await with_partner(pilot, MODEL)
    said = "Hello! What would you like to play?"
    screen.state.connection_tests[MODEL] = ConnectionResult(
        ok=True, text=said, seconds=1.4, first_seconds=0.2
    )
    screen.show()
    await pilot.pause()


async def set_up_not_ready(pilot: Pilot[Any]) -> None:
    """A model whose API key is missing."""
    await with_partner(pilot, "gpt-lab")


async def set_up_error(pilot: Pilot[Any]) -> None:
    """The error after starting with such a model anyway."""
    await with_partner(pilot, "gpt-lab")
    await pilot.press("enter")
    screen = pilot.app.screen
    await until(pilot, lambda: any(each.display for each in screen.query(".error")))
    await pilot.pause()


async def partner(pilot: Pilot[Any]) -> None:
    """The list of partners."""
    await with_partner(pilot, MODEL)
    await pilot.press("space")
    screen = await on(pilot, PartnerDialog)
    await wait_for_workers(screen.workers)
    await pilot.pause()


HOME = (
    Scene("home-first-start", first_start, options={"person": None}),
    Scene("home-empty", home),
    Scene("home", home, records=True, settings={"models": MODELS}),
    Scene("home-german", home, records=True, options={"interface_language": "de"}),
)
PEOPLE = (Scene("people", people, records=True),)
SET_UP = (
    Scene("setup", set_up, settings={"models": MODELS}, records=True),
    Scene("setup-wordle", set_up_wordle, records=True),
    Scene("setup-hello", set_up_ready, settings={"models": MODELS}, records=True),
    Scene("setup-not-ready", set_up_not_ready, settings={"models": MODELS}, records=True),
    Scene("setup-error", set_up_error, settings={"models": MODELS}, records=True),
    Scene("setup-partner", partner, settings={"models": MODELS}, records=True),
    Scene(
        "setup-german",
        set_up,
        settings={"models": MODELS},
        records=True,
        options={"interface_language": "de"},
    ),
)
