"""The scripted giver's phrases: how a language says where a letter goes.

The phrases are data in ``data/wording/<language>.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from clemtui.engine import ByLanguage

from .regions import NUMBERS

FOLDER = Path(__file__).with_name("data") / "wording"


@dataclass(frozen=True)
class Wording:
    """Templates with ``${name}`` placeholders, and the words for lists and ordinals.

    Attributes:
        everything: the whole grid.
        shapes: shapes that have a name, by that name.
        places: ``row``, ``rows``, ``column``, ``columns``: complete ones; ``cell``; ``cells``: one
            row, several columns; ``cells_down``: one column, several rows; ``across``: several of
            both; ``ordinal_...``: the same for a single one, in words.
        ordinals: the words for 1 to 5 in the form that ``ordinal_row``, ``ordinal_column`` and
            ``ordinal_cell`` need: of a row, a column, a cell, and (``of_row``) of the row that a
            cell is in.
        lists: ``separator`` and ``last`` between numbers, ``range`` for three or more consecutive
            ones (without it they are listed), ``row`` and ``column`` for a single number.
    """

    everything: str
    shapes: Mapping[str, str]
    places: Mapping[str, str]
    ordinals: Mapping[str, Sequence[str]]
    lists: Mapping[str, str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Wording:
        """Read the phrases from the table of a file."""
        return cls(
            table["everything"], table["shapes"], table["places"], table["ordinals"], table["list"]
        )

    def shape(self, name: str, letter: str) -> str:
        """Say that a letter fills a named shape."""
        return _fill(self.shapes[name], letter=letter)

    def place(
        self, letter: str, rows: Sequence[int], columns: Sequence[int], *, words: bool
    ) -> str:
        """Say that a letter goes where rows and columns cross; ``words`` says "third" for "3"."""
        all_rows, all_columns = len(rows) == len(NUMBERS), len(columns) == len(NUMBERS)
        if all_rows and all_columns:
            return _fill(self.everything, letter=letter)
        single = (len(rows) == 1 or all_rows) and (len(columns) == 1 or all_columns)
        if words and single:
            what = "row" if all_columns else "column" if all_rows else "cell"
            template = self.places[f"ordinal_{what}"]
            named = {
                "row": self.ordinals["row"][rows[0] - 1],
                "column": self.ordinals["column"][columns[0] - 1],
                "cell": self.ordinals["cell"][columns[0] - 1],
                "of_row": self.ordinals["of_row"][rows[0] - 1],
            }
        else:
            template = self.places[_case(len(rows), len(columns))]
            named = {"row": self._list("row", rows), "column": self._list("column", columns)}
        return _fill(template, letter=letter, **named)

    def _list(self, axis: str, numbers: Sequence[int]) -> str:
        """Format numbers as "2", "1 and 4", "2 to 4" or "1, 3 and 5"."""
        first, last = numbers[0], numbers[-1]
        span = self.lists.get("range")
        if span and len(numbers) > 2 and list(numbers) == list(range(first, last + 1)):
            return _fill(span, first=str(first), last=str(last))
        one = self.lists.get(axis, "${number}")
        *most, final = (_fill(one, number=str(number)) for number in numbers)
        return self.lists["separator"].join(most) + self.lists["last"] + final if most else final


def _case(rows: int, columns: int) -> str:
    """Return the name of the template for so many rows and columns in numbers."""
    if columns == len(NUMBERS):
        return "row" if rows == 1 else "rows"
    if rows == len(NUMBERS):
        return "column" if columns == 1 else "columns"
    if rows == 1:
        return "cell" if columns == 1 else "cells"
    return "cells_down" if columns == 1 else "across"


def _fill(template: str, **values: str) -> str:
    return Template(template).safe_substitute(values)


WORDINGS: Mapping[str, Wording] = ByLanguage(FOLDER, Wording.of)
