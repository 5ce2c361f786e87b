"""What was recorded, for the fronts to list, show and export. Nothing is written to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from clemtui.play.errors import UsageError
from clemtui.store.errors import LeaseHeld, NotFound
from clemtui.store.export import document, export_jsonl
from clemtui.store.reader import Reader
from clemtui.store.records import EpisodeFilter, EpisodeSummary, StoredEpisode, UnfinishedEpisode

__all__ = [
    "EpisodeFilter",
    "EpisodeSummary",
    "LeaseHeld",
    "NotFound",
    "StoredEpisode",
    "UnfinishedEpisode",
    "as_document",
    "export_episodes",
    "find_episode",
    "list_episodes",
    "list_unfinished",
    "load_episode",
    "short_id",
    "unfinished_id",
]

PAGE = 500


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


def as_document(episode: StoredEpisode) -> dict[str, Any]:
    """An episode as an export has it."""
    return document(episode)


def export_episodes(database: Path, episodes: Sequence[str], stream: TextIO) -> int:
    """Write episodes, one JSON document a line; returns how many.

    Raises:
        StoreError: if there is no such episode, or the database cannot be read.
    """
    with Reader(database) as reader:
        return export_jsonl(reader, episodes, stream)
