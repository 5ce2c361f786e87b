"""What can be played, and what was not finished."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from clemtui.language import Interface, Labels, Localised, one_line
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.play.listing import GameListing, list_games

if TYPE_CHECKING:
    from clemtui.play.sessions import UnfinishedEpisode


def print_home(options: PlainOptions) -> None:
    """Say which games there are and which episodes can be resumed, with the commands.

    Raises:
        PlayError: if a collection given is none.
        StoreError: if the database cannot be read.
    """
    from clemtui.play.sessions import list_unfinished, short_id  # loads the records

    ui = options.interface
    output = Output(sys.stdout)
    listings, problems = list_games(options.collections)
    output.say(ui.text("Games:"), *(_game(ui, listing) for listing in listings))
    for problem in problems:
        output.say(ui.text("Not usable: {problem}", problem=one_line(problem)))
    unfinished = list_unfinished(options.database)
    if unfinished:
        output.say("", ui.text("Unfinished episodes, the latest first:"))
    for episode in unfinished:
        output.say(described(ui, episode))
        output.say(f"  {options.resume_command(short_id(episode.summary.id))}")
    output.say(
        "",
        ui.text("“{command}” begins an episode here; “{help}” says what else there is.",
                command="clemtui play GAME", help="clemtui --help"),
        ui.text("In a terminal, “{command}” alone opens the app.", command="clemtui"),
    )  # fmt: skip


def _game(ui: Interface, listing: GameListing) -> Localised:
    labels = Labels(ui, listing.words)
    return ui.text("- {id}: {summary}", id=listing.card.id, summary=labels.say(listing.summary))


def described(ui: Interface, episode: UnfinishedEpisode) -> Localised:
    """An unfinished episode on one line."""
    summary = episode.summary
    values = {
        "game": summary.game,
        "experiment": summary.experiment,
        "number": str(summary.game_id),
        "people": ui.list(summary.people) if summary.people else ui.text("nobody"),
        "when": ui.date_time(episode.last_at.astimezone()),
        "answers": ui.plural("{n} answer", "{n} answers", summary.responses),
    }
    if episode.lease is not None and not episode.lease_stale:
        return ui.text(
            "- {game}, {experiment} {number}, played by {people}, {answers}, last {when}; another "
            "program is playing it now",
            **values,
        )
    return ui.text(
        "- {game}, {experiment} {number}, played by {people}, {answers}, last {when}", **values
    )
