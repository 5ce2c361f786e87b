"""``clemtui study status``: how far the data collection has got."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import click

from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.language import one_line
from clemtui.language.sinks import json_text, say
from clemtui.study.status import Status, status_of
from clemtui.study.telling.deviations import deviation_line


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def status(study: str, as_json: bool) -> None:
    """Show how far the data collection of a frozen study has got in this database.

    Participants by stage, people who were asked and did not take part, episodes by game, seat and
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
        say(*map(one_line, _lines(found)))


async def _read(setup: Setup, study: str) -> Status:
    async with studies_of(setup) as studies:
        return await status_of(studies, await studies.study(study))


def _lines(status: Status) -> Iterator[str]:
    frozen, protocol = status.study.frozen, status.study.manifest.protocol
    yield f"{frozen.id}: frozen on {frozen.frozen_at:%Y-%m-%d} ({frozen.manifest_hash[:8]})"
    if frozen.closed_at is not None:
        yield f"closed on {frozen.closed_at:%Y-%m-%d}: no one is admitted any more"
    staying = status.stages["playing"] + status.stages["finished"]
    stages = ", ".join(f"{count} {stage}" for stage, count in status.stages.items())
    yield f"participants: {staying} of {protocol.participants.number} ({stages})"
    for outcome, count in status.screened.items():
        if count:
            yield f"not admitted: {count} {outcome}"
    yield "episodes that count, played of assigned:"
    for each in status.cells:
        yield f"  {each.game}, {each.cell}: {each.played} of {each.assigned}"
    for game, counts in status.carry_over.items():
        for (before, after), count in sorted(counts.items(), key=str):
            yield f"  {game}: {after} right after {before}: {count}"
    for deviation in status.deviations:
        yield deviation_line(deviation)
    for number in status.doubles.numbers:
        yield f"assigned twice: participant number {number.number}"
    for person in status.doubles.people:
        yield f"admitted twice: person {person}"
    for key in status.doubles.keys:
        yield f"met twice: {key.exposure_key} by person {key.person}"


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
        "screened": dict(status.screened),
        "cells": [
            {
                "game": each.game,
                "seat": each.cell.seat,
                "language": each.cell.language,
                "assigned": each.assigned,
                "played": each.played,
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
            }
            for each in status.deviations
        ],
        "assigned_twice": bool(status.doubles),
    }
