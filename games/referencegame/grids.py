"""Grids as text: as shown in prompts, and in the short form of our instance files."""

from __future__ import annotations

FILLED = "X"
EMPTY = "▢"
"""The sign for an empty cell in our own prompts and boards. Official instances use their own signs.
"""

SIZE = 5
"""The number of rows and columns of a grid, as stated in all prompts."""

_SHORT_EMPTY = "."
_SHORT_ROWS = "/"


def shown(short: str) -> str:
    """Convert a grid from an instance file (``X.X.X/...``) to rows of signs separated by spaces.

    Raises:
        ValueError: if it is not a grid of five rows with five cells each.
    """
    rows = short.split(_SHORT_ROWS)
    fits = len(rows) == SIZE and all(len(row) == SIZE for row in rows)
    if not fits or set(short) - {FILLED, _SHORT_EMPTY, _SHORT_ROWS}:
        raise ValueError(
            f"{short!r:.60} is not a grid: it must have {SIZE} rows of {SIZE} cells each, "
            f"such as 'X...X/.X.X./..X../.X.X./X...X'"
        )
    return "\n".join(" ".join(row.replace(_SHORT_EMPTY, EMPTY)) for row in rows)


def pattern(text: str) -> str:
    """Return which cells of a grid are filled, for a grid in any form, official ones included."""
    signs = "".join(text.replace(_SHORT_ROWS, "").split())
    return "".join(FILLED if sign == FILLED else _SHORT_EMPTY for sign in signs)


def cells(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the signs of a grid as shown in a prompt, row by row."""
    return tuple(tuple(row.split()) for row in text.splitlines() if row.strip())
