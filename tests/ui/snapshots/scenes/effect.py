"""Scenes of the screen that compares prompt languages."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from textual.pilot import Pilot

from clemtui.ui.app import ClemtuiApp
from clemtui.ui.results.effect.screen import EffectScreen
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.stage import home_screen
from tests.ui.support.app import on, until, wait_for_workers
from tests.ui.support.language_records import record_languages


async def empty(pilot: Pilot[Any]) -> EffectScreen:
    """No episodes in any language."""
    await home_screen(pilot)
    await pilot.press("r")
    await pilot.press("c")
    screen = await on(pilot, EffectScreen)
    await until(pilot, lambda: screen.effects is not None)
    await wait_for_workers(screen.workers)
    await pilot.pause()
    return screen


async def compared(pilot: Pilot[Any]) -> EffectScreen:
    """Two languages and a paraphrase beside English; the second player aborts in one of them."""
    database = cast(ClemtuiApp, pilot.app).context.options.database
    await asyncio.to_thread(record_languages, database.parent, database.name)
    screen = await empty(pilot)
    await until(pilot, lambda: screen.query_one("#differences").size.height > 20)
    await pilot.pause()
    return screen


async def further_down(pilot: Pilot[Any]) -> None:
    """The tables and the remarks below them."""
    screen = await compared(pilot)
    screen.query_one("#effect").scroll_to(y=18, animate=False, force=True, immediate=True)
    await pilot.pause()


EFFECT = (
    Scene("effect", compared),
    Scene("effect-tables", further_down),
    Scene("effect-empty", empty),
)
