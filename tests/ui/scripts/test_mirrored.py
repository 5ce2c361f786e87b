"""Tests of an Arabic interface: texts are right-aligned, and tables keep their column order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.widgets import Static

from clemtui.language import Direction, Interface
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.people import PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.navigation import OpenReview
from clemtui.ui.terminal.bidi import aligned, joined_texts
from clemtui.ui.widgets.board.blocks import CardWidget, TextWidget
from clemtui.ui.widgets.comparison import comparison_table
from clemtui.ui.widgets.fitted_text import FittedText
from clemtui.ui.widgets.headline import Headline
from tests.ui.support.app import on, opened, playing, text_of, until
from tests.ui.support.results import LOSE, open_result

ARABIC: dict[str, Any] = {"interface_language": "ar"}


def alignments(*widgets: Static) -> set[str]:
    return {widget.styles.text_align for widget in widgets}


async def test_texts_begin_on_the_right_and_tables_keep_their_columns(tmp_path: Path) -> None:
    async with opened(tmp_path, **ARABIC) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        assert app.has_class("-rtl")
        texts = ("#outcome", "#flags", "#ended", "#measures", "#seen-by", ".heading")
        assert alignments(*(each for id in texts for each in result.query(id).results(Static))) == {
            "right"
        }
        assert alignments(*result.query(FittedText), *result.query(CardWidget)) == {"left"}

        app.push_screen(ReviewScreen(app.context, OpenReview(result.live.id)))
        review = await on(pilot, ReviewScreen)
        await until(pilot, lambda: review.reading)
        told = (review.query_one(id, Static) for id in ("#told", "#ended"))
        assert alignments(*told) == {"right"}


async def test_in_another_language_everything_begins_on_the_left_again(tmp_path: Path) -> None:
    async with opened(tmp_path, **ARABIC) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        await app.set_language("en")
        flags = result.query_one("#flags", Static)
        await until(pilot, lambda: flags.styles.text_align != "right")


async def test_the_title_of_a_block_begins_on_the_right_as_wide_as_the_block_is(
    tmp_path: Path,
) -> None:
    async with playing(
        tmp_path, "referencegame", seat="Player 2", interface_language="ar"
    ) as table:
        table.app.context.set_language("ar")
        table.app._apply_bidi()
        await table.screen.rebuild()
        await table.wait_for_request()
        (text,) = (each for each in table.screen.query(TextWidget) if each.block.title is not None)

        def title() -> str:
            return text_of(text).splitlines()[0]

        await until(table.pilot, lambda: len(title()) == text.content_size.width > 30)
        assert title().lstrip() != title() == title().rstrip()


async def test_the_headline_is_mirrored_with_what_a_click_on_it_does(tmp_path: Path) -> None:
    async with opened(tmp_path, **ARABIC) as (app, pilot):
        home = await on(pilot, HomeScreen)
        headline = home.query_one(Headline)
        await until(pilot, lambda: text_of(headline).startswith("Ann  "))
        line = text_of(headline)
        assert line.rstrip() == line
        await pilot.click(Headline, offset=(headline.size.width - 2, 0))
        await pilot.pause()
        assert app.screen is home
        await pilot.click(Headline, offset=(2, 0))
        await on(pilot, PeopleScreen)


@pytest.mark.parametrize(
    ("way", "row", "line"), [("ltr", "a  b  c", "word"), ("rtl", "c  b  a", "  word")]
)
def test_lines_among_columns_begin_where_the_interface_does(
    way: Direction, row: str, line: str
) -> None:
    parts = [("a", "bold"), ("b", ""), ("", "red"), ("c", "")]
    assert joined_texts(parts, way).plain == row
    assert aligned(Content("word"), 6, way).plain == line
    assert aligned(Content("words"), 3, way).plain == "words"


def test_what_is_said_below_a_table_begins_on_the_right() -> None:
    said = comparison_table([], Interface("ar"), 12, remarks=["one two three"]).plain
    assert said.splitlines() == ["     one two", "       three"]
