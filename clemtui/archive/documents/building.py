"""Creating a document of a stored episode: what a watcher may see of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clemtui.archive.documents.model import Document
from clemtui.archive.episodes import ALL
from clemtui.archive.review import review_episode
from clemtui.catalogue import CatalogueError
from clemtui.engine import REVEAL
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import GameListing, listing
from clemtui.episode.planning.names import unknown
from clemtui.episode.service import PlayService
from clemtui.records.rows import Person, StoredEpisode


async def document(service: PlayService, episode: str, watcher: str | None = None) -> Document:
    """Return an episode (by its id, or a unique part of it) as a watcher may see it.

    ``watcher`` is a seat, ``observer``, or ``all`` for everything. The default is everything for a
    finished episode. An unfinished one may still be played, so it defaults to what its only person
    has seen.

    Raises:
        UsageError: if that watcher does not exist, or may not see this episode.
        PlayError: if the board cannot be computed.
        StoreError: if there is no such episode, or it cannot be read.
    """
    review = await review_episode(service, episode)
    seen_by = choose_watcher(review.watchers, watcher)
    state = review.at(review.length, seen_by)
    stored = review.stored
    return Document(
        stored=stored,
        watcher=seen_by,
        lines=state.lines,
        view=state.view,
        scores=state.scores,
        difference=review.difference,
        listing=_listing(service, stored.summary.game),
        names=_names(stored, await service.people()),
    )


def choose_watcher(watchers: Sequence[str], wanted: str | None) -> str:
    """Return the watcher of a document, from those who may see the episode.

    Raises:
        UsageError: if the wanted watcher may not see it, or none is given and several may.
    """
    names = {ALL if each == REVEAL else each: each for each in watchers}
    if wanted is None and (REVEAL in watchers or len(watchers) == 1):
        return REVEAL if REVEAL in watchers else watchers[0]
    if wanted is not None:
        by_fold = {name.casefold(): each for name, each in names.items()}
        if wanted.casefold() in by_fold:
            return by_fold[wanted.casefold()]
        if REVEAL in watchers:
            raise UsageError(unknown("view", wanted, names))
    raise UsageError(f"this episode is not finished; available views: {', '.join(names)}")


def _listing(service: PlayService, game: str) -> GameListing | None:
    try:
        return listing(service.catalogue, service.catalogue.card(game))
    except CatalogueError:
        return None  # the review reports it


def _names(stored: StoredEpisode, people: Iterable[Person]) -> dict[str, str]:
    pseudonyms = {person.id: person.pseudonym for person in people}
    return {
        seat.seat: pseudonyms.get(seat.person or "", seat.player) for seat in stored.summary.seats
    }
