"""A screen can be left at any moment, however much is still in progress there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.geometry import Region
from textual.screen import Screen

from clemtui.archive.history import History
from clemtui.episode.planning.plan import Choices
from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.results.progress.screen import ProgressScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import (
    OpenExport,
    OpenHistory,
    OpenPartners,
    OpenProgress,
    OpenReview,
    OpenSetUp,
)
from clemtui.ui.widgets.answer.box import AnswerBox
from tests.ui.support.app import on, opened, playing, until
from tests.ui.support.reviews import exposures, record_finished

LOADING: dict[str, Callable[[Context, str], Screen[Any]]] = {
    "history": lambda context, episode: HistoryScreen(context, OpenHistory()),
    "progress": lambda context, episode: ProgressScreen(context, OpenProgress()),
    "reading": lambda context, episode: ReviewScreen(context, OpenReview(episode)),
    "set-up": lambda context, episode: SetupScreen(context, OpenSetUp(context.listing("taboo"))),
    "partners": lambda context, episode: PartnerDialog(context, OpenPartners()),
}
"""Screens that read something when they are opened."""

TURNS = (*range(0, 40, 4), 60, 100, 200, 400)
"""Numbers of event loop turns after which a screen is left again."""


@pytest.mark.parametrize("name", LOADING)
async def test_a_screen_can_be_left_while_it_is_being_opened(name: str, tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, Choices(game="taboo", person="Ann", language="en"))
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        for turns in TURNS:
            screen = LOADING[name](app.context, episode)
            await app.push_screen(screen)
            for _ in range(turns):
                await asyncio.sleep(0)
            screen.dismiss(None)
            await until(pilot, lambda: app._exception or not screen.is_attached)  # noqa: B023
            assert app._exception is None
            assert app.screen is home


async def test_late_results_are_dropped_when_a_screen_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, going = asyncio.Event(), asyncio.Event()
    count = History.count

    async def slowly(*given: Any) -> int:
        found = await count(*given)
        read.set()
        await going.wait()
        return found

    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        monkeypatch.setattr(History, "count", slowly)
        screen = HistoryScreen(app.context, OpenHistory())
        await app.push_screen(screen)
        await read.wait()
        whole = len(screen.children)
        screen.dismiss(None)
        async with asyncio.timeout(30):
            while len(screen.children) == whole:  # noqa: ASYNC110 - the very turn counts
                await asyncio.sleep(0)
        going.set()
        await until(pilot, lambda: app._exception or not screen.is_attached)
        assert app._exception is None


async def test_nothing_begins_on_a_screen_that_is_closing(tmp_path: Path) -> None:
    """A message that was still waiting would otherwise start work on widgets that are gone."""
    episode = await record_finished(tmp_path, Choices(game="taboo", person="Ann", language="en"))
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        screen = ExportDialog(app.context, OpenExport(episode))
        await app.push_screen(screen)
        await until(pilot, lambda: screen.review is not None)
        whole = len(screen.children)
        screen.dismiss(None)
        async with asyncio.timeout(30):
            while len(screen.children) == whole:  # noqa: ASYNC110 - the very turn counts
                await asyncio.sleep(0)
        late = screen.run_latest(screen._suggest, group="suggest")
        await until(pilot, lambda: app._exception or late.is_finished)
        assert app._exception is None


async def test_a_screen_can_be_left_while_it_is_composed_again(tmp_path: Path) -> None:
    """Removing its widgets would never end if it did not wait for that."""
    episode = await record_finished(tmp_path, Choices(game="taboo", person="Ann", language="en"))
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        for turns in range(0, 30, 2):
            screen = ReviewScreen(app.context, OpenReview(episode))
            await app.push_screen(screen)
            async with asyncio.timeout(30):
                while screen.review is None:  # noqa: ASYNC110 - the very turn counts
                    await asyncio.sleep(0)
            for _ in range(turns):
                await asyncio.sleep(0)
            screen.dismiss(None)
            await until(pilot, lambda: app._exception or not screen.is_attached)  # noqa: B023
            assert app._exception is None
            assert app.screen is home


async def test_a_screen_that_goes_while_it_is_composed_has_nothing_to_be_focused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    episode = await record_finished(tmp_path, Choices(game="taboo", person="Ann", language="en"))
    composing = ReviewScreen.recompose

    async def compose_and_go(screen: ReviewScreen) -> None:
        await composing(screen)
        screen.app.pop_screen()

    monkeypatch.setattr(ReviewScreen, "recompose", compose_and_go)
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        screen = ReviewScreen(app.context, OpenReview(episode))
        await app.push_screen(screen)
        await until(pilot, lambda: app._exception or not screen.is_attached)
        assert app._exception is None
        assert app.screen is home


async def test_an_exposure_is_recorded_even_when_leaving_at_once(tmp_path: Path) -> None:
    choices = Choices(game="taboo", person="Ann", language="en")
    episode = await record_finished(tmp_path, choices)
    async with opened(tmp_path, person="Bea") as (app, pilot):
        await on(pilot, HomeScreen)
        screen = ReviewScreen(app.context, OpenReview(episode))
        await app.push_screen(screen)
        await until(pilot, lambda: screen.reading)
        screen.dismiss(None)
        await until(pilot, lambda: exposures(tmp_path, "Bea") == ["reviewed"])


async def test_a_box_that_was_taken_away_can_be_drawn_once_more(tmp_path: Path) -> None:
    """In a sixteen-colour theme, drawing it would look up the colours of its former parent."""
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.app.change_settings({"theme": "ansi-dark"})
        box = table.screen.query_one(AnswerBox)
        await box.remove()
        assert [strip.text for strip in box.render_lines(Region(0, 0, 5, 2))] == [" " * 5] * 2


async def test_keys_that_have_arrived_are_dealt_with_before_the_program_ends(
    tmp_path: Path,
) -> None:
    keys = 30
    async with playing(tmp_path, "taboo", language="en") as table:
        await table.wait_for_request()
        for _ in range(keys):
            table.app.post_message(Key("z", "z"))
        assert "z" not in str(table.composer.draft())
        await table.app.keys_handled()
        assert "z" * keys in str(table.composer.draft())
