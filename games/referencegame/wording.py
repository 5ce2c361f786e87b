"""How the scripted giver speaks: its own short sentences about rows, columns and cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .regions import CENTRE, LAST, Axis, Cell


@dataclass(frozen=True)
class Wording:
    """The sentences of one language.

    ``ordinals`` are by axis, for places 0 to 4; ``numbers`` from 0 to 25.
    """

    numbers: tuple[str, ...]
    ordinals: Mapping[Axis, tuple[str, ...]]
    whole_line: Mapping[tuple[Axis, bool], str]
    count_in_line: Mapping[Axis, tuple[str, str]]
    total: tuple[str, str]
    whole_lines: Mapping[tuple[Axis, bool], tuple[str, str, str]]
    corners: Mapping[Cell, str]
    centre: str
    cell: str
    states: tuple[str, str]
    shape: str
    both: str

    def line(self, axis: Axis, index: int, filled: bool) -> str:
        """A row or column is filled from end to end, or empty."""
        return self.whole_line[axis, filled].format(self.ordinals[axis][index])

    def count(self, axis: Axis, index: int, number: int) -> str:
        """A row or column has so many filled cells."""
        one, many = self.count_in_line[axis]
        sentence = one if number == 1 else many
        return sentence.format(self.ordinals[axis][index], n=self.numbers[number])

    def all_in_all(self, number: int) -> str:
        """So many cells of the grid are filled."""
        return self.total[number != 1].format(n=self.numbers[number])

    def lines(self, axis: Axis, number: int, filled: bool) -> str:
        """So many rows or columns are filled, or empty."""
        none, one, many = self.whole_lines[axis, filled]
        sentence = none if number == 0 else one if number == 1 else many
        return sentence.format(n=self.numbers[number])

    def place(self, cell: Cell, filled: bool) -> str:
        """One cell is filled, or empty."""
        state = self.states[filled]
        if cell in self.corners:
            return self.corners[cell].format(state)
        if cell in CENTRE:
            return self.centre.format(state)
        return self.cell.format(state, row=cell[0] + 1, column=cell[1] + 1)

    def looks_like(self, letter: str) -> str:
        """The filled cells look like a letter or a digit."""
        return self.shape.format(letter)

    def joined(self, one: str, two: str) -> str:
        """Two statements, of which the second begins a sentence of its own."""
        return self.both.format(one, two)


_NUMBERS_EN = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three "
    "twenty-four twenty-five"
)
_NUMBERS_DE = (
    "keine eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig "
    "dreiundzwanzig vierundzwanzig fünfundzwanzig"
)
_ROWS_EN = ("top", "second", "middle", "fourth", "bottom")
_COLUMNS_EN = ("left", "second", "middle", "fourth", "right")
_ROWS_DE = ("oberste", "zweite", "mittlere", "vierte", "unterste")
_COLUMNS_DE = ("linke", "zweite", "mittlere", "vierte", "rechte")

ENGLISH = Wording(
    numbers=tuple(_NUMBERS_EN.split()),
    ordinals={"row": _ROWS_EN, "column": _COLUMNS_EN},
    whole_line={
        ("row", True): "The {} row is completely filled.",
        ("row", False): "The {} row is empty.",
        ("column", True): "The {} column is completely filled.",
        ("column", False): "The {} column is empty.",
    },
    count_in_line={
        "row": (
            "The {} row has exactly one filled cell.",
            "The {} row has exactly {n} filled cells.",
        ),
        "column": (
            "The {} column has exactly one filled cell.",
            "The {} column has exactly {n} filled cells.",
        ),
    },
    total=(
        "Exactly one cell of the grid is filled.",
        "Exactly {n} cells of the grid are filled.",
    ),
    whole_lines={
        ("row", True): (
            "No row is completely filled.",
            "Exactly one row is completely filled.",
            "Exactly {n} rows are completely filled.",
        ),
        ("row", False): (
            "No row is empty.",
            "Exactly one row is empty.",
            "Exactly {n} rows are empty.",
        ),
        ("column", True): (
            "No column is completely filled.",
            "Exactly one column is completely filled.",
            "Exactly {n} columns are completely filled.",
        ),
        ("column", False): (
            "No column is empty.",
            "Exactly one column is empty.",
            "Exactly {n} columns are empty.",
        ),
    },
    corners={
        (0, 0): "The top left corner is {}.",
        (0, LAST): "The top right corner is {}.",
        (LAST, 0): "The bottom left corner is {}.",
        (LAST, LAST): "The bottom right corner is {}.",
    },
    centre="The cell in the centre is {}.",
    cell="The cell in row {row}, column {column} is {}.",
    states=("empty", "filled"),
    shape="It looks like the letter {}.",
    both="{} {}",
)

GERMAN = Wording(
    numbers=tuple(_NUMBERS_DE.split()),
    ordinals={"row": _ROWS_DE, "column": _COLUMNS_DE},
    whole_line={
        ("row", True): "Die {} Zeile ist ganz gefüllt.",
        ("row", False): "Die {} Zeile ist leer.",
        ("column", True): "Die {} Spalte ist ganz gefüllt.",
        ("column", False): "Die {} Spalte ist leer.",
    },
    count_in_line={
        "row": (
            "Die {} Zeile hat genau ein gefülltes Feld.",
            "Die {} Zeile hat genau {n} gefüllte Felder.",
        ),
        "column": (
            "Die {} Spalte hat genau ein gefülltes Feld.",
            "Die {} Spalte hat genau {n} gefüllte Felder.",
        ),
    },
    total=(
        "Genau ein Feld des Gitters ist gefüllt.",
        "Genau {n} Felder des Gitters sind gefüllt.",
    ),
    whole_lines={
        ("row", True): (
            "Keine Zeile ist ganz gefüllt.",
            "Genau eine Zeile ist ganz gefüllt.",
            "Genau {n} Zeilen sind ganz gefüllt.",
        ),
        ("row", False): (
            "Keine Zeile ist leer.",
            "Genau eine Zeile ist leer.",
            "Genau {n} Zeilen sind leer.",
        ),
        ("column", True): (
            "Keine Spalte ist ganz gefüllt.",
            "Genau eine Spalte ist ganz gefüllt.",
            "Genau {n} Spalten sind ganz gefüllt.",
        ),
        ("column", False): (
            "Keine Spalte ist leer.",
            "Genau eine Spalte ist leer.",
            "Genau {n} Spalten sind leer.",
        ),
    },
    corners={
        (0, 0): "Das Feld oben links ist {}.",
        (0, LAST): "Das Feld oben rechts ist {}.",
        (LAST, 0): "Das Feld unten links ist {}.",
        (LAST, LAST): "Das Feld unten rechts ist {}.",
    },
    centre="Das Feld in der Mitte ist {}.",
    cell="Das Feld in Zeile {row}, Spalte {column} ist {}.",
    states=("leer", "gefüllt"),
    shape="Es sieht aus wie der Buchstabe {}.",
    both="{} {}",
)

WORDINGS: Mapping[str, Wording] = {"en": ENGLISH, "de": GERMAN}
