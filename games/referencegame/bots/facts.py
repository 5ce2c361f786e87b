"""Statements about a grid, and how well a grid fits them.

`truth` is 1 if the statement holds. Otherwise it measures how close the grid comes, always below 1,
so that a grid for which all statements hold is never beaten by another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

from .regions import AXES, GRID, LAST, Axis, Cell, Cells, lines

Relation = Literal["exactly", "at least", "at most"]

_MAX_PARTIAL = 0.7
"""The upper limit of the truth of a statement that does not hold."""


class Fact(Protocol):
    """A statement about a grid."""

    def truth(self, filled: Cells) -> float:
        """Return how well it fits a grid with these filled cells, from 0 to 1."""
        ...


@dataclass(frozen=True)
class Every:
    """All these cells are filled, or all of them are empty."""

    cells: Cells
    filled: bool = True

    def truth(self, filled: Cells) -> float:
        fitting = len(self.cells & filled) if self.filled else len(self.cells - filled)
        return _share_truth(fitting, len(self.cells))


@dataclass(frozen=True)
class NotEvery:
    """At least one of these cells is not in the given state."""

    cells: Cells
    filled: bool = True

    def truth(self, filled: Cells) -> float:
        return 0.0 if Every(self.cells, self.filled).truth(filled) == 1 else 1.0


@dataclass(frozen=True)
class Count:
    """A number of these cells are filled, or empty."""

    cells: Cells
    number: int
    filled: bool = True
    relation: Relation = "exactly"

    def truth(self, filled: Cells) -> float:
        found = len(self.cells & filled) if self.filled else len(self.cells - filled)
        return _count_truth(found, self.number, self.relation)


@dataclass(frozen=True)
class LineCount:
    """A number of rows or columns are completely filled, or empty."""

    axis: Axis
    number: int
    filled: bool = True
    relation: Relation = "exactly"

    def truth(self, filled: Cells) -> float:
        whole = (line <= filled if self.filled else not line & filled for line in lines(self.axis))
        return _count_truth(sum(whole), self.number, self.relation)


@dataclass(frozen=True)
class LineArrangement:
    """How the filled lines are arranged, in rows or columns, whichever has more.

    ``together``, ``apart`` (an empty line lies between them somewhere) or ``off the edge``.
    """

    how: str

    def truth(self, filled: Cells) -> float:
        by_axis = [[at for at, one in enumerate(lines(axis)) if one <= filled] for axis in AXES]
        places = max(by_axis, key=len)
        if not places:
            return 0.0
        if self.how == "off the edge":
            return float(not {0, LAST} & set(places))
        apart = places[-1] - places[0] >= len(places)
        return float(len(places) > 1 and apart == (self.how == "apart"))


@dataclass(frozen=True)
class Symmetric:
    """The grid is its own mirror image.

    The axis is that of the mirrored lines: with columns, the left half mirrors the right one.
    """

    axis: Axis

    def truth(self, filled: Cells) -> float:
        flip = self.axis == "row"
        mirrored = {(LAST - r, c) if flip else (r, LAST - c) for r, c in filled}
        return _share_truth(len(GRID) - len(mirrored ^ filled), len(GRID))


@dataclass(frozen=True)
class LooksLike:
    """The grid looks like one of some drawings, at any position in the grid."""

    drawings: tuple[Cells, ...]

    @cached_property
    def placed(self) -> frozenset[Cells]:
        """The drawings at every position where they fit into the grid."""
        return frozenset(place for drawing in self.drawings for place in placements(drawing))

    def truth(self, filled: Cells) -> float:
        least = min(len(drawing ^ filled) for drawing in self.placed)
        # Few cells distinguish one drawing from another: a grid that differs in more is hardly like
        # it.
        return 1.0 if least == 0 else _MAX_PARTIAL * (1 - least / len(GRID)) ** 3


@dataclass(frozen=True)
class AnyOf:
    """One of several readings of the same words."""

    readings: tuple[Fact, ...]

    def truth(self, filled: Cells) -> float:
        return max(fact.truth(filled) for fact in self.readings)


@dataclass(frozen=True)
class AllOf:
    """Several statements that count as one."""

    facts: tuple[Fact, ...]

    def truth(self, filled: Cells) -> float:
        truths = [fact.truth(filled) for fact in self.facts]
        mean = sum(truths) / len(truths)
        return 1.0 if min(truths) == 1 else min(mean, _MAX_PARTIAL)


def placements(drawing: Cells) -> list[Cells]:
    """Return the drawing at every position where it fits into the grid."""
    top, left = min(r for r, _ in drawing), min(c for _, c in drawing)
    bottom, right = max(r for r, _ in drawing), max(c for _, c in drawing)
    return [
        frozenset((r - top + down, c - left + over) for r, c in drawing)
        for down in range(LAST - (bottom - top) + 1)
        for over in range(LAST - (right - left) + 1)
    ]


def agreement(facts: Sequence[Fact], filled: Cells) -> float:
    """Return how well a grid fits all statements together."""
    return sum(fact.truth(filled) for fact in facts)


def fit_key(facts: Sequence[Fact], filled: Cells) -> tuple[float, int]:
    """Return how well a grid fits, as a key for comparison with other grids.

    The first part is the agreement. The second breaks ties: the fewer cells are left unmentioned,
    the better. Someone who says "rows 2 and 4" would have named a third full row as well.
    """
    every = [fact for fact in _single(facts) if isinstance(fact, Every)]
    said = {
        state: frozenset[Cell]().union(*(fact.cells for fact in every if fact.filled == state))
        for state in (True, False)
    }
    if said[True] and not said[False]:
        unsaid = len(filled - said[True])
    elif said[False] and not said[True]:
        unsaid = len(GRID - filled - said[False])
    else:
        unsaid = 0
    return agreement(facts, filled), -unsaid


def _single(facts: Sequence[Fact]) -> Iterator[Fact]:
    for fact in facts:
        if isinstance(fact, AllOf):
            yield from _single(fact.facts)
        else:
            yield fact


def _share_truth(fitting: int, of: int) -> float:
    if fitting == of:
        return 1.0
    return _MAX_PARTIAL * fitting / of


def _count_truth(found: int, wanted: int, relation: Relation) -> float:
    distance = abs(found - wanted)
    within = {"exactly": False, "at least": found > wanted, "at most": found < wanted}
    return 1.0 if within[relation] or distance == 0 else _MAX_PARTIAL / (1 + distance)
