"""An episode that is planned for an assignment of a study belongs to it, and completes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.episode.planning.plan import EpisodePlan
from clemtui.episode.service import PlayService
from clemtui.records.errors import ClaimHeld
from clemtui.records.studies import Assignment, Enrolment, StudyRef
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import enrolled
from tests.support.play_helpers import Person, choices, planned, sitting


@pytest.fixture
def enrolment(tmp_path: Path) -> Enrolment:
    """Ann takes part in a study, with two assignments."""
    writer = Writer(tmp_path / "clemtui.db")
    found = enrolled(writer, "pilot", writer.person("Ann").id, items=2)
    writer.close()
    return found


def assignments(database: Path, enrolment: Enrolment) -> tuple[Assignment, ...]:
    with Reader(database) as reader:
        return reader.assignments_of(enrolment.id)


def plan(service: PlayService, enrolment: Enrolment, position: int) -> EpisodePlan:
    found = planned(service, choices("taboo", seat="Player 2"))
    return replace(found, study=StudyRef(enrolment.id, position))


async def test_its_item_is_begun_with_it_and_done_when_it_ends(
    tmp_path: Path, enrolment: Enrolment
) -> None:
    database = tmp_path / "clemtui.db"
    async with sitting(database) as service:
        live = await service.start(plan(service, enrolment, 2))
        one, two = assignments(database, enrolment)
        assert (one.state, two.state) == ("open", "begun")
        async with sitting(database) as other:
            with pytest.raises(ClaimHeld):
                await other.start(plan(other, enrolment, 2))
        Person(live)
        assert await live.play() == "finished"
    one, two = assignments(database, enrolment)
    assert (one.state, one.episodes, two.state) == ("open", (), "done")
    assert [(each.id, each.end) for each in two.episodes] == [(live.id, "finished")]


async def test_an_episode_without_an_assignment_belongs_to_no_study(
    tmp_path: Path, enrolment: Enrolment
) -> None:
    database = tmp_path / "clemtui.db"
    async with sitting(database) as service:
        await service.start(planned(service, choices("taboo", seat="Player 2")))
    assert [each.episodes for each in assignments(database, enrolment)] == [(), ()]
