"""Recorded episodes, for the front ends to list, show and export. Read-only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from clemtui.catalogue import Catalogue
from clemtui.engine import Control
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.names import unknown
from clemtui.records.errors import NotFound
from clemtui.records.findings import Facet
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, StoredEpisode, UnfinishedEpisode
from clemtui.store.read.export import document, export_jsonl
from clemtui.store.read.reader import Reader

PAGE = 500

PLAYER_KINDS = ("human", "model", "scripted")
"""What a filter may name instead of a player."""

ALL = "all"
"""What users call the view of everything."""


def short_id(episode: str) -> str:
    """Return the end of an id: ids begin with the time, so their ends distinguish them."""
    return episode[-8:]


def list_episodes(
    database: Path, where: EpisodeFilter, limit: int | None = None
) -> tuple[EpisodeSummary, ...]:
    """Return the newest episodes that match a filter, newest first; none without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not database.exists():
        return ()
    found: list[EpisodeSummary] = []
    with Reader(database) as reader:
        while limit is None or len(found) < limit:
            size = PAGE if limit is None else min(PAGE, limit - len(found))
            page = reader.episodes(where, limit=size, before=found[-1].id if found else None)
            found += page
            if len(page) < size:
                break
    return tuple(found)


def check_filter(database: Path, where: EpisodeFilter, catalogue: Catalogue) -> None:
    """Refuse a filter without matches if it names something that nothing has, such as a typing
    error, which would pass for an empty result.

    A game or language of the catalogue may be named before it is played.

    Raises:
        UsageError: with the nearest name and all known ones.
        StoreError: if the database cannot be read.
    """
    if not database.exists():
        return
    with Reader(database) as reader:
        facets, people = reader.facets(), reader.people()
    families = [family.id for family in catalogue.families]
    named: tuple[tuple[str, str | None, Iterable[Facet], Iterable[str]], ...] = (
        ("game", where.game, facets.games, (card.id for card in catalogue.cards)),
        ("language", where.language, facets.languages, chain(*map(catalogue.tags, families))),
        ("experiment", where.experiment, facets.experiments, ()),
        ("tag", where.tag and where.tag[0], facets.tags, ()),
    )
    for kind, name, recorded, bundled in named:
        known = dict.fromkeys([*(each.value for each in recorded), *bundled])
        if name is not None and name not in known:
            raise UsageError(unknown(kind, name, known))
    pseudonyms = {each.pseudonym.casefold() for each in people}
    if where.person is not None and where.person.casefold() not in pseudonyms | {
        each.id for each in people
    }:
        raise UsageError(unknown("person", where.person, (each.pseudonym for each in people)))
    players = [each.value for each in facets.players]
    if where.player is not None and not any(
        where.player.casefold() in each.casefold() for each in (*players, *PLAYER_KINDS)
    ):
        raise UsageError(unknown("player", where.player, players))


def list_unfinished(database: Path) -> tuple[UnfinishedEpisode, ...]:
    """Return the episodes that can be resumed, newest first; none without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not database.exists():
        return ()
    with Reader(database) as reader:
        return reader.unfinished()


def find_episode_id(database: Path, part: str) -> str:
    """Return the whole id of the only episode whose id begins or ends with ``part``.

    Raises:
        NotFound: if there is none, or more than one.
        StoreError: if the database cannot be read.
    """
    if not database.exists():
        raise NotFound(f"unknown episode {part!r} in {database}; check --db")
    with Reader(database) as reader:
        return reader.find(part)


def unfinished_id(
    database: Path, part: str | None, game: str | None = None, person: str | None = None
) -> str:
    """Find the episode to resume: by part of its id, or the newest of a game and person.

    The part is the beginning or end of the id.

    Raises:
        UsageError: if no episode is unfinished.
        NotFound: if no episode, or more than one, has that id.
        StoreError: if the database cannot be read.
    """
    if part:
        return find_episode_id(database, part)
    for episode in list_unfinished(database):
        summary = episode.summary
        if game in (None, summary.game) and (person is None or person in summary.people):
            return summary.id
    raise UsageError("no unfinished episode; start one with 'clemtui play GAME'")


def load_episode(database: Path, part: str) -> StoredEpisode:
    """Load the complete record of one episode.

    Raises:
        NotFound: if there is none, or more than one.
        StoreError: if the database cannot be read.
    """
    id = find_episode_id(database, part)
    with Reader(database) as reader:
        return reader.load(id)


def evidence_seat(episode: StoredEpisode, wanted: str | None) -> str | None:
    """Return the seat whose evidence of an episode is shown, or None for all seats.

    ``wanted`` is a seat, or ``all``. The default is everything if the episode is finished or has no
    people. Any other episode may still be played, so it defaults to what its person has seen.

    Raises:
        UsageError: if there is no such seat, or several people play and none of them is named.
    """
    seats = episode.summary.seats
    names = {each.seat.casefold(): each.seat for each in seats}
    if wanted is not None and wanted.casefold() == ALL:
        return None
    if wanted is not None:
        if wanted.casefold() not in names:
            raise UsageError(unknown("view", wanted, (*names.values(), ALL)))
        return names[wanted.casefold()]
    people = [each.seat for each in seats if each.kind == "human"]
    if episode.state == "finished" or not people:
        return None
    if len(people) > 1:
        raise UsageError(
            f"this episode is not finished; choose a view with --view: {', '.join((*people, ALL))}"
        )
    return people[0]


def only_evidence_of(episode: StoredEpisode, seat: str) -> StoredEpisode:
    """Return the episode with the evidence of one seat only: its requests and answers, and how it
    was ended."""
    requests = tuple(each for each in episode.requests if each.request.seat == seat)
    numbers = {each.request.id for each in requests}
    return replace(
        episode,
        requests=requests,
        entries=tuple(
            each for each in episode.entries if each.seat == seat or isinstance(each.entry, Control)
        ),
        attempts=tuple(each for each in episode.attempts if each.request in numbers),
        drafts=tuple(each for each in episode.drafts if each.request in numbers),
        rows={},
    )


def as_document(episode: StoredEpisode, seat: str | None = None) -> dict[str, Any]:
    """Return an episode as exported, or as far as a seat has seen it.

    In the latter case the key ``view`` names the seat, and the instance is omitted, as it contains
    the solution.
    """
    if seat is None:
        return document(episode)
    whole = document(only_evidence_of(episode, seat))
    return {**whole, "view": seat, "instance": None, "lists": {}, "experiments": {}}


def export_episodes(database: Path, episodes: Sequence[str], stream: TextIO) -> int:
    """Write episodes, one JSON document per line; return their number.

    Raises:
        StoreError: if there is no such episode, or the database cannot be read.
    """
    with Reader(database) as reader:
        return export_jsonl(reader, episodes, stream)
