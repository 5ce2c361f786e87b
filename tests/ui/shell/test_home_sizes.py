"""The first screen at usual terminal sizes: all games are visible and no row is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.home.screen import RECENT_COUNT, HomeScreen
from clemtui.ui.widgets.home_lists import GameList, RecentList
from tests.ui.support.app import on, opened, seen, until
from tests.ui.support.results import play_to_end


@pytest.mark.parametrize("language", ["en", "de"])
async def test_seven_games_are_seen_at_once(tmp_path: Path, language: str) -> None:
    """Further ones are below them, and a scroll bar says so."""
    async with opened(tmp_path, collections=(), person="Ann") as (app, pilot):
        await app.set_language(language)
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        shown, listings = seen(app), app.context.listings
        for listing in listings[:7]:
            assert str(app.context.labels(listing.card.id).say(listing.title)) in shown
        assert home.query_one(GameList).show_vertical_scrollbar == (len(listings) > 7)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_list_that_scrolls_cuts_nothing_off_its_rows(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with opened(tmp_path, size=size, collections=(), person="Ann") as (app, pilot):
        service = await app.context.service()
        for _ in range(RECENT_COUNT):
            await play_to_end(service, "wordle")
        home = await on(pilot, HomeScreen)
        home.reload()
        recent = home.query_one(RecentList)
        await until(pilot, lambda: recent.show_vertical_scrollbar)
        assert len(home.recent) == RECENT_COUNT
        await pilot.pause()
        rows = seen(app).splitlines()[recent.region.y : recent.region.bottom]
        assert all(row.rstrip(" ▁▂▃▄▅▆▇█").endswith("just now") for row in rows)
