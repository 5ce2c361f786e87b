"""Scenes of a researcher's studies."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from textual.pilot import Pilot

from clemtui.ui.app import ClemtuiApp
from clemtui.ui.studies.report.screen import ReportPane, StudyReportScreen
from clemtui.ui.studies.screen import StudiesScreen
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.stage import home_screen
from tests.ui.support.app import on, until, wait_for_workers
from tests.ui.support.study_records import join_study


async def empty(pilot: Pilot[Any]) -> StudiesScreen:
    """No study at all."""
    await home_screen(pilot)
    await pilot.press("u")
    screen = await on(pilot, StudiesScreen)
    await until(pilot, lambda: screen.studies is not None)
    await wait_for_workers(screen.workers)
    await pilot.pause()
    return screen


async def listed(pilot: Pilot[Any]) -> StudiesScreen:
    """A study that people have taken part in."""
    database = cast(ClemtuiApp, pilot.app).context.options.database
    await asyncio.to_thread(lambda: asyncio.run(join_study(database.parent)))
    return await empty(pilot)


async def reported(pilot: Pilot[Any]) -> StudyReportScreen:
    """Its status and the first sections of its report."""
    await listed(pilot)
    await pilot.press("enter")
    screen = await on(pilot, StudyReportScreen)
    await until(pilot, lambda: screen.found)
    await wait_for_workers(screen.workers)
    await until(pilot, lambda: screen.query_one(ReportPane).max_scroll_y > 20)
    await pilot.pause()
    return screen


async def pictured(pilot: Pilot[Any]) -> None:
    """The pictures, found by a search."""
    screen = await reported(pilot)
    await pilot.press("slash", *"people and", "enter")
    await until(pilot, lambda: screen._match is not None)
    await pilot.pause()


STUDIES = (
    Scene("studies", listed, study=True),
    Scene("studies-empty", empty),
    Scene("studies-report", reported, study=True),
    Scene("studies-pictures", pictured, study=True),
)
