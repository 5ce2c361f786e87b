"""Scenes that every screen offers: settings, shortcuts, help, palette, jump mode and questions."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from clemtui.ui.settings.keys import KeysScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.dialogs.jump import JumpScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.reader import ReaderScreen
from tests.ui.snapshots.scenes_play import LAB, describer
from tests.ui.snapshots.stage import at_home
from tests.ui.snapshots.studio import Scene
from tests.ui.support.table import all_done, on


async def settings(pilot: Pilot[Any]) -> None:
    """The settings."""
    await at_home(pilot)
    await pilot.press("s")
    screen = await on(pilot, SettingsScreen)
    await all_done(screen.workers)
    await pilot.pause()


async def keys(pilot: Pilot[Any]) -> None:
    """The list of shortcuts."""
    home = await at_home(pilot)
    home.action_all_keys()
    screen = await on(pilot, KeysScreen)
    await all_done(screen.workers)
    await pilot.pause()


async def help_home(pilot: Pilot[Any]) -> None:
    """The help of the home screen."""
    await at_home(pilot)
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
    await at_home(pilot)
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
    await at_home(pilot)


AROUND = (
    Scene("settings", settings, settings={"person": "Ada"}, options={"person": None}),
    Scene("keys", keys),
    Scene("help", help_home),
    Scene("palette", palette, **LAB),
    Scene("jump", jump, records=True),
    Scene("question", question, **LAB),
    Scene("too-small", home),
)
