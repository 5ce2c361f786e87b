"""Tests of the matrix: it abbreviates words to fit, and nothing is lost at any width."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from clemtui.engine import Matrix, MatrixCell, MatrixRow, label
from clemtui.episode.planning.listing import list_games
from clemtui.language import Interface, Labels
from clemtui.ui.widgets.board.matrix import MatrixWidget
from clemtui.wording.phrases import Voice
from tests.ui.support.app import text_of


def voice() -> Voice:
    listing = next(each for each in list_games()[0] if each.card.id == "privateshared")
    ui = Interface("en")
    return Voice(ui, Labels(ui, listing.words), listing, {})


def cells(*said: tuple[str, bool | None] | None) -> tuple[MatrixCell | None, ...]:
    return tuple(None if each is None else MatrixCell(*each) for each in said)


YES, NO, WRONG = ("yes", True), ("no", True), ("no", False)


def matrix(*rows: tuple[str, tuple[MatrixCell | None, ...], int | None]) -> Matrix:
    said = label("privateshared.board.never_right", name="x", all=1)
    return Matrix(
        "m",
        tuple(map(str, range(len(rows[0][1])))),
        tuple(MatrixRow(name, name, values, said, since) for name, values, since in rows),
        heading=label("privateshared.board.after"),
        note=label("privateshared.board.since"),
    )


SMALL = matrix(
    ("DATE", cells(NO, YES, WRONG), 1),
    ("GOAL", cells(NO, None, ("?", False)), None),
)


async def drawn(block: Matrix, width: int) -> list[str]:
    """Return the lines of a matrix drawn at a given width."""

    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            widget = MatrixWidget(block, voice())
            widget.styles.width = width
            yield widget

    app = Alone()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        widget = app.query_one(MatrixWidget)
        assert isinstance(widget, Static)
        assert widget.size.width == width
        lines = text_of(widget).splitlines()
        names = tuple(row.name for row in block.rows)
        assert all(len(line) <= width for line in lines if line.startswith(names))
        return lines


async def test_whole_words_if_they_fit() -> None:
    """Check the line from where something is known, and blanks for missing cells."""
    assert await drawn(SMALL, 60) == [
        "After question",
        "     0     1     2",
        "DATE no ✓ │yes ✓ no ✗",
        "GOAL no ✓        ? ✗",
        "✓ right  ✗ wrong",
        "│ from here on the other side knows it",
    ]


async def test_spaces_shrink_before_words() -> None:
    assert (await drawn(SMALL, 19))[2] == "DATE no✓ │yes✓ no✗"


@pytest.mark.parametrize("width", [14, 18])
async def test_initials_with_legend_if_narrow(width: int) -> None:
    lines = await drawn(matrix(("DATE", cells(NO, YES, WRONG), 1)), width)
    assert lines[2:4] == ["DATE n✓│y✓ n✗", "✓ right  ✗ wrong  n no  y yes"]


async def test_split_if_very_narrow() -> None:
    """Check that nothing is omitted and that each part has its headings."""
    values = cells(*[NO] * 7, *[WRONG] * 2, *[YES] * 7)
    lines = await drawn(matrix(("NORTH", values, 9), ("SOUTH", values, None)), 32)
    rows = [line for line in lines if line.startswith("NORTH")]
    assert rows == ["NORTH n✓ n✓ n✓ n✓ n✓ n✓ n✓ n✗ n✗", "NORTH│y✓ y✓ y✓ y✓ y✓ y✓ y✓"]
    numbers = [line.split() for line in lines if line.strip() and line.strip()[0].isdecimal()]
    assert [number for line in numbers for number in line] == [str(n) for n in range(16)]


async def test_words_with_same_initial_are_not_abbreviated() -> None:
    values = cells(("yes", True), ("yesterday", False))
    lines = await drawn(matrix(("DATE", values, None)), 18)
    assert {line for line in lines if line.startswith("DATE")} == {"DATE yes✓", "DATE yesterday✗"}


async def test_unjudged_values_have_no_sign() -> None:
    lines = await drawn(matrix(("DATE", cells(("red", None), ("blue", None)), None)), 40)
    assert lines == ["After question", "     0      1", "DATE red    blue"]


async def test_no_rows_no_matrix() -> None:
    empty = Matrix("m", ("0",), (), heading=label("privateshared.board.after"))
    assert await drawn_nothing(empty)


async def drawn_nothing(block: Matrix) -> bool:
    app = App[None]()
    async with app.run_test() as pilot:
        widget = MatrixWidget(block, voice())
        await app.screen.mount(widget)
        await pilot.pause()
        return not widget.display
