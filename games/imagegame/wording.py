"""The scripted giver's phrases: how a language says where a letter goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template
from types import MappingProxyType

from .regions import NUMBERS


@dataclass(frozen=True)
class Wording:
    """Templates with ``${name}`` places, and the words for lists and ordinals.

    A template is one line. ``rows``, ``columns``: whole ones; ``cells``: one row, several columns;
    ``across``: several rows and columns; ``ordinal_...``: the same for one, in words.
    """

    everything: str
    shapes: Mapping[str, str]
    row: str
    rows: str
    column: str
    columns: str
    cell: str
    cells: str
    cells_down: str
    across: str
    ordinals: Sequence[str]
    ordinal_row: str
    ordinal_column: str
    ordinal_cell: str
    conjunction: str
    range_word: str

    def shape(self, name: str, letter: str) -> str:
        """A letter in a shape that has a name."""
        return _fill(self.shapes[name], letter=letter)

    def place(
        self, letter: str, rows: Sequence[int], columns: Sequence[int], *, words: bool
    ) -> str:
        """A letter where some rows and columns cross; with ``words``, "third" instead of "3"."""
        all_rows, all_columns = len(rows) == len(NUMBERS), len(columns) == len(NUMBERS)
        if all_rows and all_columns:
            return _fill(self.everything, letter=letter)
        single = (len(rows) == 1 or all_rows) and (len(columns) == 1 or all_columns)
        if words and single:
            template = (
                self.ordinal_row
                if all_columns
                else self.ordinal_column
                if all_rows
                else self.ordinal_cell
            )
            named = {"row": self.ordinals[rows[0] - 1], "column": self.ordinals[columns[0] - 1]}
        else:
            template = self._template(len(rows), len(columns))
            named = {"row": self._list(rows), "column": self._list(columns)}
        return _fill(template, letter=letter, **named)

    def _template(self, rows: int, columns: int) -> str:
        if columns == len(NUMBERS):
            return self.row if rows == 1 else self.rows
        if rows == len(NUMBERS):
            return self.column if columns == 1 else self.columns
        if rows == 1:
            return self.cell if columns == 1 else self.cells
        return self.cells_down if columns == 1 else self.across

    def _list(self, numbers: Sequence[int]) -> str:
        """ "2", "1 and 4", "2 to 4", "1, 3 and 5"."""
        first, last = numbers[0], numbers[-1]
        if len(numbers) > 2 and list(numbers) == list(range(first, last + 1)):
            return f"{first} {self.range_word} {last}"
        *most, final = map(str, numbers)
        return f"{', '.join(most)} {self.conjunction} {final}" if most else final


def _fill(template: str, **values: str) -> str:
    return Template(template).safe_substitute(values)


ENGLISH = Wording(
    everything="Fill the whole grid with ${letter}",
    shapes=MappingProxyType(
        {
            "border": "Fill the border of the grid with ${letter}",
            "main": "Fill the diagonal from the top left to the bottom right with ${letter}",
            "anti": "Fill the diagonal from the bottom left to the top right with ${letter}",
            "diagonals": "Fill both diagonals with ${letter}",
            "corners": "Put ${letter} in all four corners",
            "cross": "Fill the middle row and the middle column with ${letter}",
        }
    ),
    row="Fill row ${row} with ${letter}",
    rows="Fill rows ${row} with ${letter}",
    column="Fill column ${column} with ${letter}",
    columns="Fill columns ${column} with ${letter}",
    cell="Put ${letter} in row ${row}, column ${column}",
    cells="Put ${letter} in row ${row}, columns ${column}",
    cells_down="Put ${letter} in column ${column}, rows ${row}",
    across="Put ${letter} in columns ${column} of rows ${row}",
    ordinals=("first", "second", "third", "fourth", "last"),
    ordinal_row="Fill the ${row} row with ${letter}",
    ordinal_column="Fill the ${column} column with ${letter}",
    ordinal_cell="Put ${letter} in the ${column} cell of the ${row} row",
    conjunction="and",
    range_word="to",
)

GERMAN = Wording(
    everything="Fülle das ganze Raster mit ${letter}",
    shapes=MappingProxyType(
        {
            "border": "Fülle den Rand des Rasters mit ${letter}",
            "main": "Fülle die Diagonale von links oben nach rechts unten mit ${letter}",
            "anti": "Fülle die Diagonale von links unten nach rechts oben mit ${letter}",
            "diagonals": "Fülle beide Diagonalen mit ${letter}",
            "corners": "Schreibe ${letter} in alle vier Ecken",
            "cross": "Fülle die mittlere Zeile und die mittlere Spalte mit ${letter}",
        }
    ),
    row="Fülle Zeile ${row} mit ${letter}",
    rows="Fülle die Zeilen ${row} mit ${letter}",
    column="Fülle Spalte ${column} mit ${letter}",
    columns="Fülle die Spalten ${column} mit ${letter}",
    cell="Schreibe ${letter} in Zeile ${row}, Spalte ${column}",
    cells="Schreibe ${letter} in Zeile ${row}, Spalten ${column}",
    cells_down="Schreibe ${letter} in Spalte ${column}, Zeilen ${row}",
    across="Schreibe ${letter} in die Spalten ${column} der Zeilen ${row}",
    ordinals=("erste", "zweite", "dritte", "vierte", "letzte"),
    ordinal_row="Fülle die ${row} Zeile mit ${letter}",
    ordinal_column="Fülle die ${column} Spalte mit ${letter}",
    ordinal_cell="Schreibe ${letter} in das ${column} Feld der ${row}n Zeile",
    conjunction="und",
    range_word="bis",
)

WORDINGS: Mapping[str, Wording] = MappingProxyType({"en": ENGLISH, "de": GERMAN})
