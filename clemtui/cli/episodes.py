"""``clemtui episodes``: recorded episodes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from clemtui.archive.documents import check_suffix
from clemtui.archive.episodes import (
    as_document,
    evidence_seat,
    exported_episodes,
    find_episode_id,
    list_episodes,
    load_episode,
    only_evidence_of,
    short_id,
)
from clemtui.cli import marking
from clemtui.cli.documents import FORMS, render_episode
from clemtui.cli.erasing import erase
from clemtui.cli.errors import report_problems
from clemtui.cli.filters import check_names, episode_filter, filter_options, filters
from clemtui.cli.options import (
    Setup,
    WholeNumber,
    common_options,
    current_setup,
    refuse_together,
)
from clemtui.cli.tables import print_table
from clemtui.cli.transcript import transcript
from clemtui.cli.writing import write_document
from clemtui.episode.errors import UsageError
from clemtui.language import Interface
from clemtui.language.sinks import json_text, say
from clemtui.records.errors import DamagedRecord
from clemtui.records.rows import EpisodeSummary, State
from clemtui.records.viewing import has_secrets, human_seats
from clemtui.wording.phrases import short_name, short_person
from clemtui.wording.sample import marks_in_words, outcome_in_words

_STATES = ("running", "finished", "abandoned", "void")
_STATE = click.option("--state", type=click.Choice(_STATES), help="Only in this state.")


@click.group()
@common_options
def episodes() -> None:
    """List, show, export and erase recorded episodes, and decide which ones count.

    \b
    Examples:
      clemtui episodes list --game taboo --state finished
      clemtui episodes show 1a2b3c4d
      clemtui episodes export --game wordle --output wordle.jsonl
      clemtui episodes exclude 1a2b3c4d --reason "phone rang"
    """


episodes.add_command(erase)


@episodes.command("list")
@filters
@_STATE
@click.option(
    "--limit",
    type=WholeNumber(min=1),
    default=50,
    show_default=True,
    metavar="N",
    help="Maximum number of episodes to list, newest first.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def list_(words: tuple[str, ...], limit: int, as_json: bool, **given: Any) -> None:
    """List episodes, newest first.

    FILTER is as in 'clemtui history', e.g. with:gpt, or counts:no for what reports exclude.

    \b
    Examples:
      clemtui episodes list
      clemtui episodes list --as anna --no-practice --json
      clemtui episodes list with:scripted outcome:lose
      clemtui episodes list counts:no game:taboo
      clemtui episodes list --tag run=20260131-0a1b2c --limit 500
    """
    setup = current_setup()
    chosen = episode_filter(words, **given)
    found = list_episodes(setup.database, chosen, limit + 1)
    shown = found[:limit]
    if not found:
        check_names(setup, chosen)
    ui = setup.interface
    if as_json:
        say(json_text([_as_json(episode) for episode in shown], indent=2))
    elif not found:
        filtered = chosen != episode_filter(())
        say(
            ui.text("No episode in {path} matches these filters.", path=str(setup.database))
            if filtered
            else ui.text("No episodes are recorded in {path}.", path=str(setup.database))
        )
    else:
        print_table(_columns(ui), (_row(ui, episode) for episode in shown))
    if len(found) > limit:
        say(ui.text("There are more; use --limit to show them."), err=as_json)


def _columns(ui: Interface) -> tuple[str, ...]:
    return (
        ui.text("Id"),
        ui.text("Started"),
        ui.text("Game"),
        ui.text("Instance"),
        ui.text("Lang."),
        ui.text("Players"),
        ui.text("Outcome"),
        ">" + ui.text("Score"),
        ui.text("Notes"),
    )


def _row(ui: Interface, episode: EpisodeSummary) -> tuple[str, ...]:
    people = iter(episode.people)
    players = [
        short_person(next(people, "")) if seat.kind == "human" else short_name(ui, seat)
        for seat in episode.seats
        if seat.kind != "service"
    ]
    scores = episode.scores
    main = scores.main_score if scores and episode.state == "finished" else None
    return (
        short_id(episode.id),
        ui.date_time(episode.created_at.astimezone(), length="short") if episode.time_known else "",
        episode.game,
        f"{episode.experiment} {episode.game_id}",
        episode.language,
        ", ".join(players),
        outcome_in_words(episode, ui),
        "" if main is None else ui.number(main),
        "; ".join(marks_in_words(episode, ui)),
    )


def _as_json(episode: EpisodeSummary) -> dict[str, Any]:
    scores = episode.scores
    return {
        "id": episode.id,
        "created_at": episode.created_at.isoformat(),
        "time_known": episode.time_known,
        "game": episode.game,
        "game_version": episode.game_version,
        "experiment": episode.experiment,
        "game_id": episode.game_id,
        "task_key": None if has_secrets(episode.state, human_seats(episode)) else episode.task_key,
        "language": episode.language,
        "interface": episode.interface,
        "practice": episode.practice,
        "repeated": episode.repeated,
        "left_out": list(episode.left_out),
        "state": episode.state,
        "erased": episode.erased,
        "seats": [
            {
                "seat": seat.seat,
                "role": seat.role,
                "kind": seat.kind,
                "player": seat.player,
                "person": episode.person_in(seat),
            }
            for seat in episode.seats
        ],
        "people": list(episode.people),
        "responses": episode.responses,
        "tags": {key: list(values) for key, values in episode.tags.items()},
        "outcome": scores.outcome if scores else None,
        "aborted": scores.aborted if scores else None,
        "success": scores.success if scores else None,
        "lose": scores.lose if scores else None,
        "main_score": scores.main_score if scores else None,
    }


@episodes.command(short_help="Show one episode: players, transcript and scores.")
@click.argument("id")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", *FORMS)),
    help="Plain text (the default), or a document to keep or share.",
)
@click.option(
    "--view",
    metavar="VIEW",
    help="Whose view to show: a seat, all, or (documents only) observer. Default: all, or the "
    "person's own seat if the episode is not finished or void.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this new file instead of standard output.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON in the export format.")
@common_options
def show(id: str, form: Any, view: str | None, output: Path | None, as_json: bool) -> None:
    """Show one episode: its players, the full transcript and the scores.

    ID is an episode's id as in the lists, or enough of it to be unique. Existing files are never
    overwritten. For an unfinished or void episode, only what its person has seen is shown unless
    you ask for another view: a partner's view may contain the solution.

    \b
    Examples:
      clemtui episodes show 1a2b3c4d
      clemtui episodes show 1a2b3c4d --view all
      clemtui episodes show 1a2b3c4d --format html --output taboo.html
      clemtui episodes show 1a2b3c4d --format markdown --view "Player 1"
      clemtui episodes show 1a2b3c4d --json
    """
    refuse_together(json=as_json, format=form is not None)
    setup = current_setup()
    if form in (None, "text"):
        text = _evidence(setup, id, view, as_json=as_json)
    else:
        found = find_episode_id(setup.database, id)
        text = asyncio.run(render_episode(setup, found, form, view))
    write_document(text, output, setup.interface, "json" if as_json else form or "text")


def _evidence(setup: Setup, id: str, view: str | None, *, as_json: bool) -> str:
    """Return the text of an episode, or its JSON; print a notice if it is not everything."""
    ui, episode = setup.interface, load_episode(setup.database, id)
    seat = evidence_seat(episode, view)
    if seat is not None and view is None:
        said = ui.text(
            "This episode was not played to its end, so only what {seat} has seen is shown; use "
            "--view all to show everything.",
            seat=seat,
        )
        if episode.state == "void":
            said = ui.text(
                "This episode is void, so only what {seat} has seen is shown; use --view all to "
                "show everything.",
                seat=seat,
            )
        say(said, err=True)
    if as_json:
        return json_text(as_document(episode, seat), indent=2) + "\n"
    lines = transcript(ui, episode if seat is None else only_evidence_of(episode, seat))
    return "".join(f"{line}\n" for line in lines)


@episodes.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@filter_options
@_STATE
@click.option(
    "--view",
    metavar="VIEW",
    help="Whose view to export: a seat, or all. Default: all, without void episodes of people and "
    "those that they have not finished.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this new file instead of standard output.",
)
@common_options
def export(ids: tuple[str, ...], view: str | None, output: Path | None, **given: Any) -> None:
    """Export episodes as JSON Lines, one complete document per line.

    Without an ID, all episodes that match the filters are exported, oldest first. Existing files
    are never overwritten. Void episodes, and those that people have not finished, contain what one
    of them must not know yet, so they are excluded and counted; --view all exports them, too.

    \b
    Examples:
      clemtui episodes export 1a2b3c4d
      clemtui episodes export --state finished --output finished.jsonl
      clemtui episodes export --view all --output everything.jsonl
    """
    setup = current_setup()
    filtered = episode_filter((), **given)
    if ids and filtered != episode_filter(()):
        raise click.UsageError("use ids or filters, not both")
    if ids:
        chosen = [find_episode_id(setup.database, part) for part in ids]
    else:
        chosen = [found.id for found in reversed(list_episodes(setup.database, filtered))]
        if not chosen:
            check_names(setup, filtered)
    ui, problems = setup.interface, list[str]()
    lines = exported_episodes(setup.database, chosen, view, problems=problems)
    if output is None:
        hidden = _write(lines, problems, say)[1]
    else:
        count, hidden = _write_file(lines, problems, output)
        written = ui.plural(
            "{n} episode written to {path}",
            "{n} episodes written to {path}",
            count,
            path=str(output),
        )
        say(written, err=True)
    void = hidden.pop("void", 0)
    if unfinished := hidden.total():
        excluded = ui.text(
            "Excluded, because people have not finished them: {n}. Use --view all to export "
            "everything.",
            n=unfinished,
        )
        say(excluded, err=True)
    if void:
        excluded = ui.text(
            "Excluded, because they are void: {n}. Use --view all to export everything.", n=void
        )
        say(excluded, err=True)
    report_problems(problems)


def _write(
    lines: Iterable[tuple[State, str | None]],
    problems: Sequence[str],
    write: Callable[[str], object],
) -> tuple[int, Counter[State]]:
    """Write lines; return how many there are, and the numbers of those that are missing.

    Raises:
        DamagedRecord: with the first of the problems, if there is nothing else.
    """
    written, hidden = 0, Counter[State]()
    for state, line in lines:
        if line is None:
            hidden[state] += 1
        else:
            write(line)
            written += 1
    if problems and not written:
        raise DamagedRecord(problems[0])
    return written, hidden


def _write_file(
    lines: Iterable[tuple[State, str | None]], problems: Sequence[str], output: Path
) -> tuple[int, Counter[State]]:
    """Write lines to a new file, completely or not at all; see `_write`.

    Raises:
        UsageError: if the file exists or its folder does not, or its name promises another format.
    """
    check_suffix(output, "jsonl")
    try:
        file = output.open("x", encoding="utf-8")
    except FileExistsError:
        raise UsageError(f"{output} already exists; choose another file name") from None
    except FileNotFoundError:
        raise UsageError(f"the folder {output.parent} does not exist; create it first") from None
    try:
        with file:
            return _write(lines, problems, lambda line: file.write(f"{line}\n"))
    except BaseException:
        output.unlink()  # a partial export must not pass for a complete one
        raise


for _decision in (marking.exclude, marking.include, marking.tag, marking.close):
    episodes.add_command(_decision)
