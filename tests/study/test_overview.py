"""What is known of all studies: their states, and their numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from clemtui.records.studies import Study
from clemtui.store.write.writer import Writer
from clemtui.study.overview import StudyOverview, overviews, state_of
from clemtui.study.service import Studies
from tests.study.protocols import study_folder
from tests.support.play_helpers import sitting
from tests.ui.snapshots.records import freeze_study

NOW = datetime(2026, 3, 14, tzinfo=UTC)


async def read(folder: Path, data: Path | None) -> tuple[StudyOverview, ...]:
    async with sitting(folder / "clemtui.db") as play:
        return await overviews(Studies(play), data)


@pytest.mark.parametrize(
    ("closed", "participants", "state"),
    [(None, 0, "frozen"), (None, 1, "open"), (NOW, 0, "closed"), (NOW, 3, "closed")],
)
def test_a_frozen_study_is_open_once_someone_takes_part_until_it_is_closed(
    closed: datetime | None, participants: int, state: str
) -> None:
    assert state_of(Study("memory", "0" * 64, NOW, closed), participants) == state


async def test_without_records_and_drafts_there_is_nothing_and_nothing_is_created(
    tmp_path: Path,
) -> None:
    assert await read(tmp_path, tmp_path) == ()
    assert await read(tmp_path, None) == ()
    assert not (tmp_path / "clemtui.db").exists()


async def test_a_folder_whose_study_is_frozen_is_no_draft(tmp_path: Path) -> None:
    await freeze_study(tmp_path)
    for name in ("memory", "another"):
        study_folder(tmp_path / "data" / "studies", name=name)
    frozen, draft = await read(tmp_path, tmp_path / "data")
    assert (frozen.name, frozen.state, frozen.planned) == ("memory", "frozen", 24)
    assert (frozen.finished, frozen.episodes, frozen.problem) == (0, 0, "")
    assert frozen.last is not None
    assert draft == StudyOverview(
        name="another",
        state="draft",
        title="Scores of people",
        planned=24,
        folder=tmp_path / "data" / "studies" / "another",
    )


async def test_a_study_that_cannot_be_read_keeps_none_from_being_listed(tmp_path: Path) -> None:
    await freeze_study(tmp_path)
    writer = Writer(tmp_path / "clemtui.db")
    writer.freeze_study("newer", {"study": "newer"}, {}, {})
    writer.close()
    found = {each.name: each for each in await read(tmp_path, None)}
    assert found["memory"].problem == ""
    assert "cannot read what was frozen" in found["newer"].problem
