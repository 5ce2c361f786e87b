"""Writing a study to a folder that Psych-DS describes: data, dictionary, materials, checklist.

The folder is written beside its place and moved there at the end: a full disk leaves nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from clemtui.episode.errors import PlayError, UsageError
from clemtui.exchange.exports.folders import new_folder, remove_leftovers, write_new
from clemtui.exchange.exports.tree import TargetInUse, check_target
from clemtui.language import Interface, safe
from clemtui.language.sinks import json_text
from clemtui.study.export.cells import csv_of
from clemtui.study.export.columns import FilledTable
from clemtui.study.export.dictionary import as_json, dataset_description, sidecar
from clemtui.study.export.parquet import check_parquet, parquet_of
from clemtui.study.export.readme import changes, readme
from clemtui.study.export.records import StudyRecords, collect
from clemtui.study.export.reporting.checklist import checklist
from clemtui.study.export.tables import tables
from clemtui.study.export.transcripts import transcripts
from clemtui.study.path.wording import consent_text
from clemtui.study.service import Studies, StudyInRecords

Format = Literal["csv", "parquet"]

_NOT_CHECKED = ("documentation/", "materials/", "data/parquet/", "data/transcripts/")
"""What Psych-DS has no rules for, so that its validator need not warn of it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written.

    Attributes:
        rows: number of rows by table.
        transcripts: their number; None: they were not asked for.
        withheld: number of episodes of participants whose texts may not be published.
    """

    rows: dict[str, int]
    transcripts: int | None
    withheld: int


async def export_study(
    studies: Studies,
    study: StudyInRecords,
    target: Path,
    form: Format = "csv",
    *,
    with_transcripts: bool = False,
) -> Exported:
    """Write everything that is recorded of a study to a new folder. The records are only read.

    Args:
        form: ``parquet``: write that as well as CSV.
        with_transcripts: also write what was said, of participants who agreed to publishing.

    Raises:
        UsageError: if the folder is in use.
        PlayError: if it cannot be written, or Parquet is not installed.
        StoreError: if the records cannot be read.
    """
    if form == "parquet":
        check_parquet()
    remove_leftovers(target)
    try:
        check_target(target, (), add=False)
        records = await studies.play.read(lambda reader: collect(reader, study))
        found = {f"data/{_stem(records, each)}.csv": each for each in tables(records)}
        with new_folder(target) as folder:
            said = None
            if with_transcripts:
                said = await _write_transcripts(folder, transcripts(studies.play, records))
            _write_tables(folder, found, form)
            for path, text in _texts(records, found, said):
                write_new(folder / path, text)
    except TargetInUse as error:
        raise UsageError(f"{error}; choose a new one") from None
    except OSError as error:
        raise PlayError(f"cannot write {target}: {error.strerror or error}") from error
    return Exported(
        rows={each.name: len(each.rows) for each in found.values()},
        transcripts=said,
        withheld=sum(not each.played.published for each in records.episodes),
    )


def _stem(records: StudyRecords, table: FilledTable) -> str:
    """Return the name of a table's files without extension; values have no hyphens in Psych-DS."""
    return f"study-{records.frozen.id.replace('-', '')}_description-{table.name}_data"


async def _write_transcripts(folder: Path, said: AsyncIterator[tuple[str, str]]) -> int:
    written = 0
    async for episode, text in said:
        write_new(folder / "data" / "transcripts" / f"{episode}.json", text)
        written += 1
    return written


def _write_tables(folder: Path, found: dict[str, FilledTable], form: Format) -> None:
    for path, table in found.items():
        file = folder / path
        write_new(file, csv_of(table))
        write_new(file.with_suffix(".json"), as_json(sidecar(table)))
        if form == "parquet":
            write_new(folder / "data" / "parquet" / f"{table.name}.parquet", parquet_of(table))


def _texts(
    records: StudyRecords, found: dict[str, FilledTable], said: int | None
) -> Iterator[tuple[str, str]]:
    """Yield the paths and contents of all other files."""
    described: Sequence[FilledTable] = tuple(found.values())
    yield "dataset_description.json", as_json(dataset_description(records, described))
    yield "README.md", readme(records, found, said)
    yield "CHANGES.md", changes(records)
    yield ".psychds-ignore", "".join(f"{each}\n" for each in _NOT_CHECKED)
    yield "documentation/checklist.md", checklist(records)
    for tag in records.manifest.protocol.interface_languages:
        yield f"documentation/consent-{tag}.md", _consent(records, tag)
    for number, body in enumerate(records.bodies):
        name = f"amendment-{number}" if number else "frozen"
        yield f"materials/{name}.json", json_text(body, indent=2, ascii_only=False) + "\n"


def _consent(records: StudyRecords, tag: str) -> str:
    """Return a consent text as participants read it: with a visible form of what is not safe to
    show, also in the contact and the names of models."""
    return safe(consent_text(records.manifest, Interface(tag))) + "\n"
