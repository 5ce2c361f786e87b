"""sessions/DATA_DICTIONARY.md describes every table, view and column, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Column, Table, View
from clemtui.store.schema.views import VIEWS
from tools.pages.data_dictionary import PAGE, page


def columns() -> Iterator[tuple[str, Column]]:
    """Yield every column of every table and view, with its full name."""
    every: tuple[Table | View, ...] = (*TABLES.values(), *VIEWS)
    for each in every:
        for column in each.columns:
            yield f"{each.name}.{column.name}", column


def test_the_page_is_that_of_the_schema() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "run: python -m tools.pages"


def test_every_column_has_a_meaning_that_fits_a_cell() -> None:
    for name, column in columns():
        assert column.meaning, name
        assert not set("|\n") & set(column.meaning + column.unit), name


def test_what_is_measured_has_its_unit() -> None:
    for name, column in columns():
        if name.endswith("_ms"):
            assert column.unit == "ms", name
        if name.endswith("_tokens"):
            assert column.unit == "tokens", name
        if name.endswith((".at", "_at")):
            assert column.unit == "UTC time", name


def test_every_column_that_is_json_says_so() -> None:
    """Columns written with `codec.dumps` are declared as JSON."""
    assert {name for name, column in columns() if column.json} >= {
        "contents.body", "requests.messages", "requests.tools", "requests.stream_to",
        "entries.parts", "entries.pauses", "entries.hints", "entries.form_values", "drafts.body",
        "scores.episode_scores", "scores.turn_scores", "scores.seat_scores", "events.content",
        "events.audience", "events.verdict_reason", "events.said",
    }  # fmt: skip
