"""Grid symbols that every terminal draws one cell wide, and that every font has."""

from __future__ import annotations

from clemtui.language import one_line

_EMPTY = frozenset("□▢◻◽▫○◯⬜☐")
_FILLED = frozenset("■▣◼◾▪●⬤⬛█☒")

EMPTY_CELL = "."
FILLED_CELL = "#"


def displayed_symbol(sign: str) -> str:
    """Return a grid symbol as it is drawn.

    Squares and circles are two cells wide on some terminals and missing on others: empty ones
    become a full stop, filled ones ``#``. For display only; prompts, answers and records keep the
    symbol.
    """
    if sign in _EMPTY:
        return EMPTY_CELL
    if sign in _FILLED:
        return FILLED_CELL
    return one_line(sign) or " "


def is_empty_cell(symbol: str) -> bool:
    """Return whether a symbol, as it is drawn, is that of an empty cell."""
    return symbol in (EMPTY_CELL, " ")
