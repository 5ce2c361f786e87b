"""``clemtui study rehearse``: scripted people take part in a study, as a trial."""

from __future__ import annotations

import asyncio
import shlex
from dataclasses import replace
from pathlib import Path

import click

from clemtui.cli.options import CLEMBENCH, Setup, WholeNumber, common_options, current_setup
from clemtui.cli.study.opening import checked_study, studies_of
from clemtui.episode.errors import UsageError
from clemtui.language.sinks import say
from clemtui.paths import absolute
from clemtui.study.checking import Checked
from clemtui.study.telling.counts import counted


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--to",
    "file",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The database to record it in; a new file.",
)
@click.option(
    "--people",
    type=WholeNumber(1, 1000),
    default=3,
    show_default=True,
    metavar="N",
    help="How many scripted people take part.",
)
@CLEMBENCH
@common_options
def rehearse(study: str, file: Path, people: int) -> None:
    """Let scripted people take part in a study as a trial, in a database of its own.

    Freezes the study there as it is, also with blanks in its consent texts, and takes scripted
    people through all of it. They answer questions rightly and play as the scripted players of
    their roles. Look at the results with the other commands and '--db FILE', then delete the file:
    it says nothing about people. A partner that is a model must be running.

    \b
    Examples:
      clemtui study rehearse memory --to trial.db
      clemtui study rehearse english-baseline --people 10 --to trial.db
    """
    target, own = absolute(file), current_setup()
    if target == absolute(own.database):
        raise UsageError(f"--to: {file} is your own database; choose a new file")
    setup = replace(own, database=target)
    checked = checked_study(setup, study)
    try:
        target.touch(exist_ok=False)  # of two rehearsals at once, one is refused
    except FileExistsError:
        raise UsageError(f"--to: {file} already exists; choose a new file") from None
    except OSError as error:
        raise UsageError(f"--to: {file} cannot be written ({error.strerror or error})") from None
    try:
        asyncio.run(_rehearse(setup, checked, people))
    except BaseException:
        for end in ("", "-wal", "-shm", ".emergency.jsonl"):
            target.with_name(target.name + end).unlink(missing_ok=True)
        raise
    say(f"Next: clemtui study report {checked.study.name} --db {shlex.quote(str(file))}")


async def _rehearse(setup: Setup, checked: Checked, people: int) -> None:
    from clemtui.study.rehearsal import rehearse as rehearsed

    async with studies_of(setup) as studies:
        async for number in rehearsed(studies, checked, people):
            if number == people:
                say(f"{counted(people, 'scripted participant')} finished")
