"""Sets of cells that have a name. Rows and columns are counted from 0."""

from __future__ import annotations

from functools import cache
from typing import Literal

from ..grids import SIZE

Cell = tuple[int, int]
"""Row and column."""

Cells = frozenset[Cell]
Axis = Literal["row", "column"]

AXES: tuple[Axis, ...] = ("row", "column")
LAST = SIZE - 1
MIDDLE = SIZE // 2
MIDDLE_FROM_END = MIDDLE - SIZE
"""The middle counted from the end. It marks "middle", where MIDDLE marks "third"."""


GRID: Cells = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))
CORNERS: Cells = frozenset((row, column) for row in (0, LAST) for column in (0, LAST))
CENTRE: Cells = frozenset({(MIDDLE, MIDDLE)})
BORDER: Cells = frozenset(cell for cell in GRID if {0, LAST} & set(cell))
INSIDE: Cells = GRID - BORDER
FALLING: Cells = frozenset((at, at) for at in range(SIZE))
"""The diagonal from the top left to the bottom right."""

RISING: Cells = frozenset((LAST - at, at) for at in range(SIZE))


@cache
def line(axis: Axis, index: int) -> Cells:
    """Return a row or a column."""
    along = range(SIZE)
    return frozenset((index, at) if axis == "row" else (at, index) for at in along)


@cache
def lines(axis: Axis) -> tuple[Cells, ...]:
    """Return all rows or all columns."""
    return tuple(line(axis, index) for index in range(SIZE))
