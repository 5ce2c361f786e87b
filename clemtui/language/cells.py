"""Signs of a grid as every terminal shows them: one place wide, and in every font."""

from __future__ import annotations

from clemtui.language import one_line

_EMPTY = frozenset("□▢◻◽▫○◯⬜☐")
_FILLED = frozenset("■▣◼◾▪●⬤⬛█☒")

EMPTY_CELL = "."
FILLED_CELL = "#"


def cell_sign(sign: str) -> str:
    """A sign of a grid, as it is drawn.

    Squares and circles are as wide as two letters on some terminals and missing on others: empty
    ones become a full stop, filled ones ``#``. This is for showing alone: prompts, answers and
    records have the sign as it is.
    """
    if sign in _EMPTY:
        return EMPTY_CELL
    if sign in _FILLED:
        return FILLED_CELL
    return one_line(sign) or " "
