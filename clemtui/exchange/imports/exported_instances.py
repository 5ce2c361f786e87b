"""The instances of episodes that this program exported: as they were recorded.

The reference's form of an instance does not have everything: it names no language-neutral task, and
its prompts and patterns are those of one language, without the rules by which ours reads them. So
an exported tree has the recorded instance beside it. Its hash proves that it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import Instance, Original, WordList
from clemtui.exchange.imports.logged import LoggedEpisode
from clemtui.exchange.imports.own.export import OwnExport


class OwnInstances:
    """The recorded instances in exported trees, or else in the bundled files."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._lists: dict[str, WordList] = {}

    def find(self, logged: LoggedEpisode, original: Original | None) -> Instance | None:
        """Return the instance of an exported episode; None if it is not available here.

        Args:
            logged: the episode.
            original: the instance's files in the tree, for one that came from the reference.
        """
        own = logged.own
        if own is None or not own.instance_hash:
            return None
        if own.instance is None:
            return self._bundled(logged.game, own)
        kept = original if own.origin == "official" else None
        try:
            lists = self._with_lists_of(logged, set(own.instance["lists"].values()))
            instance = replace(Instance.from_json(own.instance, lists), original=kept)
            return instance if instance.hash == own.instance_hash else None
        except (AttributeError, KeyError, TypeError, ValueError):  # the tree was edited
            return None

    def _bundled(self, game: str, own: OwnExport) -> Instance | None:
        """Return the bundled instance with the hash that a tree of an older version states."""
        try:
            experiments = self._catalogue.experiments(game, own.language or None)
        except CatalogueError:
            return None
        found = (each for experiment in experiments for each in experiment.instances)
        return next((each for each in found if each.hash == own.instance_hash), None)

    def _with_lists_of(self, logged: LoggedEpisode, needed: set[str]) -> Mapping[str, WordList]:
        """Return all known lists by hash; the needed ones are searched in the experiment's file."""
        if not needed <= self._lists.keys():
            self._lists |= {each.hash: each for each in _lists(logged.experiment_data)}
        return self._lists


def _lists(data: Any) -> Iterator[WordList]:
    """Yield every list of texts in JSON-like data."""
    if isinstance(data, Mapping):
        for each in data.values():
            yield from _lists(each)
    elif isinstance(data, list) and all(isinstance(each, str) for each in data):
        yield WordList(tuple(data))
