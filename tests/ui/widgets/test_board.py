"""The board: empty blocks are hidden."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from clemtui.engine import (
    Card,
    Cell,
    Item,
    Keyboard,
    LetterBoard,
    MarkedList,
    Row,
    Table,
    View,
    label,
)
from clemtui.episode.planning.listing import list_games
from clemtui.language import Interface, Labels
from clemtui.ui.widgets.board.blocks import BlockWidget, CardWidget
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.board.letters import KeyboardWidget
from clemtui.wording.phrases import Voice
from tests.ui.support.app import text_of, until


def voice() -> Voice:
    listing = next(each for each in list_games()[0] if each.card.id == "taboo")
    ui = Interface("en")
    return Voice(ui, Labels(ui, listing.words), listing, {})


class BoardApp(App[None]):
    """An app with only a board."""

    def compose(self) -> ComposeResult:
        yield Board(voice())


def view(*words: str) -> View:
    items = tuple(Item(word, word) for word in words)
    return View(
        (
            MarkedList(id="history", title=label("taboo.history"), items=items),
            Table(
                id="table",
                title=label("taboo.card"),
                columns=(label("taboo.target"),),
                rows=tuple((word,) for word in words),
            ),
            Card(id="card", rows=(Row("target", label("taboo.target"), "fear"),)),
        )
    )


async def test_an_empty_list_has_no_heading_until_there_is_something_in_it() -> None:
    app = BoardApp()
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        await board.show(view())
        await pilot.pause()
        listed, table, card = board.query(BlockWidget)
        assert (listed.display, table.display, card.display) == (False, False, True)
        await board.show(view("horror"))
        await pilot.pause()
        assert listed.display
        assert table.display
        assert len(text_of(listed).splitlines()) == 2
        await board.show(view())
        await pilot.pause()
        assert not listed.display


async def test_concurrent_show_calls_run_in_order() -> None:
    """The person may step on before a board was drawn for the first time."""
    async with BoardApp().run_test() as pilot:
        board = pilot.app.query_one(Board)
        await asyncio.gather(board.show(view("fear")), board.show(view("dread")))
        await pilot.pause()
        listed, _, _ = board.query(BlockWidget)
        assert "dread" in text_of(listed)


def long_card(*values: str) -> View:
    rows = tuple(Row(value, label("taboo.title"), value) for value in values)
    return View((Card("card", rows),))


async def placed(pilot: Pilot[None], board: Board) -> CardWidget:
    """Return the card of a board once it is laid out."""
    card = board.query_one(CardWidget)
    await until(pilot, lambda: card.size.width and card._room == card.size.width)
    return card


async def card_lines(width: int, *values: str) -> list[str]:
    """Return the lines of a card in a board of this width."""
    app = BoardApp()
    async with app.run_test(size=(width, 30)) as pilot:
        board = app.query_one(Board)
        board.styles.width = width
        board.styles.height = "auto"
        await board.show(long_card(*values))
        return text_of(await placed(pilot, board)).splitlines()


async def test_a_long_card_uses_columns_on_a_wide_board() -> None:
    """Text runs down the first column, then the next. Columns are as wide as they need to be."""
    words = ("oak", "a long-leaved lime", "ash", "elm", "fir", "yew", "box", "bay", "fig")
    lines = await card_lines(60, *words)
    assert len(lines) == 5
    assert lines[0].split() == ["Taboo", "oak", "Taboo", "yew"]
    assert lines[1] == "Taboo  a long-leaved lime  Taboo  box"
    assert len(await card_lines(30, *words)) == 9
    assert len(await card_lines(60, *words[:7])) == 7, "a short card is a list"


async def test_a_brief_value_takes_one_line_however_wide_the_board_is() -> None:
    """The whole value was also sent in a message."""
    long = ("because it is a word that goes on and on " * 3).strip()
    rows = (Row("why", label("taboo.target"), long, brief=True),)
    app = BoardApp()
    async with app.run_test(size=(60, 20)) as pilot:
        board = app.query_one(Board)
        await board.show(View((Card("card", rows),)))
        card = await placed(pilot, board)
        (line,) = text_of(card).splitlines()
        assert line.endswith("…")
        assert card.size.height == 1
        assert len(line) == card.size.width
        await pilot.resize_terminal(160, 20)
        await until(pilot, lambda: long in text_of(card))


async def drawn(*blocks: LetterBoard | Keyboard) -> list[list[str]]:
    """Return the lines of some blocks on a board."""
    app = BoardApp()
    async with app.run_test() as pilot:
        board = app.query_one(Board)
        await board.show(View(blocks))
        await pilot.pause()
        return [text_of(block).splitlines() for block in board.query(BlockWidget)]


async def test_letters_have_the_capitals_of_their_language() -> None:
    """The capital of a Turkish i differs from that of ı, and from Unicode's."""
    turkish = (Cell("i", "hit", "İ"), Cell("ı", "near", "I"), Cell("ş", "miss"))
    for lines in await drawn(LetterBoard("board", (turkish,)), Keyboard("keys", (turkish,))):
        letters = next(line for line in lines if "İ" in line)
        assert "".join(character for character in letters if character.isalpha()) == "İIŞ"


@pytest.mark.parametrize(
    ("width", "keys"), [(60, "▐█き█▌▐ く ▌"), (14, "█き█▐く▌ け "), (11, "█き▐く け")]
)
async def test_keys_of_wide_letters_are_as_large_as_there_is_room(width: int, keys: str) -> None:
    row = (Cell("き", "hit"), Cell("く", "near"), Cell("け", "open"))
    app = BoardApp()
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.query_one(Board)
        board.styles.width = width
        await board.show(View((Keyboard("keys", (row, row)),)))
        await until(pilot, lambda: keys in text_of(board.query_one(KeyboardWidget)))
        assert text_of(board.query_one(KeyboardWidget)).count(keys) == 2
