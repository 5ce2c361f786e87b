"""``clemtui study new``: a protocol from ten answers."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from clemtui.cli.asking import ask
from clemtui.cli.options import WholeNumber, common_options, current_setup
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import open_games
from clemtui.language import available_languages, one_line
from clemtui.language.sinks import say
from clemtui.language.wrapping import wrap
from clemtui.paths import absolute
from clemtui.study.interview import Interview
from clemtui.study.protocol.creation import Answers, create_study
from clemtui.study.protocol.folder import FOLDER, check_name

_QUESTIONS = {
    "title": "Title of the study",
    "question": "What it is to find out",
    "games": "Games, separated by commas; GAME:ROLE for one role only",
    "languages": "Prompt languages, separated by commas",
    "interface_languages": "Languages in which participants read everything else",
    "interface": "Interface (assisted, board, verbatim)",
    "partner": "Partner (scripted, person, or a model such as openai/gpt-4o-mini)",
    "participants": "Number of participants",
    "primary": (
        "What is compared (model=NAME, value=SCORE, languages=BASELINE, games=BASELINE or "
        "seats=BASELINE)"
    ),
    "contact": "Whom participants can ask, and how",
}
"""The ten questions, by option."""

_OPTIONS = {"primary": "compare"}
"""Options that are not called like the attribute."""

_DEFAULTS = {
    "languages": "en",
    "interface_languages": "en",
    "interface": "assisted",
    "partner": "scripted",
    "participants": "24",
}


@click.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write to DIR/NAME instead of the folder of your data.",
)
@click.option("--title", metavar="TEXT", help="The title of the study.")
@click.option("--question", metavar="TEXT", help="What it is to find out.")
@click.option("--games", metavar="GAMES", help="Games, each with :ROLE for one role only.")
@click.option("--languages", metavar="LANGS", help="The prompt languages.")
@click.option(
    "--interface-languages",
    metavar="LANGS",
    help="The languages in which participants read everything else.",
)
@click.option(
    "--interface",
    type=click.Choice(["assisted", "board", "verbatim"]),
    help="How participants play.",
)
@click.option("--partner", metavar="PLAYER", help="Who plays the other seats.")
@click.option(
    "--participants",
    type=WholeNumber(1, 100_000),
    metavar="N",
    help="How many people are to take part.",
)
@click.option(
    "--compare",
    "primary",
    metavar="KIND=WHAT",
    help="The primary comparison: model=NAME, value=SCORE, languages=BASELINE, "
    "games=BASELINE or seats=BASELINE.",
)
@click.option("--contact", metavar="TEXT", help="Whom participants can ask, and how.")
@common_options
def new(name: str, folder: Path | None, **given: str | int | None) -> None:
    """Ask ten questions and write the protocol of a new study.

    What is given by an option is not asked. Writes study.toml and the consent texts, which you then
    read and change.

    \b
    Examples:
      clemtui study new memory
      clemtui study new memory --folder ./studies
    """  # fmt: skip
    check_name(name)
    setup = current_setup()
    where = (absolute(folder) if folder else setup.places.data / FOLDER) / name
    interview = Interview(open_games(setup.collections), setup.settings, available_languages())
    said = {option: _answer(option, given[option], interview) for option in _QUESTIONS}
    file = create_study(where, Answers(**said))
    say(str(file))
    say(f"Next: clemtui study check {shlex.quote(str(where) if folder else name)}")


def _answer(option: str, given: str | int | None, interview: Interview) -> Any:
    """Return what the answer to a question means; it is asked until it is valid, if not given.

    Raises:
        UsageError: if a given answer is not valid, or no one can be asked.
    """
    if given is not None:
        return interview.read(option, str(given))
    if not sys.stdin.isatty():
        named = _OPTIONS.get(option, option.replace("_", "-"))
        raise UsageError(f"--{named} is missing, and no one can be asked")
    default = _DEFAULTS.get(option, "")
    hint = f" [{default}]" if default else ""
    question = "\n".join(_fitted(f"{_QUESTIONS[option]}{hint}"))
    while True:
        try:
            return interview.read(option, ask(question) or default)
        except UsageError as error:
            say(*_fitted(one_line(str(error))), err=True)


def _fitted(text: str) -> Iterator[str]:
    """Break a text between words for the terminal, with room for a colon and the cursor."""
    return wrap(text, max(shutil.get_terminal_size().columns - 3, 20))
