"""Comparisons of players: on one instance, in a game, and over time.

Only episodes of the installed version of the game are compared; each result counts what was
excluded, and why (`clemtui.store.read.tallies`). Without records, everything is empty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from clemtui.analysis.comparison import Comparison, compare
from clemtui.analysis.development import Development, development_of
from clemtui.analysis.own_results import OwnResult, OwnResults, own_results
from clemtui.catalogue import CatalogueError
from clemtui.episode.errors import UsageError
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.records.results import TallyScope
from clemtui.records.rows import EpisodeFilter, EpisodeSummary
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader

_MOST_OWN = 300
"""How many of a person's own results are read at most: the newest."""


@dataclass(frozen=True, slots=True)
class Comparisons:
    """A comparison of all players, and one of a single person's episodes.

    Attributes:
        version: of the game whose episodes are compared.
        own: None if no person was named.
    """

    game: str
    version: str
    all_players: Comparison
    own: Comparison | None


async def compare_players(
    service: PlayService,
    game: str,
    instance_hash: str | None = None,
    *,
    language: str | None = None,
    person: str | None = None,
    each_person: bool = False,
) -> Comparisons:
    """Compare the results in a game, or on one of its instances.

    Args:
        service: whose records are read.
        game: the game's id.
        instance_hash: the instance (`EpisodeSummary.instance_hash`); None: all of them.
        language: only episodes with prompts in this language; None: in any.
        person: id or pseudonym of the person whose own results are wanted as well.
        each_person: list people by name instead of pooling them.

    Raises:
        UsageError: if there is no such game.
        StoreError: if the database cannot be read.
    """
    scope = replace(
        _scope(service, game),
        instance_hash=instance_hash,
        language=language,
        each_person=each_person,
    )
    if not has_records(service.database):
        nobody = Comparison()
        return Comparisons(scope.game, scope.version, nobody, None if person is None else nobody)

    def read(reader: Reader) -> Comparisons:
        own = None
        if person is not None:
            own = compare(reader.tallies(replace(scope, person=person)))
        return Comparisons(scope.game, scope.version, compare(reader.tallies(scope)), own)

    return await service.read(read)


async def development(
    service: PlayService,
    game: str,
    person: str,
    *,
    seat: str | None = None,
    language: str | None = None,
) -> Development:
    """Return how a person (id or pseudonym) developed in a game, in any seat or in one.

    Raises:
        UsageError: if there is no such game.
        StoreError: if the database cannot be read.
    """
    scope = replace(_scope(service, game), language=language, person=person, seat=seat)
    if not has_records(service.database):
        return Development()

    def read(reader: Reader) -> Development:
        return development_of(reader.played(scope), reader.tallies(scope).left_out)

    return await service.read(read)


async def results_up_to(service: PlayService, live: ObserverPort) -> OwnResults:
    """Return the results of the first person in a finished episode, up to it.

    They are those in the same seat, prompt language, interface and version of the game, and only
    episodes that reports count: no repetitions, and no practice.

    Raises:
        StoreError: if the database cannot be read.
    """
    game, (seat, person) = live.game, next(iter(live.people.items()))
    where = EpisodeFilter(
        game=game.card.id,
        language=live.condition.prompt_language,
        interface=live.condition.interface,
        person=person,
        state="finished",
        counts=True,
    )

    def read(reader: Reader) -> OwnResults:
        found = reader.episodes(where, limit=_MOST_OWN)
        results = [
            OwnResult(each.id, game.tries(each.scores), each.scores.main_score)
            for each in reversed(found)
            if each.scores is not None
            and each.game_version == game.card.version
            and each.id <= live.id
            and _plays(each, person, seat)
        ]
        return own_results(results, live.id)

    return await service.read(read)


def _plays(episode: EpisodeSummary, person: str, seat: str) -> bool:
    """Return whether a person had a seat."""
    return any(each.seat == seat and each.person == person for each in episode.seats)


def _scope(service: PlayService, game: str) -> TallyScope:
    """Return the scope of all episodes of the installed version of a game."""
    catalogue = service.catalogue
    try:
        card = catalogue.card(game)
        rules = catalogue.version_hashes(card, catalogue.family(game).rules_hash)
    except CatalogueError as error:
        raise UsageError(*error.args) from None
    return TallyScope(game, card.version, rules)
