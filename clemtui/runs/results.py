"""The results of a run so far."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clemtui.archive.episodes import list_episodes
from clemtui.engine import Aggregate
from clemtui.episode.service import PlayService
from clemtui.records.results import ExclusionReason, in_order
from clemtui.records.rows import RUN_TAG, EpisodeFilter, EpisodeSummary
from clemtui.runs.items import RunItem
from clemtui.wording.sample import excluded_for


@dataclass(frozen=True, slots=True)
class RunRow:
    """The results of one game in one language.

    Attributes:
        aggregate: of the finished episodes that count; None if there are none.
        unfinished: the number of items that are still to be played.
    """

    game: str
    language: str
    aggregate: Aggregate | None
    unfinished: int


async def finished_items(service: PlayService, run: str) -> dict[str, EpisodeSummary]:
    """Return the episodes that count for the finished items of a run, by item key.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not service.database.exists():
        return {}
    where = EpisodeFilter(tag=(RUN_TAG, run))
    items = await service.read(lambda reader: reader.work_items(run))
    episodes = await asyncio.to_thread(list_episodes, service.database, where)
    by_id = {episode.id: episode for episode in episodes}
    return {
        item.ref.key: by_id[item.result]
        for item in items
        if item.state == "done" and item.result in by_id
    }


async def run_results(
    service: PlayService, run: str, items: Iterable[RunItem]
) -> tuple[tuple[RunRow, ...], Mapping[ExclusionReason, int]]:
    """Return the results of a run so far, by game and language, in the order of its items.

    Returns:
        the rows, which count the same episodes as a report of these items, and the number of
        finished ones that are excluded, by reason.

    Raises:
        StoreError: if the database cannot be read.
    """
    finished = await finished_items(service, run)
    rows: dict[tuple[str, str], list[EpisodeSummary | None]] = {}
    for item in items:
        episode = None if item.work is None else finished.get(item.work.key)
        rows.setdefault((item.game, item.language or ""), []).append(episode)
    reasons = (excluded_for(each) for episodes in rows.values() for each in episodes if each)
    left_out = Counter(each[0] for each in reasons if each)
    found = tuple(_row(service, *named, episodes) for named, episodes in rows.items())
    return found, in_order(left_out)


def _row(
    service: PlayService, game: str, language: str, episodes: list[EpisodeSummary | None]
) -> RunRow:
    finished = [each for each in episodes if each is not None]
    scores = [each.scores for each in finished if each.scores and not excluded_for(each)]
    spoken = ", ".join(sorted({each.language for each in finished})) or language
    aggregate = service.catalogue.game(game).aggregate(scores) if scores else None
    return RunRow(game, spoken, aggregate, len(episodes) - len(finished))
