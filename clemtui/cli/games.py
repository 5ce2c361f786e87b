"""``clemtui games``: the available games."""

from __future__ import annotations

from typing import Any

import click

from clemtui.cli.options import common_options, current_setup
from clemtui.cli.tables import print_table
from clemtui.episode.planning.overview import overview
from clemtui.language import one_line
from clemtui.language.sinks import json_text, say


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def games(as_json: bool) -> None:
    """List the games with their seats, languages, experiments and number of instances.

    \b
    Examples:
      clemtui games
      clemtui games --json
      clemtui games --collection ~/my-games
    """
    setup = current_setup()
    listed, problems = overview(setup.collections)
    if as_json:
        document = [
            {
                "id": game.listing.card.id,
                "family": game.listing.card.family,
                "version": game.listing.card.version,
                "seats": [
                    {"name": seat.name, "role": seat.role, "service": seat.service}
                    for seat in game.listing.card.seats
                ],
                "languages": list(game.languages),
                "aids": list(game.listing.card.aids),
                "experiments": [
                    {
                        "name": experiment.name,
                        "language": experiment.language,
                        "instances": experiment.instances,
                        "first": experiment.first,
                        "last": experiment.last,
                    }
                    for experiment in game.experiments
                ],
                "problem": game.problem,
            }
            for game in listed
        ]
        say(json_text({"games": document, "problems": list(problems)}, indent=2))
        return
    ui = setup.interface
    print_table(
        (ui.text("Game"), ui.text("Seats"), ui.text("Languages"), ui.text("Experiments")),
        (
            (
                game.listing.card.id,
                ", ".join(f"{seat.name} ({seat.role})" for seat in game.listing.card.seats),
                ", ".join(game.languages),
                game.problem or _experiments(game.experiments),
            )
            for game in listed
        ),
    )
    for problem in problems:
        say(ui.text("Not usable: {problem}", problem=one_line(problem)))


def _experiments(experiments: Any) -> str:
    """List experiments with their numbers of instances, each name once.

    The languages are named only where their numbers differ.
    """
    counts: dict[str, dict[str, int]] = {}
    for experiment in experiments:
        languages = counts.setdefault(experiment.name, {})
        languages[experiment.language or ""] = experiment.instances
    said = []
    for name, by_language in counts.items():
        amounts = set(by_language.values())
        if len(amounts) == 1:
            said.append(f"{name} {amounts.pop()}")
        else:
            parts = (f"{language} {count}" for language, count in by_language.items())
            said.append(f"{name} {', '.join(parts)}")
    return "; ".join(said)
