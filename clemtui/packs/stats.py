"""Report the progress of every language: entries, labels, instances, scripted players.

Loads the code of every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clemtui.analysis.effect.model import UNBANDED
from clemtui.catalogue import Catalogue, CatalogueError, Pack
from clemtui.catalogue.comparison import compare
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import Experiment
from clemtui.packs.listing import FoundPack, find_packs
from clemtui.players.scripted import has_script


@dataclass(frozen=True, slots=True)
class GameStats:
    """A game in a language.

    Attributes:
        instances: the number of bundled instances.
        without_equivalent: the number of tasks of the English instances that are missing because
            the language has no words for them; None if it has none of their tasks, so that nothing
            is paired.
        scripted: whether the game has a scripted player who speaks the language, by seat.
        unbanded: whether the word frequency of its instances is unknown.
        problem: why its code cannot be loaded.
    """

    game: str
    instances: int = 0
    without_equivalent: int | None = None
    scripted: Mapping[str, bool] | None = None
    unbanded: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PackStats:
    """The progress of a pack that can be read.

    Attributes:
        entries: the number of entries that it needs: prompts, tags, lists of options.
        translated: how many of them exist and are up to date.
        stale: how many were made from another English entry, or do not say from which.
        missing: how many are missing or empty.
        words: the number of interface labels, of ``of_words`` in the English pack.
        interface_only: whether it has labels for people only; it then needs no entries, and its
            family's games are not counted.
    """

    family: str
    language: str
    entries: int
    translated: int
    stale: int
    missing: int
    words: int
    of_words: int
    reviewed: bool
    interface_only: bool
    games: tuple[GameStats, ...]


def pack_stats(
    catalogue: Catalogue, languages: Sequence[str] = (), family: str | None = None
) -> tuple[PackStats, ...]:
    """Return the statistics of the packs, or only of some languages or one family.

    Sorted by language and family.

    Raises:
        UsageError: if no pack has a given language or family.
    """
    found = find_packs(catalogue, languages, family)
    made = (_of_pack(catalogue, each, each.pack) for each in found if each.pack is not None)
    return tuple(sorted(made, key=lambda each: (each.language, each.family)))


def _of_pack(catalogue: Catalogue, found: FoundPack, pack: Pack) -> PackStats:
    source = found.source or pack
    kinds = [each.kind for each in compare(pack, source)] if pack is not source else []
    missing = sum(kind in ("missing", "empty") for kind in kinds)
    stale = sum(kind in ("stale", "unstamped") for kind in kinds)
    entries = len(pack.needed(source))
    words = 0 if pack.is_paraphrase else len(source.words)
    return PackStats(
        family=found.family,
        language=found.language,
        entries=entries,
        translated=entries - missing - stale,
        stale=stale,
        missing=missing,
        words=sum(bool(pack.words.get(id, "").strip()) for id in source.words),
        of_words=words,
        reviewed=bool(pack.file.card.reviewed_by.strip()),
        interface_only=pack.interface_only,
        games=() if pack.interface_only else tuple(_games(catalogue, found)),
    )


def _games(catalogue: Catalogue, found: FoundPack) -> Iterator[GameStats]:
    for card in catalogue.cards:
        if card.family == found.family:
            try:
                yield _game(catalogue, card.id, found.language)
            except CatalogueError as error:
                yield GameStats(card.id, problem=str(error))


def _game(catalogue: Catalogue, id: str, language: str) -> GameStats:
    game = catalogue.game(id)
    mine = catalogue.experiments(id, language)
    tasks, english = _tasks(mine), _tasks(catalogue.experiments(id, SOURCE_LANGUAGE))
    seats = [seat.name for seat in game.card.seats if not seat.service]
    return GameStats(
        game=id,
        instances=sum(len(each.instances) for each in mine),
        without_equivalent=len(english - tasks) if tasks & english else None,
        scripted={seat: has_script(game, seat, language) for seat in seats},
        unbanded=any(each.name == UNBANDED for each in mine),
    )


def _tasks(experiments: Iterable[Experiment]) -> frozenset[str]:
    return frozenset(task.task_key for each in experiments for task in each.instances)
