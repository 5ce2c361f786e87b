"""The texts in the folder that say what it contains, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from clemtui import __version__
from clemtui.language.sinks import markdown_text
from clemtui.records.studies import Deviation
from clemtui.store.codec import compact
from clemtui.study.export.columns import FilledTable
from clemtui.study.export.dictionary import PSYCH_DS
from clemtui.study.export.records import StudyRecords
from clemtui.study.telling.counts import plural

MISSING_METADATA = ("author", "citation", "license", "funder", "url")
"""What Psych-DS recommends for ``dataset_description.json`` and the records do not know."""


def readme(
    records: StudyRecords, tables: Mapping[str, FilledTable], transcripts: int | None
) -> str:
    """Return ``README.md``.

    Args:
        tables: by the paths of their files.
        transcripts: their number; None: they were not asked for.
    """
    return "\n".join(_readme(records, tables, transcripts)) + "\n"


def _readme(
    records: StudyRecords, tables: Mapping[str, FilledTable], transcripts: int | None
) -> Iterator[str]:
    protocol, frozen = records.manifest.protocol, records.frozen
    yield f"# {markdown_text(protocol.title)}"
    yield ""
    yield markdown_text(protocol.question)
    yield ""
    yield (
        f"Data of the study `{frozen.id}`, exported by clemtui {__version__}. The protocol has the "
        f"hash `{frozen.manifest_hash}`."
    )
    yield ""
    yield "## Tables"
    yield ""
    yield "| file | rows | what a row is | columns that identify a row |"
    yield "|---|---|---|---|"
    for path, table in tables.items():
        key = ", ".join(f"`{each}`" for each in table.key)
        yield f"| `{path}` | {len(table.rows)} | {table.about} | {key} |"
    yield ""
    yield (
        "The file of the same name that ends in `.json` describes the columns: meaning, unit, "
        "possible values, and when a cell is empty. A column of the same name means the same in "
        "all tables."
    )
    yield ""
    yield from _WRITTEN
    yield ""
    yield "## Other files"
    yield ""
    yield "- `materials/`: everything that was frozen, as JSON, and again after each amendment"
    yield "- `documentation/`: the consent texts as participants read them, and the checklist"
    if transcripts is not None:
        yield (
            f"- `data/transcripts/`: {plural(transcripts, 'episode')} word by word, of "
            "participants who agreed to publishing, and of models"
        )
    yield ""
    yield from _PRIVACY
    yield ""
    yield "## Format"
    yield ""
    yield (
        f"The folder follows {PSYCH_DS}, checked against our own reading of the Psych-DS rules, "
        "not by its validator. Before you publish it, complete `dataset_description.json` with "
        f"what is not in the records: {', '.join(f'`{each}`' for each in MISSING_METADATA)}."
    )


_WRITTEN = (
    "Texts are written as within the quotes of a JSON string: `\\n` is a line break, `\\\"` a "
    "quotation mark, and `\\uXXXX` a character that is invisible, reorders its neighbours or would "
    "begin a formula in a spreadsheet. Any JSON reader gives back the exact text: "
    "`json.loads('\"' + cell + '\"')` in Python. Columns with the unit JSON contain JSON as it is.",
)  # fmt: skip
_PRIVACY = (
    "## Before you share it",
    "",
    "Participants are numbered. The codes with which they can ask for the erasure of their data "
    "are not included; keep the database to answer such requests, and export again after one. "
    "Texts, answers in words and transcripts are those of participants who agreed to publishing. "
    "Read them nevertheless: people may have written who they are. Age, languages and the exact "
    "times can identify someone in a small sample. Addresses of your own model servers are among "
    "the parameters of players and in `materials/`.",
)


def changes(records: StudyRecords) -> str:
    """Return ``CHANGES.md``: when the study was frozen, and what was amended since."""
    frozen = records.frozen
    lines = [
        "# Changes", "", f"- {frozen.frozen_at:%Y-%m-%d}: frozen (`{frozen.manifest_hash}`)"
    ]  # fmt: skip
    amended = [each for each in records.deviations if each.amendment]
    ordered = sorted(amended, key=lambda each: each.amendment)
    for number, group in groupby(ordered, key=lambda each: each.amendment):
        lines += _amendment(number, list(group))
    if frozen.closed_at is not None:
        lines.append(f"- {frozen.closed_at:%Y-%m-%d}: closed; no one was admitted any more")
    return "\n".join(lines) + "\n"


def _amendment(number: int, changed: Sequence[Deviation]) -> Iterator[str]:
    first = changed[0]
    yield f"- {first.at:%Y-%m-%d}: amendment {number}: {markdown_text(first.reason)}"
    for each in changed:
        before, after = (markdown_text(compact(value)) for value in (each.frozen, each.found))
        yield f"    - {markdown_text(each.subject)}: {before} → {after}"
