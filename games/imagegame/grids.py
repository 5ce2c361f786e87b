"""Grids of letters: the text form that players write, and rows of cells."""

from __future__ import annotations

from collections.abc import Sequence

BLANK = "▢"
"""An empty cell (U+25A2); the other white square, U+25A1, is none."""

SIZE = 5
"""Rows and columns of every grid."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Rows = tuple[str, ...]
"""A grid as rows, each a string with one character for each cell."""

EMPTY: Rows = (BLANK * SIZE,) * SIZE


def as_text(rows: Sequence[str]) -> str:
    """The text form: a line for each row, with one blank between two cells."""
    return "\n".join(" ".join(row) for row in rows)


def as_rows(text: str) -> Rows | None:
    """The rows of a grid in text form, whatever white space stands between its cells.

    What the rules accept as a grid may have a tab or a line break inside a row. People are shown
    such a grid as it was meant: by its cells, in reading order. None where their number is wrong.
    """
    cells = "".join(text.split())
    if len(cells) != SIZE * SIZE:
        return None
    return tuple(cells[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))
