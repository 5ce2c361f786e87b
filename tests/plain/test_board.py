"""Every kind of block in words, and which parts are repeated."""

from __future__ import annotations

import pytest

from clemtui.engine import (
    Block,
    Card,
    Cell,
    Grid,
    Grids,
    Item,
    Keyboard,
    LetterBoard,
    MarkedList,
    Matrix,
    MatrixCell,
    MatrixRow,
    Row,
    Table,
    TextBlock,
    View,
    label,
)
from clemtui.engine.game import GameCard
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels
from clemtui.wording.boards import BlockInWords, board_in_words
from clemtui.wording.phrases import Voice
from tests.plain.playing import lines, play

WORDS = {"en": {f"t.{name}": name for name in ("title", "target", "found", "lot", "price")}}
TITLE = label("t.title")
EMPTY = (Cell("", "empty"), Cell("", "empty"))


def said(block: Block) -> list[str]:
    ui = Interface("en")
    listing = GameListing(GameCard("t", "t", "1", ()), ("en",), WORDS)
    words = board_in_words(Voice(ui, Labels(ui, WORDS), listing, {}), View((block,)))
    return list(words["b"].changes_since(None))


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        (TextBlock("b", "go\x1b on"), ["go␛ on"]),
        (TextBlock("b", "go on", title=TITLE), ["title: go on"]),
        (
            Card("b", (Row("w", label("t.target"), "fear"), Row("x", label("t.lot"), ("1", "2")))),
            ["target: fear", "lot: 1, 2"],
        ),
        (  # a brief row was sent in a message already
            Card("b", (Row("w", label("t.target"), "fear"), Row("x", TITLE, "long", brief=True))),
            ["target: fear"],
        ),
        (
            LetterBoard("b", ((Cell("a", "hit"), Cell("b", "near")), EMPTY, EMPTY), title=TITLE),
            ["title:", "1. a right place, b elsewhere in the word", "2 rows left"],
        ),
        (
            Matrix(
                "b",
                ("1", "2"),
                (
                    MatrixRow("r", "one", (MatrixCell("x"), None), label("t.found")),
                    MatrixRow("s", "two", (None, MatrixCell("y", right=False)), label("t.lot"), 1),
                ),
                heading=label("t.price"),
                title=TITLE,
            ),
            ["title:", "- found", "- lot"],
        ),
        (
            Keyboard("b", ((Cell("q", "miss"), Cell("w", "open")), (Cell("a", "miss"),))),
            ["not in the word: q a", "not known yet: w"],
        ),
        (
            Grid("b", (("x", "."), (".", "x")), columns=("1", "2"), rows=("A", "B")),
            ["columns: 1 2", "A: x .", "B: . x"],
        ),
        (Grid("b", (("X", "□"), ("▢", "■"))), ["1: X .", "2: . #"]),
        (
            Grids("b", (Grid("g", (("x",),), title=TITLE, highlighted=True),)),
            ["title:", "(this grid is highlighted)", "1: x"],
        ),
        (
            Grids(
                "b",
                (
                    Grid("g", (("x",),), title=TITLE, highlighted=True, mark=label("t.found")),
                    Grid("h", (("y",),), mark=label("t.lot"), tone="bad"),
                ),
            ),
            ["title: found", "1: x", "lot", "1: y"],
        ),
        (Grid("b", (("x",),), highlighted=True, mark=label("t.found")), ["found", "1: x"]),
        (
            MarkedList("b", (Item("i", "one", label("t.found")), Item("j", "two"))),
            ["- one: found", "- two"],
        ),
        (
            Table("b", (label("t.lot"), label("t.price")), (("1", "300"),)),
            ["- lot: 1; price: 300"],
        ),
        (Table("b", (label("t.lot"),), ()), ["nothing yet"]),
        (MarkedList("b", (), TITLE), ["title:", "nothing yet"]),
    ],
)
def test_a_block_in_words(block: Block, lines: list[str]) -> None:
    assert said(block) == lines


def test_only_new_lines_are_repeated() -> None:
    before = BlockInWords("guesses:", ("1. crane", "5 rows left"))
    assert before.changes_since(before) == ()
    after = BlockInWords("guesses:", ("1. crane", "2. slate", "4 rows left"))
    assert after.changes_since(before) == ("guesses:", "2. slate", "4 rows left")


def test_removal_repeats_the_whole_block() -> None:
    before = BlockInWords(None, ("one", "two"))
    assert BlockInWords(None, ("one",)).changes_since(before) == ("one",)


@pytest.mark.parametrize("command", ["/board", "/help"])
def test_marks_of_letters_are_explained_on_request(command: str) -> None:
    said = "Marks of letters: [a] right place, (a) elsewhere in the word, a not in the word."
    before = play("wordle", typed=lines("crane", ""))
    assert said not in before.out
    asked = play("wordle", "--new", typed=lines("crane", "", command))
    assert asked.out.count(said) == 1
    assert said not in play("taboo", typed=lines(command)).out
