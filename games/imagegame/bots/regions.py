"""Cells of the grid, and the sets of cells that have a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from ..grids import SIZE

Cell = tuple[int, int]
"""Row and column, counted from 1."""

Cells = frozenset[Cell]

NUMBERS = range(1, SIZE + 1)
MIDDLE = 0
"""The ordinal of the middle place; negative ordinals count from the end."""

ALL: Cells = frozenset(product(NUMBERS, NUMBERS))
NO_CELLS: Cells = frozenset()
MAIN: Cells = frozenset((n, n) for n in NUMBERS)
ANTI: Cells = frozenset((n, SIZE + 1 - n) for n in NUMBERS)
BORDER: Cells = frozenset(c for c in ALL if not {1, SIZE}.isdisjoint(c))
CORNERS: Cells = MAIN & BORDER | ANTI & BORDER
CENTRE: Cells = frozenset({(SIZE // 2 + 1, SIZE // 2 + 1)})
CROSS: Cells = frozenset(c for c in ALL if SIZE // 2 + 1 in c)
CHECKERS: Cells = frozenset(c for c in ALL if sum(c) % 2 == 0)


STEPS: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Up, down, left, right."""


@dataclass(frozen=True, slots=True)
class Region:
    """Some cells; of a ``rest``, only those still empty when the command is executed."""

    cells: Cells
    rest: bool = False

    def __or__(self, other: Region) -> Region:
        return Region(self.cells | other.cells, self.rest or other.rest)


def place(ordinal: int, length: int = SIZE) -> int | None:
    """Return the number of an ordinal among ``length`` places, from 1; None if out of range."""
    number = ordinal if ordinal > 0 else length + 1 + ordinal if ordinal else length // 2 + 1
    return number if 1 <= number <= length else None


def places(ordinals: Iterable[int], length: int = SIZE) -> tuple[int, ...]:
    """Return the numbers of several ordinals in ascending order."""
    found = {place(ordinal, length) for ordinal in ordinals}
    return tuple(sorted(number for number in found if number is not None))


def span(ordinal: int, count: int) -> tuple[int, ...]:
    """Return a number of places at the start, at the end or in the middle ("the last two")."""
    if ordinal == MIDDLE:
        before = (SIZE - count) // 2
        fits = 0 < count <= SIZE and (SIZE - count) % 2 == 0
        return tuple(range(before + 1, before + count + 1)) if fits else ()
    step = 1 if ordinal > 0 else -1
    return tuple(ordinal + step * number for number in range(count))


def rows(ordinals: Iterable[int]) -> Cells:
    """Return all cells of some rows."""
    return frozenset(product(places(ordinals), NUMBERS))


def columns(ordinals: Iterable[int]) -> Cells:
    """Return all cells of some columns."""
    return frozenset(product(NUMBERS, places(ordinals)))


def in_reading_order(ordinals: Iterable[int]) -> Cells:
    """Return cells by their number in reading order."""
    numbers = places(ordinals, SIZE * SIZE)
    return frozenset(((n - 1) // SIZE + 1, (n - 1) % SIZE + 1) for n in numbers)


def between(one: Cells, other: Cells) -> Cells:
    """Return the straight or diagonal line between two cells, or else the block between them."""
    if len(one) != 1 or len(other) != 1:
        return NO_CELLS
    ((r1, c1),), ((r2, c2),) = one, other
    steps = max(abs(r2 - r1), abs(c2 - c1))
    if r1 == r2 or c1 == c2 or abs(r2 - r1) == abs(c2 - c1):
        down, right = _sign(r2 - r1), _sign(c2 - c1)
        return frozenset((r1 + n * down, c1 + n * right) for n in range(steps + 1))
    return block(one, other)


def block(one: Cells, other: Cells) -> Cells:
    """Return the smallest block that contains both sets of cells."""
    both = one | other
    if not both:
        return NO_CELLS
    high, low = min(r for r, _ in both), max(r for r, _ in both)
    left, right = min(c for _, c in both), max(c for _, c in both)
    return frozenset(product(range(high, low + 1), range(left, right + 1)))


def sized(size: tuple[int, int], at: Cells) -> Cells:
    """Return a block of the given size (rows, columns) in a corner or around the centre."""
    if len(at) != 1:
        return NO_CELLS
    ((row, column),) = at
    return frozenset(product(_stretch(size[0], row), _stretch(size[1], column)))


def _stretch(length: int, at: int) -> tuple[int, ...]:
    ends = {1: 1, SIZE: -1, SIZE // 2 + 1: MIDDLE}
    return places(span(ends[at], length)) if at in ends else ()


def shifted(cells: Cells, step: Cell, times: int = 1) -> Cells:
    """Return the cells that are a number of steps away in one direction."""
    down, right = step
    return ALL & {(row + times * down, column + times * right) for row, column in cells}


def diagonal_through(cells: Cells) -> Cells:
    """Return the long diagonal that contains the cells."""
    return next((d for d in (MAIN, ANTI) if cells and cells <= d), NO_CELLS)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


_TOP, _MIDDLE, _BOTTOM = rows((1,)), rows((MIDDLE,)), rows((-1,))
_LEFT, _STEM, _RIGHT = columns((1,)), columns((MIDDLE,)), columns((-1,))

LETTER_SHAPES: Mapping[str, Cells] = MappingProxyType(
    {
        "C": _TOP | _LEFT | _BOTTOM,
        "E": _TOP | _LEFT | _MIDDLE | _BOTTOM,
        "F": _TOP | _LEFT | _MIDDLE,
        "H": _LEFT | _MIDDLE | _RIGHT,
        "I": _STEM,
        "L": _LEFT | _BOTTOM,
        "N": _LEFT | MAIN | _RIGHT,
        "O": BORDER,
        "T": _TOP | _STEM,
        "U": _LEFT | _BOTTOM | _RIGHT,
        "X": MAIN | ANTI,
        "Z": _TOP | ANTI | _BOTTOM,
    }
)
"""The cells drawn for "a T shape": letters made of straight lines, as large as the grid."""
