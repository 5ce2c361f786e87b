"""The loaded part of a long history: consecutive episodes, starting at the newest or elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.archive.history import History
    from clemtui.records.rows import EpisodeFilter, EpisodeSummary

PAGE = 100
"""Number of episodes loaded at once."""


class Window:
    """Consecutive episodes, newest first.

    Every method raises StoreError if the records cannot be read, and changes nothing in that case.

    Attributes:
        older: whether there are older episodes after the last one.
        above: the id of the episode right before the first one; None if the first is the newest.
    """

    def __init__(self) -> None:
        self.episodes: list[EpisodeSummary] = []
        self.older = False
        self.above: str | None = None

    async def read(self, history: History, where: EpisodeFilter, at: str | None = None) -> None:
        """Load the newest episodes, or, if ``at`` is in the window, reload the window up to it."""
        ids = [episode.id for episode in self.episodes]
        before = ids.index(at) if at is not None and at in ids else None
        above = self.above if before is not None else None
        limit = ((before or 0) // PAGE + 1) * PAGE
        found = await history.page(where, above, limit=limit + 1)
        self.episodes, self.older, self.above = list(found[:limit]), len(found) > limit, above

    async def read_oldest(self, history: History, where: EpisodeFilter) -> None:
        """Load the oldest episodes."""
        found = await history.oldest_page(where, limit=PAGE + 1)
        self.above = found[0].id if len(found) > PAGE else None
        self.episodes, self.older = list(found[-PAGE:]), False

    async def read_older(
        self, history: History, where: EpisodeFilter
    ) -> tuple[EpisodeSummary, ...]:
        """Append the next older episodes and return them."""
        last = self.episodes[-1].id
        found = await history.page(where, last, limit=PAGE + 1)
        new, self.older = found[:PAGE], len(found) > PAGE
        self.episodes += new
        return new

    async def read_newer(
        self, history: History, where: EpisodeFilter
    ) -> tuple[EpisodeSummary, ...]:
        """Prepend the next newer episodes and return them."""
        first = self.episodes[0].id
        found = await history.oldest_page(where, first, limit=PAGE + 1)
        new, self.above = found[-PAGE:], found[0].id if len(found) > PAGE else None
        self.episodes[:0] = new
        return new
