"""The loaded part of a long history: consecutive episodes, starting at the newest or elsewhere."""

from __future__ import annotations

from clemtui.archive.history import History
from clemtui.records.rows import EpisodeFilter, EpisodeSummary

PAGE_SIZE = 100
"""Number of episodes loaded at once."""


class HistoryWindow:
    """Consecutive episodes, newest first.

    Every method raises StoreError if the records cannot be read, and changes nothing in that case.

    Attributes:
        has_older: whether there are older episodes after the last one.
        before_first: the id of the episode right before the first one; None if the first is the
            newest.
    """

    def __init__(self) -> None:
        self.episodes: list[EpisodeSummary] = []
        self.has_older = False
        self.before_first: str | None = None

    async def read(self, history: History, where: EpisodeFilter, at: str | None = None) -> None:
        """Load the newest episodes, or, if ``at`` is in the window, reload the window up to it."""
        ids = [episode.id for episode in self.episodes]
        before = ids.index(at) if at is not None and at in ids else None
        above = self.before_first if before is not None else None
        limit = ((before or 0) // PAGE_SIZE + 1) * PAGE_SIZE
        found = await history.page(where, above, limit=limit + 1)
        self.episodes, self.has_older, self.before_first = (
            list(found[:limit]),
            len(found) > limit,
            above,
        )

    def nearest(self, episode: str | None) -> str | None:
        """Return the id of an episode, or, if it is gone, of the next older one, else the oldest;
        None for None."""
        if episode is None or not self.episodes:
            return None
        older = (each.id for each in self.episodes if each.id <= episode)
        return next(older, self.episodes[-1].id)

    async def read_oldest(self, history: History, where: EpisodeFilter) -> None:
        """Load the oldest episodes."""
        found = await history.oldest_page(where, limit=PAGE_SIZE + 1)
        self.before_first = found[0].id if len(found) > PAGE_SIZE else None
        self.episodes, self.has_older = list(found[-PAGE_SIZE:]), False

    async def read_older(
        self, history: History, where: EpisodeFilter
    ) -> tuple[EpisodeSummary, ...]:
        """Append the next older episodes and return them."""
        last = self.episodes[-1].id
        found = await history.page(where, last, limit=PAGE_SIZE + 1)
        new, self.has_older = found[:PAGE_SIZE], len(found) > PAGE_SIZE
        self.episodes += new
        return new

    async def read_newer(
        self, history: History, where: EpisodeFilter
    ) -> tuple[EpisodeSummary, ...]:
        """Prepend the next newer episodes and return them."""
        first = self.episodes[0].id
        found = await history.oldest_page(where, first, limit=PAGE_SIZE + 1)
        new, self.before_first = found[-PAGE_SIZE:], found[0].id if len(found) > PAGE_SIZE else None
        self.episodes[:0] = new
        return new
