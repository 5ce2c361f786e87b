"""Check language packs, for their authors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clemtui.catalogue import Catalogue, CatalogueError, Pack
from clemtui.catalogue.comparison import REMEDIES, Finding, unavailable_reasons
from clemtui.engine import Game, Instance, Texts
from clemtui.packs.listing import FoundPack, find_packs
from clemtui.packs.rules import find_problems

GAME_REMEDY = REMEDIES["game"]
"""What to do about a problem found by a game's code."""


@dataclass(frozen=True, slots=True)
class CheckedPack:
    """A pack file and its problems."""

    found: FoundPack
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A game and an instance of it to try a pack with.

    Attributes:
        packs: the pack and the English one by language, each as texts and labels.
        free: ids of the option lists whose length may differ between languages.
    """

    game: Game
    instance: Instance
    texts: Texts
    packs: Mapping[str, tuple[Texts, Mapping[str, str]]]
    free: frozenset[str]


@dataclass(frozen=True, slots=True)
class SkippedTrial:
    """Why a game was not tried with a pack although its code loads: a remark, not a finding."""

    game: str
    why: str


def check_packs(
    catalogue: Catalogue, languages: Sequence[str] = (), family: str | None = None
) -> tuple[CheckedPack, ...]:
    """Check the packs, or only those of some languages or one family.

    Raises:
        UsageError: if no pack has a given language or family.
    """
    return tuple(
        CheckedPack(found, _findings(found)) for found in find_packs(catalogue, languages, family)
    )


def _findings(found: FoundPack) -> tuple[Finding, ...]:
    if found.pack is None:
        return (Finding("unreadable", "", found.problem),)
    if found.source is None:
        problems = unavailable_reasons(found.pack, None)
        return tuple(Finding("unreadable", "", problem) for problem in problems)
    return find_problems(found.pack, found.source)


def trials(catalogue: Catalogue, found: FoundPack) -> Iterator[Trial | SkippedTrial | Finding]:
    """Yield what to try a valid pack with, for each of its games: the first instance.

    A game that cannot be loaded is a finding. Loads the games' code.
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
            yield SkippedTrial(card.id, f"it has no instances in {pack.language!r}")
        else:
            yield Trial(game, instance, pack.texts, packs, free)


def _with(source: Pack | None, pack: Pack) -> list[Pack]:
    return [pack] if source in (None, pack) else [source, pack]


def _first(catalogue: Catalogue, game: str, language: str) -> Instance | None:
    experiments = catalogue.experiments(game, language)
    return next((each.instances[0] for each in experiments if each.instances), None)
