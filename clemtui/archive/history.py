"""Recorded episodes page by page, for the front ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from clemtui.episode.service import PlayService
from clemtui.records.findings import Facets, RecentModel, Snippet
from clemtui.records.rows import EpisodeFilter, EpisodeSummary
from clemtui.store.read.reader import Reader

T = TypeVar("T")

PAGE = 100


class History:
    """The episodes in a service's records, for the front ends. Read-only.

    Everything is empty if there are no records yet. All methods raise StoreError if the records
    cannot be read.
    """

    def __init__(self, service: PlayService) -> None:
        self._service = service

    async def page(
        self, where: EpisodeFilter, before: str | None = None, *, limit: int = PAGE
    ) -> tuple[EpisodeSummary, ...]:
        """Return matching episodes, newest first; ``before`` is the last id of the previous
        page."""
        return await self._read(
            lambda reader: reader.episodes(where, limit=limit, before=before), ()
        )

    async def oldest_page(
        self, where: EpisodeFilter, after: str | None = None, *, limit: int = PAGE
    ) -> tuple[EpisodeSummary, ...]:
        """Return the oldest matching episodes, or those directly newer than ``after``, newest
        first."""
        return await self._read(
            lambda reader: reader.episodes(where, limit=limit, after=after, oldest_first=True)[
                ::-1
            ],
            (),
        )

    async def count(self, where: EpisodeFilter) -> int:
        """Return the number of matching episodes."""
        return await self._read(lambda reader: reader.count(where), 0)

    async def facets(self) -> Facets:
        """Return the values to filter by, with the number of episodes each."""
        return await self._read(lambda reader: reader.facets(), Facets())

    async def snippets(self, episodes: Sequence[str], text: str) -> dict[str, Snippet]:
        """Return where the search words occur in each of some episodes, by id."""
        return await self._read(lambda reader: reader.snippets(episodes, text), {})

    async def recent_models(self, limit: int = 10) -> tuple[RecentModel, ...]:
        """Return the recently used combinations of model and parameters, newest first."""
        return await self._read(lambda reader: reader.recent_models(limit), ())

    async def _read(self, query: Callable[[Reader], T], nothing: T) -> T:
        if not self._service.database.exists():
            return nothing
        return await self._service.read(query)
