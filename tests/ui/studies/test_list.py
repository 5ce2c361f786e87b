"""The list of a researcher's studies, and who reaches it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.store.write.writer import Writer
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.options import AppOptions, StudyStart
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.studies.report.screen import StudyReportScreen
from clemtui.ui.studies.screen import StudiesScreen, StudyList
from clemtui.ui.study.screen import StudyScreen
from clemtui.ui.widgets.keybar import KeyBar
from tests.study.protocols import study_folder
from tests.ui.support.app import on, opened, resize, seen, until, wait_for_workers


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
        assert "memory · 7 of 24 finished · 14 episodes · last active" in shown


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
        for said in ("Memory for words", "open", "7 of 24 finished", "14 episodes", "last active"):
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
