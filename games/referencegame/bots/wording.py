"""The scripted giver's sentences about rows, columns and cells, by language.

The sentences are data in ``data/wording/<language>.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clemtui.engine import ByLanguage

from .regions import AXES, CENTRE, GRID, LAST, Axis, Cell

FOLDER = Path(__file__).with_name("data") / "wording"

_CORNERS: Mapping[str, Cell] = {
    "top_left": (0, 0),
    "top_right": (0, LAST),
    "bottom_left": (LAST, 0),
    "bottom_right": (LAST, LAST),
}
_STATES: Mapping[str, bool] = {"filled": True, "empty": False}


@dataclass(frozen=True)
class Wording:
    """The sentences of one language.

    ``lines`` names the rows and columns, from 0 to 4, as used at the start of a sentence about a
    line; ``in_lines`` as used in a sentence about what the line contains. ``numbers`` range from 0
    to 25.
    """

    numbers: tuple[str, ...]
    lines: Mapping[Axis, tuple[str, ...]]
    in_lines: Mapping[Axis, tuple[str, ...]]
    whole_line: Mapping[tuple[Axis, bool], str]
    count_in_line: Mapping[Axis, tuple[str, str]]
    total: tuple[str, str]
    whole_lines: Mapping[tuple[Axis, bool], tuple[str, str, str]]
    corners: Mapping[Cell, str]
    centre: str
    cell: str
    states: Mapping[bool, str]
    shape: str
    both: str

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Wording:
        """Read the sentences from the table of a file."""
        lines: dict[Axis, tuple[str, ...]] = {axis: tuple(table["lines"][axis]) for axis in AXES}
        within = table.get("in_lines", table["lines"])
        states = [(axis, name, filled) for axis in AXES for name, filled in _STATES.items()]
        return cls(
            numbers=tuple(table["numbers"].split()) if "numbers" in table else _DIGITS,
            lines=lines,
            in_lines={axis: tuple(within[axis]) for axis in AXES},
            whole_line={
                (axis, filled): table["whole_line"][f"{axis}_{name}"]
                for axis, name, filled in states
            },
            count_in_line={axis: _forms(table["count_in_line"][axis]) for axis in AXES},
            total=_forms(table["total"]),
            whole_lines={
                (axis, filled): tuple(table["whole_lines"][f"{axis}_{name}"])
                for axis, name, filled in states
            },
            corners={cell: table["corners"][name] for name, cell in _CORNERS.items()},
            centre=table["centre"],
            cell=table["cell"],
            states={filled: table["states"][name] for name, filled in _STATES.items()},
            shape=table["shape"],
            both=table.get("both", "{} {}"),
        )

    def line(self, axis: Axis, index: int, filled: bool) -> str:
        """Say that a row or column is completely filled, or empty."""
        return self.whole_line[axis, filled].format(line=self.lines[axis][index])

    def count(self, axis: Axis, index: int, number: int) -> str:
        """Say how many filled cells a row or column has."""
        one, many = self.count_in_line[axis]
        sentence = one if number == 1 else many
        return sentence.format(line=self.in_lines[axis][index], n=self.numbers[number])

    def total_count(self, number: int) -> str:
        """Say how many cells of the grid are filled."""
        return self.total[number != 1].format(n=self.numbers[number])

    def line_count(self, axis: Axis, number: int, filled: bool) -> str:
        """Say how many rows or columns are filled, or empty."""
        none, one, many = self.whole_lines[axis, filled]
        sentence = none if number == 0 else one if number == 1 else many
        return sentence.format(n=self.numbers[number])

    def place(self, cell: Cell, filled: bool) -> str:
        """Say that a cell is filled, or empty."""
        state = self.states[filled]
        if cell in self.corners:
            return self.corners[cell].format(state=state)
        if cell in CENTRE:
            return self.centre.format(state=state)
        return self.cell.format(state=state, row=cell[0] + 1, column=cell[1] + 1)

    def looks_like(self, letter: str) -> str:
        """Say that the filled cells look like a letter or a digit."""
        return self.shape.format(letter=letter)

    def joined(self, one: str, two: str) -> str:
        """Join two statements; the second begins a sentence of its own."""
        return self.both.format(one, two)


_DIGITS = tuple(map(str, range(len(GRID) + 1)))


def _forms(sentences: str | list[str]) -> tuple[str, str]:
    """Return the sentences for one and for many, the same if the language does not distinguish."""
    one, many = [sentences] * 2 if isinstance(sentences, str) else sentences
    return one, many


WORDINGS: Mapping[str, Wording] = ByLanguage(FOLDER, Wording.of)
