"""All studies that a researcher has here: those in the records, and drafts in their folder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from clemtui.episode.errors import PlayError, message_of
from clemtui.records.errors import StoreError
from clemtui.records.studies import Assignment, Study
from clemtui.store.read.reader import Reader
from clemtui.study.protocol.folder import open_study, own_folders
from clemtui.study.results.flow import flow_of
from clemtui.study.results.records import recorded
from clemtui.study.service import Studies, StudyInRecords

State = Literal["draft", "frozen", "open", "closed"]
"""``frozen``: no one takes part yet; ``open``: someone does, and others still can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOverview:
    """A study in a list.

    Attributes:
        title: as in the protocol; empty if that cannot be read.
        planned: how many participants are planned; None if that cannot be read.
        finished: how many have finished.
        episodes: how many count in the report, with those that a mark excludes: also episodes of
            participants who withdrew and kept what there is.
        last: when something was last recorded about it; None for a draft.
        folder: of a draft.
        problem: why it cannot be read; empty if it can.
    """

    name: str
    state: State
    title: str = ""
    planned: int | None = None
    finished: int = 0
    episodes: int = 0
    last: datetime | None = None
    folder: Path | None = None
    problem: str = ""


def state_of(study: Study, participants: int) -> State:
    """Return the state of a frozen study with so many participants."""
    if study.closed_at is not None:
        return "closed"
    return "open" if participants else "frozen"


async def overviews(studies: Studies, data: Path | None) -> tuple[StudyOverview, ...]:
    """Return the studies in the records, the last active first, and then drafts by their names.

    A study that cannot be read is there with its problem.

    Args:
        data: the folder of the person's data; None: no drafts.

    Raises:
        StoreError: if the records cannot be read at all.
    """
    frozen: Sequence[Study] = ()
    if await studies.play.has_records():
        frozen = await studies.play.read(lambda reader: reader.studies())
    known = [await _recorded(studies, each) for each in frozen]
    known.sort(key=lambda each: each.last.timestamp() if each.last else 0.0, reverse=True)
    names = {each.id for each in frozen}
    drafts = () if data is None else await asyncio.to_thread(lambda: tuple(_drafts(data)))
    return (*known, *(each for each in drafts if each.name not in names))


async def _recorded(studies: Studies, study: Study) -> StudyOverview:
    try:
        found = await studies.study(study.id)
        return await studies.play.read(lambda reader: _overview(reader, found))
    except (PlayError, StoreError) as error:
        return StudyOverview(
            name=study.id,
            state=state_of(study, 0),
            last=study.frozen_at,
            problem=message_of(error),
        )


def _overview(reader: Reader, study: StudyInRecords) -> StudyOverview:
    name, protocol = study.frozen.id, study.manifest.protocol
    found, assignments, gone = recorded(reader, study), reader.assignments(name), reader.gone(name)
    flow = flow_of(reader.screenings(name), found.enrolments, gone, found.results, found.marks)
    moments = (
        *(each.at for each in found.enrolments),
        *(each.at for each in found.answers),
        *_ends(assignments),
    )
    return StudyOverview(
        name=name,
        state=state_of(study.frozen, flow.admitted),
        title=protocol.title,
        planned=protocol.participants.number,
        finished=flow.finished,
        episodes=found.scored,
        last=max(moments, default=study.frozen.frozen_at),
    )


def _ends(assignments: Sequence[Assignment]) -> Iterator[datetime]:
    for assignment in assignments:
        yield from (each.ended_at for each in assignment.episodes if each.ended_at is not None)


def _drafts(data: Path) -> Iterator[StudyOverview]:
    for path in own_folders(data):
        try:
            protocol = open_study(path).protocol
        except PlayError as error:
            yield StudyOverview(
                name=path.name, state="draft", folder=path, problem=message_of(error)
            )
        else:
            yield StudyOverview(
                name=path.name,
                state="draft",
                title=protocol.title,
                planned=protocol.participants.number,
                folder=path,
            )
