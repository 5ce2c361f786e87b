"""What groups of words denote: cells, places along a line, numbers, states and connectives."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import Relation
from .lexicon import Token
from .regions import Axis, Cells


@dataclass(frozen=True)
class Region:
    """Some cells.

    Attributes:
        parts: the lines that the cells consist of, or the cells as one part.
        axis: the axis of the lines, if the cells consist of lines.
        other: an alternative reading, such as the other one of the two diagonals.
    """

    parts: tuple[Cells, ...]
    axis: Axis | None = None
    other: Cells | None = None

    @property
    def cells(self) -> Cells:
        """All cells of the region."""
        return frozenset().union(*self.parts)


@dataclass(frozen=True)
class Places:
    """Places along a line that is named elsewhere: its first cell, its ends."""

    indices: tuple[int, ...]

    def along(self, region: Region) -> Region:
        """Return the cells at these places in every line of a region."""
        parts = (sorted(part) for part in region.parts)
        chosen = (
            frozenset(part[at] for at in self.indices if -len(part) <= at < len(part))
            for part in parts
        )
        return Region(tuple(chosen))


@dataclass(frozen=True)
class LineNumber:
    """A number of rows or columns, not identified; ``filled`` if the state comes before them."""

    axis: Axis
    number: int
    relation: Relation
    filled: bool | None


@dataclass(frozen=True)
class Number:
    """A number of cells."""

    number: int
    relation: Relation


MARKS = frozenset(
    {
        *("not", "none", "all", "only", "except", "and", "comma", "in", "stop", "full stop"),
        *("rest", "nothing else", "how many"),
    }
)


@dataclass(frozen=True)
class Mark:
    """A single word that keeps its meaning: one of `MARKS`, or ``cell``."""

    kind: str


@dataclass(frozen=True)
class State:
    """Filled or empty."""

    filled: bool


@dataclass(frozen=True)
class Special:
    """A shape, a row of signs or a symmetry, given by its token."""

    token: Token


Element = Region | Places | LineNumber | Number | Mark | State | Special
