"""``clemtui database``: work on whole databases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from clemtui.archive.merging import merge_databases
from clemtui.cli.errors import report_problems
from clemtui.cli.options import common_options, current_setup
from clemtui.cli.tables import print_table
from clemtui.language import Interface
from clemtui.language.sinks import json_text, say
from clemtui.records.rows import Merged
from clemtui.records.studies import Doubled


@click.group()
@common_options
def database() -> None:
    """Merge whole databases of recorded episodes.

    \b
    Examples:
      clemtui database merge laptop.db --dry-run
    """


@database.command()
@click.argument("other", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would be merged without writing anything.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def merge(other: Path, dry_run: bool, as_json: bool) -> None:
    """Merge another database into this one.

    OTHER is a clemtui database, for example from another machine; it is only read. Nothing is lost
    or duplicated: merging again adds only what is new since then. People who were deleted in either
    database are deleted here, and so is text that was erased in either.

    \b
    Examples:
      clemtui database merge laptop.db --dry-run
      clemtui database merge laptop.db
      clemtui database merge laptop.db --db study.db --json
    """
    setup = current_setup()
    merged = merge_databases(setup.database, other, dry_run=dry_run)
    if as_json:
        say(json_text(_as_json(merged, dry_run), indent=2))
        report_problems(merged.problems)
        return
    ui = setup.interface
    columns = (
        "",
        ">" + ui.text("New"),
        ">" + ui.text("Continued"),
        ">" + ui.text("Already here"),
        ">" + ui.text("Erased"),
    )
    print_table(columns, _rows(ui, merged))
    for line in _said(ui, merged, dry_run):
        say(line)
    report_problems(merged.problems)


def _rows(ui: Interface, merged: Merged) -> Iterator[tuple[str, ...]]:
    episodes = (
        merged.episodes_new,
        merged.episodes_continued,
        merged.episodes_known,
        merged.episodes_erased,
    )
    yield ui.text("Episodes"), *map(ui.number, episodes)
    people = len(merged.people_new), merged.people_known, merged.people_forgotten
    new, known, forgotten = map(ui.number, people)
    yield ui.text("People"), new, "", known, forgotten
    yield ui.text("Sittings"), *_cells(ui, merged.sessions_new, merged.sessions_known)
    if merged.consents_new or merged.consents_known:
        yield ui.text("Consents"), *_cells(ui, merged.consents_new, merged.consents_known)
    yield ui.text("Runs"), *_cells(ui, merged.runs_new, merged.runs_known)
    if merged.studies_new or merged.studies_known:
        yield ui.text("Studies"), *_cells(ui, merged.studies_new, merged.studies_known)
        participants = merged.participants_new, merged.participants_known
        yield ui.text("Participants"), *_cells(ui, *participants)
    if merged.decisions_new:
        # Translators: exclusions, tags and closings that the other database has of known episodes
        yield ui.text("Decisions"), ui.number(merged.decisions_new), "", "", ""
    items = merged.items_new, merged.items_continued, merged.items_known
    # Translators: the episodes that runs have planned, whether or not they have been played
    yield ui.text("Planned episodes"), *map(ui.number, items), ""


def _cells(ui: Interface, new: int, known: int) -> tuple[str, str, str, str]:
    return ui.number(new), "", ui.number(known), ""


def _said(ui: Interface, merged: Merged, dry_run: bool) -> Iterator[str]:
    for there, here in merged.people_renamed:
        yield ui.text(
            "Another person here is already called {name}; the newcomer is renamed {new}.",
            name=there,
            new=here,
        )
    for episode, new in merged.episodes_split:
        yield ui.text(
            "Episode {episode} was continued differently in the two databases. Both are kept, the "
            "second continuation as episode {new}; clemtui episodes show says whether each one "
            "counts.",
            episode=episode[-8:],
            new=new[-8:],
        )
    for episode in merged.episodes_ended_alike:
        yield ui.text(
            "Episode {episode} ended in the same way in both databases; the first end is kept.",
            episode=episode[-8:],
        )
    if merged.episodes_playing:
        yield ui.plural(
            "{n} episode is still being played there and is copied as far as it has got; "
            "merge again once it has ended.",
            "{n} episodes are still being played there and are copied as far as they "
            "have got; merge again once they have ended.",
            merged.episodes_playing,
        )
    yield from (_doubled(ui, each) for each in merged.doubled)
    if not merged.rows:
        yield ui.text("Nothing new: everything was already here.")
    if dry_run:
        yield ui.text("Nothing was written (--dry-run).")


def _doubled(ui: Interface, found: Doubled) -> str:
    numbers = ui.list(map(ui.number, found.numbers))
    match found.kind:
        case "number":
            return ui.text(
                "Study {study}: participant number {numbers} was given more than once; each "
                "enrolment is kept.",
                study=found.study,
                numbers=numbers,
            )
        case "person":
            return ui.text(
                "Study {study}: one person is enrolled more than once, as participants {numbers}; "
                "each enrolment is kept.",
                study=found.study,
                numbers=numbers,
            )
        case "tasks":
            return ui.plural(
                "Study {study}, participant {numbers}: {n} task was assigned or met more than "
                "once; all episodes are kept.",
                "Study {study}, participant {numbers}: {n} tasks were assigned or met more than "
                "once; all episodes are kept.",
                len(found.keys),
                study=found.study,
                numbers=numbers,
            )


def _as_json(merged: Merged, dry_run: bool) -> dict[str, object]:
    document: dict[str, object] = {"dry_run": dry_run, **asdict(merged)}
    document["people_renamed"] = [
        {"there": there, "here": here} for there, here in merged.people_renamed
    ]
    document["episodes_split"] = [
        {"episode": episode, "new": new} for episode, new in merged.episodes_split
    ]
    return document
