"""``clemtui study checklist``: what reviewers of a human baseline ask, filled. In English only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.cli.writing import write_document


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--to",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this new file instead of standard output.",
)
@common_options
def checklist(study: str, file: Path | None) -> None:
    """Fill the checklist for reporting human baselines, as Markdown.

    The item numbers are those of the published checklist (Wei, Paskov et al., ICML 2025), in our
    own words. Filled from the frozen protocol, the records and what the program does; what they do
    not know is left visibly blank.

    \b
    Examples:
      clemtui study checklist memory
      clemtui study checklist memory --to checklist.md
    """
    from clemtui.study.export.records import collect
    from clemtui.study.export.reporting.checklist import checklist as filled

    async def read(setup: Setup) -> str:
        async with studies_of(setup) as studies:
            found = await studies.study(study)
            return filled(await studies.play.read(lambda reader: collect(reader, found)))

    setup = current_setup()
    write_document(asyncio.run(read(setup)), file, setup.interface, "markdown")
