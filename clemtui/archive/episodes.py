"""What was recorded, for the fronts to list, show and export. Nothing is written to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from clemtui.engine import Control
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.names import unknown
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, StoredEpisode, UnfinishedEpisode
from clemtui.store.read.export import document, export_jsonl
from clemtui.store.read.reader import Reader

PAGE = 500

ALL = "all"
"""What people call the view of everything."""


def short_id(episode: str) -> str:
    """The end of an id: ids begin with the time, so their ends are what tells them apart."""
    return episode[-8:]


def list_episodes(
    database: Path, where: EpisodeFilter, limit: int | None = None
) -> tuple[EpisodeSummary, ...]:
    """The latest episodes that pass a filter, the latest first; none where there are no records.

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


def list_unfinished(database: Path) -> tuple[UnfinishedEpisode, ...]:
    """Episodes that can be resumed, the latest first; none where there are no records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not database.exists():
        return ()
    with Reader(database) as reader:
        return reader.unfinished()


def find_episode(database: Path, part: str) -> str:
    """The whole id of the only episode whose id begins or ends so.

    Raises:
        StoreError: if there is none, or more than one, or the database cannot be read.
    """
    with Reader(database) as reader:
        return reader.find(part)


def unfinished_id(
    database: Path, part: str | None, game: str | None = None, person: str | None = None
) -> str:
    """The id of the episode to resume: by its beginning or end, or the latest of game and person.

    Raises:
        UsageError: if nothing is unfinished.
        StoreError: if no episode, or more than one, has that id, or the database cannot be read.
    """
    if part:
        return find_episode(database, part)
    for episode in list_unfinished(database):
        summary = episode.summary
        if game in (None, summary.game) and (person is None or person in summary.people):
            return summary.id
    raise UsageError("there is no unfinished episode; 'clemtui play GAME' begins one")


def load_episode(database: Path, part: str) -> StoredEpisode:
    """Everything of one episode.

    Raises:
        StoreError: if there is none, or more than one, or the database cannot be read.
    """
    with Reader(database) as reader:
        return reader.load(part)


def evidence_view(episode: StoredEpisode, wanted: str | None) -> str | None:
    """Whose evidence of an episode is shown: that of a seat, or everybody's (None).

    ``wanted`` is a seat, or ``all``. Without it everything is shown of an episode that is finished
    or that nobody plays; of any other one only what its person has seen, because it may still be
    played.

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
            f"this episode is not finished: choose with --view {' or '.join((*people, ALL))}"
        )
    return people[0]


def seen_from(episode: StoredEpisode, seat: str) -> StoredEpisode:
    """The episode with nothing but the evidence of one seat: what it was asked and answered, and
    how it was ended."""
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
    """An episode as an export has it; or as far as a seat has seen it, which the key ``view`` says
    then: without the instance, which holds the solution."""
    if seat is None:
        return document(episode)
    whole = document(seen_from(episode, seat))
    return {**whole, "view": seat, "instance": None, "lists": {}, "experiments": {}}


def export_episodes(database: Path, episodes: Sequence[str], stream: TextIO) -> int:
    """Write episodes, one JSON document a line; returns how many.

    Raises:
        StoreError: if there is no such episode, or the database cannot be read.
    """
    with Reader(database) as reader:
        return export_jsonl(reader, episodes, stream)
