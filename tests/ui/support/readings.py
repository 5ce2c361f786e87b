"""What the tests of reading share: episodes on record, and the app at one of them."""

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
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.widgets.transcript.stepping import StepTranscript
from tests.support.table import left_at, play, sitting
from tests.ui.support.table import all_done, on, opened, text_of, until

HOSTILE = "[bold red]x[/] \x1b[31mred\x1b]0;t\x07 \u202eevil\u200b\u2066"


async def recorded(
    folder: Path, wanted: Choices, say: Callable[[Request], str] | None = None
) -> str:
    """The id of an episode that was played to its end."""
    async with sitting(folder / "clemtui.db") as service:
        return (await play(service, wanted, say)).live.id


async def left(folder: Path, wanted: Choices) -> str:
    """The id of an episode that was left when something had been asked."""
    async with sitting(folder / "clemtui.db") as service:
        person = await left_at(service, wanted, lambda person: len(person.updates) > 1)
        return person.live.id


@asynccontextmanager
async def reading(
    folder: Path, episode: str, **given: Any
) -> AsyncIterator[tuple[ReviewScreen, Pilot[None], ClemtuiApp]]:
    """The app at an episode that is being read."""
    async with opened(folder, review=episode, **given) as (app, pilot):
        screen = await on(pilot, ReviewScreen)
        await until(pilot, lambda: screen.reading)
        await all_done(app.workers)
        await pilot.pause()
        yield screen, pilot, app


def transcript(screen: ReviewScreen) -> str:
    entries = screen.query_one(StepTranscript).entries
    return "\n".join(f"{entry.heading}\n{entry.text}" for entry in entries)


def told(screen: ReviewScreen) -> str:
    return text_of(screen.query_one("#told", Static))


def exposures(folder: Path, person: str) -> list[str]:
    """How a person met tasks, as it is on the disk."""
    with Reader(folder / "clemtui.db") as reader:
        ids = {each.pseudonym: each.id for each in reader.people()}
        return [each.kind for each in reader.exposures(ids[person])] if person in ids else []
