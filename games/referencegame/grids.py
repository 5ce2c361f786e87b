"""Grids as text: the form in which prompts show them, and a short one for our instance files."""

from __future__ import annotations

FILLED = "X"
EMPTY = "▢"
"""How our own prompts and boards show a cell. Official instances bring their own signs."""

SIZE = 5
"""Rows and columns of a grid, as all prompts say."""

_SHORT_EMPTY = "."
_SHORT_ROWS = "/"


def shown(short: str) -> str:
    """A grid of an instance file (``X.X.X/...``) as prompts show it: rows of signs and blanks.

    Raises:
        ValueError: if it is no grid of five rows of five cells.
    """
    rows = short.split(_SHORT_ROWS)
    fits = len(rows) == SIZE and all(len(row) == SIZE for row in rows)
    if not fits or set(short) - {FILLED, _SHORT_EMPTY, _SHORT_ROWS}:
        raise ValueError(
            f"{short!r:.60} is no grid: it should have {SIZE} rows with {SIZE} cells each, "
            f"such as 'X...X/.X.X./..X../.X.X./X...X'"
        )
    return "\n".join(" ".join(row.replace(_SHORT_EMPTY, EMPTY)) for row in rows)


def cells(text: str) -> tuple[tuple[str, ...], ...]:
    """The signs of a grid as it stands in a prompt, row by row."""
    return tuple(tuple(row.split()) for row in text.splitlines() if row.strip())
