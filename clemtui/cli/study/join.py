"""``clemtui study join`` and ``start``: participants' paths through a study."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from clemtui.cli.opening import open_app, plain_options
from clemtui.cli.options import (
    Setup,
    WholeNumber,
    at_terminal,
    common_options,
    current_setup,
)
from clemtui.cli.study.opening import known_folder, studies_of

if TYPE_CHECKING:
    from clemtui.study.protocol.folder import StudyFolder
    from clemtui.ui.shell.options import StudyStart

_COLLECTOR = click.option(
    "--collector",
    type=WholeNumber(1, 99),
    metavar="N",
    help="Which collector's range new participants belong to. Required if the protocol has several "
    "collectors.",
)
_CLOCK = click.option(
    "--clock",
    metavar="REASON",
    help="Record why the clock shows an earlier time than before, and go on.",
)


@click.command()
@click.argument("study", metavar="STUDY")
@click.argument("code", default="")
@_COLLECTOR
@_CLOCK
@click.option("--plain", is_flag=True, help="Use lines of text instead of the app.")
@common_options
def join(study: str, code: str, collector: int | None, clock: str | None, plain: bool) -> None:
    """Take a participant through a frozen study; with their CODE, go on where they left.

    A new participant chooses a language, confirms who can take part, reads the consent text and
    gets a code. Then come instructions, practice, questions about the rules, and the episodes.
    Leaving loses nothing, and nothing else of the program can be reached. STUDY is the name under
    which it was frozen. Without a terminal this runs as with --plain.

    \b
    Examples:
      clemtui study join memory
      clemtui study join memory P-7K3M9XQD
      clemtui study join memory --plain
    """
    from clemtui.ui.shell.options import StudyStart

    setup = current_setup()
    folder = known_folder(setup, study)
    name = study if folder is None else folder.name
    if clock is not None:
        asyncio.run(_accept_clock(setup, name, clock))
    number = 1 if code else asyncio.run(_collector(setup, name, folder, collector))
    start = StudyStart(name, folder, code, number)
    if plain or not at_terminal():
        from clemtui.plain.study.front import join_study

        done = join_study(plain_options(setup), name, folder, code, number)
        click.get_current_context().exit(asyncio.run(done))
    asyncio.run(_check(setup, start))
    click.get_current_context().exit(_open(setup, start))


@click.command()
@click.argument("study", metavar="STUDY")
@_COLLECTOR
@_CLOCK
@common_options
def start(study: str, collector: int | None, clock: str | None) -> None:
    """Open the app for the participants of a frozen study, one after the other.

    Whoever comes takes part as someone new, or goes on with their code; when they have finished or
    left, the next one can begin. Nothing else of the program can be reached. Ctrl+Q ends it.
    Requires a terminal.

    \b
    Examples:
      clemtui study start memory
      clemtui study start memory --collector 2
    """
    from clemtui.ui.shell.options import StudyStart

    setup = current_setup()
    folder = known_folder(setup, study)
    name = study if folder is None else folder.name
    if clock is not None:
        asyncio.run(_accept_clock(setup, name, clock))
    number = asyncio.run(_collector(setup, name, folder, collector))
    start = StudyStart(name, folder, collector=number, repeats=True)
    asyncio.run(_check(setup, start))
    if not at_terminal():
        raise click.UsageError("this requires a terminal; use 'clemtui study join' without one")
    click.get_current_context().exit(_open(setup, start))


def _open(setup: Setup, start: StudyStart) -> int:
    """Open the app for a study."""
    return open_app(setup, study=start, config_file=None)


async def _accept_clock(setup: Setup, name: str, reason: str) -> None:
    """Record why the clock is behind, before anything of a study is opened."""
    if not reason.strip():
        raise click.UsageError("--clock: say why the clock was set back")
    async with studies_of(setup) as studies:
        study = await studies.study(name)
        if not await studies.accept_clock(study, reason, setup.settings.person or ""):
            raise click.UsageError("--clock: the clock is not behind; leave this out")


async def _collector(setup: Setup, name: str, folder: StudyFolder | None, given: int | None) -> int:
    """Return the collector whose participants come; where there are several, one must be given.

    The folder says how many there are: if it differs from what was frozen, no one takes part.
    """
    if given is not None:
        return given
    if folder is not None:
        protocol = folder.protocol
    else:
        async with studies_of(setup) as studies:
            protocol = (await studies.study(name)).manifest.protocol
    collectors = protocol.participants.collectors
    if collectors > 1:
        raise click.UsageError(
            f"study {name!r} has {collectors} collectors: say which one you are, with --collector "
            f"1 to {collectors}"
        )
    return 1


async def _check(setup: Setup, start: StudyStart) -> None:
    """Check whether the app can be opened for a study, while errors can still be printed."""
    from clemtui.study.joining.session import known_participant, opened_study

    async with studies_of(setup) as studies:
        study = await opened_study(studies, start.name, start.folder)
        if start.code:
            await known_participant(studies, study, start.code)
        elif not start.repeats:
            await studies.check_place(study, start.collector)
