"""``clemtui import``: other programs' results as episodes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from clemtui.cli.options import CLEMBENCH, common_options, current_setup
from clemtui.cli.tables import print_table
from clemtui.cli.verifying import chosen_form, show_verification
from clemtui.episode.planning.listing import open_games
from clemtui.exchange.imports.importing import Imported, ImportedEpisode, import_results
from clemtui.exchange.imports.verification import verification
from clemtui.exchange.imports.version_differences import Difference
from clemtui.language import Interface
from clemtui.language.sinks import json_text, overwrite, say


@click.group("import")
@common_options
def import_() -> None:
    """Import results from another program.

    \b
    Examples:
      clemtui import clembench results --dry-run
      clemtui import clembench results --clembench ~/clembench
    """


@import_.command(short_help="Import a clembench results tree and re-score it.")
@click.argument(
    "folder", metavar="RESULTS_DIR", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "--instances",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    metavar="PATH",
    help="An instance file, or a folder of them, for instances that are not in the tree; "
    "repeatable.",
)
@CLEMBENCH
@click.option(
    "--dry-run", is_flag=True, help="Show what would be imported without writing anything."
)
@click.option(
    "--verify",
    is_flag=True,
    help="Write nothing; show by game and version in how many episodes our rules agree. Exits with "
    "1 if a difference is not explained by a known change.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="With --verify: write CSV.")
@click.option("--md", "as_md", is_flag=True, help="With --verify: write the tables as Markdown.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --verify and --csv, --json or --md: write to this new file instead of standard "
    "output.",
)
@common_options
def clembench(
    folder: Path,
    instances: tuple[Path, ...],
    dry_run: bool,
    verify: bool,
    as_json: bool,
    **output: Any,
) -> None:
    """Import every episode below RESULTS_DIR, and compare its scores with those of our rules.

    RESULTS_DIR contains results of clembench 1.x, 2.x or 3.x. Each episode is stored with its
    players and its original scores, and replayed through our rules if its instance is in the tree,
    in a PATH or in the checkout. Otherwise it is imported as it is. Importing the same results
    again adds nothing.

    \b
    Examples:
      clemtui import clembench results --dry-run
      clemtui import clembench results --clembench ~/clembench
      clemtui import clembench results --clembench ~/clembench --verify --md
      clemtui import clembench results/gpt-4o--gpt-4o --instances instances_v2.0.json --json
    """
    form = chosen_form(verify=verify, json=as_json, **output)
    setup = current_setup()
    games = open_games(setup.collections)
    imported = import_results(
        setup.database,
        games,
        folder,
        instances=instances,
        clembench=setup.settings.clembench,
        dry_run=dry_run or verify,
        progress=_show_progress if sys.stderr.isatty() else _no_progress,
    )
    if verify:
        found = verification(imported, games)
        show_verification(found, form, output["output"], setup.interface)
        for line in _disagreements(setup.interface, imported, only_unexplained=True):
            say(line, err=form is not None)
        click.get_current_context().exit(1 if found.total.unexplained else 0)
    if as_json:
        # ASCII, because responses may contain characters that no encoding can represent
        say(json_text(_as_json(imported, dry_run), indent=2))
        return
    ui = setup.interface
    columns = (
        ui.text("Game"),
        ">" + ui.text("Episodes"),
        ">" + ui.text("Agree"),
        ">" + ui.text("Disagree"),
        ">" + ui.text("Not re-scored"),
        ">" + ui.text("Unreadable"),
    )
    print_table(columns, _rows(ui, imported))
    for line in _remarks(ui, imported, dry_run):
        say(line)


def _show_progress(done: int, of: int) -> None:
    """Show the progress in place, and clear it at the end."""
    said = f"{done}/{of}"
    overwrite(said if done < of else " " * len(said))
    if done == of:
        overwrite("")


def _no_progress(done: int, of: int) -> None:
    """Show no progress: standard error is not a terminal."""


def _rows(ui: Interface, imported: Imported) -> Iterator[tuple[str, ...]]:
    for game, counts in imported.counts.items():
        numbers = (
            *(counts.episodes, counts.agree, counts.disagree),
            *(counts.not_rescored, counts.unreadable),
        )
        yield game, *map(ui.number, numbers)


def _remarks(ui: Interface, imported: Imported, dry_run: bool) -> Iterator[str]:
    yield from _disagreements(ui, imported)
    again = [e.agreement for e in imported.episodes if e.agreement]
    if again:
        compared = [each for each in again if each.scores_compared]
        yield ui.text(
            "Re-scored: {n}. All scores agree in {same}.",
            n=len(again),
            same=sum(each.scores_agree for each in compared),
        )
        if without := len(again) - len(compared):
            yield ui.plural(
                "{n} episode has no scores to compare: only its messages were compared.",
                "{n} episodes have no scores to compare: only their messages were compared.",
                without,
            )
        yield ""
    yield from _not_rescored(ui, imported)
    yield from _unreadable(ui, imported)
    known = imported.count("known")
    if dry_run:
        yield ui.text("Nothing was written (--dry-run).")
    else:
        yield ui.plural("{n} episode imported.", "{n} episodes imported.", imported.count("new"))
    if known:
        yield ui.plural("{n} episode was already here.", "{n} episodes were already here.", known)


def _disagreements(
    ui: Interface, imported: Imported, *, only_unexplained: bool = False
) -> Iterator[str]:
    found = [
        e
        for e in imported.episodes
        if e.agreement
        and not (e.agreement.is_explained if only_unexplained else e.agreement.agrees)
    ]
    if not found:
        return
    yield ui.text("Disagreements:")
    for episode in found:
        yield ui.text("- {path}", path=episode.path)
        for difference in episode.agreement.differences if episode.agreement else ():
            yield "  " + _difference(ui, difference)
    yield ""


def _difference(ui: Interface, difference: Difference) -> str:
    reason = difference.reason or ui.text("not explained by a known change")
    if difference.kind == "message" and not difference.name.startswith("number of"):
        return ui.text("{what} differs: {reason}", what=difference.name, reason=reason)
    return ui.text(
        "{what}: {theirs} there, {ours} here: {reason}",
        what=difference.name,
        theirs=_value(ui, difference.theirs),
        ours=_value(ui, difference.ours),
        reason=reason,
    )


def _value(ui: Interface, value: object) -> str:
    if value is None:
        return ui.text("none")
    return ui.number(value) if isinstance(value, int | float) else str(value)


def _not_rescored(ui: Interface, imported: Imported) -> Iterator[str]:
    problems = Counter(
        episode.problem
        for episode in imported.episodes
        if episode.status != "unreadable" and episode.agreement is None
    )
    if not problems:
        return
    yield ui.text("Not re-scored:")
    for problem, count in problems.most_common():
        yield ui.text("- {n} x {problem}", n=count, problem=problem or "")
    yield ""


def _unreadable(ui: Interface, imported: Imported) -> Iterator[str]:
    lines = [
        ui.text("- {path}: {problem}", path=episode.path, problem=line)
        for episode in imported.episodes
        for line in _problems(episode)
    ]
    lines += [ui.text("- {problem}", problem=problem) for problem in imported.problems]
    if lines:
        yield ui.text("Not read:")
        yield from lines
        yield ""


def _problems(episode: ImportedEpisode) -> Iterator[str]:
    if episode.status == "unreadable" and episode.problem is not None:
        yield episode.problem
    yield from episode.notes


def _as_json(imported: Imported, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "new": imported.count("new"),
        "known": imported.count("known"),
        "unreadable": imported.count("unreadable"),
        "games": {game: asdict(counts) for game, counts in imported.counts.items()},
        "episodes": [_episode(episode) for episode in imported.episodes],
        "problems": list(imported.problems),
    }


def _episode(episode: ImportedEpisode) -> dict[str, Any]:
    agreement = episode.agreement
    return {
        "path": episode.path,
        "game": episode.game,
        "fate": episode.status,
        "id": episode.id,
        "problem": episode.problem,
        "agrees": None if agreement is None else agreement.agrees,
        "scores_agree": agreement.scores_agree
        if agreement is not None and agreement.scores_compared
        else None,
        "differences": [asdict(d) for d in agreement.differences] if agreement else [],
        "notes": list(episode.notes),
    }
