"""The catalogue: every game, pack and instance that can be played here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from clemtui.catalogue.errors import CatalogueError, in_file
from clemtui.catalogue.families import Collection, Family
from clemtui.catalogue.packs import SOURCE_LANGUAGE, Pack
from clemtui.catalogue.resources import read_json, resource
from clemtui.engine import UnreadableInstances, keep_originals, spoken_in
from clemtui.language import Sentence, translatable
from clemtui.resources import bundled_collection

if TYPE_CHECKING:
    from clemtui.engine import Experiment, Game, GameCard, Instance, Texts

_NO_EXPERIMENT = translatable("there is no experiment '{name}'; there are: {known}")
_NO_GAME_ID = translatable("experiment '{name}' has no game id {number}; it has {first} to {last}")
_NO_INSTANCES = translatable(
    "experiment '{name}' has no game id {number}; it has no instances at all"
)


class Catalogue:
    """Games by id, over several collections. ``problems`` names what could not be used.

    Games, packs and experiments are loaded on first use, from any thread.
    """

    def __init__(self, collections: Sequence[Collection]) -> None:
        self.collections = tuple(collections)
        self.problems: list[str] = []
        self._families: dict[str, Family] = {}
        self._games: dict[str, Family] = {}
        self._loaded: dict[str, Game] = {}
        self._packs: dict[str, dict[str, Pack]] = {}
        self._experiments: dict[str, tuple[Experiment, ...]] = {}
        self._loading = RLock()
        for collection in self.collections:
            for folder in collection.folders():
                self._add(collection, folder)

    def _add(self, collection: Collection, folder: Path) -> None:
        try:
            family = Family.read(collection, folder)
        except CatalogueError as error:
            self.problems.append(str(error))
            return
        taken = [card.id for card in family.cards if card.id in self._games]
        if family.id in self._families or taken:
            name = taken[0] if taken else family.id
            self.problems.append(f"{folder}: {name!r} is already in another collection; rename it")
            return
        self._families[family.id] = family
        for card in family.cards:
            self._games[card.id] = family

    @property
    def families(self) -> tuple[Family, ...]:
        """All families, by id."""
        return tuple(self._families[id] for id in sorted(self._families))

    @property
    def cards(self) -> tuple[GameCard, ...]:
        """All games, by id, as far as they are known without loading code."""
        cards = [card for family in self._families.values() for card in family.cards]
        return tuple(sorted(cards, key=lambda card: card.id))

    def family(self, game_id: str) -> Family:
        """The family of a game.

        Raises:
            CatalogueError: if there is no such game.
        """
        try:
            return self._games[game_id]
        except KeyError:
            known = ", ".join(sorted(self._games)) or "none"
            raise CatalogueError(f"there is no game {game_id!r}; the games are: {known}") from None

    def card(self, game_id: str) -> GameCard:
        """What is known of a game without loading its code.

        Raises:
            CatalogueError: if there is no such game.
        """
        return next(card for card in self.family(game_id).cards if card.id == game_id)

    def game(self, game_id: str) -> Game:
        """A game, loaded.

        Raises:
            CatalogueError: if there is none, or its code cannot be loaded.
        """
        with self._loading:
            if game_id not in self._loaded:
                self._loaded[game_id] = self.family(game_id).load(game_id)
            return self._loaded[game_id]

    def packs(self, family_id: str) -> Mapping[str, Pack]:
        """The packs of a family that may be offered, by language. Others go to ``problems``."""
        with self._loading:
            if family_id not in self._packs:
                self._packs[family_id] = self._read_packs(self._families[family_id])
            return self._packs[family_id]

    def _read_packs(self, family: Family) -> dict[str, Pack]:
        packs: dict[str, Pack] = {}
        for path in sorted((family.collection.path / "locales").glob(f"*/{family.id}.toml")):
            try:
                pack = Pack.read(family.id, path)
            except CatalogueError as error:
                self.problems.append(str(error))
            else:
                packs[pack.language] = pack
        source = packs.get(SOURCE_LANGUAGE)
        for language, pack in list(packs.items()):
            problems = pack.problems(source)
            if problems:
                self.problems.append(f"{pack.path}: not offered: {'; '.join(problems[:3])}")
                del packs[language]
        return packs

    def words(self, family_id: str) -> Mapping[str, Mapping[str, str]]:
        """A family's labels for people: by language, then by label id."""
        packs = self.packs(family_id)
        return {tag: pack.words for tag, pack in packs.items() if not pack.is_paraphrase}

    def languages(self, game_id: str) -> tuple[str, ...]:
        """The prompt languages in which a game has both a pack and bundled instances."""
        packs = self.packs(self.family(game_id).id)
        spoken = {experiment.language for experiment in self.experiments(game_id)}
        return tuple(
            tag for tag in sorted(packs) if any(spoken_in(language, tag) for language in spoken)
        )

    def default_language(self, game_id: str) -> str:
        """The prompt language of a game where nobody names one: English, or else its first pack's.

        Raises:
            CatalogueError: if there is no such game.
        """
        packs = self.packs(self.family(game_id).id)
        return SOURCE_LANGUAGE if SOURCE_LANGUAGE in packs else min(packs, default=SOURCE_LANGUAGE)

    def experiments(self, game_id: str, language: str | None = None) -> tuple[Experiment, ...]:
        """The bundled experiments of a game, in the order of its files; of one language if given.

        Raises:
            CatalogueError: if there is no such game, or a bundled file cannot be read.
        """
        with self._loading:
            if game_id not in self._experiments:
                game = self.game(game_id)
                self._experiments[game_id] = tuple(
                    experiment
                    for path in game.bundled()
                    for experiment in _read(game, path)
                    if experiment.game == game_id
                )
            found = self._experiments[game_id]
        return tuple(e for e in found if language is None or spoken_in(e.language, language))

    def read_instances(self, game_id: str, path: Path) -> tuple[Experiment, ...]:
        """The experiments in an instance file, ours or the reference's own.

        Raises:
            CatalogueError: if there is no such game or the file cannot be read.
        """
        return _read(self.game(game_id), path)

    def instance(
        self, experiments: Iterable[Experiment], experiment: str, game_id: int
    ) -> Instance:
        """One instance out of some experiments.

        Raises:
            CatalogueError: if the experiment or the number does not exist; lists what does.
        """
        candidates = list(experiments)
        named = [found for found in candidates if found.name == experiment]
        if not named:
            known = ", ".join(dict.fromkeys(found.name for found in candidates)) or "none"
            raise CatalogueError(Sentence(_NO_EXPERIMENT, name=experiment, known=known))
        for found in named:
            try:
                return found.instance(game_id)
            except KeyError:
                continue
        ids = [instance.game_id for found in named for instance in found.instances]
        if not ids:
            raise CatalogueError(Sentence(_NO_INSTANCES, name=experiment, number=str(game_id)))
        first, last = str(min(ids)), str(max(ids))
        raise CatalogueError(
            Sentence(_NO_GAME_ID, name=experiment, number=str(game_id), first=first, last=last)
        )

    def texts(self, instance: Instance, language: str | None) -> Texts:
        """The texts to play an instance with: its own prompts, or the pack of a language.

        ``language`` None means the instance's own, or the game's default.

        Raises:
            CatalogueError: if the instance has another language, or there is no such pack.
        """
        game = self.game(instance.game)
        if language and not spoken_in(instance.language, language):
            raise CatalogueError(
                f"this instance is in {instance.language!r}: it cannot be played in {language!r}"
            )
        own = game.texts(instance)
        if own is not None:
            if language not in (None, own.language):
                raise CatalogueError(
                    f"this instance brings its own prompts, in {own.language!r}: it cannot be "
                    f"played in {language!r}"
                )
            return own
        wanted = language or instance.language or self.default_language(instance.game)
        packs = self.packs(game.card.family)
        if wanted not in packs:
            known = ", ".join(sorted(packs)) or "none"
            raise CatalogueError(
                f"{instance.game} has no language pack {wanted!r}; there are: {known}"
            )
        return packs[wanted].texts


def _read(game: Game, path: Path) -> tuple[Experiment, ...]:
    try:
        document = read_json(path)
    except FileNotFoundError:
        raise CatalogueError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise in_file(path, f"is not readable as JSON: {error}") from None
    if not isinstance(document, dict):
        raise in_file(path, "is not an instance file: it should be an object with 'experiments'")
    try:
        complete = game.complete(document, partial(resource, path))
        return keep_originals(document, game.read(complete, path.name))
    except UnreadableInstances as error:
        raise in_file(path, str(error)) from None
    except Exception as error:
        raise in_file(
            path, f"cannot be read by {game.card.id}: {type(error).__name__}: {error}"
        ) from error


@lru_cache(maxsize=8)
def _open(collections: tuple[Collection, ...]) -> Catalogue:
    return Catalogue(collections)


def open_catalogue(paths: Iterable[Path] = ()) -> Catalogue:
    """The bundled collection and those in the given folders, each once.

    Raises:
        CatalogueError: if a given folder is no collection, or the bundled one is missing.
    """
    try:
        bundled = bundled_collection()
    except FileNotFoundError as error:
        raise CatalogueError(str(error)) from None
    collections = [Collection.at(bundled), *map(Collection.at, paths)]
    return _open(tuple(dict.fromkeys(collections)))
