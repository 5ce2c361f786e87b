"""Transcripts of episodes that may be published, in the format of transcripts that are saved."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace

from clemtui.archive.documents import document, render
from clemtui.episode.service import PlayService
from clemtui.language import Interface
from clemtui.records.rows import EpisodeSummary
from clemtui.study.export.records import StudyRecords


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An episode whose transcript may be published; ``name`` is what its person is called."""

    summary: EpisodeSummary
    name: str


async def transcripts(play: PlayService, records: StudyRecords) -> AsyncIterator[tuple[str, str]]:
    """Yield the ids and transcripts, as JSON, of all episodes that may be published.

    An episode that was played to its end is complete; of any other, it is what its participant has
    seen, because the rest contains the solution.

    Raises:
        PlayError: if a board cannot be computed.
        StoreError: if the records cannot be read.
    """
    english = Interface("en")
    for each in _wanted(records):
        people = [seat.seat for seat in each.summary.seats if seat.kind == "human"]
        complete = each.summary.state == "finished" or not people
        found = await document(play, each.summary.id, "all" if complete else people[0])
        if not found.stored.erased:
            names = {**found.names, **dict.fromkeys(people, each.name)}
            yield each.summary.id, render(replace(found, names=names), "json", english)


def _wanted(records: StudyRecords) -> Iterator[_Wanted]:
    for one in records.participants:
        for each in one.episodes:
            if each.played.published:
                yield _Wanted(each.played.summary, f"participant {one.id}")
    for model in records.models:
        yield _Wanted(model.played.summary, "")
