"""``clemtui export``: recorded episodes in other programs' formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from clemtui.cli.errors import report_problems
from clemtui.cli.filters import check_names, check_study, episode_filter, filters, sample_options
from clemtui.cli.options import common_options, current_setup
from clemtui.episode.planning.listing import open_games
from clemtui.exchange.exports.exporting import Exported, NothingToExport, export_clembench
from clemtui.language import Interface, one_line
from clemtui.language.sinks import json_text, say
from clemtui.paths import absolute
from clemtui.wording.sample import excluded_in_words


@click.group()
@common_options
def export() -> None:
    """Export recorded episodes in another program's format.

    \b
    Examples:
      clemtui export clembench results
      clemtui export clembench results --game taboo --as anna
    """


@export.command(short_help="Export a results tree that clembench's own programs can read.")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@filters
@click.option(
    "--scorer",
    "scorers",
    multiple=True,
    metavar="NAME",
    help="Use scores from this scorer, e.g. taboo:2, or clemcore for all its versions; "
    "repeatable. Default: each game's own scorer.",
)
@sample_options
@click.option(
    "--add", is_flag=True, help="Allow writing to a folder that already contains other results."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print a summary of what was written as JSON."
)
@common_options
def clembench(
    folder: Path,
    words: tuple[str, ...],
    scorers: tuple[str, ...],
    repeats: bool,
    study: str,
    add: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Export finished episodes as a clembench results tree, for its "clem eval", "clem transcribe"
    and "clem score".

    DIR should be new or empty. FILTER is as in 'clemtui history', e.g. with:gpt or since:7d. People
    appear as players under their pseudonyms, so each pair of players is one row of "clem eval";
    each condition is a separate row. Excluded episodes, such as practice, repetitions and
    unfinished ones, are counted by reason.

    \b
    Examples:
      clemtui export clembench results
      clemtui export clembench results --as anna --tag study=pilot
      clemtui export clembench results interface:assisted since:30d
      clemtui export clembench ~/clembench/results --add --json
    """
    setup = current_setup()
    ui = setup.interface
    chosen = episode_filter(words, **options)
    try:
        exported = export_clembench(
            setup.database,
            open_games(setup.collections),
            absolute(folder),
            chosen,
            scorers=scorers,
            add=add,
            repeats=repeats,
            study=study,
        )
    except NothingToExport as error:
        check_names(setup, chosen)
        if error.left_out:
            say(excluded_in_words(error.left_out, ui), err=True)
        raise
    check_study(setup, study)
    if as_json:
        say(json_text(asdict(exported), indent=2))
    else:
        for line in _said(ui, exported, folder):
            say(line)
    report_problems(exported.problems)


def _said(ui: Interface, exported: Exported, folder: Path) -> Iterator[str]:
    yield ui.plural(
        "{n} episode written to {path}",
        "{n} episodes written to {path}",
        exported.episodes,
        path=str(folder),
    )
    for name in exported.folders:
        yield f"  {one_line(name)}"
    if exported.left_out:
        yield excluded_in_words(exported.left_out, ui)
