"""The grid editor: single cells, whole rows and columns, undo and the mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from clemtui.engine import GridField, label
from clemtui.language import Interface
from clemtui.ui.widgets.answer.editing import Refused
from clemtui.ui.widgets.answer.grid_input import GridInput
from tests.support.paths import ROOT

STYLES = str(ROOT / "clemtui/ui/styles/composer.tcss")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class GridApp(App[None]):
    """An app with only a grid."""

    CSS_PATH = STYLES

    def __init__(self, field: GridField) -> None:
        super().__init__()
        self.grid = GridInput(field, Interface("en", report=lambda mistake: None))
        self.refused: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.grid

    def on_refused(self, event: Refused) -> None:
        self.refused.append(event.text)


def grid(*initial: str, alphabet: str = LETTERS) -> GridField:
    """Return a field for a grid of 3 × 3 cells."""
    return GridField("x", label("x"), 3, 3, alphabet, "▢", initial)


@asynccontextmanager
async def drawing(
    field: GridField, width: int = 80
) -> AsyncIterator[tuple[GridInput, Pilot[None], list[str]]]:
    app = GridApp(field)
    async with app.run_test(size=(width, 24)) as pilot:
        app.grid.focus()
        await pilot.pause()
        yield app.grid, pilot, app.refused


async def rows_after(pilot: Pilot[None], editor: GridInput, *keys: str) -> str:
    """Press keys and return the rows, with dots for empty cells."""
    await pilot.press(*keys)
    await pilot.pause()
    return " ".join(editor.value()).replace("▢", ".")


KEYS: list[tuple[list[str], str]] = [
    (["a", "b"], "AB. ... ..."),
    (["a", "b", "c", "d"], "ABC D.. ..."),
    (["down", "right", "x"], "... .X. ..."),
    (["a", "left", "space"], "... ... ..."),
    (["a", "space", "b", "full_stop", "c"], "A.B .C. ..."),
    (["a", "b", "left", "left", "delete", "c"], "CB. ... ..."),
    (["a", "b", "backspace"], "A.. ... ..."),
    (["a", "b", "a", "backspace", "backspace", "b"], "AB. ... ..."),
    (["a", "b", "left", "left", "backspace"], ".B. ... ..."),
    (["a", "right", "right", "backspace"], "A.. ... ..."),
    ([*["a"] * 9, "backspace"], "AAA AAA AA."),
    ([*["a"] * 9, "home", "up", *["b"] * 3, "backspace"], "AAA BB. AAA"),
    (["a", "b", "left", "backspace"], "A.. ... ..."),
    (["a", "down", "minus"], "A.. AAA ..."),
    (["a", "slash"], "AA. .A. .A."),
    (["a", "minus", "down", "b", "slash"], "AAB .BB ..B"),
    (["a", "minus", "left", "space", "minus"], "... ... ..."),
    (["a", "minus", "ctrl+z"], "A.. ... ..."),
    (["a", "b", "ctrl+z", "ctrl+z"], "... ... ..."),
    (["a", "b", "ctrl+z", "ctrl+z", "ctrl+y"], "A.. ... ..."),
    (["a", "ctrl+z", "b", "ctrl+y"], "B.. ... ..."),
]


@pytest.mark.parametrize(("keys", "rows"), KEYS)
async def test_what_keys_make_of_a_grid(keys: list[str], rows: str) -> None:
    async with drawing(grid()) as (editor, pilot, _):
        assert await rows_after(pilot, editor, *keys) == rows


@pytest.mark.parametrize("empty", " .·□▢")
async def test_a_grid_is_typed_as_it_is_read(empty: str) -> None:
    async with drawing(grid("XYZ", "XYZ", "XYZ")) as (editor, pilot, refused):
        for character in "a.b...cd.".replace(".", empty):
            name = "space" if character == " " else "a_character"
            editor.post_message(events.Key(name, character))
        assert await rows_after(pilot, editor) == "A.B ... CD."
        assert refused == []


async def test_it_says_which_keys_go_on() -> None:
    async with drawing(grid()) as (editor, _, _refused):
        shown = editor.draw().plain
        assert "Letter key: fill the cell, go on" in shown
        assert "Space or dot: clear the cell, go on" in shown


async def test_a_character_of_the_alphabet_is_no_empty_cell() -> None:
    async with drawing(grid(alphabet="A.")) as (editor, pilot, _):
        await rows_after(pilot, editor, "a", "full_stop")
        assert editor.value()[0] == "A.▢"


async def test_it_begins_with_the_grid_as_it_was() -> None:
    async with drawing(grid("A▢▢", "▢▢▢", "▢▢B")) as (editor, pilot, _):
        assert await rows_after(pilot, editor) == "A.. ... ..B"
        assert await rows_after(pilot, editor, "x", "ctrl+z") == "A.. ... ..B"


async def test_without_a_letter_written_the_one_under_the_cursor_fills_or_the_only_one() -> None:
    async with drawing(grid("AB▢", "▢▢▢", "▢▢▢")) as (editor, pilot, _):
        assert await rows_after(pilot, editor, "right", "slash") == "AB. .B. .B."
    async with drawing(grid("A▢▢", "▢▢▢", "▢▢▢")) as (editor, pilot, _):
        assert await rows_after(pilot, editor, "down", "minus") == "A.. AAA ..."


async def test_with_nothing_to_fill_with_it_says_what_to_do() -> None:
    async with drawing(grid()) as (editor, pilot, refused):
        assert await rows_after(pilot, editor, "minus") == "... ... ..."
        assert refused == ["Type a letter first; the row or column will be filled with it."]


async def test_a_character_that_does_not_fit_is_refused_with_what_does() -> None:
    async with drawing(grid()) as (editor, pilot, refused):
        await rows_after(pilot, editor, "7")
        assert refused == ["Allowed here: A–Z"]
    async with drawing(grid(alphabet="AXZ")) as (editor, pilot, refused):
        await rows_after(pilot, editor, "b")
        assert refused == ["Allowed here: A, X, or Z"]


async def test_a_key_that_stands_for_a_cell_fills_nothing() -> None:
    async with drawing(grid(alphabet="A-")) as (editor, pilot, _):
        assert await rows_after(pilot, editor, "a", "minus") == "A-. ... ..."
        assert "-: fill the row" not in editor.draw().plain
        assert "_: fill the row" in editor.draw().plain


async def test_rows_and_columns_have_numbers_and_the_keys_stand_beside_them() -> None:
    async with drawing(grid("A▢▢", "▢▢▢", "▢▢▢")) as (editor, _, _refused):
        heading, first, *_ = editor.draw().plain.splitlines()
        assert heading.startswith("  1 2 3")
        assert first.startswith("1 A ▢ ▢")
        for keys in ("-: fill the row", "/: fill the column", "Ctrl+Z: undo"):
            assert keys in editor.draw().plain


async def test_where_it_is_narrow_the_keys_are_below_the_grid() -> None:
    async with drawing(grid(), width=30) as (editor, _, _refused):
        lines = [line.rstrip() for line in editor.draw().plain.splitlines()]
        assert lines[:4] == ["  1 2 3", *(f"{n} ▢ ▢ ▢" for n in (1, 2, 3))]
        assert lines[4] == "Letter: fill, go on"


@pytest.mark.parametrize(("height", "row"), [(16, 8), (10, 5), (9, 2)])
async def test_cells_are_as_large_as_there_is_room_and_the_mouse_finds_them(
    height: int, row: int
) -> None:
    """The cursor stands on the letter, and a click there goes to the cell."""
    async with drawing(grid("A▢▢", "▢B▢", "▢▢▢"), width=30) as (editor, pilot, _):
        editor.adapt(height, 30)
        await pilot.press("down", "right")
        x, y = editor.cursor_cell()
        assert y == row
        assert editor.draw().plain.splitlines()[y][x] == "B"
        await pilot.press("up", "up", "left")
        await pilot.click(editor, offset=(x, y))
        assert await rows_after(pilot, editor, "c") == "A.. .C. ..."
        assert len(editor.draw().plain.splitlines()) <= height


async def test_keys_for_which_there_is_no_room_are_said_elsewhere() -> None:
    async with drawing(grid(), width=30) as (editor, _, _refused):
        assert editor.left_out == ""
        editor.adapt(10, 30)
        assert editor.left_out.startswith("Letter: fill, go on  Space: clear")
        assert "Letter" not in editor.draw().plain


async def test_a_click_goes_to_a_cell() -> None:
    async with drawing(grid()) as (editor, pilot, _):
        await pilot.click(editor, offset=(2 + 2 * 2, 1 + 1))
        assert await rows_after(pilot, editor, "x") == "... ..X ..."
        await pilot.click(editor, offset=(0, 0))
        assert await rows_after(pilot, editor, "y") == "... ..X Y.."


async def test_the_cursor_of_the_terminal_stands_on_the_cell() -> None:
    async with drawing(grid()) as (editor, pilot, _):
        await pilot.press("down", "right")
        y, x = editor.cursor_cell().y, editor.cursor_cell().x
        assert editor.draw().plain.splitlines()[y][x] == "▢"
        assert (x, y) == (4, 2)


@pytest.mark.parametrize("text", ["A ▢ B\n▢ C ▢\n▢ ▢ ▢\n", "a.b\n_c_\n...", "A□B □C□ □□□"])
async def test_a_whole_grid_can_be_pasted_however_its_empty_cells_are_written(text: str) -> None:
    async with drawing(grid()) as (editor, pilot, refused):
        editor.post_message(events.Paste(text))
        await pilot.pause()
        assert await rows_after(pilot, editor) == "A.B .C. ..."
        assert await rows_after(pilot, editor, "ctrl+z") == "... ... ..."
        assert refused == []


@pytest.mark.parametrize("text", ["A B", "A.B .C. ..?", "", "A.B .C. ....", "x" * 5000])
async def test_an_incomplete_grid_is_refused(text: str) -> None:
    async with drawing(grid("XYZ", "...", "...")) as (editor, pilot, refused):
        before = editor.value()
        editor.post_message(events.Paste(text))
        await pilot.pause()
        assert editor.value() == before
        assert refused == ["You can only paste a whole grid: 3 rows of 3 cells."]
