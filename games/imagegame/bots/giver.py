"""The scripted giver: describes any grid completely, in ordinary words and few commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from ..grids import BLANK
from .regions import ALL, ANTI, BORDER, CORNERS, CROSS, MAIN, NUMBERS, Cells
from .wording import Wording

SHAPES: Mapping[str, Cells] = MappingProxyType(
    {
        "border": BORDER,
        "diagonals": MAIN | ANTI,
        "cross": CROSS,
        "main": MAIN,
        "anti": ANTI,
        "corners": CORNERS,
    }
)
"""Shapes that a command may call by name."""


def line_selections() -> tuple[tuple[int, ...], ...]:
    """Return every selection of rows, or of columns, the smallest selections first."""
    return tuple(chosen for count in NUMBERS for chosen in combinations(NUMBERS, count))


_ROW_SELECTIONS = line_selections()


@dataclass(frozen=True)
class Step:
    """The cells that one command fills: a named shape, or where rows and columns cross."""

    cells: Cells
    shape: str = ""
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()

    def command(self, letter: str, wording: Wording, *, words: bool) -> str:
        """Return the command."""
        if self.shape:
            return wording.shape(self.shape, letter)
        return wording.place(letter, self.rows, self.columns, words=words)


def commands(rows: Sequence[str], wording: Wording, seed: int) -> list[str]:
    """Return the commands that describe a grid: letter by letter, the most frequent first.

    A command fills no cell that should have another letter, so the order does not matter. Every
    command fills at least one cell that no earlier one has filled, so there are never more commands
    than cells. The seed decides whether single rows, columns and cells are named by numbers or in
    words.
    """
    cells = {cell: rows[cell[0] - 1][cell[1] - 1] for cell in sorted(ALL)}
    letters = sorted(set(cells.values()) - {BLANK})
    wanted = {a: frozenset(c for c in cells if cells[c] == a) for a in letters}
    return [
        step.command(letter, wording, words=bool(seed % 2))
        for letter in sorted(letters, key=lambda a: (-len(wanted[a]), a))
        for step in _steps(wanted[letter])
    ]


def _steps(wanted: Cells) -> Iterator[Step]:
    """Choose steps greedily: each fills as many of the remaining cells as possible."""
    left = wanted
    possible = list(_possible(wanted))
    while left:
        step = max(possible, key=lambda step: len(step.cells & left))
        yield step
        left -= step.cells


def _possible(wanted: Cells) -> Iterator[Step]:
    """Yield every step that fills only wanted cells.

    Each selection of rows comes with all columns that it may fill. The order settles ties: of steps
    that fill equally many cells, the first is chosen.
    """
    for rows in _ROW_SELECTIONS:
        columns = tuple(c for c in NUMBERS if all((row, c) in wanted for row in rows))
        if columns:
            cells = frozenset((row, column) for row in rows for column in columns)
            yield Step(cells, rows=rows, columns=columns)
    for name, cells in SHAPES.items():
        if cells <= wanted:
            yield Step(cells, shape=name)
