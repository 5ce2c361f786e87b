"""The columns of the exported tables: the one declaration of names, meanings and values.

A table writes what its columns say and nothing else, and the data dictionary is made of the same
columns, so that no column is without its description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, Literal, TypeVar

Row = TypeVar("Row")

Cell = str | int | float | bool | datetime | None
"""What a cell contains; None: it is empty."""

Kind = Literal["text", "json", "integer", "number", "flag", "time"]
"""What the cells of a column are; ``json`` is JSON as text."""

TRUE_FALSE = "true or false"
UTC = "UTC time, ISO 8601"


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of a table.

    Attributes:
        name: its heading.
        meaning: what it contains.
        value: gets the cell from what a row is about.
        unit: empty: there is none.
        levels: the only possible values, with their meanings; empty: there are others.
        several: whether a cell can have several of them, separated by spaces.
        missing: when a cell is empty; empty: never.
        least: the smallest possible number; None: there is none.
    """

    name: str
    meaning: str
    value: Callable[[Row], Cell]
    kind: Kind = "text"
    unit: str = ""
    levels: Mapping[str, str] = field(default_factory=dict)
    several: bool = False
    missing: str = ""
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Table(Generic[Row]):
    """A table of the export.

    Attributes:
        name: letters only, as it becomes part of a file's name.
        about: what a row is.
        key: the columns that identify a row.
    """

    name: str
    about: str
    key: tuple[str, ...]
    columns: tuple[Column[Row], ...]

    def filled(self, rows: Sequence[Row]) -> FilledTable:
        """Return the table with its cells."""
        cells = tuple(tuple(column.value(row) for column in self.columns) for row in rows)
        documented = tuple(_documented(each) for each in self.columns)
        return FilledTable(self.name, self.about, self.key, documented, cells)


@dataclass(frozen=True, slots=True)
class Documented:
    """What the data dictionary says about a column; see `Column`."""

    name: str
    meaning: str
    kind: Kind
    unit: str
    levels: Mapping[str, str]
    several: bool
    missing: str
    least: float | None


@dataclass(frozen=True, slots=True)
class FilledTable:
    """A table with its cells, row by row; see `Table`."""

    name: str
    about: str
    key: tuple[str, ...]
    columns: tuple[Documented, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(each.name for each in self.columns)

    def cells(self, name: str) -> Iterator[Cell]:
        """Yield the cells of a column, by its name."""
        at = self.names.index(name)
        return (row[at] for row in self.rows)


def _documented(column: Column[Row]) -> Documented:
    return Documented(
        column.name, column.meaning, column.kind, column.unit, column.levels, column.several,
        column.missing, column.least,
    )  # fmt: skip


def json(
    name: str, meaning: str, value: Callable[[Row], str | None], missing: str = ""
) -> Column[Row]:
    """Return a column of JSON."""
    return Column(name, meaning, value, "json", "JSON", missing=missing)


def flag(
    name: str, meaning: str, value: Callable[[Row], bool | None], missing: str = ""
) -> Column[Row]:
    """Return a column that says whether something holds."""
    return Column(name, meaning, value, "flag", TRUE_FALSE, missing=missing)


def time(
    name: str, meaning: str, value: Callable[[Row], datetime | None], missing: str = ""
) -> Column[Row]:
    """Return a column of times."""
    return Column(name, meaning, value, "time", UTC, missing=missing)


def count(
    name: str,
    meaning: str,
    value: Callable[[Row], int | None],
    unit: str = "",
    missing: str = "",
    least: int = 0,
) -> Column[Row]:
    """Return a column of whole numbers, by default from 0."""
    return Column(name, meaning, value, "integer", unit, missing=missing, least=least)


def milliseconds(
    name: str, meaning: str, value: Callable[[Row], float | None], missing: str
) -> Column[Row]:
    """Return a column of durations."""
    return Column(name, meaning, value, "number", "ms", missing=missing, least=0)


def score(
    name: str, meaning: str, value: Callable[[Row], float | None], missing: str
) -> Column[Row]:
    """Return a column of scores from 0 to 100."""
    return Column(name, meaning, value, "number", "0 to 100", missing=missing)
