"""List the language packs of every family, with their origin and why some are not available.

Loads no game's code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError, Collection, Family, Pack
from clemtui.catalogue.comparison import unavailable_reasons
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import open_games
from clemtui.episode.planning.names import unknown
from clemtui.language import available_languages
from clemtui.language.coverage import interface_share


@dataclass(frozen=True, slots=True)
class PackCard:
    """The card of a pack.

    Attributes:
        titles: the titles of the family's games in this language, by game id.
        hash: hash of everything that a game uses, recorded as ``texts_hash``. Empty for a pack with
            labels for people only.
        method: how it was made.
        reviewed_by: a native speaker; empty if not reviewed.
    """

    titles: tuple[tuple[str, str], ...]
    version: str
    hash: str
    translator: str
    method: str
    reviewed_by: str
    date: str
    source_version: str
    licence: str
    notes: str


@dataclass(frozen=True, slots=True)
class PackListing:
    """A pack file. ``problems`` says why it is not available; without a card it is unreadable.

    Attributes:
        interface_only: whether it contains labels for people only.
    """

    family: str
    language: str
    path: Path
    card: PackCard | None
    problems: tuple[str, ...] = ()
    interface_only: bool = False

    @property
    def available(self) -> bool:
        """Whether games can be played with it."""
        return not self.problems and not self.interface_only


@dataclass(frozen=True, slots=True)
class LanguageListing:
    """A language of prompts, of the interface, or of both.

    Attributes:
        interface: the share of the interface that is translated; None if there is no interface.
    """

    language: str
    interface: float | None
    packs: tuple[PackListing, ...]


@dataclass(frozen=True, slots=True)
class FoundPack:
    """A pack file of a family; ``problem`` says why it cannot be read or used.

    Attributes:
        source: the English pack beside it, if readable.
    """

    family: str
    path: Path
    pack: Pack | None = None
    source: Pack | None = None
    problem: str = ""

    @property
    def language(self) -> str:
        """The language given by its folder."""
        return self.path.parent.name

    @property
    def interface_only(self) -> bool:
        """Whether it is a pack with labels for people only."""
        return self.pack is not None and self.pack.interface_only


def find_packs(
    catalogue: Catalogue, languages: Sequence[str] = (), family: str | None = None
) -> tuple[FoundPack, ...]:
    """Find the pack files of every collection by family, language and path, or only some.

    Raises:
        UsageError: if a given language has neither a pack nor an interface, or a given family has
            no packs.
    """
    found = sorted(
        (pack for collection in catalogue.collections for pack in _files(catalogue, collection)),
        key=lambda each: (each.family, each.language, each.path),
    )
    known = [*available_languages(), *(each.language for each in found)]
    check_known("language", languages, known)
    check_known("family", [family], (each.family for each in found))
    return tuple(
        each
        for each in found
        if (not languages or each.language in languages) and family in (None, each.family)
    )


def check_known(kind: str, named: Iterable[str | None], known: Iterable[str]) -> None:
    """Check that given names exist.

    Raises:
        UsageError: if one does not; the message suggests the nearest name.
    """
    choices = sorted(set(known))
    for each in named:
        if each is not None and each not in choices:
            raise UsageError(unknown(kind, each, choices))


def list_packs(collections: Iterable[Path] = ()) -> tuple[PackListing, ...]:
    """List every pack file of the bundled collection and the given ones, by family and language.

    Raises:
        PlayError: if a given path is not a collection.
    """
    catalogue = open_games(collections)
    families = {each.id: each for each in catalogue.families}
    return tuple(_listing(families.get(each.family), each) for each in find_packs(catalogue))


def list_languages(packs: Iterable[PackListing]) -> tuple[LanguageListing, ...]:
    """List the languages of packs and of the interface by tag, each with its packs."""
    listed = tuple(packs)
    tags = sorted({*available_languages(), *(each.language for each in listed)})
    return tuple(
        LanguageListing(
            tag, interface_share(tag), tuple(each for each in listed if each.language == tag)
        )
        for tag in tags
    )


def _files(catalogue: Catalogue, collection: Collection) -> Iterator[FoundPack]:
    families = {each.id for each in catalogue.families if each.collection == collection}
    folder = collection.path / "locales"
    sources = {family: _read(family, _path(folder, SOURCE_LANGUAGE, family)) for family in families}
    for path in sorted(folder.glob("*/*.toml")):
        family = path.stem
        if family not in families:
            why = f"no game family {family!r} in {collection.path / 'games'} to use it"
            yield FoundPack(family, path, problem=why)
            continue
        source = sources[family]
        english = source if isinstance(source, Pack) else None
        pack = source if path.parent.name == SOURCE_LANGUAGE else _read(family, path)
        if isinstance(pack, Pack):
            yield FoundPack(family, path, pack, english)
        else:
            yield FoundPack(family, path, None, english, pack)


def _path(folder: Path, language: str, family: str) -> Path:
    return folder / language / f"{family}.toml"


def _read(family: str, path: Path) -> Pack | str:
    """Read a pack; return why if it cannot be read."""
    try:
        return Pack.read(family, path)
    except CatalogueError as error:
        return str(error)


def _listing(family: Family | None, found: FoundPack) -> PackListing:
    if found.pack is None or family is None:
        return PackListing(found.family, found.language, found.path, None, (found.problem,))
    problems = unavailable_reasons(found.pack, found.source)
    card = _card(family, found.pack, found.source)
    only = found.pack.interface_only
    return PackListing(found.family, found.language, found.path, card, problems, only)


def _card(family: Family, pack: Pack, source: Pack | None) -> PackCard:
    card = pack.file.card
    words = pack.words or (source.words if source is not None else {})
    titles = ((game.id, words.get(f"{game.id}.title", game.id)) for game in family.cards)
    return PackCard(
        titles=tuple(titles),
        version=card.version,
        hash="" if pack.interface_only else pack.texts.hash,
        translator=card.translator,
        method=card.method,
        reviewed_by=card.reviewed_by,
        date=card.date,
        source_version=card.source_version,
        licence=card.licence,
        notes=card.notes,
    )
