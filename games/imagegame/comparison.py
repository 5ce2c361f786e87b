"""Compare a drawn grid with the target and with the previous grid (clembench v3.0).

The reference's pattern accepts some grids that do not split into rows and cells as expected: rows
are lines, and cells are separated by single spaces. The functions here treat such grids as the
reference does.
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


NO_MATCH = Match(0, 0, 0)
"""The match before any grid has been compared."""


def compare(target: str, drawn: str) -> Match | None:
    """Compare a drawn grid with the target.

    Recall is the share of the target's letters that were drawn; precision is the share of drawn
    letters that are correct. Both are rounded to four digits before F1, their harmonic mean, is
    computed. F1 is rounded to four digits too, and then all three to whole per cents (half to
    even).

    Return None where the reference's scorer raises an error and swallows it: nothing was drawn, the
    target is empty, or a row after the first is too short.
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


def match_history(target: str, grids: Sequence[str]) -> list[Match]:
    """Return the match of each drawn grid, in order.

    A grid without a match repeats the previous one, so a correct grid that is then erased
    completely still counts as correct.
    """
    matches: list[Match] = []
    for drawn in grids:
        before = matches[-1] if matches else NO_MATCH
        matches.append(compare(target, drawn) or before)
    return matches


def changed_cells(before: str, after: str) -> int:
    """Count the cells that differ from the previous grid.

    Return 0 if a row or cell of the previous grid has no counterpart; the reference's scorer raises
    an error there and swallows it.
    """
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
    """Return the number of rows and the number of cells in the first row."""
    rows = _rows(grid)
    return len(rows), len(rows[0])
