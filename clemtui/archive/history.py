"""What was played, page by page, for the fronts."""

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
    """The episodes in the records of a service, for the fronts; nothing is written.

    Everything is empty where there are no records yet, and every method raises StoreError where
    they cannot be read.
    """

    def __init__(self, service: PlayService) -> None:
        self._service = service

    async def page(
        self, where: EpisodeFilter, before: str | None = None, *, limit: int = PAGE
    ) -> tuple[EpisodeSummary, ...]:
        """Episodes that pass, the latest first; ``before`` is the last id of the page before."""
        return await self._read(
            lambda reader: reader.episodes(where, limit=limit, before=before), ()
        )

    async def page_from_below(
        self, where: EpisodeFilter, after: str | None = None, *, limit: int = PAGE
    ) -> tuple[EpisodeSummary, ...]:
        """The oldest episodes that pass, or those right above ``after``, an id; as everywhere, the
        latest of them first."""
        return await self._read(
            lambda reader: reader.episodes(where, limit=limit, after=after, oldest_first=True)[
                ::-1
            ],
            (),
        )

    async def count(self, where: EpisodeFilter) -> int:
        """How many episodes pass."""
        return await self._read(lambda reader: reader.count(where), 0)

    async def facets(self) -> Facets:
        """What there is to filter by, with the number of episodes each."""
        return await self._read(lambda reader: reader.facets(), Facets())

    async def snippets(self, episodes: Sequence[str], text: str) -> dict[str, Snippet]:
        """Where the words that are searched for stand in each of some episodes, by id."""
        return await self._read(lambda reader: reader.snippets(episodes, text), {})

    async def recent_models(self, limit: int = 10) -> tuple[RecentModel, ...]:
        """Models used lately, each with its parameters once, the latest first."""
        return await self._read(lambda reader: reader.recent_models(limit), ())

    async def _read(self, query: Callable[[Reader], T], nothing: T) -> T:
        if not self._service.database.exists():
            return nothing
        return await self._service.read(query)
