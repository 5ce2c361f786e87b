"""Helpers for the tests of the setup screen."""

from __future__ import annotations

from typing import Any

from textual.widgets import Static

from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.navigation import OpenSetUp
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.stepper import Stepper
from tests.ui.support.app import on, text_of, until

BUNDLED: dict[str, Any] = {"collections": ()}
"""Only the bundled games."""


async def open_setup(pilot: Any, game: str = "taboo") -> SetupScreen:
    """Open the setup of a game, with everything loaded but the responses of model servers."""
    home = await on(pilot, HomeScreen)
    await until(pilot, lambda: home.loaded_at)
    pilot.app.push_screen(SetupScreen(home.context, OpenSetUp(home.context.listing(game))))
    setup = await on(pilot, SetupScreen)
    await until(pilot, setup.loaded.is_set)
    await pilot.pause()
    return setup


def stepper(setup: SetupScreen, id: str) -> Stepper:
    return setup.query_one(f"#{id}", Stepper)


def box(setup: SetupScreen, id: str) -> AnswerBox:
    return setup.query_one(f"#{id}", AnswerBox)


async def choose(pilot: Any, setup: SetupScreen, id: str, value: str) -> None:
    """Choose a value as the user would."""
    stepper(setup, id).choose(value)
    await pilot.pause()


async def write(pilot: Any, setup: SetupScreen, id: str, text: str) -> None:
    """Replace the text of a box."""
    editor = box(setup, id)
    editor.focus()
    editor.text = text
    await pilot.pause()


def shown(setup: SetupScreen, id: str) -> bool:
    return bool(setup.query_one(f"#row-{id}").display)


def error_at(setup: SetupScreen, field: str) -> str:
    return text_of(setup.query_one(f"#row-{field} .error", Static))


def note_at(setup: SetupScreen, field: str) -> str:
    return text_of(setup.query_one(f"#row-{field} .note", Static))


def summary(setup: SetupScreen) -> str:
    return text_of(setup.query_one("#summary", Static))


def names(stepper: Stepper) -> list[str]:
    return [name for _, name in stepper.options]
