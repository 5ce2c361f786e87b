"""The instance files that an import may search: given files, and those of a checkout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.catalogue.checkout import Checkout
from clemtui.catalogue.resources import resource
from clemtui.engine import (
    SEND,
    Game,
    Instance,
    Original,
    Texts,
    UnreadableInstances,
    attach_originals,
    canonical_json,
)
from clemtui.exchange.imports.exported_instances import OwnInstances
from clemtui.exchange.imports.logged import LoggedEpisode
from clemtui.exchange.imports.results_tree import UnreadableEpisode, read_shared_json

_RUN_ENTRIES = frozenset(
    {"timestamp", "game_name", "player_models", "dialogue_partners", "game_instances"}
)
"""What an ``experiment.json`` of a results tree contains besides the experiment's own entries."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An instance that an episode may have been played on, with its texts.

    Attributes:
        position: its place in its experiment, from 0.
        opening: the first message of its game master, with white space collapsed.
    """

    instance: Instance
    texts: Texts
    position: int
    opening: str


class InstanceIndex:
    """Instances of any game, read when first needed.

    Attributes:
        refusals: by game, one line for each file or experiment that the game could not read.
    """

    def __init__(
        self, catalogue: Catalogue, files: Sequence[Path] = (), clembench: Path | None = None
    ) -> None:
        """Check the given instance files, or folders of them, and the checkout.

        Raises:
            CatalogueError: if a file is missing or not JSON, or the folder is not a checkout.
        """
        self._catalogue = catalogue
        self._files = tuple(file for path in files for file in _files(path))
        self._own = OwnInstances(catalogue)
        self._checkout = None if clembench is None else Checkout.at(clembench)
        self.refusals: dict[str, list[str]] = {}
        self._candidates: dict[str, tuple[Candidate, ...]] = {}
        self._used: set[Path] = set()
        for path in self._files:
            _document(path)

    def candidates(self, game: Game) -> tuple[Candidate, ...]:
        """Return every instance of a game in the files, each content once."""
        if game.card.id not in self._candidates:
            found: dict[str, Candidate] = {}
            for path in self._of(game):
                try:
                    document = _document(path)
                except CatalogueError as error:
                    self._refuse(game, str(error))
                    continue
                for each in self.read(game, document, path.name, path):
                    self._used.add(path)
                    found.setdefault(each.instance.hash, each)
            self._candidates[game.card.id] = tuple(found.values())
        return self._candidates[game.card.id]

    def read(
        self, game: Game, document: Mapping[str, Any], source: str, path: Path | None = None
    ) -> Iterable[Candidate]:
        """Return the instances in the content of an instance file; errors are added to `refusals`.

        Args:
            game: the game of the instances.
            document: the content.
            source: its name, for people.
            path: where it is, for the texts that the reference keeps beside its instance files;
                None: they are searched beside the game's known files.
        """
        beside = path or next(iter(self._of(game)), None)
        texts_beside = _no_checkout if beside is None else partial(resource, beside)
        try:
            complete = game.complete(document, texts_beside)
            experiments = attach_originals(document, game.read(complete, source))
            return [
                Candidate(instance, texts, position, _opening(game, instance, texts))
                for experiment in experiments
                for position, instance in enumerate(experiment.instances)
                for texts in [self._catalogue.texts(instance, None)]
            ]
        except (UnreadableInstances, CatalogueError) as error:
            self._refuse(game, f"{source}: {error}")
        except Exception as error:  # noqa: BLE001 - a game's code meets untested input
            self._refuse(game, f"{source}: {type(error).__name__}: {error}")
        return []

    def own_instance(self, logged: LoggedEpisode) -> Instance | None:
        """Return the instance of an episode that this program exported, as it was recorded."""
        return self._own.find(logged, original_of(logged))

    def recorded(self, game: Game, logged: LoggedEpisode) -> Candidate | None:
        """Return the same with the prompts of the language in which it was played.

        Raises:
            CatalogueError: if there is no pack for the language.
        """
        instance = self.own_instance(logged)
        if instance is None:
            return None
        texts = self._catalogue.texts(instance, logged.language)
        return Candidate(instance, texts, 0, _opening(game, instance, texts))

    def experiments(self, game: Game, name: str) -> list[Mapping[str, Any]]:
        """Return the experiments of that name in the files, without their instances."""
        found: list[Mapping[str, Any]] = []
        for path in self._of(game):
            try:
                listed = _document(path).get("experiments")
            except CatalogueError:
                continue  # reported by `candidates`
            found += [
                own_entries(each)
                for each in (listed if isinstance(listed, list) else ())
                if isinstance(each, dict) and each.get("name") == name
            ]
        return found

    def unused_files(self) -> list[str]:
        """Return one line for each given file from which no requested game used an instance."""
        return [
            f"{path}: not usable by any game in these results"
            for path in self._files
            if path not in self._used
        ]

    def _of(self, game: Game) -> tuple[Path, ...]:
        in_checkout = () if self._checkout is None else self._checkout.files(game.card.id)
        return (*self._files, *in_checkout)

    def _refuse(self, game: Game, line: str) -> None:
        lines = self.refusals.setdefault(game.card.id, [])
        if line not in lines:
            lines.append(line)


def _files(path: Path) -> tuple[Path, ...]:
    if not path.is_dir():
        return (path,)
    found = tuple(sorted(path.glob("*.json")))
    if not found:
        raise CatalogueError(f"{path} contains no instance files (.json)")
    return found


def own_entries(experiment: Mapping[str, Any]) -> dict[str, Any]:
    """Return an experiment's own entries: without its instances, and without what a run adds."""
    return {key: value for key, value in experiment.items() if key not in _RUN_ENTRIES}


def original_of(logged: LoggedEpisode) -> Original | None:
    """Return the instance's files, if they are in the tree and can be represented as JSON."""
    if logged.instance is None:
        return None
    try:
        canonical_json(logged.instance)
        return Original(canonical_json(own_entries(logged.experiment_data or {})), logged.instance)
    except ValueError:
        return None


def _no_checkout(name: str) -> Any:
    raise UnreadableInstances("its texts are in a clembench checkout; name yours with --clembench")


def collapse_white_space(text: str) -> str:
    """Return the text with all white space collapsed to single spaces."""
    return " ".join(text.split())


def _opening(game: Game, instance: Instance, texts: Texts) -> str:
    events = game.start(instance, texts).events
    return collapse_white_space(
        next((str(e.content) for e in events if e.kind == SEND and e.logged), "")
    )


def _document(path: Path) -> Mapping[str, Any]:
    try:
        content, _ = read_shared_json(path)
    except UnreadableEpisode as error:
        raise CatalogueError(f"{path}: {error}") from None
    if not isinstance(content, dict):
        raise CatalogueError(f"{path} is not an instance file: it must be an object")
    return content
