"""``clemtui study freeze``: the protocol is fixed, with everything that it depends on."""

from __future__ import annotations

import asyncio

import click

from clemtui.cli.options import CLEMBENCH, Setup, common_options, current_setup
from clemtui.cli.study.opening import checked_study, studies_of
from clemtui.episode.planning.listing import open_games
from clemtui.language.sinks import say
from clemtui.study.checking import blank_in
from clemtui.study.freezing import Frozen
from clemtui.study.freezing import freeze as frozen
from clemtui.study.telling.counts import counted


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--amend",
    metavar="REASON",
    help="Record that the protocol was changed after it was frozen, and why.",
)
@click.option("--by", default="", metavar="NAME", help="Who records the change.")
@click.option(
    "--blanks", is_flag=True, help="Freeze although a consent text has blanks to fill in."
)
@CLEMBENCH
@common_options
def freeze(study: str, amend: str | None, by: str, blanks: bool) -> None:
    """Freeze a protocol with every instance, language pack and version that it depends on.

    Participants can then join. Consent texts must not have blanks any more. Freezing the same
    protocol again changes nothing: several collectors freeze it, each in their own database,
    and these can be merged. A changed protocol is refused unless --amend says why it was
    changed: then every change is recorded as a deviation, which the report prints.

    \b
    Examples:
      clemtui study freeze memory
      clemtui study freeze memory --amend "the ethics board asked for another consent text"
    """  # fmt: skip
    setup = current_setup()
    checked = checked_study(setup, study)
    made = frozen(open_games(setup.collections), checked)
    for finding in checked.findings:
        say(f"{checked.study.file}: {finding}", err=True)
    if not blanks and (language := blank_in(checked.study)) is not None:
        file = checked.study.protocol.consent[language]
        raise click.UsageError(
            f"{file} has blanks, which participants would read: fill them in, or add --blanks if "
            "no one will take part"
        )
    asyncio.run(_record(setup, made, amend, by or setup.settings.person or ""))


async def _record(setup: Setup, made: Frozen, amend: str | None, author: str) -> None:
    name = str(made.manifest["study"])
    async with studies_of(setup) as studies:
        if amend is not None:
            changed = await studies.amend(made, amend, author)
            for entry in changed:
                say(f"changed: {entry}")
            say(counted(len(changed), "deviation") + " recorded")
            return
        new = await studies.freeze(made)
        games = len(made.manifest["games"])
        tasks = sum(len(game["tasks"]) for game in made.manifest["games"])
        said = "is frozen" if new else "was frozen like this before"
        say(f"study {name} {said}: {counted(games, 'game')}, {counted(tasks, 'task')}")
        say(f"Next: clemtui study join {name}")
