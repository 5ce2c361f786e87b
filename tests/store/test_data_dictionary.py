"""sessions/DATA_DICTIONARY.md says what every table, view and column is, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlite_utils import Database

from clemtui.store.database import open_for_writing
from tests.support.paths import ROOT

PAGE = ROOT / "sessions" / "DATA_DICTIONARY.md"
HEADING = re.compile(r"^## `(\w+)` \((table|view)(?:, (?:evidence|mutable|derived))?\)$", re.M)


@pytest.fixture
def db(tmp_path: Path) -> Database:
    return open_for_writing(tmp_path / "records.db")


def sections() -> dict[tuple[str, str], list[tuple[str, str, str, str]]]:
    """Columns (name, type, unit, meaning) by kind and name of what has them."""
    _, *parts = HEADING.split(PAGE.read_text(encoding="utf-8"))
    found = {}
    for name, kind, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        lines = [line for line in text.splitlines() if line.startswith("|")]
        assert lines[:2] == ["| column | type | unit | meaning |", "|---|---|---|---|"], name
        columns = []
        for line in lines[2:]:
            column, type_, unit, meaning = (cell.strip() for cell in line.strip("|").split("|"))
            columns.append((column, type_, unit, meaning))
        found[kind, name] = columns
    return found


def test_every_table_and_view_is_there(db: Database) -> None:
    inner = {
        name for (name,) in db.execute("SELECT name FROM pragma_table_list WHERE type = 'shadow'")
    }
    assert all(name.startswith("search_words_") for name in inner)  # how FTS5 keeps its index
    here = {("table", name) for name in db.table_names() if name not in inner}
    here |= {("view", name) for name in db.view_names()}
    assert set(sections()) == here


def test_every_column_is_there_in_order_with_its_type_and_a_meaning(db: Database) -> None:
    for (kind, name), columns in sections().items():
        actual = db.execute(f"SELECT name, type FROM pragma_table_info('{name}')").fetchall()
        assert [column for column, *_ in columns] == [column for column, _ in actual], name
        for (column, type_, _, meaning), (_, declared) in zip(columns, actual, strict=True):
            where = f"{name}.{column}"
            assert meaning, where
            if kind == "table":
                assert type_.removesuffix(", JSON") == declared, where


def test_what_is_measured_has_its_unit() -> None:
    for (_, name), columns in sections().items():
        for column, _, unit, _ in columns:
            if column.endswith("_ms"):
                assert unit == "ms", f"{name}.{column}"
            if column.endswith("_tokens"):
                assert unit == "tokens", f"{name}.{column}"
            if column == "at" or column.endswith("_at"):
                assert unit == "UTC time", f"{name}.{column}"


def test_every_column_that_is_json_says_so(db: Database) -> None:
    """As code reads it: what `codec.dumps` writes is called JSON here."""
    json = {
        f"{name}.{column}"
        for (kind, name), columns in sections().items()
        for column, type_, *_ in columns
        if kind == "table" and type_ == "TEXT, JSON"
    }
    assert json == {
        "contents.body", "requests.messages", "requests.tools", "requests.stream_to",
        "entries.parts", "entries.pauses", "entries.hints", "entries.form_values", "drafts.body",
        "scores.episode_scores", "scores.turn_scores", "scores.seat_scores", "events.content",
        "events.audience", "events.verdict_reason", "events.said",
    }  # fmt: skip
