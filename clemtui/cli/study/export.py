"""``clemtui study export``: a study as a folder to analyse and share. In English only."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.language.sinks import json_text, say
from clemtui.paths import absolute
from clemtui.study.telling.counts import counted

if TYPE_CHECKING:
    from clemtui.study.export.dataset import Exported, Format


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--to",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder to write; new or empty.",
)
@click.option(
    "--parquet",
    is_flag=True,
    help="Also write the tables as Parquet. Requires the extra 'parquet'.",
)
@click.option(
    "--transcripts",
    is_flag=True,
    help="Also write transcripts: of participants who agreed to publishing, and of models.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
@common_options
def export(study: str, folder: Path, parquet: bool, transcripts: bool, as_json: bool) -> None:
    """Write a study as a folder to analyse and share, as Psych-DS describes it.

    Tables of participants, assignments, answers, episodes, responses, models and deviations, each
    with a data dictionary; what was frozen; the consent texts; and the filled checklist.
    Participants are numbered, and their codes are not included. What they wrote is included only if
    they agreed to publishing; nothing is included of whoever was erased.

    \b
    Examples:
      clemtui study export memory --to memory-data
      clemtui study export memory --to memory-data --transcripts --parquet
    """
    from clemtui.study.export.dataset import export_study

    form: Format = "parquet" if parquet else "csv"

    async def write(setup: Setup) -> Exported:
        async with studies_of(setup) as studies:
            found = await studies.study(study)
            return await export_study(
                studies, found, absolute(folder), form, with_transcripts=transcripts
            )

    exported = asyncio.run(write(current_setup()))
    if as_json:
        say(json_text(asdict(exported), indent=2))
    else:
        say(*_lines(exported, folder))


def _lines(exported: Exported, folder: Path) -> Iterator[str]:
    yield f"written to {folder}"
    for table, rows in exported.rows.items():
        yield f"  {table}: {counted(rows, 'row')}"
    if exported.transcripts is not None:
        yield f"  {counted(exported.transcripts, 'transcript')}"
    if exported.withheld:
        yield (
            f"without what was said in {counted(exported.withheld, 'episode')}: not published by "
            "everyone in it"
        )
