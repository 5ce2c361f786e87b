"""``clemtui languages effect``: how the prompt language affects performance."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import click

from clemtui.analysis.effect.model import Effects
from clemtui.analysis.effect.published import Published
from clemtui.cli.filters import check_names, check_study, episode_filter, sample_options
from clemtui.cli.options import (
    Setup,
    WholeNumber,
    common_options,
    current_setup,
    names,
    take_options,
)
from clemtui.cli.tables import print_report_table
from clemtui.cli.writing import write_document
from clemtui.episode.planning.listing import list_games
from clemtui.language import Interface
from clemtui.language.sinks import say
from clemtui.language.wrapping import wrap
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.effect.documents import as_csv, as_json, as_markdown
from clemtui.reports.effect.plot import as_text, bars, plot
from clemtui.reports.effect.published import (
    published_csv,
    published_json,
    published_markdown,
    published_remarks,
    published_tables,
)
from clemtui.reports.effect.remarks import remarks, setting_remarks
from clemtui.reports.effect.selection import make_effects, read_published
from clemtui.reports.effect.svg import svg
from clemtui.reports.effect.tables import setting_tables
from clemtui.reports.names import Names

Format = Literal["table", "csv", "json", "md"]

_PLOT_WIDTH = 78
_MAX_PLOT_WIDTH = 120


@dataclass(frozen=True)
class _Output:
    """The output options of the comparison."""

    form: Format
    output: Path | None
    picture: Path | None


@click.command()
@click.argument("words", metavar="[FILTER]", nargs=-1)
@click.option("--games", type=names, metavar="GAME[,GAME]", help="Only these games.")
@click.option(
    "--players",
    type=names,
    metavar="NAME[,NAME]",
    help="Only episodes with one of these players: human, model, scripted, or part of a name.",
)
@click.option(
    "--lang",
    "languages",
    type=names,
    metavar="LANG[,LANG]",
    help="Compare only these languages with the baseline.",
)
@click.option(
    "--baseline",
    default="en",
    show_default=True,
    metavar="LANG",
    help="The language to compare the others with.",
)
@click.option(
    "--measure",
    type=click.Choice(("joint", "quality", "played")),
    default="joint",
    show_default=True,
    help="What to compare: joint score (aborted counts as 0), quality score of the episodes "
    "played, or whether an episode was played to the end.",
)
@click.option(
    "--correction",
    type=click.Choice(("holm", "bh")),
    default="holm",
    show_default=True,
    help="Correction for multiple comparisons: Holm, or Benjamini-Hochberg.",
)
@click.option(
    "--scorer",
    "scorers",
    multiple=True,
    metavar="NAME",
    help="Use scores from this scorer, as in 'clemtui report'; repeatable.",
)
@sample_options
@click.option(
    "--practice/--no-practice", default=None, help="Only practice episodes, or none of them."
)
@click.option(
    "--resamples",
    type=WholeNumber(min=199, max=99_999),
    default=9999,
    show_default=True,
    metavar="N",
    help="Number of bootstrap resamples.",
)
@click.option(
    "--seed",
    type=WholeNumber(min=0),
    default=20240,
    show_default=True,
    metavar="N",
    help="Random seed of the bootstrap.",
)
@click.option(
    "--published",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Compare the languages in a table of published results (CSV: model, language, % "
    "played, quality) instead of recorded episodes.",
)
@click.option(
    "--episodes",
    type=WholeNumber(min=1),
    metavar="N",
    help="With --published: the number of episodes behind each row.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Format)),
    default="table",
    show_default=True,
    help="Output format: tables, or a document.",
)
@click.option(
    "--plot",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Also plot the differences to this new SVG file.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --format csv, json or md: write to this new file instead of standard output.",
)
@common_options
def effect(
    words: tuple[str, ...],
    published: Path | None,
    episodes: int | None,
    practice: bool | None,
    games: tuple[str, ...] | None,
    players: tuple[str, ...] | None,
    languages: tuple[str, ...] | None,
    **options: Any,
) -> None:
    """Compare performance in each prompt language with a baseline.

    Within one game, line-up and condition, the same tasks are compared. FILTER is as in 'clemtui
    history', e.g. since:7d. Requires the extra 'stats'.

    \b
    Examples:
      clemtui languages effect
      clemtui languages effect --games referencegame --players gpt --lang de,it --plot effect.svg
      clemtui languages effect --baseline de --measure quality --correction bh
      clemtui languages effect --format csv -o languages.csv
      clemtui languages effect --published results_multiling.csv --episodes 180
    """
    wanted = take_options(_Output, options)
    form, output, picture = wanted.form, wanted.output, wanted.picture
    if output is not None and form == "table":
        raise click.UsageError("--output needs --format csv, json or md")
    if picture is not None and picture.suffix.lower() != ".svg":
        raise click.UsageError("--plot writes SVG; the file name must end in .svg")
    setup = current_setup()
    if published is not None:
        _refuse_inapplicable(words, picture)
        _published(setup, published, options["baseline"], episodes, form, output)
        return
    if episodes is not None:
        raise click.UsageError("--episodes needs --published")
    listings, _ = list_games(setup.collections)
    chosen = episode_filter(words, practice=practice)
    for player in players or ():
        check_names(setup, EpisodeFilter(player=player))
    found = make_effects(
        setup.database,
        chosen,
        games=games or (),
        players=players or (),
        languages=languages or (),
        listings=listings,
        collections=setup.collections,
        **options,
    )
    if not found.episodes:
        check_names(setup, chosen)
    check_study(setup, options["study"])
    names = Names(listings, setup.interface)
    if picture is not None:
        write_document(svg(found, names), picture, setup.interface, "svg")
    if form == "table":
        _print(found, names)
    else:
        write_document(_document(found, form, names), output, setup.interface, form)


def _refuse_inapplicable(words: Sequence[str], picture: Path | None) -> None:
    """Check that no option was given that does not apply to a published table.

    Raises:
        click.UsageError: naming the first one that was.
    """
    if picture is not None:
        raise click.UsageError("--plot needs recorded episodes; omit --published")
    if words:
        raise click.UsageError("a filter needs recorded episodes; omit --published")
    context = click.get_current_context()
    for name, option in (
        *(("games", "--games"), ("players", "--players"), ("languages", "--lang")),
        *(("measure", "--measure"), ("correction", "--correction"), ("scorers", "--scorer")),
        *(
            ("practice", "--practice"),
            ("repeats", "--repeats"),
            ("study", "--study"),
            ("resamples", "--resamples"),
            ("seed", "--seed"),
        ),
    ):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option} needs recorded episodes; omit --published")


def _print(found: Effects, names: Names) -> None:
    ui = names.ui
    width = min(_columns() or _PLOT_WIDTH, _MAX_PLOT_WIDTH)
    for setting in found.settings:
        say(names.setting(setting))
        for table in setting_tables(setting, found, names):
            print_report_table(table)
        for line in as_text(plot(bars(setting, ui), ui, width)):
            say(line)
        for remark in setting_remarks(setting, found, ui):
            _say(remark, "- ")
        say("")
    for remark in remarks(found, ui):
        _say(remark)


def _columns() -> int:
    """Return the width of the terminal, or 0 if output goes elsewhere and must not be wrapped."""
    return shutil.get_terminal_size((_PLOT_WIDTH, 24)).columns if sys.stdout.isatty() else 0


def _say(remark: str, mark: str = "") -> None:
    """Print a sentence, wrapped between words if at a terminal."""
    width = _columns() - len(mark)
    for line in wrap(remark, width) if width > 0 else (remark,):
        say(mark + line)
        mark = " " * len(mark)


def _document(found: Effects, form: Format, names: Names) -> str:
    if form == "json":
        return as_json(found)
    return as_csv(found) if form == "csv" else as_markdown(found, names)


def _published(
    setup: Setup, file: Path, baseline: str, episodes: int | None, form: Format, output: Path | None
) -> None:
    ui = setup.interface
    found = read_published(file, baseline, episodes)
    if form != "table":
        write_document(_published_document(found, form, ui), output, ui, form)
        return
    for table in published_tables(found, ui):
        print_report_table(table)
    for remark in published_remarks(found, ui):
        _say(remark)


def _published_document(found: Published, form: Format, ui: Interface) -> str:
    if form == "json":
        return published_json(found)
    return published_csv(found) if form == "csv" else published_markdown(found, ui)
