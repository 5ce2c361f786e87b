"""Views: blocks by id, aids that can be switched off, and all their content as text."""

from __future__ import annotations

import pytest

from clemtui.engine import (
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

VIEW = View(
    (
        TextBlock("told", "some text", title=label("title", name="Ada")),
        TextBlock("count", label("count", done=3)),
        Card("card", (Row("a", label("a"), "one"), Row("b", label("b"), ("two", "three")))),
        LetterBoard("board", ((Cell("c", "hit"), Cell("a", "near")),)),
        Keyboard("keys", ((Cell("q", "open"), Cell("w", "miss")),), aid="letters"),
        Grids("grids", (Grid("left", (("x", "."), (".", "y")), columns=("1", "2")),)),
        MarkedList("list", (Item("i", "item", mark=label("mark", seat="P1"), tone="good"),)),
        Table("table", (label("head"),), (("cell",),)),
        Matrix(
            "matrix",
            ("before",),
            (
                MatrixRow(
                    "r", "row", (MatrixCell("value", right=True), None), label("said", n=7), 0
                ),
            ),
            heading=label("head"),
        ),
    )
)


def test_blocks_and_rows_are_found_by_id() -> None:
    assert VIEW.block("told") is VIEW.blocks[0]
    assert VIEW.value("card", "b") == ("two", "three")
    for missing in (("card", "c"), ("told", "a"), ("none", "a")):
        with pytest.raises(KeyError):
            VIEW.value(*missing)
    with pytest.raises(KeyError):
        VIEW.block("none")


def test_blocks_of_disabled_aids_are_hidden() -> None:
    assert "keys" not in [block.id for block in VIEW.with_aids(frozenset()).blocks]
    assert VIEW.with_aids(frozenset({"letters"})) == VIEW


def test_texts_contain_exactly_the_content() -> None:
    assert set(VIEW.texts()) == {
        "some text", "Ada", "3", "one", "two", "three", "ca", "qw", "x.", ".y", "item", "cell",
        "before", "row", "value", "7",
    }  # fmt: skip
