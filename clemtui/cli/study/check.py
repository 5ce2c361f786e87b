"""``clemtui study check``: what is wrong with a protocol. In English only, like its entries."""

from __future__ import annotations

from typing import Any

import click

from clemtui.cli.errors import DONE, FAILED
from clemtui.cli.options import CLEMBENCH, common_options, current_setup
from clemtui.cli.study.opening import checked_study
from clemtui.language import one_line
from clemtui.language.sinks import json_text, say
from clemtui.study.checking import Checked
from clemtui.study.telling.counts import counted


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@CLEMBENCH
@common_options
def check(study: str, as_json: bool) -> None:
    """Check whether a protocol can be carried out, and what a reviewer would object to.

    An error, such as a game that does not exist or a consent text without the sentence on where
    words are sent, prevents freezing. A warning, such as few participants, does not. Each names the
    line. Prints how many tasks each game has. Exits with 1 if there is an error.

    \b
    Examples:
      clemtui study check memory
      clemtui study check ./studies/memory --json
    """
    checked = checked_study(current_setup(), study)
    if as_json:
        say(json_text(_document(checked), indent=2))
    else:
        _print(checked)
    click.get_current_context().exit(FAILED if checked.errors else DONE)


def _print(checked: Checked) -> None:
    for game in checked.games:
        seats = ", ".join(seat.role for seat in game.seats)
        languages = ", ".join(game.languages)
        say(
            f"{game.game.card.id}: {counted(len(game.tasks), 'task')}; as {seats}; in {languages}; "
            f"{counted(len(game.practice), 'practice task')}"
        )
    for finding in checked.findings:
        say(one_line(f"{checked.study.file}: {finding}"))
    errors, warnings = len(checked.errors), len(checked.findings) - len(checked.errors)
    say(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}")


def _document(checked: Checked) -> dict[str, Any]:
    return {
        "study": checked.study.name,
        "file": str(checked.study.file),
        "games": [
            {
                "game": game.game.card.id,
                "seats": [seat.name for seat in game.seats],
                "languages": game.languages,
                "tasks": len(game.tasks),
                "practice": len(game.practice),
                "paired": game.paired,
                "not_played_in": dict(game.holes),
            }
            for game in checked.games
        ],
        "findings": [
            {
                "severity": each.severity,
                "line": each.problem.line,
                "entry": [str(step) for step in each.problem.place],
                "what": each.problem.what,
            }
            for each in checked.findings
        ],
    }
