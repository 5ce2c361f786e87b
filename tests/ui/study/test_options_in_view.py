"""The options of a question: as many as there are free rows, and always the highlighted one."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Region

from clemtui.ui.study.page import PageOptions, PageView
from tests.ui.study.test_participants import START, Visit, frozen, to_first_episode, visit
from tests.ui.support.app import seen, until

__all__ = ["frozen"]

SMALLEST, USUAL = (40, 12), (80, 24)


def options(here: Visit) -> PageOptions:
    return here.screen.query_one(PageOptions)


def rows_of(shown: PageOptions, number: int) -> Region:
    """Return where an option is on the screen, with all its lines; it may be out of view."""
    lines = [at for at, (option, _) in enumerate(shown._lines) if option == number]
    top = shown.content_region.y - int(shown.scroll_y) + lines[0]
    return Region(shown.content_region.x, top, 1, len(lines))


def is_in_view(here: Visit) -> bool:
    """Whether the highlighted option is on the screen, with all its lines."""
    shown = options(here)
    assert shown.highlighted is not None
    visible = shown.region
    for each in shown.ancestors:
        if hasattr(each, "region"):
            visible = visible.intersection(each.region)
    return visible.contains_region(rows_of(shown, shown.highlighted))


async def marks_all(here: Visit) -> None:
    for _ in range(options(here).option_count):
        await here.pilot.press("down")
        await until(here.pilot, lambda: is_in_view(here))


async def to_levels(here: Visit) -> None:
    await here.page()
    assert "How well do you speak" in await here.press("1", "enter")
    await until(here.pilot, lambda: options(here).size.height > 2)


async def test_the_highlighted_one_of_many_options_is_in_view_on_the_smallest_screen(
    frozen: Path,
) -> None:
    async with visit(frozen, size=SMALLEST) as here:
        await to_levels(here)
        page = here.screen.query_one(PageView)
        await until(here.pilot, lambda: options(here).region.bottom == page.region.bottom)
        assert options(here).show_vertical_scrollbar, "from the start it is seen that there is more"
        await marks_all(here)
        assert "native: I grew up with it" in seen(here.app)


async def test_all_options_are_seen_where_there_is_room(frozen: Path) -> None:
    async with visit(frozen, size=USUAL) as here:
        await to_levels(here)
        assert not options(here).show_vertical_scrollbar
        assert "1. not at all" in seen(here.app)
        assert "8. native" in seen(here.app)


@pytest.mark.parametrize("size", [SMALLEST, USUAL])
async def test_what_can_be_kept_by_who_withdraws_is_in_view(
    frozen: Path, size: tuple[int, int]
) -> None:
    async with visit(frozen, START, size) as here:
        await to_first_episode(here)
        await here.asked()
        await here.press("f11")
        await until(here.pilot, lambda: options(here).size.height > 2)
        await marks_all(here)
        assert "4. Go on with the study." in seen(here.app)


async def test_the_highlighted_option_stays_in_view_when_the_screen_shrinks(frozen: Path) -> None:
    async with visit(frozen, size=USUAL) as here:
        await to_levels(here)
        await here.pilot.press("8")
        await here.pilot.resize_terminal(*SMALLEST)
        await until(here.pilot, lambda: options(here).show_vertical_scrollbar)
        await until(here.pilot, lambda: is_in_view(here))
        assert "native: I grew up with it" in seen(here.app)
