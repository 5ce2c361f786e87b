"""Text that is laid out for the available width."""

from __future__ import annotations

import asyncio

from textual import events
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Size

from clemtui.ui.widgets.fitted_text import FittedText
from tests.ui.support.app import until


class Page(App[None]):
    """A page with one fitted text."""

    def compose(self) -> ComposeResult:
        yield FittedText(id="table")


def lines(number: int) -> Content:
    return Content("\n".join(["a line"] * number))


async def test_it_is_laid_out_again_when_there_is_another_width() -> None:
    async with Page().run_test(size=(40, 12)) as pilot:
        table = pilot.app.query_one(FittedText)
        table.show(lambda width: lines(5 if width < 30 else 2))
        await until(pilot, lambda: table.size.height == 2)
        await pilot.resize_terminal(20, 12)
        await until(pilot, lambda: table.size.height == 5)


async def test_replacing_a_text_quickly_leaves_no_blank_lines() -> None:
    async with Page().run_test(size=(40, 12)) as pilot:
        app, rest, laid_out = pilot.app, asyncio.Event(), asyncio.Event()
        table = app.query_one(FittedText)
        table.call_later(rest.wait)  # busy, as on a machine under load
        table.show(lambda width: lines(8))
        signal = app.screen.screen_layout_refresh_signal
        signal.subscribe(app.screen, lambda screen: laid_out.set(), immediate=True)
        app.post_message(events.Resize(Size(40, 14), Size(40, 14)))
        await laid_out.wait()
        assert table.size.height == 8
        table.show(lambda width: lines(3))
        rest.set()
        await until(pilot, lambda: table.size.height == 3)
