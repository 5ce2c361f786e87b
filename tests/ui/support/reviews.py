"""Helpers for the tests of reviews: recorded episodes and the app reading one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from clemtui.engine import Request
from clemtui.episode.planning.plan import Choices
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.widgets.transcript.stepping import StepTranscript
from tests.support.play_helpers import leave_when, play, sitting
from tests.ui.support.app import on, opened, text_of, until, wait_for_workers

HOSTILE = "[bold red]x[/] \x1b[31mred\x1b]0;t\x07 \u202eevil\u200b\u2066"


async def record_hostile_person(folder: Path) -> None:
    """Record someone whose name cannot be chosen, as databases from elsewhere may contain it."""
    async with sitting(folder / "clemtui.db") as service:
        await (await service.recorder()).do(Writer.person, HOSTILE)


async def record_finished(
    folder: Path, wanted: Choices, say: Callable[[Request], str] | None = None
) -> str:
    """Play an episode to its end and return its id."""
    async with sitting(folder / "clemtui.db") as service:
        return (await play(service, wanted, say)).live.id


async def record_unfinished(folder: Path, wanted: Choices) -> str:
    """Start an episode, leave it after the first request, and return its id."""
    async with sitting(folder / "clemtui.db") as service:
        person = await leave_when(service, wanted, lambda person: len(person.updates) > 1)
        return person.live.id


@asynccontextmanager
async def open_review(
    folder: Path, episode: str, **given: Any
) -> AsyncIterator[tuple[ReviewScreen, Pilot[None], ClemtuiApp]]:
    """Open the review of an episode."""
    async with opened(folder, review=episode, **given) as (app, pilot):
        screen = await on(pilot, ReviewScreen)
        await until(pilot, lambda: screen.reading)
        await wait_for_workers(app.workers)
        await pilot.pause()
        yield screen, pilot, app


def transcript(screen: ReviewScreen) -> str:
    entries = screen.query_one(StepTranscript).entries
    return "\n".join(f"{entry.heading}\n{entry.text}" for entry in entries)


def step_line(screen: ReviewScreen) -> str:
    return text_of(screen.query_one("#told", Static))


def exposures(folder: Path, person: str) -> list[str]:
    """Return how a person was exposed to tasks, as recorded."""
    with Reader(folder / "clemtui.db") as reader:
        ids = {each.pseudonym: each.id for each in reader.people()}
        return [each.kind for each in reader.exposures(ids[person])] if person in ids else []
