"""How a drawn grid is compared with the target and with the one before (clembench v3.0).

The functions keep what the reference does with grids that its own pattern lets through but that are
not cut into rows and cells as expected: rows are lines, cells stand between single blanks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .grids import BLANK


class Match(NamedTuple):
    """Precision, recall and F1 in per cent, rounded to whole numbers."""

    precision: float
    recall: float
    f1: float


NOTHING = Match(0, 0, 0)
"""Before any grid was compared."""


def compare(target: str, drawn: str) -> Match | None:
    """How well a drawn grid fits the target.

    Recall is the share of the target's letters that were drawn, precision the share of the drawn
    letters that are right. Both are rounded to four digits before F1, their harmonic mean, is
    computed, and F1 too before all three are rounded to whole per cents (halves to even).

    None where the reference's scorer fails and swallows it: nothing was drawn at all, the target is
    empty, or a row after the first is too short.
    """
    if _size(target) != _size(drawn):
        return Match(0.0, 0.0, 0.0)
    wanted_count = drawn_count = right_wanted = right_drawn = 0
    for wanted_row, drawn_row in zip(_rows(target), _rows(drawn), strict=True):
        if len(drawn_row) < len(wanted_row):
            return None
        for wanted, cell in zip(wanted_row, drawn_row, strict=False):
            same = wanted.lower() == cell.lower()
            if wanted != BLANK:
                wanted_count += 1
                right_wanted += same
            if cell != BLANK:
                drawn_count += 1
                right_drawn += same
    if not wanted_count or not drawn_count:
        return None
    recall = round(right_wanted / wanted_count, 4)
    precision = round(right_drawn / drawn_count, 4)
    f1 = 2 * precision * recall / (precision + recall) if precision and recall else 0
    return Match(round(100 * precision, 0), round(100 * recall, 0), round(100 * round(f1, 4), 0))


def course(target: str, grids: Sequence[str]) -> list[Match]:
    """The match of every grid that was drawn, in order; where there is none, the one before stays
    (so a grid that was right and is then erased completely still counts as right)."""
    matches: list[Match] = []
    for drawn in grids:
        before = matches[-1] if matches else NOTHING
        matches.append(compare(target, drawn) or before)
    return matches


def changed_cells(before: str, after: str) -> int:
    """How many cells differ from the grid before; 0 where a row or cell of that one has no
    counterpart (there the reference's scorer fails and swallows it)."""
    rows_before, rows_after = _rows(before), _rows(after)
    if len(rows_after) < len(rows_before):
        return 0
    changed = 0
    for row_before, row_after in zip(rows_before, rows_after, strict=False):
        if len(row_after) < len(row_before):
            return 0
        changed += sum(
            old.lower() != new.lower() for old, new in zip(row_before, row_after, strict=False)
        )
    return changed


def _rows(grid: str) -> list[list[str]]:
    return [row.split(" ") for row in grid.strip().split("\n")]


def _size(grid: str) -> tuple[int, int]:
    """Number of rows, and number of cells of the first row only."""
    rows = _rows(grid)
    return len(rows), len(rows[0])
