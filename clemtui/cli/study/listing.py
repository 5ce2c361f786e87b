"""``clemtui study list``: all studies that there are here."""

from __future__ import annotations

import asyncio
from typing import Any

import click

from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.cli.tables import print_table
from clemtui.language.sinks import json_text, say
from clemtui.study.overview import StudyOverview, overviews


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def list_(as_json: bool) -> None:
    """List all studies: those in the records, the last active first, and drafts.

    A draft is a protocol in the folder of your data that is not frozen. The episodes are those that
    count in the report, also if a mark excludes them.

    \b
    Examples:
      clemtui study list
      clemtui study list --json
    """
    found = asyncio.run(_read(current_setup()))
    if as_json:
        say(json_text([_document(each) for each in found], indent=2))
    elif found:
        print_table(
            ["study", "state", "finished", "episodes", "last active", "title"], map(_row, found)
        )
    else:
        say("no studies yet; clemtui study new NAME writes a protocol")


async def _read(setup: Setup) -> tuple[StudyOverview, ...]:
    async with studies_of(setup) as studies:
        return await overviews(studies, setup.places.data)


def _row(study: StudyOverview) -> tuple[str, ...]:
    draft = study.state == "draft"
    return (
        study.name,
        study.state,
        "" if draft or study.planned is None else f"{study.finished} of {study.planned}",
        "" if draft else str(study.episodes),
        "" if study.last is None else f"{study.last.astimezone():%Y-%m-%d}",
        study.title or str(study.problem),
    )


def _document(study: StudyOverview) -> dict[str, Any]:
    return {
        "name": study.name,
        "state": study.state,
        "title": study.title,
        "planned": study.planned,
        "finished": study.finished,
        "episodes": study.episodes,
        "last": None if study.last is None else study.last.isoformat(),
        "folder": None if study.folder is None else str(study.folder),
        "problem": str(study.problem),
    }
