"""``clemtui report``: the benchmark's measures of recorded episodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

from clemtui.analysis.report.dimensions import PER_GAME
from clemtui.analysis.report.rows import NEVER_POOLED_SILENTLY, Report
from clemtui.cli.filters import check_names, check_study, episode_filter, filters, sample_options
from clemtui.cli.options import common_options, current_setup, names, refuse_together, take_options
from clemtui.cli.tables import print_report_table
from clemtui.cli.writing import write_document
from clemtui.episode.planning.listing import list_games
from clemtui.language import Interface
from clemtui.language.sinks import say
from clemtui.reports.causes import causes_table
from clemtui.reports.documents import as_clembench_csv, as_csv, as_json, as_markdown
from clemtui.reports.names import Names
from clemtui.reports.report import Rows, dimensions, make_report
from clemtui.reports.tables import Details, remarks, terminal_tables

Form = Literal["csv", "json", "md"]


@dataclass(frozen=True)
class _Output:
    """The output options of the report."""

    std: bool
    intervals: bool
    causes: bool
    csv: bool
    json: bool
    md: bool
    wide: bool
    output: Path | None

    @property
    def form(self) -> Form | None:
        """The form of document to write; None for tables in the terminal."""
        refuse_together(csv=self.csv, json=self.json, md=self.md)
        forms: tuple[tuple[Form, bool], ...] = (
            ("csv", self.csv), ("json", self.json), ("md", self.md),
        )  # fmt: skip
        return next((form for form, given in forms if given), None)


@click.command()
@filters
@click.option(
    "--by",
    type=names,
    multiple=True,
    metavar="DIMENSION,...",
    help="Group rows by: players, kinds, player, kind, seat, role, people, game, experiment, "
    "language, interface, condition, aids, scorer, instances, settings. Default: players "
    "and game, and language if there are several.",
)
@click.option(
    "--mix",
    type=names,
    multiple=True,
    metavar="DIMENSION,...",
    help="Pool rows that are otherwise split: settings, scorer, condition, aids.",
)
@click.option(
    "--scorer",
    "scorers",
    multiple=True,
    metavar="NAME",
    help="Use scores from this scorer: taboo:2, or another program, such as clemcore or "
    "clembench, whose scores were imported; repeatable. Default: each game's own scorer.",
)
@sample_options
@click.option("--std", is_flag=True, help="Show standard deviations of the quality score.")
@click.option("--intervals", is_flag=True, help="Show 95 % confidence intervals.")
@click.option("--causes", is_flag=True, help="Count why episodes were aborted, by role and reason.")
@click.option("--csv", is_flag=True, help="Write CSV with all figures.")
@click.option("--json", is_flag=True, help="Write JSON with all figures.")
@click.option("--md", is_flag=True, help="Write the tables as Markdown.")
@click.option(
    "--wide", is_flag=True, help="With --csv: one column per game, as in clembench's results.csv."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --csv, --json or --md: write to this new file instead of standard output.",
)
@common_options
def report(
    words: tuple[str, ...],
    by: Sequence[Sequence[str]],
    mix: Sequence[Sequence[str]],
    scorers: tuple[str, ...],
    repeats: bool,
    study: str,
    **options: Any,
) -> None:
    """Report the benchmark's measures for recorded episodes, computed as clembench does.

    FILTER is as in 'clemtui history', e.g. with:gpt or since:7d. Excluded episodes, such as
    practice, repetitions and unfinished ones, are counted by reason. Different players, scorers and
    interface conditions are never pooled by default: rows are split by what differs.

    \b
    Examples:
      clemtui report
      clemtui report --game taboo --by seat,role,player
      clemtui report since:7d --by kinds,game --intervals
      clemtui report --by language --csv --output languages.csv
      clemtui report --csv --wide
    """
    wanted = take_options(_Output, options)
    form, details = wanted.form, Details(std=wanted.std, intervals=wanted.intervals)
    if wanted.output is not None and form is None:
        raise click.UsageError("--output needs --csv, --json or --md")
    if wanted.wide and form != "csv":
        raise click.UsageError("--wide needs --csv")
    if (wanted.std or wanted.intervals) and form in ("csv", "json"):
        raise click.UsageError(f"--{form} always includes these; omit --std and --intervals")
    grouping = dimensions(name for each in by for name in each)
    if wanted.causes and grouping and not {"game", *PER_GAME}.intersection(grouping):
        raise click.UsageError("--causes are those of a game: add game to --by")
    if wanted.causes and wanted.wide:
        raise click.UsageError("a wide table has no room for --causes")
    setup = current_setup()
    chosen = episode_filter(words, **options)
    made = make_report(
        setup.database,
        chosen,
        rows=Rows(
            grouping,
            dimensions((name for each in mix for name in each), NEVER_POOLED_SILENTLY),
        ),
        scorers=scorers,
        collections=setup.collections,
        repeats=repeats,
        study=study,
        causes=wanted.causes,
    )
    if not made.episodes:
        check_names(setup, chosen)
    check_study(setup, study)
    listings = list_games(setup.collections)[0] if wanted.causes else ()
    words_for_people = Names(listings, setup.interface)
    if form is None:
        _print(made, words_for_people, details)
        return
    text = _document(made, form, words_for_people, details, wanted)
    write_document(text, wanted.output, setup.interface, form)
    if form == "csv":
        _print_remarks(made, setup.interface, details)


def _print(made: Report, words: Names, details: Details) -> None:
    ui = words.ui
    for table in terminal_tables(made, ui, details):
        print_report_table(table)
    aborts = causes_table(made, words)
    if aborts is not None:
        print_report_table(aborts)
    for remark in remarks(made, ui, details):
        say(remark)


def _document(made: Report, form: Form, words: Names, details: Details, wanted: _Output) -> str:
    if form == "json":
        return as_json(made, causes=wanted.causes)
    if form == "md":
        return as_markdown(made, words, details)
    return as_clembench_csv(made) if wanted.wide else as_csv(made, causes=wanted.causes)


def _print_remarks(made: Report, ui: Interface, details: Details) -> None:
    """Print the remarks that a CSV file cannot contain."""
    for remark in remarks(made, ui, details):
        say(remark, err=True)
