"""``clemtui people``: the people in a database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from clemtui.archive.people import (
    PersonSummary,
    add_person,
    check_not_playing,
    delete_person,
    find_person,
    list_people,
    person_document,
)
from clemtui.cli.asking import YES, confirm
from clemtui.cli.erasing import DRY_RUN, SCORES, report_left, report_rest
from clemtui.cli.options import Setup, common_options, current_places, current_setup
from clemtui.cli.tables import print_table
from clemtui.cli.writing import write_document
from clemtui.config import change_settings
from clemtui.episode.errors import UsageError
from clemtui.language import one_line
from clemtui.language.sinks import json_text, say
from clemtui.records.names import folded


@click.group()
@common_options
def people() -> None:
    """List, add or delete people, or choose who plays by default.

    A person is a pseudonym, not an account: anyone at the keyboard can use it.

    \b
    Examples:
      clemtui people list
      clemtui people add Ann
      clemtui people use Ann
      clemtui people export Ann
      clemtui people forget Ann
    """


@people.command("list", short_help="List all people in the order they were added.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def list_(as_json: bool) -> None:
    """List all people in the order they were added, except deleted ones.

    \b
    Examples:
      clemtui people list
      clemtui people list --json
    """
    setup = current_setup()
    found = list_people(setup.database)
    default = _plays_by_default(found, setup)
    if as_json:
        say(json_text([_as_json(each, default) for each in found], indent=2))
        return
    ui = setup.interface
    if not found:
        say(ui.text("No one has played in {path} yet.", path=str(setup.database)))
        return
    columns = (
        ui.text("Name"),
        ui.text("Since"),
        ">" + ui.text("Episodes"),
        ">" + ui.text("Unfinished"),
        "",
    )
    print_table(
        columns,
        (
            (
                each.person.pseudonym,
                ui.date_time(each.person.created_at.astimezone(), length="short"),
                ui.number(each.episodes),
                ui.number(each.unfinished),
                ui.text("plays by default") if each.person.pseudonym == default else "",
            )
            for each in found
        ),
    )


def _plays_by_default(found: Sequence[PersonSummary], setup: Setup) -> str:
    """Return who plays if no name is given: the person in the settings, else the first one who
    takes part in no study."""
    names = [each.person.pseudonym for each in found]
    chosen = setup.settings.person
    if chosen is None:
        return next((each.person.pseudonym for each in found if not each.person.in_study), "")
    return next((each for each in names if folded(each) == folded(chosen)), chosen)


def _as_json(known: PersonSummary, default: str) -> dict[str, Any]:
    return {
        "id": known.person.id,
        "name": known.person.pseudonym,
        "since": known.person.created_at.isoformat(),
        "episodes": known.episodes,
        "unfinished": known.unfinished,
        "playing": list(known.playing),
        "used": known.person.pseudonym == default,
    }


@people.command()
@click.argument("name")
@common_options
def add(name: str) -> None:
    """Add a person with the unused pseudonym NAME.

    \b
    Examples:
      clemtui people add Ann
      clemtui people add participant-07 --db study.db
    """
    setup = current_setup()
    person = add_person(setup.database, name)
    said = setup.interface.text("{name} can play now.", name=person.pseudonym)
    say(said, err=True)


@people.command(short_help="Play as NAME by default from now on.")
@click.argument("name")
@common_options
def use(name: str) -> None:
    """Play as NAME by default from now on; this writes the setting `person`. --as overrides it.

    \b
    Examples:
      clemtui people use Ann
      clemtui config unset person
    """
    setup = current_setup()
    person = find_person(setup.database, name).person
    file = current_places().config_file
    change_settings(file, {"person": person.pseudonym})
    said = setup.interface.text("Written to {path}", path=str(file))
    say(said, err=True)


@people.command(short_help="Export everything recorded about NAME as JSON.")
@click.argument("name")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this new file instead of standard output.",
)
@common_options
def export(name: str, output: Path | None) -> None:
    """Export everything recorded about NAME as JSON, for a person who asks for their data.

    Decisions about the use of their data, studies with all answers, which tasks they have met, and
    their episodes. Of unfinished episodes with others, what their own seat has seen.

    \b
    Examples:
      clemtui people export P-7K3M9XQD
      clemtui people export Ann --output ann.json
    """
    setup = current_setup()
    document = person_document(setup.database, find_person(setup.database, name))
    write_document(json_text(document, indent=2) + "\n", output, setup.interface, "json")


@people.command(short_help="Permanently delete NAME and everything they wrote.")
@click.argument("name")
@SCORES
@DRY_RUN
@YES
@common_options
def forget(name: str, scores: bool, dry_run: bool, yes: bool) -> None:
    """Permanently delete NAME: everything they wrote, their response times, and the name.

    The episodes that NAME played are erased: all that was said in them, also by partners. They
    cannot be replayed, and no report, comparison or export of results counts them. Scores are kept
    unless --scores is given; partners' response times are kept. This cannot be undone; copies of
    the database still contain the text.

    \b
    Examples:
      clemtui people forget Ann
      clemtui people forget Ann --scores --dry-run
      clemtui people forget Ann --yes --db study.db
    """
    setup = current_setup()
    ui = setup.interface
    try:
        known = find_person(setup.database, name)
    except UsageError:  # perhaps deleted before
        report_left(setup)
        raise
    name = known.person.pseudonym
    check_not_playing(known)
    say(
        ui.plural(
            "This will erase the text and the scores of {n} episode of {name} in {path}, and "
            "which tasks {name} has met.",
            "This will erase the text and the scores of {n} episodes of {name} in {path}, and "
            "which tasks {name} has met.",
            known.episodes,
            name=one_line(name),
            path=str(setup.database),
        )
        if scores
        else ui.plural(
            "This will erase the text of {n} episode of {name} in {path}: everything "
            "said there, also by partners, and when {name} said it. Its scores are kept, but no "
            "report, comparison or export of results will count it.",
            "This will erase the text of {n} episodes of {name} in {path}: everything "
            "said there, also by partners, and when {name} said it. Their scores are kept, but "
            "no report, comparison or export of results will count them.",
            known.episodes,
            name=one_line(name),
            path=str(setup.database),
        ),
        err=True,
    )
    if dry_run:
        say(ui.text("Nothing was written (--dry-run)."), err=True)
        return
    if not yes:
        asked = ui.text("This cannot be undone. Type the name to confirm")
        confirm(asked, name, "the name", "deleted")
    erased = delete_person(setup.database, known, scores=scores)
    said = ui.plural(
        "Deleted. The text of {n} episode was erased.",
        "Deleted. The text of {n} episodes was erased.",
        len(erased.episodes),
    )
    say(said, err=True)
    if name == setup.settings.person:
        if any(option.startswith("--db=") for option in setup.repeated_options):
            said = ui.text(
                "The settings still name this person; run 'clemtui people use NAME' to choose "
                "another."
            )
        else:  # or the next episode would record them again
            file = current_places().config_file
            change_settings(file, {"person": None})
            said = ui.text("Written to {path}", path=str(file))
        say(said, err=True)
    report_rest(setup, erased)
