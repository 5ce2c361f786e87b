"""The data dictionary of an exported study: every column and every cell."""

from __future__ import annotations

import csv
import json
from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

import pytest

from clemtui.records.rows import PlayerKind, SampleReason, State
from clemtui.records.studies import AnswerPart, DeviationKind, ScreeningOutcome
from clemtui.records.work import ItemState
from clemtui.study.export.cells import exact
from clemtui.study.results.flow import Reason
from clemtui.study.results.marks import Mark
from tests.cli.study.exported import TABLES, columns, table


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_documented_and_every_cell_obeys_its_description(
    folder: Path, name: str
) -> None:
    described = columns(folder, name)
    (file,) = folder.glob(f"data/*_description-{name}_data.csv")
    with file.open(encoding="utf-8", newline="") as opened:
        head, *rows = csv.reader(opened)
    assert head == list(described)
    for row in rows:
        for column, cell in zip(head, row, strict=True):
            assert obeys(cell, described[column]), (name, column, cell)


def obeys(cell: str, column: dict[str, Any]) -> bool:
    """Whether a cell is what its description says."""
    assert len(column["description"]) > len("Never empty. ")
    if not cell:
        return " Empty: " in column["description"]
    if levels := [each["value"] for each in column.get("valueReference", ())]:
        several = "separated by spaces" in column["description"]
        return all(each in levels for each in (cell.split() if several else [cell]))
    match column.get("unitText"):
        case "true or false":
            return cell in ("true", "false")
        case "UTC time, ISO 8601":
            return cell.endswith("Z") and datetime.fromisoformat(cell).tzinfo is not None
        case "JSON":
            json.loads(cell)
            return True
    if "minValue" in column:
        return bool(column["minValue"] <= float(cell))
    return bool(exact(cell))


def test_cells_that_disobey_are_found() -> None:
    flag = {"description": "Whether it holds. Never empty.", "unitText": "true or false"}
    number = {"description": "How many of them. Never empty.", "minValue": 1}
    level = {"description": "Which of them. Never empty.", "valueReference": [{"value": "a"}]}
    assert not any(obeys(cell, flag) for cell in ("", "1", "True"))
    assert not any(obeys(cell, number) for cell in ("", "0", "-1"))
    assert not any(obeys(cell, level) for cell in ("", "b", "a a"))


def test_a_column_of_the_same_name_means_the_same_in_all_tables(folder: Path) -> None:
    meanings: dict[str, set[tuple[str, str | None]]] = {}
    for name in TABLES:
        for column in columns(folder, name).values():
            said = column["description"].partition(" Empty: ")[0].removesuffix(" Never empty.")
            meanings.setdefault(column["name"], set()).add((said, column.get("unitText")))
    assert {name for name, found in meanings.items() if len(found) > 1} == set()


@pytest.mark.parametrize(
    ("name", "column", "values"),
    [
        ("answers", "part", get_args(AnswerPart)),
        ("assignments", "progress", get_args(ItemState)),
        ("episodes", "state", get_args(State)),
        ("episodes", "left_out", set(get_args(SampleReason)) - {"erased"}),
        ("episodes", "marks", get_args(Mark)),
        ("participants", "excluding_marks", get_args(Mark)),
        ("flow", "reason", {*get_args(Reason), *get_args(ScreeningOutcome)}),
        ("deviations", "kind", get_args(DeviationKind)),
        ("responses", "speaker_kind", set(get_args(PlayerKind)) - {"service"}),
    ],
)
def test_levels_are_all_that_the_records_can_have(
    folder: Path, name: str, column: str, values: Collection[str]
) -> None:
    levels = columns(folder, name)[column]["valueReference"]
    assert {each["value"] for each in levels} == set(values)
    assert all(each["description"] for each in levels)


def test_keys_identify_rows(folder: Path) -> None:
    keys = {
        "flow": ("stage", "reason"), "participants": ("participant_id",),
        "assignments": ("participant_id", "assignment"), "answers": ("participant_id", "answer"),
        "episodes": ("episode_id",), "responses": ("episode_id", "response"),
        "models": ("episode_id",),
    }  # fmt: skip
    for name, key in keys.items():
        found = [tuple(row[column] for column in key) for row in table(folder, name)]
        assert len(set(found)) == len(found) > 0, name
