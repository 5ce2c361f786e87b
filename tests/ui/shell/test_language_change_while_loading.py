"""Changing the interface language while a screen is still loading.

The language changes at every point where the screen's workers wait for the records. When they
resume, they must find the widgets that exist by then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from clemtui.archive.history import History
from clemtui.episode.seat_port import GiveUp
from clemtui.episode.service import PlayService
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.history.table import EpisodeTable
from clemtui.ui.archive.review import screen as review_screen
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.people import PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.results.progress.screen import ProgressScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.settings.shortcuts import ShortcutsScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.shell.navigation import (
    OpenHistory,
    OpenKeys,
    OpenPeople,
    OpenProgress,
    OpenReview,
    OpenSetUp,
)
from clemtui.ui.widgets.home_lists import RecentList
from tests.support.play_helpers import choices, play, sitting
from tests.ui.support.app import on, opened, playing, seen, text_of, until, wait_for_workers

Found = TypeVar("Found")

MOST = 10
"""Maximum number of language changes: each may restart a screen that is still loading."""


class Gate:
    """A gate that holds back answers from the records until a change of language is in progress."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting: list[asyncio.Event] = []
        self.closed = False
        for kind, name in (
            (Context, "service"),
            (PlayService, "read"),
            (PlayService, "people"),
            (PlayService, "unfinished"),
            (review_screen, "review_episode"),
            (History, "_read"),
        ):
            monkeypatch.setattr(kind, name, self._slow(getattr(kind, name)))

    def _slow(self, call: Callable[..., Awaitable[Found]]) -> Callable[..., Awaitable[Found]]:
        async def called(*given: Any, **named: Any) -> Found:
            found = await call(*given, **named)
            if self.closed:
                turn = asyncio.Event()
                self.waiting.append(turn)
                await turn.wait()
            return found

        return called

    async def release_all(self, app: ClemtuiApp, pilot: Pilot[None]) -> int:
        """Release the waiting calls one at a time, each in the middle of a change of language.

        Return the number of calls that waited.
        """
        times, tongue = 0, "en"
        while times < MOST and await self._any_waiting(pilot):
            tongue = "de" if tongue == "en" else "en"
            change = asyncio.ensure_future(app.set_language(tongue))
            screens = [each for each in app.screen_stack if isinstance(each, BaseScreen)]
            while not any(screen.composing for screen in screens):
                assert not change.done()
                await asyncio.sleep(0)
            self.waiting.pop(0).set()
            await change
            await pilot.pause()
            times += 1
        self.closed = False
        while self.waiting:
            self.waiting.pop().set()
        await app.set_language("de")
        await wait_for_workers(app.workers)
        await pilot.pause()
        return times

    async def _any_waiting(self, pilot: Pilot[None]) -> bool:
        for _patience in range(60):
            if self.waiting:
                return True
            await pilot.pause(0.005)
        return False


async def history_of(folder: Path) -> str:
    """Record an episode and return its id."""
    async with sitting(folder / "clemtui.db") as service:
        person = await play(service, choices("taboo", language="en"))
    return person.live.id


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


async def test_home(tmp_path: Path, gate: Gate) -> None:
    await history_of(tmp_path)
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        gate.closed = True
        home.reload()
        assert await gate.release_all(app, pilot) >= 3
        assert home.query_one(RecentList).option_count == 1
        assert "Erfolg" in seen(app)


async def test_history(tmp_path: Path, gate: Gate) -> None:
    episode = await history_of(tmp_path)
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await wait_for_workers(app.workers)
        gate.closed = True
        app.push_screen(HistoryScreen(app.context, OpenHistory("with:scripted")))
        screen = await on(pilot, HistoryScreen)
        assert await gate.release_all(app, pilot) >= 4
        highlighted = screen.query_one(EpisodeTable).highlighted
        assert highlighted is not None
        assert highlighted.id == episode
        assert screen.query_one(Input).value == "with:scripted"
        assert "Erfolg" in seen(app)


async def test_review(tmp_path: Path, gate: Gate) -> None:
    episode = await history_of(tmp_path)
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await wait_for_workers(app.workers)
        gate.closed = True
        app.push_screen(ReviewScreen(app.context, OpenReview(episode, "clue")))
        screen = await on(pilot, ReviewScreen)
        assert await gate.release_all(app, pilot) >= 2
        assert screen.review is not None
        assert "Tabu" in screen.title_text()
        assert text_of(screen.query_one("#told", Static))


async def test_progress(tmp_path: Path, gate: Gate) -> None:
    await history_of(tmp_path)
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await wait_for_workers(app.workers)
        gate.closed = True
        app.push_screen(ProgressScreen(app.context, OpenProgress()))
        screen = await on(pilot, ProgressScreen)
        assert await gate.release_all(app, pilot) >= 3
        assert screen.game == "taboo"
        assert "Fortschritt" in seen(app)


async def test_set_up(tmp_path: Path, gate: Gate) -> None:
    await history_of(tmp_path)
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await wait_for_workers(app.workers)
        gate.closed = True
        app.push_screen(SetupScreen(app.context, OpenSetUp(app.context.listing("taboo"))))
        screen = await on(pilot, SetupScreen)
        assert await gate.release_all(app, pilot) >= 3
        await until(pilot, screen.loaded.is_set)
        assert screen.state.groups
        assert "Ann" in seen(app)


async def test_who_plays(tmp_path: Path, gate: Gate) -> None:
    await history_of(tmp_path)
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await wait_for_workers(app.workers)
        gate.closed = True
        app.push_screen(PeopleScreen(app.context, OpenPeople()))
        screen = await on(pilot, PeopleScreen)
        assert await gate.release_all(app, pilot) >= 2
        assert [person.pseudonym for person in screen.people] == ["Ann"]


async def test_result(tmp_path: Path, gate: Gate) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        table.live.control(GiveUp("Player 1"))
        gate.closed = True
        screen = await on(table.pilot, ResultScreen)
        assert await gate.release_all(table.app, table.pilot) >= 2
        assert screen._game is not None
        assert "Abgebrochen" in seen(table.app)


# A typed letter must not replace earlier text


async def test_what_was_typed_goes_on_after_a_change_of_language(tmp_path: Path) -> None:
    async def take(text: str) -> str | None:
        return None

    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        app.push_screen(TextDialog(app.context.interface, "Which?", "", "abc", take))
        screen = await on(pilot, TextDialog)
        await pilot.press("d")
        assert screen.query_one(Input).value == "abcd"
        await pilot.press("escape")
        app.push_screen(ShortcutsScreen(app.context, OpenKeys()))
        keys = await on(pilot, ShortcutsScreen)
        await pilot.press("slash", "m", "o")
        await app.set_language("de")
        await pilot.pause()
        await pilot.press("v")
        assert keys.query_one("#find", Input).value == "mov"
