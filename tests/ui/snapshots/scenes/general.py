"""Scenes that every screen offers: settings, shortcuts, help, palette, jump mode and questions."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.settings.shortcuts import ShortcutsScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.dialogs.jump import JumpScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.reader import ReaderScreen
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.scenes.play import LAB, describer
from tests.ui.snapshots.stage import home_screen
from tests.ui.support.app import on, wait_for_workers


async def settings(pilot: Pilot[Any]) -> None:
    """The settings."""
    await home_screen(pilot)
    await pilot.press("s")
    screen = await on(pilot, SettingsScreen)
    await wait_for_workers(screen.workers)
    await pilot.pause()


async def keys(pilot: Pilot[Any]) -> None:
    """The list of shortcuts."""
    home = await home_screen(pilot)
    home.action_all_keys()
    screen = await on(pilot, ShortcutsScreen)
    await wait_for_workers(screen.workers)
    await pilot.pause()


async def help_home(pilot: Pilot[Any]) -> None:
    """The help of the home screen."""
    await home_screen(pilot)
    await pilot.press("f1")
    await on(pilot, ReaderScreen)
    await pilot.pause()


async def palette(pilot: Pilot[Any]) -> None:
    """The command palette during a search."""
    await describer(pilot)
    await pilot.press("ctrl+p")
    await on(pilot, PaletteScreen)
    await pilot.press(*"co")
    await pilot.pause()


async def jump(pilot: Pilot[Any]) -> None:
    """Jump mode, with a letter on every target."""
    await home_screen(pilot)
    await pilot.press("f6")
    await on(pilot, JumpScreen)
    await pilot.pause()


async def question(pilot: Pilot[Any]) -> None:
    """A confirmation before something is lost."""
    await describer(pilot)
    await pilot.press("ctrl+g")
    await on(pilot, ConfirmDialog)
    await pilot.pause()


async def home(pilot: Pilot[Any]) -> None:
    """The message of a terminal that is too small."""
    await home_screen(pilot)


AROUND = (
    Scene("settings", settings, settings={"person": "Ada"}, options={"person": None}),
    Scene("keys", keys),
    Scene("help", help_home),
    Scene("palette", palette, **LAB),
    Scene("jump", jump, records=True),
    Scene("question", question, **LAB),
    Scene("too-small", home),
)
