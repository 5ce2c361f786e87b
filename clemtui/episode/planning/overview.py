"""Overview of everything that can be played, including what only a game's code knows.

Uses neither records nor players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import GameCard
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import (
    ExperimentListing,
    GameListing,
    list_experiments,
    listing,
    open_games,
)


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A game with its languages and experiments; ``problem`` says why it cannot be played."""

    listing: GameListing
    languages: tuple[str, ...] = ()
    experiments: tuple[ExperimentListing, ...] = ()
    problem: str | None = None


def overview(collections: Iterable[Path] = ()) -> tuple[tuple[GameOverview, ...], tuple[str, ...]]:
    """Return all games, and a line for each thing in the collections that cannot be used.

    Raises:
        PlayError: if a given path is not a collection.
    """
    catalogue = open_games(collections)
    games = tuple(_game(catalogue, card) for card in catalogue.cards)
    return games, tuple(catalogue.problems)


def _game(catalogue: Catalogue, card: GameCard) -> GameOverview:
    listed = listing(catalogue, card)
    try:
        experiments = list_experiments(catalogue, card.id)
        return GameOverview(listed, catalogue.languages(card.id), experiments)
    except (UsageError, CatalogueError) as error:
        return GameOverview(listed, problem=str(error))
