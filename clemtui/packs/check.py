"""What is wrong with the language packs and the interface, for those who write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clemtui.catalogue import Catalogue, CatalogueError, Pack
from clemtui.catalogue.comparison import REMEDIES, Finding, why_not_offered
from clemtui.engine import Game, Instance, Texts
from clemtui.packs.listing import FoundPack, find_packs
from clemtui.packs.rules import findings

GAME_REMEDY = REMEDIES["game"]
"""What to do about what a game's code finds."""


@dataclass(frozen=True, slots=True)
class CheckedPack:
    """A pack file and what is wrong with it."""

    found: FoundPack
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A game and an instance of it to try a pack with.

    Attributes:
        packs: the pack and the English one, by language: the texts, and the words for people.
        free: the options of which a language may have more or fewer than another.
    """

    game: Game
    instance: Instance
    texts: Texts
    packs: Mapping[str, tuple[Texts, Mapping[str, str]]]
    free: frozenset[str]


@dataclass(frozen=True, slots=True)
class NotTried:
    """Why a game was not tried with a pack, although its code could be: a remark, no finding."""

    game: str
    why: str


def check_packs(
    catalogue: Catalogue, languages: Sequence[str] = (), family: str | None = None
) -> tuple[CheckedPack, ...]:
    """The packs, of some languages or one family if named, with what is wrong with each.

    Raises:
        UsageError: if a language or family is named that no pack has.
    """
    return tuple(
        CheckedPack(found, _findings(found)) for found in find_packs(catalogue, languages, family)
    )


def _findings(found: FoundPack) -> tuple[Finding, ...]:
    if found.pack is None:
        return (Finding("unreadable", "", found.problem),)
    if found.source is None:
        problems = why_not_offered(found.pack, None)
        return tuple(Finding("unreadable", "", problem) for problem in problems)
    return findings(found.pack, found.source)


def trials(catalogue: Catalogue, found: FoundPack) -> Iterator[Trial | NotTried | Finding]:
    """For each game of a pack that is in order, what to try it with: its first instance.

    A game that cannot be loaded is a finding. This loads the game's code.
    """
    pack = found.pack
    assert pack is not None
    packs = {each.language: (each.texts, each.words) for each in _with(found.source, pack)}
    free = frozenset(found.source.file.any_number if found.source is not None else ())
    for card in catalogue.cards:
        if card.family != found.family:
            continue
        try:
            game = catalogue.game(card.id)
            instance = _first(catalogue, card.id, pack.language)
        except CatalogueError as error:
            yield Finding("unreadable", card.id, str(error))
            continue
        if instance is None:
            yield NotTried(card.id, f"it has no instances in {pack.language!r}")
        else:
            yield Trial(game, instance, pack.texts, packs, free)


def _with(source: Pack | None, pack: Pack) -> list[Pack]:
    return [pack] if source in (None, pack) else [source, pack]


def _first(catalogue: Catalogue, game: str, language: str) -> Instance | None:
    experiments = catalogue.experiments(game, language)
    return next((each.instances[0] for each in experiments if each.instances), None)
