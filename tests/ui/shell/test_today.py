"""The daily tasks on the home screen."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.episode.planning.daily import DAILY, day_number, local_today
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.widgets.home_lists import TodayList
from tests.ui.support.app import on, opened, seen, until
from tests.ui.support.results import play_to_end

WON = "explanation: I know it\nguess: {target_word}"


async def loaded(pilot: Pilot[None]) -> tuple[HomeScreen, TodayList]:
    home = await on(pilot, HomeScreen)
    tasks = home.query_one(TodayList)
    await until(pilot, lambda: tasks.row_ids)
    return home, tasks


async def reloaded(app: ClemtuiApp, pilot: Pilot[None], said: str) -> None:
    app.screen.reload()  # type: ignore[attr-defined]
    await until(pilot, lambda: said in seen(app))


async def test_each_game_has_its_task_and_the_days_in_a_row_are_counted(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=(), size=(120, 40)) as (app, pilot):
        home, tasks = await loaded(pilot)
        assert tasks.row_ids[:2] == ("wordle", "taboo")
        assert len(tasks.row_ids) == 7
        service = await app.context.service()
        for ago in (1, 0):  # what is older than yesterday is too late
            day = local_today() - timedelta(days=ago)
            await play_to_end(service, "wordle", daily=day, answers=[WON])
        await reloaded(app, pilot, "Today · 2 days in a row")
        assert home.today is not None
        assert [task.state for task in home.today.tasks][:2] == ["done", "open"]


async def test_two_keys_and_the_task_of_the_day_is_played(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=(), size=(120, 40)) as (app, pilot):
        await loaded(pilot)
        await pilot.press("t", "enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.instance.experiment == DAILY
        await until(pilot, lambda: "Your guess" in seen(app))
        assert "round 1 · daily task" in seen(app)
        await pilot.press("escape", "enter")
        await on(pilot, HomeScreen)
        await reloaded(app, pilot, "unfinished")
        app.screen.query_one(TodayList).focus()
        await pilot.press("enter")
        again = await on(pilot, PlayScreen)
        assert again.live.id == screen.live.id, "what is unfinished is resumed"


async def test_a_small_terminal_shows_signs_and_the_number_of_days(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=(), size=(80, 24)) as (app, pilot):
        await loaded(pilot)
        service = await app.context.service()
        for ago in (1, 0):
            day = local_today() - timedelta(days=ago)
            await play_to_end(service, "wordle", daily=day, answers=[WON])
        await reloaded(app, pilot, "Today · ▲ 2")
        assert "✓ Wordle" in seen(app)
        assert "○ Taboo" in seen(app)


async def test_a_task_that_is_done_is_opened_to_read(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        await loaded(pilot)
        await play_to_end(await app.context.service(), "wordle", daily=local_today(), answers=[WON])
        await reloaded(app, pilot, "✓ Wordle")
        await pilot.press("t", "enter")
        await on(pilot, ReviewScreen)


async def test_on_a_new_day_its_tasks_are_shown_before_any_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        await loaded(pilot)
        await until(pilot, lambda: "○ Wordle" in seen(app))
        tomorrow = local_today() + timedelta(days=1)
        monkeypatch.setattr("clemtui.episode.planning.daily.local_today", lambda: tomorrow)
        await pilot.press("t", "enter")
        await until(pilot, lambda: "A new day has begun." in seen(app))
        await until(pilot, lambda: app.screen.today.number == day_number(tomorrow))  # type: ignore[attr-defined]
        await on(pilot, HomeScreen)


async def test_a_task_that_counts_for_no_streak_has_no_tick_but_says_why(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=(), size=(120, 40)) as (app, pilot):
        await loaded(pilot)
        service = await app.context.service()
        day = local_today()
        await play_to_end(service, "wordle", daily=day, practice=True, answers=[WON])
        await reloaded(app, pilot, "~ Wordle")
        (line,) = [line for line in seen(app).splitlines() if "~ Wordle" in line]
        assert "practice" in line
        assert app.screen.today.streak == 0  # type: ignore[attr-defined]


async def test_a_task_that_one_has_met_elsewhere_is_asked_about_first(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        await loaded(pilot)
        service = await app.context.service()
        live, *_ = await play_to_end(service, "wordle", daily=local_today(), person="Bea")
        seed = int(live.instance.source.removeprefix("seed "))
        await play_to_end(service, "wordle", seed=seed, person=app.context.person)
        await pilot.press("t", "enter")
        await on(pilot, ConfirmDialog)
        assert "You have met today's task before" in " ".join(seen(app).split())


async def test_one_setting_switches_it_off(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(challenges="off")) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        assert not home.query(TodayList)
        assert "Today" not in seen(app)
