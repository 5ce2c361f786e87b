"""Our reading of the rules of Psych-DS: each of them can be broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.psych_ds import Broken, broken_rules

TABLE = "data/study-a_description-b_data.csv"
SIDECAR = TABLE.replace(".csv", ".json")
DESCRIPTION = {
    "@context": "https://schema.org/",
    "@type": "Dataset",
    "name": "A dataset",
    "description": "It has one table.",
    "variableMeasured": ["row_id", {"@type": "PropertyValue", "name": "x", "unitText": "ms"}],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small dataset that breaks no rule."""
    root = tmp_path / "dataset"
    (root / "data").mkdir(parents=True)
    write(root, "dataset_description.json", DESCRIPTION)
    (root / "README.md").write_text("# A\n")
    (root / "CHANGES.md").write_text("# B\n")
    (root / TABLE).write_text('row_id,x\n1,"a, b"\n2,\n')
    return root


def write(root: Path, path: str, content: Any) -> None:
    (root / path).write_text(json.dumps(content))


def rules(root: Path) -> set[str]:
    return {each.rule for each in broken_rules(root)}


def test_a_dataset_breaks_no_rule(folder: Path) -> None:
    assert broken_rules(folder) == ()


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "CSV_HEADER_MISSING"),
        ("\n1\n", "CSV_HEADER_MISSING"),
        ("row_id,x,x\n1,2,3\n", "CSV_HEADER_REPEATED"),
        ("row_id,x\n1\n", "CSV_HEADER_LENGTH_MISMATCH"),
        ("row_id,x\n1,2,3\n", "CSV_HEADER_LENGTH_MISMATCH"),
        ("row_id,x\n1,a\n1,b\n", "ROWID_VALUES_NOT_UNIQUE"),
        ('row_id,x\n1,"a\n', "CSV_FORMATTING_ERROR"),
        ("row_id,x,y\n1,2,3\n", "CSV_COLUMN_MISSING_FROM_METADATA"),
        ("row_id\n1\n", "VARIABLE_MISSING_FROM_CSV_COLUMNS"),
    ],
)
def test_tables(folder: Path, content: str, rule: str) -> None:
    (folder / TABLE).write_text(content)
    assert rule in rules(folder)


def test_tables_are_utf_8(folder: Path) -> None:
    (folder / TABLE).write_bytes("row_id,x\n1,ä\n".encode("latin-1"))
    assert "CSV_FORMATTING_ERROR" in rules(folder)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("data.csv", "FILENAME_KEYWORD_FORMATTING_ERROR"),
        ("study-a-b_data.csv", "FILENAME_KEYWORD_FORMATTING_ERROR"),
        ("Study-a_data.csv", "FILENAME_KEYWORD_FORMATTING_ERROR"),
        ("study-a_b_data.csv", "FILENAME_KEYWORD_FORMATTING_ERROR"),
        ("study-a_table-b_data.csv", "FILENAME_UNOFFICIAL_KEYWORD_WARNING"),
        ("study-a.csv", "MISSING_DATAFILE"),
    ],
)
def test_names_of_tables(folder: Path, name: str, rule: str) -> None:
    (folder / TABLE).rename(folder / "data" / name)
    assert rule in rules(folder)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"@context": None}, "INVALID_JSONLD_FORMATTING"),
        ({"@context": "https://example.org"}, "INVALID_JSONLD_FORMATTING"),
        ({"@type": None}, "MISSING_DATASET_TYPE"),
        ({"@type": "Thing"}, "INCORRECT_DATASET_TYPE"),
        ({"name": ""}, "JSON_KEY_REQUIRED"),
        ({"description": None}, "JSON_KEY_REQUIRED"),
        ({"variableMeasured": None}, "JSON_KEY_REQUIRED"),
        ({"variableMeasured": ["row_id"]}, "CSV_COLUMN_MISSING_FROM_METADATA"),
        ({"variableMeasured": ["row_id", "x", "y"]}, "VARIABLE_MISSING_FROM_CSV_COLUMNS"),
        ({"colour": "red"}, "INVALID_SCHEMAORG_PROPERTY"),
        ({"author": {"name": "Ann"}}, "OBJECT_TYPE_MISSING"),
    ],
)
@pytest.mark.parametrize("place", ["dataset_description.json", SIDECAR])
def test_metadata(folder: Path, change: dict[str, Any], rule: str, place: str) -> None:
    changed = {**DESCRIPTION, **change}
    write(folder, place, {key: value for key, value in changed.items() if value is not None})
    if place == SIDECAR and None in change.values():
        assert broken_rules(folder) == (), "what it does not say is that of the whole dataset"
    else:
        assert rule in rules(folder)


@pytest.mark.parametrize("place", ["dataset_description.json", SIDECAR])
@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"{", "INVALID_JSON_FORMATTING"),
        (b"[]", "INVALID_JSONLD_FORMATTING"),
        (b'{"name": "\xe4"}', "JSON_ENCODING_ERROR"),
    ],
)
def test_metadata_are_json(folder: Path, place: str, content: bytes, rule: str) -> None:
    (folder / place).write_bytes(content)
    assert rule in rules(folder)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("dataset_description.json", "MISSING_DATASET_DESCRIPTION"),
        (TABLE, "MISSING_DATAFILE"),
        ("README.md", "MISSING_README_DOC"),
        ("CHANGES.md", "MISSING_CHANGES_DOC"),
    ],
)
def test_what_must_be_there(folder: Path, path: str, rule: str) -> None:
    (folder / path).unlink()
    assert rule in rules(folder)


def test_there_is_a_folder_for_data(folder: Path) -> None:
    (folder / "data").rename(folder / "tables")
    assert {"MISSING_DATA_DIRECTORY", "MISSING_DATAFILE"} <= rules(folder)


def test_other_files_are_warned_of_unless_they_are_to_be_ignored(folder: Path) -> None:
    (folder / "materials").mkdir()
    (folder / "materials" / "a.json").write_text("{}")
    (folder / "materials" / "empty").write_text("")
    (folder / "data" / "dataset_description.json").write_text("{}")
    assert {(each.rule, each.severity) for each in broken_rules(folder)} == {
        ("FILE_NOT_CHECKED", "warning"),
        ("FILE_EMPTY", "warning"),
        ("WRONG_METADATA_LOCATION", "warning"),
    }
    (folder / ".psychds-ignore").write_text("materials/\n")
    where = "data/dataset_description.json"
    assert broken_rules(folder) == (Broken("WRONG_METADATA_LOCATION", where, "warning"),)
