"""Listing games: what can be said of them without their code, and what needs it.

Imports neither the records nor any player, so that a list is on screen at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError, open_catalogue
from clemtui.engine import GameCard, Label
from clemtui.play.errors import PlayError, UsageError


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game in a list. Its labels are found in ``words``, the tables of its family's packs."""

    card: GameCard
    languages: tuple[str, ...]
    words: Mapping[str, Mapping[str, str]]

    @property
    def title(self) -> Label:
        """Its name for people."""
        return Label(f"{self.card.id}.title")

    @property
    def summary(self) -> Label:
        """What one does in it, in a sentence."""
        return Label(f"{self.card.id}.summary")

    @property
    def rules(self) -> Label:
        """Its rules for people, in a few lines."""
        return Label(f"{self.card.id}.rules")

    def role(self, seat: str) -> Label:
        """The name of a seat's role for people."""
        return Label(f"{self.card.id}.role.{self.card.seat(seat).role}")


@dataclass(frozen=True, slots=True)
class ExperimentListing:
    """An experiment of a game, and how many instances it has."""

    name: str
    language: str | None
    instances: int
    first: int
    last: int


def list_games(collections: Iterable[Path] = ()) -> tuple[tuple[GameListing, ...], tuple[str, ...]]:
    """All games with a language pack, and a line for each thing that could not be used.

    Raises:
        PlayError: if a given collection is none.
    """
    try:
        catalogue = open_catalogue(collections)
    except CatalogueError as error:
        raise PlayError(str(error)) from None
    listings = tuple(listing(catalogue, card) for card in catalogue.cards)
    return listings, tuple(catalogue.problems)


def listing(catalogue: Catalogue, card: GameCard) -> GameListing:
    """One game of a catalogue, in a list."""
    packs = catalogue.packs(card.family)
    return GameListing(card, tuple(sorted(packs)), catalogue.words(card.family))


def list_experiments(catalogue: Catalogue, game: str) -> tuple[ExperimentListing, ...]:
    """The bundled experiments of a game. This loads its code.

    Raises:
        UsageError: if there is no such game, or it cannot be loaded.
    """
    try:
        experiments = catalogue.experiments(game)
    except CatalogueError as error:
        raise UsageError(*error.args) from None
    return tuple(
        ExperimentListing(
            name=experiment.name,
            language=experiment.language,
            instances=len(experiment.instances),
            first=min(instance.game_id for instance in experiment.instances),
            last=max(instance.game_id for instance in experiment.instances),
        )
        for experiment in experiments
        if experiment.instances
    )
