"""Tiles: letters are told apart by form as well as by colour, and what is typed is on the board."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clemtui.ui.shell.themes import DARK
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.board.grids import GridsWidget, GridWidget
from clemtui.ui.widgets.board.letters import LetterBoardWidget
from clemtui.ui.widgets.board.tiles import (
    SMALL,
    TILE_HEIGHT,
    TILE_SIZES,
    Tile,
    key_look,
    tile_rows,
)
from tests.ui.support.app import PlayedEpisode, playing, resize, seen, text_of, until


@asynccontextmanager
async def coloured(folder: Path, game: str = "wordle") -> AsyncIterator[PlayedEpisode]:
    """Play in a theme of our own: with sixteen colours there are no tiles."""
    async with playing(folder, game, size=(80, 24)) as table:
        table.app.preview_theme(DARK)
        await table.wait_for_request()
        await resize(table.pilot, 81, 24)
        yield table


def drawn(*tiles: Tile) -> list[str]:
    return [line.plain for line in tile_rows(tiles, 1, " ", "$game-teal")]


def test_a_letter_in_its_place_is_full_one_elsewhere_has_a_ring_and_others_stand_bare() -> None:
    assert drawn(Tile("A", "hit"), Tile("B", "near"), Tile("C", "miss")) == [
        "▗▄▄▄▖▗▄▄▄▖     ",
        "▐█A█▌▐ B ▌  C  ",
        "▝▀▀▀▘▝▀▀▀▘     ",
    ]


def test_keys_are_told_apart_without_colours() -> None:
    keys = [key_look(mark, "A").plain for mark in ("hit", "near", "miss", "open")]
    assert keys == ["█A█", "▐A▌", "╶A╴", " A "]


async def test_what_is_typed_stands_in_the_next_row(tmp_path: Path) -> None:
    async with coloured(tmp_path) as table:
        letters = table.screen.query_one(LetterBoardWidget)
        await until(table.pilot, lambda: letters.tiles)
        await table.type("sto")
        await until(table.pilot, lambda: "▐ S ▌▐ T ▌▐ O ▌▐ ▁ ▌" in text_of(letters))
        await table.pilot.press("backspace")
        await until(table.pilot, lambda: "▐ S ▌▐ T ▌▐ ▁ ▌" in text_of(letters))
        await table.type("one", "enter")
        await until(table.pilot, lambda: table.screen.query_one(LetterCells).word == "")
        await until(table.pilot, lambda: "round 2" in seen(table.app))
        await until(table.pilot, lambda: text_of(letters).count("▁") == 1)
        second = text_of(letters).splitlines()[TILE_HEIGHT + 1]
        assert second.strip().startswith("▐ ▁ ▌")


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (40, 12)])
async def test_where_tiles_have_no_room_letters_stand_in_lines(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with coloured(tmp_path) as table:
        letters = table.screen.query_one(LetterBoardWidget)
        await until(table.pilot, lambda: letters.tiles)
        await resize(table.pilot, *size)
        await until(table.pilot, lambda: not table.screen.query_one(LetterBoardWidget).tiles)


async def test_with_sixteen_colours_letters_have_brackets(tmp_path: Path) -> None:
    async with coloured(tmp_path) as table:
        letters = table.screen.query_one(LetterBoardWidget)
        await until(table.pilot, lambda: letters.tiles)
        table.app.preview_theme("ansi-dark")
        await resize(table.pilot, 90, 24)
        await until(table.pilot, lambda: not letters.tiles)
        assert not table.screen.query_one(LetterBoardWidget).tiles


async def test_the_board_has_the_whole_height_beside_the_rest(tmp_path: Path) -> None:
    async with coloured(tmp_path) as table:
        board = table.screen.query_one("#board", Board)
        assert (board.region.x, board.region.height) == (0, 22)
        assert board.max_scroll_y == 0


async def test_grids_are_pictures_and_a_drawing_has_tiles(tmp_path: Path) -> None:
    async with coloured(tmp_path / "one", "referencegame") as table:
        await until(table.pilot, lambda: table.screen.query_one(GridsWidget).cell == (4, 2))
        await resize(table.pilot, 120, 40)
        await until(table.pilot, lambda: table.screen.query_one(GridsWidget).cell == (6, 3))
    async with coloured(tmp_path / "two", "imagegame") as table:
        await until(table.pilot, lambda: table.screen.query_one(GridWidget).tiles == SMALL)
        await resize(table.pilot, 120, 40)
        await until(table.pilot, lambda: table.screen.query_one(GridWidget).tiles == TILE_SIZES[0])
