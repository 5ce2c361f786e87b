"""The data dictionary as schema.org metadata, in the form that Psych-DS prescribes.

``dataset_description.json`` describes the whole dataset and all columns; beside each table stands
one that describes its own columns. Both consist of properties of schema.org alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from clemtui.language.sinks import json_text
from clemtui.store.clock import iso
from clemtui.study.export.columns import Documented, FilledTable
from clemtui.study.export.records import StudyRecords

PSYCH_DS = "Psych-DS 1.5.1"
"""The version of the rules that were read for this export, and that its tests check."""

_SHARING = (
    "Participants are numbered; the codes with which they can ask for the erasure of their data "
    "are not included. What they wrote is included only of those who agreed to its publication."
)


def dataset_description(records: StudyRecords, tables: Sequence[FilledTable]) -> dict[str, Any]:
    """Return the description of the whole dataset."""
    protocol, name = records.manifest.protocol, records.frozen.id
    found: dict[str, Any] = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": protocol.title,
        "description": f"{protocol.question} Data of the study “{name}”, exported by clemtui.",
        "schemaVersion": PSYCH_DS,
        "identifier": f"{name} {records.frozen.manifest_hash}",
        "keywords": ["human baseline", *(each.game for each in records.manifest.games)],
        "inLanguage": list(protocol.languages),
        "usageInfo": _SHARING,
        "measurementTechnique": "dialogue games of clembench, played and scored by clemtui",
    }
    if protocol.responsible.institution:
        found["sourceOrganization"] = {
            "@type": "Organization", "name": protocol.responsible.institution
        }  # fmt: skip
    if period := _period(records):
        found["temporalCoverage"] = period
    found["variableMeasured"] = [_variable(each) for each in _all_columns(tables)]
    return found


def sidecar(table: FilledTable) -> dict[str, Any]:
    """Return the description of one table, which replaces that of the dataset where they differ."""
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "description": table.about,
        "variableMeasured": [_variable(each) for each in table.columns],
    }


def as_json(document: Mapping[str, Any]) -> str:
    """Return metadata as a file."""
    return json_text(document, indent=2, ascii_only=False) + "\n"


def _all_columns(tables: Iterable[FilledTable]) -> Iterator[Documented]:
    """Yield each column once; columns of the same name mean the same in all tables."""
    found: dict[str, Documented] = {}
    for table in tables:
        for column in table.columns:
            found.setdefault(column.name, column)
    yield from found.values()


def _variable(column: Documented) -> dict[str, Any]:
    meaning = f"{column.meaning[0].upper()}{column.meaning[1:]}."
    empty = f" Empty: {column.missing}." if column.missing else " Never empty."
    found: dict[str, Any] = {
        "@type": "PropertyValue", "name": column.name, "description": meaning + empty
    }  # fmt: skip
    if column.unit:
        found["unitText"] = column.unit
    if column.least is not None:
        found["minValue"] = column.least
    if column.levels:
        found["valueReference"] = [
            {"@type": "PropertyValue", "value": value, "description": said}
            for value, said in column.levels.items()
        ]
    return found


def _period(records: StudyRecords) -> str:
    """Return from when to when participants were admitted and played; empty: there were none."""
    times = [each.enrolment.at for each in records.participants]
    times += [each.played.ended_at for each in records.episodes if each.played.ended_at is not None]
    return f"{iso(min(times))}/{iso(max(times))}" if times else ""
