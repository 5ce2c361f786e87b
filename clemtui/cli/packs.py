"""``clemtui packs``: the languages that games can be played in, and what is known of each."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from clemtui.cli.options import current_setup, everywhere

if TYPE_CHECKING:
    from clemtui.language import Interface
    from clemtui.play.packs import PackListing

SHOWN_OF_A_HASH = 12
"""Enough to tell two packs apart; JSON has the whole."""


@click.command(short_help="List the language packs, and whether each is offered.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@everywhere
def packs(as_json: bool) -> None:
    """List the language packs: how each was made, who reviewed it, and whether it is offered.

    A pack has the prompts of a family of games in one language, and the words that people see
    around them. One that is incomplete, or older than the English pack, is listed with the reason
    why it is not offered.

    \b
    Examples:
      clemtui packs
      clemtui packs --json
      clemtui packs --collection ~/my-games
    """
    from clemtui.play.packs import list_packs

    setup = current_setup()
    listed = list_packs(setup.collections)
    if as_json:
        click.echo(json.dumps({"packs": [_as_json(each) for each in listed]}, indent=2))
        return
    from clemtui.cli.tables import print_table
    from clemtui.language import one_line

    ui = setup.interface
    columns = (
        ui.text("Family"),
        ui.text("Language"),
        ui.text("Title"),
        ui.text("Version"),
        ui.text("Reviewed by"),
        ui.text("Licence"),
        ui.text("Offered"),
    )
    print_table(columns, (_row(ui, each) for each in listed))
    for each in listed:
        name = f"{each.family} {each.language}"
        made = f"{one_line(each.card.method)}; " if each.card is not None else ""
        click.echo(f"{name}: {made}{one_line(str(each.path))}")
        for problem in each.problems:
            click.echo(ui.text("{pack}: not offered: {why}", pack=name, why=one_line(problem)))


def _row(ui: Interface, listed: PackListing) -> tuple[str, ...]:
    card = listed.card
    offered = ui.text("yes") if listed.offered else ui.text("no")
    if card is None:
        return listed.family, listed.language, "", "", "", "", offered
    return (
        listed.family,
        listed.language,
        ", ".join(dict.fromkeys(title for _, title in card.titles)),
        f"{card.version} ({card.hash[:SHOWN_OF_A_HASH]})",
        card.reviewed_by or ui.text("nobody yet"),
        card.licence,
        offered,
    )


def _as_json(listed: PackListing) -> dict[str, Any]:
    document: dict[str, Any] = {
        "family": listed.family,
        "language": listed.language,
        "file": str(listed.path),
        "offered": listed.offered,
        "problems": list(listed.problems),
        "card": None,
    }
    if listed.card is not None:
        document["card"] = asdict(listed.card) | {"titles": dict(listed.card.titles)}
    return document
