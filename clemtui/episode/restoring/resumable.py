"""A recorded episode that can be resumed, with everything needed to do so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.catalogue.errors import first_problem
from clemtui.engine import Game
from clemtui.episode.condition import Condition
from clemtui.episode.errors import UNSUPPORTED, PlayError, message_of
from clemtui.episode.restoring.replay import NOT_RESUMED, Position, position
from clemtui.episode.restoring.seating import players_for
from clemtui.language import Sentence
from clemtui.players.base import Player
from clemtui.players.service import ServicePlayer
from clemtui.records.rows import StoredEpisode


@dataclass(frozen=True, slots=True)
class Resumable:
    """A recorded episode that can be resumed, with what is needed to do so."""

    stored: StoredEpisode
    game: Game
    at: Position
    condition: Condition
    players: Mapping[str, Player]


def is_unchanged(one: StoredEpisode, other: StoredEpisode) -> bool:
    """Whether nothing was added to an episode between two readings."""
    evidence = [(len(each.requests), each.entries, each.attempts) for each in (one, other)]
    return evidence[0] == evidence[1]


def restore_episode(catalogue: Catalogue, stored: StoredEpisode, *, threaded: bool) -> Resumable:
    """Replay an episode to its current state and create its players.

    Raises:
        PlayError: if it is over or erased, its game or version is not available, it does not replay
            to what was recorded, or a player or a service cannot be restored.
    """
    try:
        game = catalogue.game(stored.summary.game)
    except CatalogueError as error:
        raise PlayError(Sentence(NOT_RESUMED, why=message_of(error))) from None
    at = position(game, stored)
    try:
        condition = Condition.model_validate(dict(stored.condition))
        players = players_for(
            game, stored.instance, stored.texts, stored.summary.seats, threaded=threaded
        )
    except (ValidationError, LookupError) as error:
        what = first_problem(error) if isinstance(error, ValidationError) else str(error)
        why = Sentence(UNSUPPORTED, what=what)
        raise PlayError(Sentence(NOT_RESUMED, why=why)) from error
    for seat, player in players.items():
        if isinstance(player, ServicePlayer):
            at.restore(seat, player.service)
    return Resumable(stored, game, at, condition, players)
