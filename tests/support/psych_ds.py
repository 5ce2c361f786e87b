"""Our own reading of the rules of Psych-DS (version 1.5.1): which of them a folder breaks.

The names of rules are those of its schema. Its own validator reads metadata as linked data; here,
the context must be schema.org itself. Of its warnings, only those that follow from a folder's files
are here, and of schema.org only the properties that a dataset of ours may have.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal

Severity = Literal["error", "warning"]

KEYWORDS = frozenset(
    ("study", "site", "subject", "session", "task", "condition", "trial", "stimulus",
     "description")
)  # fmt: skip
_DATA_FILE = re.compile(r"([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.(csv|tsv)")
_REQUIRED = ("name", "description", "variableMeasured")
_CONTEXTS = frozenset(
    f"{scheme}://{host}schema.org{end}"
    for scheme in ("http", "https")
    for host in ("", "www.")
    for end in ("", "/")
)
_THING = frozenset(("name", "description", "identifier", "url", "sameAs", "alternateName"))
PROPERTIES: Mapping[str, frozenset[str]] = {
    "Dataset": _THING
    | {
        "author", "citation", "license", "funder", "keywords", "schemaVersion", "usageInfo",
        "inLanguage", "temporalCoverage", "sourceOrganization", "variableMeasured",
        "measurementTechnique",
    },
    "PropertyValue": _THING
    | {"unitText", "unitCode", "minValue", "maxValue", "value", "valueReference", "propertyID"},
    "Organization": _THING,
    "Person": _THING,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken rule: its name, and where."""

    rule: str
    where: str
    severity: Severity = "error"


def broken_rules(folder: Path) -> tuple[Broken, ...]:
    """Return the rules that a folder breaks; none if it is a dataset."""
    return tuple(_Dataset(folder).check())


class _Dataset:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = sorted(
            each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()
        )
        ignored = folder / ".psychds-ignore"
        self._ignored = ignored.read_text("utf-8").split() if ignored.is_file() else []

    def check(self) -> Iterator[Broken]:
        yield from self._missing()
        for path in self._files:
            if self._is_ignored(path):
                continue
            if not (self._folder / path).stat().st_size:
                yield Broken("FILE_EMPTY", path, "warning")
            yield from self._name(path)
        described = yield from self._json("dataset_description.json")
        tables = [each for each in self._files if self._is_table(each)]
        found: set[str] = set()
        for path in tables:
            beside = re.sub(r"\.(csv|tsv)$", ".json", path)
            own = (yield from self._json(beside)) if beside in self._files else {}
            metadata = {**described, **own}
            yield from _metadata(metadata, path)
            columns = yield from self._columns(path)
            found |= set(columns)
            for missing in sorted(set(columns) - _variables(metadata)):
                yield Broken("CSV_COLUMN_MISSING_FROM_METADATA", f"{path}: {missing}")
            for missing in sorted(_variables(own) - set(columns)):
                yield Broken("VARIABLE_MISSING_FROM_CSV_COLUMNS", f"{beside}: {missing}")
        for missing in sorted(_variables(described) - found):
            yield Broken("VARIABLE_MISSING_FROM_CSV_COLUMNS", missing)
        if described:
            yield from _properties(described, "dataset_description.json")

    def _missing(self) -> Iterator[Broken]:
        if "dataset_description.json" not in self._files:
            yield Broken("MISSING_DATASET_DESCRIPTION", "")
        if not (self._folder / "data").is_dir():
            yield Broken("MISSING_DATA_DIRECTORY", "")
        if not any(self._is_table(each) and _DATA_FILE.fullmatch(_base(each)) for each in
                   self._files):  # fmt: skip
            yield Broken("MISSING_DATAFILE", "")
        for name in ("README", "CHANGES"):
            if not {f"{name}.md", f"{name}.txt"} & set(self._files):
                yield Broken(f"MISSING_{name}_DOC", "", "warning")

    def _is_ignored(self, path: str) -> bool:
        return any(
            path.startswith(each) if each.endswith("/") else fnmatch(path, each)
            for each in self._ignored
        )

    def _is_table(self, path: str) -> bool:
        inside = path.startswith("data/") and not self._is_ignored(path)
        return inside and bool(re.search(r"(^|_|/)data\.(csv|tsv)$", path))

    def _name(self, path: str) -> Iterator[Broken]:
        name = _base(path)
        if self._is_table(path):
            if not _DATA_FILE.fullmatch(name):
                yield Broken("FILENAME_KEYWORD_FORMATTING_ERROR", path)
            elif not {pair.split("-")[0] for pair in name.split("_")[:-1]} <= KEYWORDS:
                yield Broken("FILENAME_UNOFFICIAL_KEYWORD_WARNING", path, "warning")
        elif name == "dataset_description.json":
            if path != name:
                yield Broken("WRONG_METADATA_LOCATION", path, "warning")
        elif not (
            path in ("README.md", "README.txt", "CHANGES.md", "CHANGES.txt", ".psychds-ignore")
            or (path.startswith("data/") and name.endswith("_data.json"))
            or (path.startswith("data/") and name == "file_metadata.json")
        ):
            yield Broken("FILE_NOT_CHECKED", path, "warning")

    def _json(self, path: str) -> Generator[Broken, None, dict[str, Any]]:
        """Yield what is wrong with a metadata file, and return its content."""
        try:
            content = json.loads((self._folder / path).read_bytes().decode("utf-8"))
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError:
            yield Broken("JSON_ENCODING_ERROR", path)
            return {}
        except json.JSONDecodeError:
            yield Broken("INVALID_JSON_FORMATTING", path)
            return {}
        if not isinstance(content, dict):
            yield Broken("INVALID_JSONLD_FORMATTING", path)
            return {}
        return content

    def _columns(self, path: str) -> Generator[Broken, None, tuple[str, ...]]:
        """Yield what is wrong with a table, and return its columns."""
        separator = "\t" if path.endswith(".tsv") else ","
        try:
            text = (self._folder / path).read_bytes().decode("utf-8")
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
        except (UnicodeDecodeError, csv.Error):
            yield Broken("CSV_FORMATTING_ERROR", path)
            return ()
        head = rows[0] if rows else []
        if not any(head):
            yield Broken("CSV_HEADER_MISSING", path)
            return ()
        if len(set(head)) < len(head):
            yield Broken("CSV_HEADER_REPEATED", path)
        for number, row in enumerate(rows[1:], 2):
            if len(row) != len(head):
                yield Broken("CSV_HEADER_LENGTH_MISMATCH", f"{path}, row {number}")
                return tuple(head)
        if "row_id" in head:
            ids = [row[head.index("row_id")] for row in rows[1:]]
            if len(set(ids)) < len(ids):
                yield Broken("ROWID_VALUES_NOT_UNIQUE", path)
        return tuple(head)


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _variables(metadata: Mapping[str, Any]) -> set[str]:
    found = metadata.get("variableMeasured", ())
    return {each if isinstance(each, str) else str(each.get("name")) for each in found}


def _metadata(metadata: Mapping[str, Any], path: str) -> Iterator[Broken]:
    """Yield what is wrong with the metadata that apply to a table."""
    if metadata.get("@context") not in _CONTEXTS:
        yield Broken("INVALID_JSONLD_FORMATTING", path)
        return
    kind = metadata.get("@type", metadata.get("type"))
    if kind is None:
        yield Broken("MISSING_DATASET_TYPE", path)
    elif kind not in ("Dataset", "http://schema.org/Dataset", "https://schema.org/Dataset"):
        yield Broken("INCORRECT_DATASET_TYPE", path)
    for name in _REQUIRED:
        if not metadata.get(name):
            yield Broken("JSON_KEY_REQUIRED", f"{path}: {name}")
    yield from _properties({**metadata, "@type": "Dataset"}, path)


def _properties(value: Any, path: str) -> Iterator[Broken]:
    if isinstance(value, list):
        for each in value:
            yield from _properties(each, path)
    if not isinstance(value, dict):
        return
    if "@type" not in value:
        yield Broken("OBJECT_TYPE_MISSING", path, "warning")
        return
    for name, inner in value.items():
        if not name.startswith("@"):
            if name not in PROPERTIES.get(value["@type"], frozenset()):
                yield Broken("INVALID_SCHEMAORG_PROPERTY", f"{path}: {name}", "warning")
            yield from _properties(inner, path)
