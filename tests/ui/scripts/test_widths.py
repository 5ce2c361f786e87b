"""Tests of characters wider in terminals than Rich assumes, and of lines behind a dialogue."""

from __future__ import annotations

from contextvars import copy_context
from pathlib import Path

from rich.segment import Segment
from textual._context import visible_screen_stack
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region

from clemtui.config import Settings
from clemtui.language.width import cell_count, extra_cells
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.terminal.widths import BackgroundFilter, SignWidthFilter
from clemtui.ui.widgets.transcript.log import Transcript
from tests.ui.support.app import on, opened, playing, until

BLACK = Color(0, 0, 0)


def drawn(line_filter: LineFilter, *texts: str) -> str:
    return "".join(each.text for each in line_filter.apply([*map(Segment, texts)], BLACK))


def test_a_line_leaves_room_for_signs_that_take_a_cell_of_their_own() -> None:
    assert drawn(SignWidthFilter(), "కు పు", "   ", "  ") == "కు పు   "
    assert drawn(SignWidthFilter(), "కి   ") == "కి   "
    assert drawn(SignWidthFilter(), "కుకు ") == "కుకు"


def test_what_lies_below_a_scrollbar_is_left_out_as_well() -> None:
    assert drawn(SignWidthFilter(hidden=1), "కు", "    ") == "కు  "
    assert drawn(SignWidthFilter(hidden=1), "కి", "    ") == "కి    ", "there is nothing to correct"


def test_the_frame_of_a_panel_keeps_its_place() -> None:
    assert drawn(SignWidthFilter(), "│", "కు పు", "     ", "│") == "│కు పు   │"
    assert drawn(SignWidthFilter(hidden=1), "│", "కు", "    ", "│") == "│కు  ", "left out"


def test_behind_a_dialogue_a_line_is_as_wide_to_everybody() -> None:
    assert drawn(BackgroundFilter(), "కు పు ", "abc   ") == "క  ప  abc "
    assert drawn(BackgroundFilter(), "కి abc ") == "కి abc "


async def test_a_transcript_ends_at_its_scrollbar_in_terminals(tmp_path: Path) -> None:
    async with playing(tmp_path, "privateshared", language="te") as table:
        table.app._filters.insert(0, SignWidthFilter())
        transcript = table.app.screen.query_one(Transcript)
        assert transcript.show_vertical_scrollbar
        framed = transcript.outer_size
        strips = transcript.render_lines(Region(0, 0, framed.width, framed.height))
        longer = [strip for strip in strips if extra_cells(strip.text)]
        beside_the_bar = transcript.content_region.right - transcript.region.x
        assert longer
        assert {cell_count(strip.text) for strip in longer} == {beside_the_bar}


async def test_arabic_behind_a_dialogue_is_put_in_order_once(tmp_path: Path) -> None:
    def first_lines(app: ClemtuiApp) -> list[str]:
        app.screen.refresh()

        def drawn() -> list[str]:
            visible_screen_stack.set(app._background_screens)  # read for the screens below
            return [strip.text for strip in app.screen._compositor.render_strips()][:3]

        return copy_context().run(drawn)

    settings = Settings(bidi="app")
    async with opened(tmp_path, settings=settings, interface_language="ar") as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.pause()
        before = first_lines(app)
        await app.push_screen(ConfirmDialog(app.context.interface, "?", "!"))
        await until(pilot, lambda: first_lines(app) == before)
