"""The first screen at usual terminal sizes: all games are visible and no row is cut off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.ui.home.screen import RECENT_COUNT, HomeScreen
from clemtui.ui.widgets.games.cards import WIDEST, GameCards
from clemtui.ui.widgets.home_lists import RecentList, TodayList, UnfinishedList
from tests.ui.support.app import on, opened, seen, until
from tests.ui.support.results import play_to_end


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60), (40, 12), (100, 30)])
@pytest.mark.parametrize("language", ["en", "de", "ar"])
async def test_seven_games_are_seen_at_once(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    given: dict[str, Any] = {"collections": (), "interface_language": language}
    async with opened(tmp_path, size=size, **given) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        await pilot.pause()
        games, shown = home.query_one(GameCards), seen(app)
        assert len(games.ids) == 7
        for number, listing in enumerate(app.context.listings, 1):
            title = str(app.context.labels(listing.card.id).say(listing.title))
            assert title[:12] in shown
            assert f" {number} " in shown
        assert not games.show_vertical_scrollbar
        below = home.query_one(UnfinishedList).region
        assert games.region.bottom <= below.y < below.bottom <= size[1] - 1


async def test_wide_terminals_have_margins_on_both_sides(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(200, 60), collections=()) as (_, pilot):
        home = await on(pilot, HomeScreen)
        await pilot.pause()
        whole = [home.query_one(GameCards), home.query_one("#home-records")]
        assert [(each.region.x, each.region.width) for each in whole] == [(42, WIDEST)] * 2
        tasks, recent = home.query_one(TodayList).region, home.query_one(RecentList).region
        assert (recent.x, tasks.right) == (42, 42 + WIDEST)
        assert recent.right == tasks.x


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
        await until(pilot, lambda: len(recent.row_ids) == RECENT_COUNT)
        await pilot.pause()
        _, *rows = seen(app).splitlines()[recent.region.y : recent.region.bottom]
        rows = [row[: recent.region.right] for row in rows]
        shown = [row.rstrip(" ▁▂▃▄▅▆▇█") for row in rows if row.strip()]
        assert len(shown) >= 3
        assert all(row.endswith("just now") for row in shown)
