"""The list of a researcher's studies, and who reaches it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.episode.seat_port import LeaveEpisode, SeatPort
from clemtui.episode.updates import Asked, Update
from clemtui.records.rows import EpisodeFilter
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.study.joining.front import PlayedUntil
from clemtui.study.joining.session import opened_study, take_part
from clemtui.study.service import Studies
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.options import AppOptions, StudyStart
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.studies.report.screen import StudyReportScreen
from clemtui.ui.studies.screen import StudiesScreen, StudyList
from clemtui.ui.study.screen import StudyScreen
from clemtui.ui.widgets.keybar import KeyBar
from clemtui.wording.phrases import Voice
from tests.study.protocols import study_folder
from tests.study.whole.participant import Character, SimulatedFront
from tests.support.play_helpers import sitting
from tests.ui.support.app import on, opened, resize, seen, until, wait_for_workers
from tests.ui.support.study_records import WORLD


class LeavingFront(SimulatedFront):
    """A participant who leaves when they are asked for the first time."""

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        def hear(update: Update) -> None:
            if isinstance(update, Asked):
                live.control(LeaveEpisode())

        return await live.updates(hear)


@asynccontextmanager
async def listed(
    folder: Path, **given: Any
) -> AsyncIterator[tuple[StudiesScreen, Pilot[None], ClemtuiApp]]:
    """Open the list from home, and yield it with everything read."""
    async with opened(folder, **{"data": folder, **given}) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        await pilot.press("u")
        screen = await on(pilot, StudiesScreen)
        await until(pilot, lambda: screen.studies is not None or screen.problem)
        await wait_for_workers(screen.workers)
        await pilot.pause()
        yield screen, pilot, app


def words(app: ClemtuiApp) -> str:
    return " ".join(seen(app).replace("▌", " ").split())


async def test_a_study_is_listed_with_its_state_and_its_numbers(records: Path) -> None:
    async with listed(records) as (_, _, app):
        shown = words(app)
        assert "Memory for words open" in shown
        assert "memory · 7 of 24 finished · 15 episodes · last active" in shown


async def test_drafts_come_after_frozen_studies_and_say_what_to_do(records: Path) -> None:
    study_folder(records / "studies", ('title = "Scores of people"', 'title = "Later"'), name="b")
    study_folder(records / "studies", name="memory")
    async with listed(records) as (screen, pilot, app):
        assert [each.name for each in screen.studies or ()] == ["memory", "b"]
        assert "Later draft b · 24 participants planned" in words(app)
        await pilot.press("end", "enter")
        await on(pilot, ReaderScreen)
        assert "clemtui study check b" in words(app)
        assert "clemtui study freeze b" in words(app)
        await pilot.press("escape")
        await on(pilot, StudiesScreen)


async def test_a_draft_that_cannot_be_read_has_a_line_and_opens(tmp_path: Path) -> None:
    study_folder(tmp_path / "studies", ("seed = 7", "seed = "), name="broken")
    async with listed(tmp_path) as (_, pilot, app):
        assert "broken draft ✗" in words(app)
        await pilot.press("enter")
        await on(pilot, ReaderScreen)
        assert "study.toml" in seen(app)


async def test_without_studies_a_sentence_says_how_to_begin(tmp_path: Path) -> None:
    async with listed(tmp_path) as (_, _, app):
        assert "There is no study here yet. Create one with clemtui study new NAME." in words(app)


async def test_a_study_of_another_version_has_one_line_and_opens(records: Path) -> None:
    writer = Writer(records / "clemtui.db")
    writer.freeze_study("newer", {"study": "newer", "format": 99}, {}, {})
    writer.close()
    async with listed(records) as (screen, pilot, app):
        assert {each.name for each in screen.studies or ()} == {"newer", "memory"}
        why = "this version cannot read what was frozen"
        assert why in words(app)
        rows = screen.query_one(StudyList)
        rows.highlighted = rows.get_option_index("newer")
        await pilot.press("enter")
        report = await on(pilot, StudyReportScreen)
        await until(pilot, lambda: report.problem)
        await wait_for_workers(report.workers)
        await pilot.pause()
        assert why in words(app)
        assert not report.laid.rows


async def test_what_is_no_database_is_one_line(tmp_path: Path) -> None:
    async with opened(tmp_path, data=tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        (tmp_path / "clemtui.db").write_text("no database at all", encoding="utf-8")
        await pilot.press("u")
        screen = await on(pilot, StudiesScreen)
        await until(pilot, lambda: screen.problem)
        await wait_for_workers(screen.workers)
        await pilot.pause()
        assert "✗" in seen(app)


async def test_the_list_is_read_again_when_one_comes_back(records: Path) -> None:
    async with listed(records) as (screen, pilot, _):
        await pilot.press("enter")
        report = await on(pilot, StudyReportScreen)
        writer = Writer(records / "clemtui.db")
        writer.close_study("memory")
        writer.close()
        await until(pilot, lambda: report.found)
        await pilot.press("escape")
        await until(pilot, lambda: [each.state for each in screen.studies or ()] == ["closed"])


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_everything_said_of_a_study_is_there_at_any_size(
    records: Path, size: tuple[int, int]
) -> None:
    async with listed(records, size=size) as (_, pilot, app):
        await resize(pilot, *size)
        for said in ("Memory for words", "open", "7 of 24 finished", "15 episodes", "last active"):
            assert said in words(app)


# Who reaches it


async def test_players_do_not_stumble_over_it(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(200, 60)) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        assert "Studies" not in seen(app), "no hint on the screen"
        assert "Studies" not in str(home.query_one(KeyBar).visual)
        assert "Studies" in {command.name for command in home.commands()}


@pytest.mark.parametrize("permissions", [frozenset(), frozenset({"people"}), frozenset({"files"})])
async def test_visitors_do_not_reach_it(tmp_path: Path, permissions: frozenset[str]) -> None:
    async with opened(tmp_path, permissions=permissions) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        await pilot.press("u")
        await pilot.pause()
        assert app.screen is home
        assert "Studies" not in {command.name for command in home.commands()}


async def test_participants_do_not_reach_it(records: Path) -> None:
    start = StudyStart("memory")
    async with opened(records, person=None, study=start) as (app, pilot):
        screen = await on(pilot, StudyScreen)
        await until(pilot, lambda: screen._number > 0)
        await pilot.press("u", "escape")
        await pilot.pause()
        names = {command.name for command in screen.commands()}
        assert "Studies" not in names
        assert not any(isinstance(each, HomeScreen) for each in app.screen_stack)
        assert not any(isinstance(each, StudiesScreen) for each in app.screen_stack)


def test_no_one_may_research_while_a_participant_is_here(tmp_path: Path) -> None:
    given: dict[str, Any] = {"database": tmp_path / "clemtui.db", "settings": Settings()}
    assert Context(AppOptions(**given)).may_research
    assert not Context(AppOptions(**given, study=StudyStart("memory"))).may_research


async def test_list_header_and_report_have_the_same_number_of_episodes(records: Path) -> None:
    """Among them is that of someone who withdrew and kept it, and those that a mark excludes."""
    async with listed(records, size=(120, 40)) as (screen, pilot, app):
        (study,) = screen.studies or ()
        assert f"{study.episodes} episodes" in words(app)
        await pilot.press("enter")
        report = await on(pilot, StudyReportScreen)
        await until(pilot, lambda: report.found)
        await wait_for_workers(report.workers)
        await pilot.pause()
        assert f"7 of 24 finished · {study.episodes} episodes" in words(app)
        assert report.found is not None
        assert report.found.report.recorded.scored == study.episodes
        counted = [
            row for row in report.laid.rows if f"episodes that count: {study.episodes}" in row
        ]
        assert len(counted) == 2, "in the status and in the flow"


async def test_home_lists_no_episodes_of_participants(records: Path) -> None:
    """They go on in their study, and whoever opens the program may be anyone."""
    async with sitting(records / "clemtui.db") as play:
        studies = Studies(play)
        study = await opened_study(studies, "memory", None)
        front = LeavingFront(play, WORLD, Character(11))
        assert await take_part(front, studies, study) == "left"
    with Reader(records / "clemtui.db") as reader:
        left = [each for each in reader.unfinished() if each.study == "memory"]
        assert left
        ended = reader.episodes(EpisodeFilter(state="finished", of_study=True))
        assert len(ended) == reader.count(EpisodeFilter(state="finished"))
        assert reader.count(EpisodeFilter(state="finished", of_study=False)) == 0
    async with opened(records, size=(120, 40)) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        await pilot.pause()
        assert "No unfinished episodes." in seen(app)
        assert home.recent == ()
        assert not any(name in seen(app) for each in left for name in each.people)
