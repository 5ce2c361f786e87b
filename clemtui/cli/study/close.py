"""``clemtui study close``: the data collection is over."""

from __future__ import annotations

import asyncio

import click

from clemtui.cli.asking import YES, confirm
from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.language.sinks import say
from clemtui.study.status import status_of
from clemtui.study.telling.counts import counted


@click.command()
@click.argument("study", metavar="STUDY")
@YES
@common_options
def close(study: str, yes: bool) -> None:
    """End the admission of participants to a study in this database. This cannot be undone.

    Participants who were admitted before can still finish. Close the episodes of those who dropped
    out with 'clemtui episodes close'.

    \b
    Examples:
      clemtui study close memory
    """
    setup = current_setup()
    if not yes:
        confirm(f"Type {study} to close this study", study, "the name", "closed")
    asyncio.run(_close(setup, study))


async def _close(setup: Setup, name: str) -> None:
    async with studies_of(setup) as studies:
        study = await studies.study(name)
        new = await studies.close(study)
        say(f"study {name} is closed" if new else f"study {name} was closed before")
        unfinished = (await status_of(studies, study)).stages["unfinished"]
        if unfinished:
            said = f"{counted(unfinished, 'participant')} {'has' if unfinished == 1 else 'have'}"
            say(f"{said} not finished")
