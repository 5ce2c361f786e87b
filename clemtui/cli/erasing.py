"""``clemtui episodes erase``, and what it shares with ``clemtui people forget``."""

from __future__ import annotations

from typing import Any

import click

from clemtui.archive.episodes import find_episode_id, list_episodes
from clemtui.archive.erasing import (
    ErasurePreview,
    check_none_played,
    find_sitting,
    is_text_left,
    preview_erasure,
)
from clemtui.archive.erasing import erase as erase_target
from clemtui.cli.asking import YES, confirm
from clemtui.cli.errors import report_problems
from clemtui.cli.filters import check_names, episode_filter, filter_options
from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.episode.errors import UsageError
from clemtui.language import Interface, one_line
from clemtui.language.sinks import say
from clemtui.paths import command_on
from clemtui.records.rows import Erased, ErasureTarget

SCORES = click.option("--scores", is_flag=True, help="Erase the scores as well.")
DRY_RUN = click.option(
    "--dry-run", is_flag=True, help="Show what would be erased without erasing anything."
)


@click.command(short_help="Permanently erase the text of a sitting or of some episodes.")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option(
    "--sitting",
    metavar="ID",
    help="Erase everything played in the sitting in which this episode started.",
)
@filter_options
@click.option(
    "--state",
    type=click.Choice(("running", "finished", "abandoned", "void")),
    help="Only in this state.",
)
@SCORES
@DRY_RUN
@YES
@common_options
def erase(
    ids: tuple[str, ...],
    sitting: str | None,
    scores: bool,
    dry_run: bool,
    yes: bool,
    **given: Any,
) -> None:
    """Permanently erase what was said in some episodes, or in one sitting.

    Name episodes by ID, or choose them with filters. Erased episodes cannot be replayed or resumed,
    and no report, comparison or export of results counts them. Scores are kept unless --scores is
    given. Tags are kept, and so is the record of which tasks a person has met. The people in these
    episodes can go on playing. This cannot be undone; copies of the database still contain the
    text.

    \b
    Examples:
      clemtui episodes erase 1a2b3c4d
      clemtui episodes erase --sitting 1a2b3c4d --dry-run
      clemtui episodes erase --tag wave=pilot --scores
    """
    setup = current_setup()
    ui = setup.interface
    preview = preview_erasure(setup.database, _target(setup, ids, sitting, scores, given))
    if not preview.episodes:
        say(ui.text("Nothing to erase: these episodes have already been erased."), err=True)
        return
    check_none_played(preview.playing)
    say(_announced(ui, setup, preview), err=True)
    if preview.people:
        names = ", ".join(map(one_line, preview.people))
        say(ui.text("People in them: {names}.", names=names), err=True)
    if dry_run:
        say(ui.text("Nothing was written (--dry-run)."), err=True)
        return
    if not yes:
        asked = ui.text("This cannot be undone. Type the number of episodes to confirm")
        confirm(asked, str(len(preview.episodes)), "the number", "erased")
    erased = erase_target(setup.database, preview)
    said = ui.plural(
        "Erased: {n} episode.",
        "Erased: {n} episodes.",
        len(preview.episodes),
    )
    say(said, err=True)
    report_rest(setup, erased)


def _target(
    setup: Setup, ids: tuple[str, ...], sitting: str | None, scores: bool, given: dict[str, Any]
) -> ErasureTarget:
    """Return what the command line names.

    Raises:
        click.UsageError: if it names nothing, or names it in several ways.
        UsageError: if filters match nothing.
        NotFound: if an id is unknown.
    """
    where = episode_filter((), **given)
    filtered = where != episode_filter(())
    if sum((bool(ids), sitting is not None, filtered)) != 1:
        raise click.UsageError("name what to erase: ids of episodes, --sitting ID, or filters")
    if sitting is not None:
        return ErasureTarget(session=find_sitting(setup.database, sitting), scores=scores)
    if ids:
        found = [find_episode_id(setup.database, part) for part in ids]
    else:
        found = [each.id for each in list_episodes(setup.database, where)]
        if not found:
            check_names(setup, where)
            raise UsageError(f"no episode in {setup.database} matches these filters")
    return ErasureTarget(episodes=tuple(dict.fromkeys(found)), scores=scores)


def _announced(ui: Interface, setup: Setup, preview: ErasurePreview) -> str:
    number, path = len(preview.episodes), str(setup.database)
    if preview.target.scores:
        return ui.plural(
            "This will erase the text and the scores of {n} episode in {path}.",
            "This will erase the text and the scores of {n} episodes in {path}.",
            number,
            path=path,
        )
    return ui.plural(
        "This will erase the text of {n} episode in {path}. Its scores are kept, but no report, "
        "comparison or export of results will count it.",
        "This will erase the text of {n} episodes in {path}. Their scores are kept, but no "
        "report, comparison or export of results will count them.",
        number,
        path=path,
    )


def report_rest(setup: Setup, erased: Erased) -> None:
    """Print a warning if the text is still in files that another program uses.

    Ends the command as failed if it may still be in a file that could not be cleaned.
    """
    if erased.pages_in_use:
        _say_left(setup)
    report_problems(erased.problems)


def report_left(setup: Setup) -> None:
    """Print a warning if text that was erased before is still in files of the database."""
    if is_text_left(setup.database):
        _say_left(setup)


def _say_left(setup: Setup) -> None:
    said = setup.interface.text(
        "Another program is using the database, and erased text is still in {path} and {log}. "
        "Close that program, then run: {command}",
        path=str(setup.database),
        log=f"{setup.database}-wal",
        command=command_on(setup.database, "doctor"),
    )
    say(said, err=True)
