"""Cells as text: exact, readable by every program, and harmless to spreadsheets.

A text is written as within the quotes of a JSON string: a line break is ``\\n``, a quotation mark
``\\"``, and so on. A character that is invisible, controls a terminal or changes the order of its
neighbours is written as ``\\uXXXX``, and so are a blank at either end and the first character of
what a spreadsheet would take for a formula. Any JSON reader gives back the exact text (`exact`);
most texts contain nothing of this and are the same.
"""

from __future__ import annotations

import json
import re
from datetime import datetime

from clemtui.language.sinks import csv_text, json_escaped, json_text
from clemtui.store.clock import iso
from clemtui.study.export.columns import Cell, FilledTable, Kind

_NUMBER = r"[-+]?[0-9]+(?:[.,][0-9]+)?(?:[eE][-+]?[0-9]+)?\Z"
_FORMULA = re.compile(rf"(?!{_NUMBER})[=+\-@＝＋－＠]")
_BLANK_END = re.compile(r"\A\s|\s\Z")
_SELECTOR = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def csv_of(table: FilledTable) -> str:
    """Return a table as CSV (RFC 4180, but with line feeds)."""
    kinds = [each.kind for each in table.columns]
    lines = ([cell_text(*each) for each in zip(row, kinds, strict=True)] for row in table.rows)
    return csv_text(table.names, lines, fixed=table.names)


def cell_text(cell: Cell, kind: Kind) -> str | int | float:
    """Return a cell for CSV: an empty one as nothing, a flag as true or false."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case datetime():
            return iso(cell)
        case str():
            return plain_text(cell, kind)
    return cell


def plain_text(text: str, kind: Kind) -> str:
    """Return a text or JSON as text without a character that is not safe to show."""
    return _SELECTOR.sub(_code, json_escaped(text)) if kind == "json" else escaped(text)


def escaped(text: str) -> str:
    """Return a text as described in this module's docstring."""
    found = json_text(text, ascii_only=False)[1:-1]
    found = _BLANK_END.sub(_code, _SELECTOR.sub(_code, found))
    if _FORMULA.match(found):
        found = _escape(found[0]) + found[1:]
    return found


def exact(cell: str) -> str:
    """Return the text that `escaped` was given."""
    found: str = json.loads(f'"{cell}"')
    return found


def _code(match: re.Match[str]) -> str:
    return _escape(match[0])


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
