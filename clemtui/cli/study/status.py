"""``clemtui study status``: how far the data collection has got."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

import click

from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.language.sinks import json_text, say
from clemtui.study.status import Status, status_of
from clemtui.study.telling.deviations import admitted_before
from clemtui.study.telling.status import status_lines


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def status(study: str, as_json: bool) -> None:
    """Show how far the data collection of a frozen study has got in this database.

    Participants by stage and their flow as in the report, how episodes ended by game, role and
    language, how often each came right after each other one, deviations, and what was assigned
    twice, as may happen if two collectors use the same range.

    \b
    Examples:
      clemtui study status memory
      clemtui study status memory --json
    """
    found = asyncio.run(_read(current_setup(), study))
    if as_json:
        say(json_text(_document(found), indent=2))
    else:
        say(*status_lines(found))


async def _read(setup: Setup, study: str) -> Status:
    async with studies_of(setup) as studies:
        return await status_of(studies, await studies.study(study))


def _document(status: Status) -> dict[str, Any]:
    frozen = status.study.frozen
    return {
        "study": frozen.id,
        "frozen_at": frozen.frozen_at.isoformat(),
        "closed_at": frozen.closed_at.isoformat() if frozen.closed_at else None,
        "manifest": frozen.manifest_hash,
        "participants": {
            "planned": status.study.manifest.protocol.participants.number,
            **status.stages,
        },
        "screened": dict(status.flow.turned_away),
        "flow": asdict(status.flow),
        "episodes": status.episodes,
        "cells": [
            {
                "game": each.game,
                "seat": each.cell.seat,
                "role": each.cell.called,
                "language": each.cell.language,
                "assigned": each.assigned,
                "ended": each.ended,
                **{outcome.replace(" ", "_"): n for outcome, n in each.outcomes.items()},
                "lost": each.lost,
            }
            for each in status.cells
        ],
        "carry_over": [
            {
                "game": game,
                "before": [before.seat, before.language],
                "after": [after.seat, after.language],
                "participants": count,
            }
            for game, counts in status.carry_over.items()
            for (before, after), count in counts.items()
        ],
        "deviations": [
            {
                "kind": each.kind,
                "subject": each.subject,
                "frozen": each.frozen,
                "found": each.found,
                "reason": each.reason,
                "author": each.author,
                "at": each.at.isoformat(),
                "admitted_before": admitted_before(each, status.enrolments),
            }
            for each in status.deviations
        ],
        "assigned_twice": bool(status.doubles),
    }
