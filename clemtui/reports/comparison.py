"""Comparisons of players: on one instance, in a game, and over time.

Only episodes of the installed version of the game are compared; each result counts what was
excluded, and why (`clemtui.store.read.tallies`). Without records, everything is empty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from clemtui.analysis.comparison import Comparison, compare
from clemtui.analysis.development import Development, development_of
from clemtui.analysis.own_results import OwnResult, OwnResults, own_results
from clemtui.catalogue import CatalogueError
from clemtui.episode.errors import UsageError
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.records.results import PlayedEpisode, TallyScope
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader


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

    @property
    def only_own(self) -> bool:
        """Whether no one else has played, not even an excluded episode, or with the person.

        If no person was named, a single episode is the one that they watched.
        """
        own = 1 if self.own is None else self.own.recorded
        together = any(row.people > 1 for row in self.all_players.rows)
        alone = not together or self.all_players.recorded == 1
        return alone and self.all_players.recorded <= own


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
    interface: str | None = None,
    language: str | None = None,
) -> Development:
    """Return how a person (id or pseudonym) developed in a game: in one seat, interface and prompt
    language, or in all of them.

    Raises:
        UsageError: if there is no such game.
        StoreError: if the database cannot be read.
    """
    scope = replace(
        _scope(service, game), language=language, interface=interface, person=person, seat=seat
    )
    if not has_records(service.database):
        return Development()

    def read(reader: Reader) -> Development:
        return development_of(reader.played(scope), reader.tallies(scope).left_out)

    return await service.read(read)


async def own_person(service: PlayService, live: ObserverPort, pseudonym: str) -> str | None:
    """Return the id of the person in an episode whose results are "yours": the one with this
    pseudonym, or else the first one; None if nobody played.

    Raises:
        StoreError: if the database cannot be read.
    """
    here = {each.id for each in await service.people() if each.pseudonym == pseudonym}
    people = [*live.people.values()]
    return next((id for id in people if id in here), next(iter(people), None))


async def results_up_to(service: PlayService, live: ObserverPort, person: str) -> OwnResults:
    """Return the results of a person (an id of the records) in a finished episode, up to its end.

    They are those in the same seat, prompt language, interface and version of the game, with the
    same aids, and only episodes that reports count: no repetitions, and no practice. Partners and
    the origin of instances are pooled.

    Raises:
        StoreError: if the database cannot be read.
    """
    game, condition = live.game, live.condition
    seat = next(seat for seat, id in live.people.items() if id == person)
    scope = replace(
        _scope(service, game.card.id),
        language=condition.prompt_language,
        interface=condition.interface,
        person=person,
        seat=seat,
    )

    scorer = f"{scope.game}:{scope.version}"

    def alike(each: PlayedEpisode) -> bool:
        return frozenset(each.condition.get("aids", ())) == frozenset(condition.aids)

    def read(reader: Reader) -> OwnResults:
        found = sorted((each for each in reader.played(scope) if alike(each)), key=_ended)
        ids = [each.episode for each in found]
        ids = ids[: ids.index(live.id) + 1] if live.id in ids else []
        scores = reader.scores_of(ids, scorer)
        results = [
            OwnResult(id, game.tries(scores[id]), scores[id].main_score)
            for id in ids
            if id in scores
        ]
        return own_results(results, live.id, in_tries=game.counts_tries)

    return await service.read(read)


def _ended(episode: PlayedEpisode) -> datetime:
    return episode.ended or episode.at


def _scope(service: PlayService, game: str) -> TallyScope:
    """Return the scope of all episodes of the installed version of a game."""
    catalogue = service.catalogue
    try:
        card = catalogue.card(game)
        rules = catalogue.version_hashes(card, catalogue.family(game).rules_hash)
    except CatalogueError as error:
        raise UsageError(*error.args) from None
    return TallyScope(game, card.version, rules)
