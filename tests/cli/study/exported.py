"""An exported study, as its readers read it."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.support.calling import call

TABLES = (
    "flow", "participants", "assignments", "answers", "episodes", "responses", "models",
    "deviations",
)  # fmt: skip
Line = dict[str, str]


def export(target: Path, *options: str) -> Path:
    called = call("study", "export", "memory", "--to", str(target), *options)
    assert called.code == 0, called.err
    return target


def table(folder: Path, name: str) -> list[Line]:
    (file,) = folder.glob(f"data/*_description-{name}_data.csv")
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened, strict=True))


def columns(folder: Path, name: str) -> dict[str, dict[str, Any]]:
    """Return the data dictionary of a table, by column."""
    (file,) = folder.glob(f"data/*_description-{name}_data.json")
    found = json.loads(file.read_text("utf-8"))["variableMeasured"]
    return {each["name"]: each for each in found}


def contents(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in files}


def dump(database: Path) -> dict[str, list[Any]]:
    """Return the rows of all tables but the search index."""
    with closing(sqlite3.connect(database)) as db:
        tables = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%'"
        ).fetchall()
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}
