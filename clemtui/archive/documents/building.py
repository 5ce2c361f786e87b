"""Creating a document of a stored episode: what a watcher may see of it."""

from __future__ import annotations

from collections.abc import Iterable

from clemtui.archive.documents.model import Document
from clemtui.archive.episodes import ALL, must_choose
from clemtui.archive.review import Review, review_all
from clemtui.catalogue import CatalogueError
from clemtui.engine import REVEAL
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import GameListing, listing
from clemtui.episode.planning.names import unknown
from clemtui.episode.service import PlayService
from clemtui.records.rows import EpisodeSummary, Person, StoredEpisode
from clemtui.records.viewing import all_views, views


async def document(service: PlayService, episode: str, watcher: str | None = None) -> Document:
    """Return an episode (by its id, or a unique part of it) for the owner of the records.

    ``watcher`` is a seat, ``observer``, or ``all`` for everything. The default is what anyone may
    see (`clemtui.records.viewing`).

    Raises:
        UsageError: if that watcher does not exist, or none is given and one has to be.
        PlayError: if the board cannot be computed.
        StoreError: if there is no such episode, or it cannot be read.
    """
    review = await review_all(service, episode)
    return await document_of(service, review, choose_watcher(review.stored.summary, watcher))


async def document_of(service: PlayService, review: Review, watcher: str) -> Document:
    """Return a reviewed episode as a document from one of the review's points of view.

    Raises:
        PlayError: if that point of view is not available, or the board cannot be computed.
        StoreError: if the people's names cannot be read.
    """
    state = review.at(review.length, watcher)
    stored = review.stored
    return Document(
        stored=stored,
        watcher=watcher,
        lines=state.lines,
        view=state.view,
        scores=state.scores,
        difference=review.difference,
        listing=_listing(service, stored.summary.game),
        names=_names(stored, await service.people()),
    )


def choose_watcher(episode: EpisodeSummary, wanted: str | None) -> str:
    """Return the point of view of a document: the wanted one, else the most complete safe one.

    Raises:
        UsageError: if there is no such view, or none is given and none is safe.
    """
    names = {ALL if each == REVEAL else each: each for each in all_views(episode)[::-1]}
    if wanted is not None:
        by_fold = {name.casefold(): each for name, each in names.items()}
        if wanted.casefold() not in by_fold:
            raise UsageError(unknown("view", wanted, names))
        return by_fold[wanted.casefold()]
    safe = views(episode, None)
    if not safe:
        raise UsageError(must_choose(episode.state, names))
    return safe[0]


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
