"""The subjects of a collection: its games, in every language, with their own instances."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clemtui.catalogue import Catalogue, Collection
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import playable_with
from clemtui.kit.subject import Language, Subject


def subjects(catalogue: Catalogue, game_id: str) -> Iterator[Subject]:
    """Yield the first instance of every bundled experiment of a game, in every language it has."""
    game = catalogue.game(game_id)
    packs = catalogue.packs(game.card.family)
    source = packs.get(SOURCE_LANGUAGE)
    free = frozenset(source.file.any_number if source is not None else ())
    languages = {name: Language(pack.texts, pack.words, free) for name, pack in packs.items()}
    for experiment in catalogue.experiments(game_id):
        instance = experiment.instances[0]
        own = game.texts(instance)
        if own is not None:
            yield Subject(game, instance, own)
            continue
        for name, language in languages.items():
            if playable_with(experiment.language, name):
                yield Subject(game, instance, language.texts, languages=languages)


def catalogue_of(path: Path) -> Catalogue:
    """Return a catalogue of this collection alone.

    Raises:
        CatalogueError: if the folder is no collection.
    """
    return Catalogue([Collection.at(path)])
