"""Rows that are spelt out: "A A . . A", "AA..A", "HELLO"."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..grids import BLANK, SIZE

EMPTY_MARKS = "▢□☐⬜◻_"

_CELL = rf"[A-Za-z.\-*{EMPTY_MARKS}]"
_APART = re.compile(rf"(?<!\S){_CELL}(?:[ \t,|]+{_CELL}){{2,}}(?![^\s,;.])")
_TOGETHER = re.compile(rf"(?<![^\s:])[A-Z.\-{EMPTY_MARKS}]{{{SIZE}}}(?![^\s,;.])")
_WORD = re.compile(rf"(?<![\w'’])[A-Z]{{{SIZE}}}(?![\w'’])")


def separate_spelt_rows(command: str, words: Collection[str]) -> str:
    """Separate spelt-out rows into letters and marks of empty cells.

    A word in capitals counts as a row too, unless it is one of the known ``words``.
    """
    command = _APART.sub(lambda found: _marked(found[0]), command)
    command = _TOGETHER.sub(lambda found: _separated(found[0]), command)
    if command.isupper():
        return command
    return _WORD.sub(
        lambda found: found[0] if found[0].lower() in words else " ".join(found[0]), command
    )


def _marked(cells: str) -> str:
    """Replace dots, dashes and asterisks in a row of cells by the mark of an empty cell."""
    bullet = cells.startswith("- ") and len(re.findall(_CELL, cells)) > SIZE
    return cells[: 2 * bullet] + re.sub(r"[.\-*]", BLANK, cells[2 * bullet :])


def _separated(cells: str) -> str:
    mixed = re.search("[A-Z]", cells) and re.search(rf"[.\-{EMPTY_MARKS}]", cells)
    return " ".join(re.sub(r"[.\-]", BLANK, cells)) if mixed else cells
