"""``clemtui study join``: a participant's path through a study."""

from __future__ import annotations

import asyncio

import click

from clemtui.cli.opening import plain_options
from clemtui.cli.options import WholeNumber, common_options, current_setup
from clemtui.cli.study.opening import known_folder


@click.command()
@click.argument("study", metavar="STUDY")
@click.argument("code", default="")
@click.option(
    "--collector",
    type=WholeNumber(1, 99),
    default=1,
    metavar="N",
    help="Which collector's range a new participant belongs to.",
)
@common_options
def join(study: str, code: str, collector: int) -> None:
    """Take a participant through a frozen study; with their CODE, go on where they left.

    A new participant chooses a language, confirms who can take part, reads the consent text and
    gets a code. Then come instructions, practice, questions about the rules, and the episodes.
    Leaving loses nothing. STUDY is the name under which it was frozen.

    \b
    Examples:
      clemtui study join memory
      clemtui study join memory P-7K3M9XQD
    """  # fmt: skip
    from clemtui.plain.study.joining import join_study

    setup = current_setup()
    folder = known_folder(setup, study)
    name = study if folder is None else folder.name
    exit_code = asyncio.run(join_study(plain_options(setup), name, folder, code, collector))
    click.get_current_context().exit(exit_code)
