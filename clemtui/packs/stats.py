"""How far every language has come: entries, words, instances, scripted players.

This loads the code of every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clemtui.analysis.effect.model import UNBANDED
from clemtui.catalogue import Catalogue, CatalogueError, Pack
from clemtui.catalogue.comparison import compared
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import Experiment
from clemtui.packs.listing import FoundPack, find_packs
from clemtui.players.scripted import has_script


@dataclass(frozen=True, slots=True)
class GameStats:
    """A game in a language.

    Attributes:
        instances: how many are bundled.
        without_equivalent: how many tasks of the English instances there are not, because the
            language has no words for them; None where it has none of their tasks, and nothing is
            paired.
        scripted: by seat, whether the game has a scripted player who speaks the language.
        unbanded: whether the frequency of its instances' words is unknown.
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
    """A pack; without ``entries`` it cannot be read, or has no English pack beside it.

    Attributes:
        entries: how many the English pack has: prompts, tags, lists of options.
        translated: how many of them are there and up to date.
        stale: how many were made from another English entry, or do not say from which.
        missing: how many are missing or empty.
        words: how many words of the interface there are, ``of_words`` in the English pack.
        interface_only: whether it has words for people alone: it needs no entries, and is counted
            without its family's games.
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
    """The packs, of some languages or one family if named, by language and family.

    Raises:
        UsageError: if a language or family is named that no pack has.
    """
    found = find_packs(catalogue, languages, family)
    made = (_of_pack(catalogue, each, each.pack) for each in found if each.pack is not None)
    return tuple(sorted(made, key=lambda each: (each.language, each.family)))


def _of_pack(catalogue: Catalogue, found: FoundPack, pack: Pack) -> PackStats:
    source = found.source or pack
    kinds = [each.kind for each in compared(pack, source)] if pack is not source else []
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
