"""Cells of exported tables: exact for whoever reads them, harmless to whatever shows them."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.language import safe
from clemtui.store.codec import compact
from clemtui.study.export.cells import csv_of, escaped, exact
from clemtui.study.export.columns import Cell, Column, Kind, Table

ODD = "=+-@＝＋－＠'\",;\\\n\r\t\0\ud800\udfff\u202e\u2066\u200b\ufe0f\u2028 שלום١5eE."


def paired(text: str) -> str:
    """Return a text in which two surrogates that make a character are that character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


ANY_TEXT = (st.text(st.characters(), max_size=40) | st.text(st.sampled_from(ODD), max_size=12)).map(
    paired
)


def read(kind: Kind, *cells: Cell) -> list[str]:
    """Return cells as another program reads them from CSV."""
    column: Column[Cell] = Column("c", "a cell", lambda cell: cell, kind)
    text = csv_of(Table("t", "x", ("c",), (column,)).filled(cells))
    text.encode("utf-8")
    head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert head == ["c"]
    return [row[0] if row else "" for row in rows]


@given(ANY_TEXT)
@example("\ud800")
@example("=1+1")
@example(' "\n ')
@example("❤️")
def test_any_text_is_read_back_exactly(text: str) -> None:
    (cell,) = read("text", text)
    assert exact(cell) == text


@given(ANY_TEXT)
@example("＝1")
@example("\t=1")
def test_no_cell_is_a_formula_or_disturbs_a_terminal(text: str) -> None:
    (cell,) = read("text", text)
    assert cell == escaped(text)
    assert "\n" not in cell
    assert safe(cell) == cell
    assert not cell.startswith(("=", "@", "＝", "＋", "－", "＠"))
    if cell.startswith(("+", "-")):
        float(cell.replace(",", "."))


@given(st.dictionaries(ANY_TEXT, ANY_TEXT | st.lists(ANY_TEXT, max_size=3), max_size=3))
def test_json_is_read_back_exactly(value: dict[str, object]) -> None:
    (cell,) = read("json", compact(value))
    assert json.loads(cell) == value
    assert safe(cell) == cell


@pytest.mark.parametrize("text", ["zebra", "ein Wort, zwei", "-5", "+3.5", "שלום", "مرحبا", "猫"])
def test_ordinary_texts_stay_what_they_are(text: str) -> None:
    assert read("text", text) == [text]


def test_other_cells_are_what_every_program_reads() -> None:
    assert read("flag", True, False, None) == ["true", "false", ""]
    assert read("integer", 0, 12) == ["0", "12"]
    assert read("number", 0.1, 33.333333333333336) == ["0.1", "33.333333333333336"]
    east = timezone(timedelta(hours=2))
    times = (datetime(2026, 1, 31, 12, tzinfo=UTC), datetime(2026, 1, 31, 12, tzinfo=east))
    assert read("time", *times) == ["2026-01-31T12:00:00.000000Z", "2026-01-31T10:00:00.000000Z"]
