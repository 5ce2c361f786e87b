"""Published figures of people, as dated reference lines: never compared with those of a study."""

from __future__ import annotations

from collections.abc import Iterator

from clemtui.catalogue import Catalogue
from clemtui.records.published import PublishedPeople
from clemtui.study.manifest import Manifest


def references_of(catalogue: Catalogue, manifest: Manifest) -> Iterator[PublishedPeople]:
    """Yield what is published about people in the games of a study.

    A game that is not installed has none: a report needs no games.

    Raises:
        CatalogueError: if the file of published figures of a game cannot be read.
    """
    for game in manifest.games:
        if game.game in {card.id for card in catalogue.cards}:
            yield from catalogue.published_people(game.game)
