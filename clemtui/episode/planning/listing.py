"""List games: what is known without loading their code, and what needs it.

Imports neither the records nor any player, so that a list appears at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError, NotACollection, open_catalogue
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import Experiment, GameCard, Label, nearest
from clemtui.episode.errors import PlayError, UsageError


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game in a list. Labels are looked up in ``words``, the tables of its family's packs."""

    card: GameCard
    languages: tuple[str, ...]
    words: Mapping[str, Mapping[str, str]] = field(compare=False, repr=False)

    @property
    def title(self) -> Label:
        """Display name."""
        return Label(f"{self.card.id}.title")

    @property
    def summary(self) -> Label:
        """One sentence on what players do."""
        return Label(f"{self.card.id}.summary")

    @property
    def rules(self) -> Label:
        """Rules for people, in a few lines."""
        return Label(f"{self.card.id}.rules")

    def experiment(self, name: str) -> Label:
        """Display name of an experiment; not every game names its experiments."""
        return Label(f"{self.card.family}.experiment.{name}")

    def usual_language(self, reader: str) -> str:
        """Return the default prompt language for a reader of a language (a BCP 47 tag).

        This is the nearest available language, else English, else the first.
        """
        wanted = (nearest(reader, self.languages), SOURCE_LANGUAGE, *self.languages)
        return next(tag for tag in wanted if tag in self.languages)

    def role(self, seat: str) -> Label:
        """Return the display name of a seat's role."""
        return Label(f"{self.card.id}.role.{self.card.seat(seat).role}")


@dataclass(frozen=True, slots=True)
class ExperimentListing:
    """An experiment of a game, with the number and range of its instances."""

    name: str
    language: str | None
    instances: int
    first: int
    last: int


def open_games(collections: Iterable[Path] = ()) -> Catalogue:
    """Open the catalogue without loading the code of any game.

    Raises:
        UsageError: if a given path is not a collection.
        PlayError: if the bundled collection is missing.
    """
    try:
        return open_catalogue(collections)
    except NotACollection as error:
        raise UsageError(str(error)) from None
    except CatalogueError as error:
        raise PlayError(str(error)) from None


def list_games(
    collections: Iterable[Path] = (), *, at_once: bool = False
) -> tuple[tuple[GameListing, ...], tuple[str, ...]]:
    """List all games with a language pack in the order for people, and a line for each problem.

    Games without a language pack are reported as problems.

    Args:
        at_once: trust the first lines of the packs: a pack is read only if its text is needed, so
            problems within packs are not detected.

    Raises:
        PlayError: if a given path is not a collection.
    """
    catalogue = open_games(collections)
    cards = sorted(catalogue.cards, key=lambda card: card.place)
    listings = tuple(listing(catalogue, card, at_once=at_once) for card in cards)
    mute = [
        f"{each.card.id} cannot be played: it has no language pack"
        for each in listings
        if not each.languages
    ]
    return tuple(each for each in listings if each.languages), (*catalogue.problems, *mute)


def listing(catalogue: Catalogue, card: GameCard, *, at_once: bool = False) -> GameListing:
    """Return the listing of one game; see `list_games`."""
    tags = catalogue.prompt_tags(card.family) if at_once else sorted(catalogue.packs(card.family))
    return GameListing(card, tuple(tags), catalogue.words(card.family))


def read_experiments(
    catalogue: Catalogue, game: str, file: Path | None = None
) -> tuple[Experiment, ...]:
    """Return the experiments of an instance file, or the bundled ones. Loads the game's code.

    Raises:
        UsageError: if the game does not exist, or it or the file cannot be used.
    """
    try:
        if file is not None:
            return catalogue.read_instances(game, file)
        return catalogue.experiments(game)
    except CatalogueError as error:
        raise UsageError(*error.args) from None


def list_experiments(catalogue: Catalogue, game: str) -> tuple[ExperimentListing, ...]:
    """Return the bundled experiments with their instance counts, omitting those without instances.

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
        for experiment in read_experiments(catalogue, game)
        if experiment.instances
    )
