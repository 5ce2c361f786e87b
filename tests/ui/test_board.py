"""The board: what is empty takes no room."""

from __future__ import annotations

from textual.app import App, ComposeResult

from clemtui.engine import Card, Item, MarkedList, Row, Table, View, label
from clemtui.language import Interface, Labels
from clemtui.play.listing import list_games
from clemtui.play.phrases import Voice
from clemtui.ui.widgets.blocks import BlockWidget
from clemtui.ui.widgets.board import Board
from tests.ui.table import text_of


def voice() -> Voice:
    listing = next(each for each in list_games()[0] if each.card.id == "taboo")
    ui = Interface("en")
    return Voice(ui, Labels(ui, listing.words), listing, {})


class OnlyBoard(App[None]):
    """Nothing but a board."""

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
    app = OnlyBoard()
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
