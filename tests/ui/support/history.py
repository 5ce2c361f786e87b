"""Helpers for the tests of the history."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.history.table import EpisodeTable
from tests.support.play_helpers import choices, leave_when, play, sitting
from tests.ui.support.app import on, opened, seen, text_of, until, wait_for_workers


@asynccontextmanager
async def history(
    folder: Path, *, size: tuple[int, int] = (80, 24), **given: Any
) -> AsyncIterator[tuple[HistoryScreen, Pilot[None], ClemtuiApp]]:
    """Open the history of a database in a folder, with everything loaded."""
    async with opened(folder, size=size, first="history", **given) as (app, pilot):
        screen = await on(pilot, HistoryScreen)
        await until(pilot, lambda: screen.facets is not None or screen.problem)
        await pilot.pause()
        yield screen, pilot, app


async def record_episodes(folder: Path) -> dict[str, str]:
    """Record four episodes and return their ids by name.

    They are Ann's taboo, Ann's wordle (aborted), Bea's taboo, and Ann's unfinished wordle.
    """
    async with sitting(folder / "clemtui.db") as service:
        taboo = await play(service, choices("taboo", language="en"))
        wordle = await play(service, choices("wordle", language="en"), lambda _: "nothing")
        bea = await play(service, choices("taboo", language="de", person="Bea", seat="Player 2"))
        left = await leave_when(
            service, choices("wordle", language="en"), lambda person: len(person.updates) > 1
        )
    lives = {"taboo": taboo, "wordle": wordle, "bea": bea, "left": left}
    return {name: person.live.id for name, person in lives.items()}


def table_of(screen: HistoryScreen) -> EpisodeTable:
    return screen.query_one(EpisodeTable)


def rows(app: ClemtuiApp) -> list[str]:
    """Return the lines of the table that are not blank, without its heading."""
    region = app.screen.query_one(EpisodeTable).region
    lines = [line.rstrip() for line in seen(app).splitlines()[region.y + 1 : region.bottom]]
    return [line for line in lines if line.strip()]


def message_line(screen: HistoryScreen) -> str:
    return text_of(screen.query_one("#found", Static))


async def apply_filter(screen: HistoryScreen, pilot: Pilot[None], line: str) -> None:
    """Type a filter and wait for its matches."""
    await pilot.press("slash")
    screen.query_one("#filter").value = line  # type: ignore[attr-defined]
    await pilot.pause()
    await pilot.press("enter")
    await wait_for_workers(pilot.app.workers)
    await pilot.pause()
