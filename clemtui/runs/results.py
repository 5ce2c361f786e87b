"""The results of a run so far."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clemtui.analysis.measures import Measures, measures
from clemtui.archive.episodes import list_episodes
from clemtui.episode.service import PlayService
from clemtui.records.results import ExclusionReason, ItemResult, in_order
from clemtui.records.rows import RUN_TAG, EpisodeFilter, EpisodeSummary
from clemtui.runs.items import RunItem
from clemtui.store.database import has_records
from clemtui.wording.sample import excluded_for


@dataclass(frozen=True, slots=True)
class RunRow:
    """The results of one game in one language.

    Attributes:
        measures: of the finished episodes that count, replicates averaged as in a report; None if
            there are none.
        unfinished: the number of items that are still to be played, without those that cannot be
            played.
    """

    game: str
    language: str
    measures: Measures | None
    unfinished: int


async def finished_items(service: PlayService, run: str) -> dict[str, EpisodeSummary]:
    """Return the episodes that count for the finished items of a run, by item key.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(service.database):
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
    rows: dict[tuple[str, str], list[_Played]] = {}
    for item in items:
        played_of_row = rows.setdefault((item.game, item.language or ""), [])
        if item.work is not None:
            played_of_row.append((item, finished.get(item.work.key)))
    reasons = (excluded_for(each) for played in rows.values() for _, each in played if each)
    left_out = Counter(each[0] for each in reasons if each)
    return tuple(_row(*named, played) for named, played in rows.items()), in_order(left_out)


_Played = tuple[RunItem, EpisodeSummary | None]


def _row(game: str, language: str, played: Sequence[_Played]) -> RunRow:
    finished = [(item, each) for item, each in played if each is not None]
    spoken = ", ".join(sorted({each.language for _, each in finished})) or language
    replicates: dict[Hashable, list[ItemResult]] = {}
    for item, each in finished:
        if (scores := each.scores) is not None and not excluded_for(each):
            players = tuple(seat.player for seat in each.seats)
            replicates.setdefault(
                (item.experiment, item.game_id, each.language, players), []
            ).append(
                ItemResult.of_episode(
                    scores.aborted, scores.success, scores.lose, scores.main_score
                )
            )
    counted = Counter(map(ItemResult.together, replicates.values()))
    return RunRow(game, spoken, measures(counted) if counted else None, len(played) - len(finished))
