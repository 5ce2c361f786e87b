"""Recorded episodes page by page, for the front ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from clemtui.archive.episodes import check_filter
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

    Args:
        only: the pseudonym of the person whose episodes alone are shown; None for everyone's.
    """

    def __init__(self, service: PlayService, only: str | None = None) -> None:
        self._service = service
        self._only = only

    async def page(
        self, where: EpisodeFilter, before: str | None = None, *, limit: int = PAGE
    ) -> tuple[EpisodeSummary, ...]:
        """Return matching episodes, newest first; ``before`` is the last id of the previous
        page."""
        seen = await self.within(where)
        if seen is None:
            return ()
        return await self._read(
            lambda reader: reader.episodes(seen, limit=limit, before=before), ()
        )

    async def oldest_page(
        self, where: EpisodeFilter, after: str | None = None, *, limit: int = PAGE
    ) -> tuple[EpisodeSummary, ...]:
        """Return the oldest matching episodes, or those directly newer than ``after``, newest
        first."""
        seen = await self.within(where)
        if seen is None:
            return ()
        return await self._read(
            lambda reader: reader.episodes(seen, limit=limit, after=after, oldest_first=True)[::-1],
            (),
        )

    async def count(self, where: EpisodeFilter) -> int:
        """Return the number of matching episodes."""
        seen = await self.within(where)
        return 0 if seen is None else await self._read(lambda reader: reader.count(seen), 0)

    async def check(self, where: EpisodeFilter) -> None:
        """Refuse a filter without matches that names something unknown; see `check_filter`.

        To someone who sees only their own episodes, no names of people or tags are told.

        Raises:
            UsageError: if it does.
        """
        if self._only is not None:
            where = replace(where, person=None, tag=None)
        service = self._service
        await asyncio.to_thread(check_filter, service.database, where, service.catalogue)

    async def version(self) -> tuple[int, ...]:
        """Return numbers that change when a list of episodes does (see `Reader.version`)."""
        return await self._read(lambda reader: reader.version(), ())

    async def facets(self) -> Facets:
        """Return the values to filter by, with the number of episodes each."""
        found = await self._read(lambda reader: reader.facets(), Facets())
        return found if self._only is None else replace(found, people=(), tags=())

    async def snippets(self, episodes: Sequence[str], text: str) -> dict[str, Snippet]:
        """Return where the search words occur in each of some episodes, by id."""
        return await self._read(lambda reader: reader.snippets(episodes, text), {})

    async def recent_models(self, limit: int = 10) -> tuple[RecentModel, ...]:
        """Return the recently used combinations of model and parameters, newest first."""
        return await self._read(lambda reader: reader.recent_models(limit), ())

    async def within(self, where: EpisodeFilter) -> EpisodeFilter | None:
        """Return a filter limited to the episodes that are shown; None if it excludes them all."""
        if where.person is not None:
            where = replace(where, person=await self._service.known_as(where.person))
        if self._only is None:
            return where
        if not self._only or where.person not in (None, self._only):
            return None
        return replace(where, person=self._only)

    async def _read(self, query: Callable[[Reader], T], nothing: T) -> T:
        if not await self._service.has_records():
            return nothing
        return await self._service.read(query)
