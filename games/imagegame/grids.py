"""Grids of letters: the text that players write, and rows of cells."""

from __future__ import annotations

from collections.abc import Sequence

BLANK = "▢"
"""An empty cell (U+25A2). The other white square, U+25A1, does not count as one."""

SIZE = 5
"""The number of rows and columns of every grid."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

GridRows = tuple[str, ...]
"""A grid as rows, each a string with one character per cell."""

EMPTY: GridRows = (BLANK * SIZE,) * SIZE


def as_text(rows: Sequence[str]) -> str:
    """Return the text form: one line per row, with a single space between cells."""
    return "\n".join(" ".join(row) for row in rows)


def as_rows(text: str) -> GridRows | None:
    """Return the rows of a grid in text form, ignoring all white space.

    The rules accept some grids with a tab or a line break inside a row. People see such a grid as
    it was meant: by its cells, in reading order. Return None if the number of cells is wrong.
    """
    cells = "".join(text.split())
    if len(cells) != SIZE * SIZE:
        return None
    return tuple(cells[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))
