"""What happens before the first paint, and what waits until after it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from textual.widget import Widget

from clemtui.config import Settings
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.navigation import OpenSettings
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.widgets.games.cards import GameCards
from tests.ui.support.app import on, until


@pytest.fixture
def rest(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """Hold back what follows the first paint until the test calls it."""
    held: list[Callable[[], None]] = []
    follow = ClemtuiApp._first_painted
    monkeypatch.setattr(ClemtuiApp, "_first_painted", lambda app: held.append(partial(follow, app)))
    return held


def opening(folder: Path) -> ClemtuiApp:
    return ClemtuiApp(AppOptions(database=folder / "clemtui.db", settings=Settings(), person="Ann"))


def layout_of(screen: SettingsScreen) -> list[tuple[str, object, object]]:
    """Return the regions and backgrounds of a screen's widgets."""
    return [
        (type(widget).__name__, widget.region, widget.styles.background)
        for widget in screen.walk_children(Widget)
    ]


async def test_a_screen_opened_by_a_key_typed_ahead_gets_its_styles(
    tmp_path: Path, rest: list[Callable[[], None]]
) -> None:
    app = opening(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: bool(rest))
        early = SettingsScreen(app.context, OpenSettings())
        await app.push_screen(early)
        rest.pop()()
        await until(pilot, lambda: home.loaded_at is not None)
        await pilot.pause()
        seen_early = layout_of(early)
        app.pop_screen()
        await on(pilot, HomeScreen)
        late = SettingsScreen(app.context, OpenSettings())
        await app.push_screen(late)
        await pilot.pause()
        assert layout_of(late) == seen_early
        await app.shut_down(0)


async def test_the_records_are_read_after_the_first_paint(
    tmp_path: Path, rest: list[Callable[[], None]]
) -> None:
    app = opening(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: bool(rest))
        assert {"taboo", "wordle"} <= set(home.query_one(GameCards).ids)
        assert not (tmp_path / "clemtui.db").exists()
        rest.pop()()
        await until(pilot, lambda: home.loaded_at is not None)
        await app.shut_down(0)


@pytest.fixture
def gc_disabled() -> Iterator[None]:
    """Disable garbage collection, as the command does when it opens the app."""
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.usefixtures("gc_disabled")
async def test_garbage_is_collected_from_the_first_paint_on(
    tmp_path: Path, rest: list[Callable[[], None]]
) -> None:
    app = opening(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: bool(rest))
        assert not gc.isenabled()
        rest.pop()()
        await until(pilot, lambda: home.loaded_at is not None)
        assert gc.isenabled()
        await app.shut_down(0)
