"""Listing games: what can be said of them without their code, and what needs it.

Imports neither the records nor any player, so that a list is on screen at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError, open_catalogue
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import Experiment, GameCard, Label, nearest
from clemtui.episode.errors import PlayError, UsageError


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game in a list. Its labels are found in ``words``, the tables of its family's packs."""

    card: GameCard
    languages: tuple[str, ...]
    words: Mapping[str, Mapping[str, str]] = field(compare=False, repr=False)

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

    def usual_language(self, reader: str) -> str:
        """The prompt language for somebody who reads a language, where nobody chose one: that one,
        or else English, or else the first."""
        wanted = (nearest(reader, self.languages), SOURCE_LANGUAGE, *self.languages)
        return next(tag for tag in wanted if tag in self.languages)

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


def list_games(
    collections: Iterable[Path] = (), *, at_once: bool = False
) -> tuple[tuple[GameListing, ...], tuple[str, ...]]:
    """All games with a language pack, and a line for each thing that could not be used, those
    without one among them.

    ``at_once`` believes the files' names: no pack is read but those whose words are asked for, and
    what is wrong with a pack is not known yet.

    Raises:
        PlayError: if a given collection is none.
    """
    try:
        catalogue = open_catalogue(collections)
    except CatalogueError as error:
        raise PlayError(str(error)) from None
    listings = tuple(listing(catalogue, card, at_once=at_once) for card in catalogue.cards)
    mute = [f"{each.card.id} has no language pack" for each in listings if not each.languages]
    return tuple(each for each in listings if each.languages), (*catalogue.problems, *mute)


def listing(catalogue: Catalogue, card: GameCard, *, at_once: bool = False) -> GameListing:
    """One game of a catalogue, in a list; see `list_games`."""
    tags = catalogue.tags(card.family) if at_once else sorted(catalogue.packs(card.family))
    return GameListing(card, tuple(tags), catalogue.words(card.family))


def read_experiments(
    catalogue: Catalogue, game: str, file: Path | None = None
) -> tuple[Experiment, ...]:
    """The experiments of an instance file, or the bundled ones. This loads the game's code.

    Raises:
        UsageError: if there is no such game, or it or the file cannot be used.
    """
    try:
        if file is not None:
            return catalogue.read_instances(game, file)
        return catalogue.experiments(game)
    except CatalogueError as error:
        raise UsageError(*error.args) from None


def list_experiments(
    catalogue: Catalogue, game: str, file: Path | None = None
) -> tuple[ExperimentListing, ...]:
    """The same, with how many instances each has; those without any are left out.

    Raises:
        UsageError: see `read_experiments`.
    """
    return tuple(
        ExperimentListing(
            name=experiment.name,
            language=experiment.language,
            instances=len(experiment.instances),
            first=min(instance.game_id for instance in experiment.instances),
            last=max(instance.game_id for instance in experiment.instances),
        )
        for experiment in read_experiments(catalogue, game, file)
        if experiment.instances
    )
