"""The catalogue: every game, pack and instance that can be played here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from threading import RLock
from typing import Any

from clemtui.catalogue.comparison import unavailable_reasons
from clemtui.catalogue.errors import CatalogueError, file_error
from clemtui.catalogue.families import Collection, Family
from clemtui.catalogue.packs import SOURCE_LANGUAGE, Pack, looks_interface_only
from clemtui.catalogue.published import read_published
from clemtui.catalogue.resources import read_json, resource
from clemtui.catalogue.versions import newest_hashes, pinned
from clemtui.engine import (
    Experiment,
    Game,
    GameCard,
    Instance,
    Seat,
    Texts,
    UnreadableInstances,
    attach_originals,
    playable_with,
)
from clemtui.language import Sentence, translatable
from clemtui.records.published import PublishedPeople, PublishedResults
from clemtui.resources import bundled_collection

LARGEST_GAME_ID = 10**9
"""Far more instances than any experiment has, and few enough for every file and database."""

_NO_EXPERIMENT = translatable("unknown experiment '{name}'; available: {known}")
_NO_GAME_ID = translatable(
    "experiment '{name}' has no game id {number}; its ids are {first} to {last}"
)
_NO_WORD = translatable(
    "experiment '{name}' has no game id {number}: the language has no word for it ({reason})"
)
_NO_INSTANCES = translatable("experiment '{name}' has no game id {number}; it has no instances")


class Catalogue:
    """The games of several collections, by id. ``problems`` lists what could not be used.

    Games, packs and experiments are loaded on first use, from any thread.
    """

    def __init__(self, collections: Sequence[Collection]) -> None:
        self.collections = tuple(collections)
        self.problems: list[str] = []
        self._families: dict[str, Family] = {}
        self._games: dict[str, Family] = {}
        self._loaded: dict[str, Game] = {}
        self._tags: dict[str, tuple[str, ...]] = {}
        self._packs: dict[tuple[str, str], Pack | None] = {}
        self._experiments: dict[tuple[str, Path], tuple[Experiment, ...]] = {}
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
            self.problems.append(
                f"{folder}: {name!r} already exists in another collection; rename it"
            )
            return
        self._families[family.id] = family
        for card in family.cards:
            self._games[card.id] = family

    @property
    def families(self) -> tuple[Family, ...]:
        """All families, sorted by id."""
        return tuple(self._families[id] for id in sorted(self._families))

    @property
    def cards(self) -> tuple[GameCard, ...]:
        """The cards of all games, sorted by id, as known without loading code."""
        cards = [card for family in self._families.values() for card in family.cards]
        return tuple(sorted(cards, key=lambda card: card.id))

    def family(self, game_id: str) -> Family:
        """Return the family of a game.

        Raises:
            CatalogueError: if the game does not exist.
        """
        try:
            return self._games[game_id]
        except KeyError:
            known = ", ".join(sorted(self._games)) or "none"
            raise CatalogueError(f"unknown game {game_id!r}; available: {known}") from None

    def card(self, game_id: str) -> GameCard:
        """Return what is known of a game without loading its code.

        Raises:
            CatalogueError: if the game does not exist.
        """
        return next(card for card in self.family(game_id).cards if card.id == game_id)

    def seat(self, game_id: str, wanted: str) -> Seat:
        """Return a seat by its name, its role, or the role's displayed name in any language.

        Raises:
            CatalogueError: if the game does not exist.
            KeyError: if no seat or more than one matches; the message lists the choices.
        """
        card = self.card(game_id)
        try:
            return card.seat(wanted)
        except KeyError:
            called = wanted.casefold()
            shown = {
                seat.name
                for words in self.words(card.family).values()
                for seat in card.seats
                if words.get(f"{game_id}.role.{seat.role}", "").casefold() == called
            }
            if len(shown) != 1:
                raise
            return card.seat(shown.pop())

    def game(self, game_id: str) -> Game:
        """Load a game.

        Raises:
            CatalogueError: if the game does not exist, or its code cannot be loaded.
        """
        with self._loading:
            if game_id not in self._loaded:
                self._loaded[game_id] = self.family(game_id).load(game_id)
            return self._loaded[game_id]

    @cached_property
    def newest_hashes(self) -> Mapping[tuple[str, str], str]:
        """The newest rules hash of each version, by scorer and any hash of the version.

        Contains only pinned hashes. A file of pins that cannot be read is added to ``problems``.
        """
        found: dict[tuple[str, str], str] = {}
        for family in self.families:
            try:
                found |= newest_hashes(pinned(family.folder))
            except CatalogueError as error:
                self.problems.append(str(error))
        return found

    def version_hashes(self, card: GameCard, rules_hash: str) -> tuple[str, ...]:
        """Return the hash of a game's rules, and all other pinned hashes of the same version."""
        newest = self.newest_hashes
        scorer = f"{card.id}:{card.version}"
        version = newest.get((scorer, rules_hash))
        others = [
            each
            for (of, each), last in newest.items()
            if of == scorer and last == version and each != rules_hash
        ]
        return (rules_hash, *others)

    def tags(self, family_id: str) -> tuple[str, ...]:
        """Return the tags of a family's pack files in alphabetical order, without reading any."""
        if family_id not in self._tags:
            locales = self._families[family_id].collection.path / "locales"
            files = locales.glob(f"*/{family_id}.toml")
            self._tags[family_id] = tuple(sorted(path.parent.name for path in files))
        return self._tags[family_id]

    def prompt_tags(self, family_id: str) -> tuple[str, ...]:
        """Return the tags of the packs that have prompts, as far as their first lines tell."""
        locales = self._families[family_id].collection.path / "locales"
        return tuple(
            tag
            for tag in self.tags(family_id)
            if not looks_interface_only(locales / tag / f"{family_id}.toml")
        )

    def pack(self, family_id: str, tag: str) -> Pack | None:
        """Return a family's pack with a tag; None if it does not exist or is not valid.

        A problem with a pack is added to ``problems`` once.
        """
        with self._loading:
            key = family_id, tag
            if key not in self._packs:
                self._packs[key] = self._read_pack(family_id, tag)
            return self._packs[key]

    def _read_pack(self, family_id: str, tag: str) -> Pack | None:
        if tag not in self.tags(family_id):
            return None
        locales = self._families[family_id].collection.path / "locales"
        try:
            pack = Pack.read(family_id, locales / tag / f"{family_id}.toml")
        except CatalogueError as error:
            self.problems.append(str(error))
            return None
        source = pack if tag == SOURCE_LANGUAGE else self.pack(family_id, SOURCE_LANGUAGE)
        problems = unavailable_reasons(pack, source)
        if problems:
            self.problems.append(f"{pack.path}: not available: {'; '.join(problems[:3])}")
        return None if problems else pack

    def packs(self, family_id: str) -> Mapping[str, Pack]:
        """Return the packs of a family that games can be played with, by tag. Reads all packs."""
        found = {tag: self.pack(family_id, tag) for tag in self.tags(family_id)}
        return {tag: pack for tag, pack in found.items() if pack and not pack.interface_only}

    def words(self, family_id: str) -> Mapping[str, Mapping[str, str]]:
        """Return a family's labels, by language, then by label id.

        A pack is read when its language is requested.
        """
        return _Words(self, family_id)

    def languages(self, game_id: str) -> tuple[str, ...]:
        """Return the prompt languages in which a game has both a pack and bundled instances."""
        packs = self.packs(self.family(game_id).id)
        return tuple(tag for tag in sorted(packs) if self.experiments(game_id, tag))

    def default_language(self, game_id: str) -> str:
        """Return the default prompt language of a game: English, else its first pack's.

        Raises:
            CatalogueError: if the game does not exist.
        """
        family = self.family(game_id).id
        if self.pack(family, SOURCE_LANGUAGE) is not None:
            return SOURCE_LANGUAGE
        return min(self.packs(family), default=SOURCE_LANGUAGE)

    def experiments(self, game_id: str, language: str | None = None) -> tuple[Experiment, ...]:
        """Return the bundled experiments of a game in file order, or only those in a language.

        A file named after a language (``de.json``) contains only that language, and is not read for
        any other.

        Raises:
            CatalogueError: if the game does not exist, or a bundled file cannot be read.
        """
        game = self.game(game_id)
        return tuple(
            experiment
            for path in game.bundled()
            if language is None or playable_with(self._language_of(game, path), language)
            for experiment in self._bundled(game, path)
            if language is None or playable_with(experiment.language, language)
        )

    def _language_of(self, game: Game, path: Path) -> str | None:
        """Return the language that a bundled file is named after, if any."""
        return path.stem if path.stem in self.tags(game.card.family) else None

    def _bundled(self, game: Game, path: Path) -> tuple[Experiment, ...]:
        key = game.card.id, path
        with self._loading:
            if key not in self._experiments:
                found = tuple(e for e in _read(game, path) if e.game == game.card.id)
                named = self._language_of(game, path)
                others = {e.language for e in found} - {named} if named else set()
                if others:
                    raise file_error(
                        path,
                        f"contains instances in {others.pop()!r}, but is named after {named!r}",
                    )
                self._experiments[key] = found
            return self._experiments[key]

    def read_instances(self, game_id: str, path: Path) -> tuple[Experiment, ...]:
        """Return the experiments in an instance file, in our format or clembench's.

        Instances in our format are from a file, unless it is one of those of the collection.

        Raises:
            CatalogueError: if the game does not exist, or the file cannot be read or has something
                that cannot be recorded.
        """
        game = self.game(game_id)
        found = _read(game, path)
        ours = path.resolve() in {bundled.resolve() for bundled in game.bundled()}
        return found if ours else tuple(map(_from_file, found))

    def instance(
        self, experiments: Iterable[Experiment], experiment: str, game_id: int
    ) -> Instance:
        """Return one instance of some experiments.

        Raises:
            CatalogueError: if the experiment or number does not exist; lists those that do.
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
        for missing in (each for found in named for each in found.without):
            if missing.game_id == game_id:
                why = {"number": str(game_id), "reason": missing.reason}
                raise CatalogueError(Sentence(_NO_WORD, name=experiment, **why))
        ids = [instance.game_id for found in named for instance in found.instances]
        if not ids:
            raise CatalogueError(Sentence(_NO_INSTANCES, name=experiment, number=str(game_id)))
        first, last = _format_ranges(ids)
        raise CatalogueError(
            Sentence(_NO_GAME_ID, name=experiment, number=str(game_id), first=first, last=last)
        )

    def published(self, instance: Instance, language: str) -> PublishedResults | None:
        """Return published results of models for an official instance, if there are any.

        Args:
            language: of the prompts it is played with.

        Raises:
            CatalogueError: if the game does not exist, or its file of results cannot be read.
        """
        tables = read_published(self.family(instance.game).folder).results
        return next((table for table in tables if table.covers(instance, language)), None)

    def published_people(self, game: str) -> tuple[PublishedPeople, ...]:
        """Return published figures of people in a game.

        Raises:
            CatalogueError: if the game does not exist, or its file of results cannot be read.
        """
        found = read_published(self.family(game).folder).people
        return tuple(each for each in found if each.game == game)

    def texts(self, instance: Instance, language: str | None) -> Texts:
        """Return the texts for playing an instance: its own prompts, or the pack of a language.

        If ``language`` is None, this is the instance's own language, or the game's default.

        Raises:
            CatalogueError: if the instance has another language, or the pack does not exist.
        """
        game = self.game(instance.game)
        if language and not playable_with(instance.language, language):
            raise CatalogueError(
                f"this instance is in {instance.language!r} and cannot be played in {language!r}"
            )
        own = game.texts(instance)
        if own is not None:
            if language not in (None, own.language):
                raise CatalogueError(
                    f"this instance has its own prompts, in {own.language!r}, and cannot "
                    f"be played in {language!r}"
                )
            return own
        wanted = language or instance.language or self.default_language(instance.game)
        pack = self.pack(game.card.family, wanted)
        if pack is None or pack.interface_only:
            known = ", ".join(sorted(self.packs(game.card.family))) or "none"
            raise CatalogueError(
                f"{instance.game} has no language pack {wanted!r}; available: {known}"
            )
        return pack.texts


def _format_ranges(ids: Iterable[int]) -> tuple[str, str]:
    """Return the first number, and the rest of the ranges: "59", or "39, 41-59" with a gap."""
    first, *rest = sorted(set(ids))
    last, words = first, ""
    for number in rest:
        if number > last + 1:
            words += f"{last}, {number}-"
        last = number
    return str(first), f"{words}{last}"


class _Words(Mapping[str, Mapping[str, str]]):
    """The labels of a family's packs, each read on demand."""

    def __init__(self, catalogue: Catalogue, family_id: str) -> None:
        self._catalogue = catalogue
        self._family_id = family_id

    def __getitem__(self, tag: str) -> Mapping[str, str]:
        pack = self._catalogue.pack(self._family_id, tag)
        if pack is None or pack.is_paraphrase:
            raise KeyError(tag)
        return pack.words

    def __iter__(self) -> Iterator[str]:
        return (tag for tag in self._catalogue.tags(self._family_id) if tag in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _read(game: Game, path: Path) -> tuple[Experiment, ...]:
    try:
        document = read_json(path)
    except FileNotFoundError:
        raise CatalogueError(f"file not found: {path}") from None
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise file_error(path, f"is not valid JSON: {error}") from None
    if not isinstance(document, dict):
        raise file_error(path, "is not an instance file: it must be an object with 'experiments'")
    try:
        complete = game.complete(document, partial(resource, path))
        _check_text(complete)
        found = attach_originals(document, game.read(complete, path.name))
        _check_numbers(found)
    except UnreadableInstances as error:
        raise file_error(path, str(error)) from None
    except Exception as error:
        raise file_error(
            path, f"cannot be read by {game.card.id}: {type(error).__name__}: {error}"
        ) from error
    return found


def _from_file(experiment: Experiment) -> Experiment:
    instances = (
        replace(each, origin="file") if each.origin == "bundled" else each
        for each in experiment.instances
    )
    return replace(experiment, instances=tuple(instances))


def _check_text(document: Mapping[str, Any]) -> None:
    """Refuse text that cannot be recorded.

    Raises:
        UnreadableInstances: if there is half of a surrogate pair.
    """
    try:
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise UnreadableInstances("it contains an unpaired surrogate") from None


def _check_numbers(experiments: Iterable[Experiment]) -> None:
    """Refuse numbers that cannot be recorded or named.

    Raises:
        UnreadableInstances: if there is one.
    """
    for experiment in experiments:
        for instance in experiment.instances:
            if not 0 <= instance.game_id <= LARGEST_GAME_ID:
                raise UnreadableInstances(
                    f"experiment {experiment.name!r}: game_id {instance.game_id} is not between 0 "
                    f"and {LARGEST_GAME_ID}"
                )


@lru_cache(maxsize=8)
def _open(collections: tuple[Collection, ...]) -> Catalogue:
    return Catalogue(collections)


def open_catalogue(paths: Iterable[Path] = ()) -> Catalogue:
    """Open the bundled collection and those in the given folders, each once.

    Raises:
        CatalogueError: if a given folder is not a collection, or the bundled one is missing.
    """
    try:
        bundled = bundled_collection()
    except FileNotFoundError as error:
        raise CatalogueError(str(error)) from None
    collections = [Collection.at(bundled), *map(Collection.at, paths)]
    return _open(tuple(dict.fromkeys(collections)))
