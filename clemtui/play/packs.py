"""The language packs of every family: where each comes from, and why some are not offered.

No game's code is loaded for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError, Collection, Family, Pack
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.play.overview import open_games


@dataclass(frozen=True, slots=True)
class PackCard:
    """What a pack says of itself.

    Attributes:
        titles: what its family's games are called in it, by game id.
        hash: of everything that a game takes from it; what is recorded as ``texts_hash``.
        method: how it was made.
        reviewed_by: a native speaker; empty while there is none.
    """

    titles: tuple[tuple[str, str], ...]
    version: str
    hash: str
    translator: str
    method: str
    reviewed_by: str
    date: str
    licence: str
    notes: str


@dataclass(frozen=True, slots=True)
class PackListing:
    """A pack file; ``problems`` says why it is not offered, and without a card it is unreadable."""

    family: str
    language: str
    path: Path
    card: PackCard | None
    problems: tuple[str, ...] = ()

    @property
    def offered(self) -> bool:
        """Whether games can be played with it."""
        return not self.problems


def list_packs(collections: Iterable[Path] = ()) -> tuple[PackListing, ...]:
    """Every pack file of the bundled collection and the given ones, by family and language.

    Raises:
        PlayError: if a given collection is none.
    """
    catalogue = open_games(collections)
    found = (
        listing
        for collection in catalogue.collections
        for listing in _of_collection(catalogue, collection)
    )
    return tuple(sorted(found, key=lambda each: (each.family, each.language, each.path)))


def _of_collection(catalogue: Catalogue, collection: Collection) -> Iterator[PackListing]:
    families = {each.id: each for each in catalogue.families if each.collection == collection}
    files: dict[str, list[Path]] = {}
    for path in sorted((collection.path / "locales").glob("*/*.toml")):
        files.setdefault(path.stem, []).append(path)
    for id, paths in files.items():
        if id in families:
            yield from _of_family(families[id], paths)
        else:
            why = f"there is no family of games {id!r} in {collection.path / 'games'} to use it"
            yield from (PackListing(id, path.parent.name, path, None, (why,)) for path in paths)


def _of_family(family: Family, paths: Iterable[Path]) -> Iterator[PackListing]:
    packs: list[Pack] = []
    for path in paths:
        try:
            packs.append(Pack.read(family.id, path))
        except CatalogueError as error:
            yield PackListing(family.id, path.parent.name, path, None, (str(error),))
    source = next((pack for pack in packs if pack.language == SOURCE_LANGUAGE), None)
    for pack in packs:
        problems = pack.problems(source)
        yield PackListing(family.id, pack.language, pack.path, _card(family, pack), problems)


def _card(family: Family, pack: Pack) -> PackCard:
    card = pack.file.card
    titles = ((game.id, pack.words.get(f"{game.id}.title", game.id)) for game in family.cards)
    return PackCard(
        titles=tuple(titles),
        version=card.version,
        hash=pack.texts.hash,
        translator=card.translator,
        method=card.method,
        reviewed_by=card.reviewed_by,
        date=card.date,
        licence=card.licence,
        notes=card.notes,
    )
