"""What a visitor in a browser may do: play, and see their own records. All else must be allowed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.config import Settings
from clemtui.episode.errors import UsageError
from clemtui.players.llm.parameters import ModelParameters
from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.home.welcome import WelcomeScreen
from clemtui.ui.results.effect.screen import EffectScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog, PartnerList
from clemtui.ui.shell.navigation import (
    OpenEffect,
    OpenExport,
    OpenHistory,
    OpenPartners,
    OpenSettings,
)
from clemtui.ui.shell.options import ALL_PERMISSIONS, Permission
from tests.support.play_helpers import choices, leave_when, planned, play, sitting
from tests.ui.support.app import on, opened, playing, until
from tests.ui.support.language_records import record_languages

VISITOR: dict[str, Any] = {"permissions": frozenset()}


async def record(folder: Path, *people: str) -> list[str]:
    """Let each of some people play one episode to its end and leave another; return the ended."""
    ended = []
    async with sitting(folder / "clemtui.db") as service:
        for person in people:
            ended.append((await play(service, choices("wordle", person=person))).live.id)
            await leave_when(service, choices("taboo", person=person), lambda each: each.updates)
    return ended


@pytest.mark.parametrize("permissions", [frozenset(), ALL_PERMISSIONS])
async def test_visitors_see_their_own_episodes_only(
    tmp_path: Path, permissions: frozenset[str]
) -> None:
    await record(tmp_path, "Ann", "Bo")
    expected = {"Ann"} if not permissions else {"Ann", "Bo"}
    async with opened(tmp_path, permissions=permissions) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.unfinished)
        assert {name for each in home.unfinished for name in each.summary.people} == expected
        home.open(OpenHistory())
        history = await on(pilot, HistoryScreen)
        await until(pilot, lambda: history.episodes)
        assert {name for each in history.episodes for name in each.people} == expected
        await pilot.press("slash", *"by:Bo")
        await until(
            pilot,
            lambda: history.line == "by:Bo" and history.count not in (None, 2 * len(expected)),
        )
        assert history.count == 2 * ("Bo" in expected)
        assert app.context.person == "Ann"


async def test_a_visitor_chooses_a_name_that_no_one_has(tmp_path: Path) -> None:
    await record(tmp_path, "Ann")
    async with opened(tmp_path, person=None, first="people", **VISITOR) as (app, pilot):
        welcome = await on(pilot, WelcomeScreen)
        await until(pilot, lambda: welcome._guard is not None and not welcome._guard.rejects())
        await pilot.press(*"ann", "enter")
        await until(pilot, lambda: "taken" in str(welcome.query_one(".error").render()))
        await pilot.press(*"ie", "enter")
        home = await on(pilot, HomeScreen)
        assert app.context.person == "annie"
        assert home.check_action("people", ()) is False


async def test_a_visitor_without_a_name_sees_no_ones_episodes(tmp_path: Path) -> None:
    await record(tmp_path, "Ann")
    async with opened(tmp_path, person=None, first="people", **VISITOR) as (app, pilot):
        welcome = await on(pilot, WelcomeScreen)
        await until(pilot, lambda: welcome._guard is not None and not welcome._guard.rejects())
        await pilot.press("escape")
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        assert (home.unfinished, home.recent) == ((), ())
        home.open(OpenHistory())
        history = await on(pilot, HistoryScreen)
        await until(pilot, lambda: history.facets is not None)
        assert history.episodes == []
        assert app.context.person != "Ann"


async def test_a_suggested_name_is_given_to_one_visitor_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda *_: "aaaa")
    await record(tmp_path, "player-aaaa")
    async with opened(tmp_path, person=None, first="people", **VISITOR) as (app, pilot):
        welcome = await on(pilot, WelcomeScreen)
        await until(pilot, lambda: welcome._guard is not None and not welcome._guard.rejects())
        await pilot.press("escape")
        await until(pilot, lambda: "taken" in str(welcome.query_one(".error").render()))
        assert app.context.person == ""


async def test_a_visitor_saves_to_no_file(tmp_path: Path) -> None:
    (episode,) = await record(tmp_path, "Ann")
    async with opened(tmp_path, **VISITOR) as (_, pilot):
        home = await on(pilot, HomeScreen)
        home.open(OpenExport(episode))
        dialog = await on(pilot, ExportDialog)
        assert [value for value, _ in dialog._destinations("markdown")] == ["clipboard"]
        assert not dialog.query_one("#row-file").display


async def test_a_visitor_changes_no_setting_that_runs_or_calls_something(tmp_path: Path) -> None:
    async with opened(tmp_path, **VISITOR) as (_, pilot):
        home = await on(pilot, HomeScreen)
        home.open(OpenSettings())
        settings = await on(pilot, SettingsScreen)
        shown = {row.id for row in settings.rows() if settings._is_allowed(row)}
        assert not shown & {"editor", "person", "servers"}
        assert {"theme", "language", "keys"} <= shown


async def test_a_visitor_starts_no_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[frozenset[Permission]] = []
    async with playing(tmp_path, "taboo", interface="verbatim") as table:
        await table.wait_for_request()
        context = table.app.context

        async def edit(screen: object, composer: object) -> None:
            started.append(context.options.permissions)

        monkeypatch.setattr("clemtui.ui.play.screen.edit_in_editor", edit)
        allowed: frozenset[Permission] = frozenset({"editor"})
        for permissions in (frozenset[Permission](), allowed):
            context.options = replace(context.options, permissions=permissions)
            await table.pilot.press("ctrl+s")
            await table.pilot.pause()
        await until(table.pilot, lambda: started)
        assert started == [allowed]


async def test_a_visitor_saves_no_comparison_of_languages(tmp_path: Path) -> None:
    """Only a visitor who may see everyone's records can open it."""
    record_languages(tmp_path)
    async with opened(tmp_path, permissions=frozenset({"people"})) as (_, pilot):
        home = await on(pilot, HomeScreen)
        home.open(OpenEffect())
        screen = await on(pilot, EffectScreen)
        await until(pilot, lambda: screen.effects is not None)
        await pilot.press("e")
        await pilot.pause()
        assert await on(pilot, EffectScreen) is screen


@pytest.mark.parametrize(
    ("partner", "problem"),
    [
        ("openai/gpt-4o", "Only models with a name in the settings"),
        ("openai/x@http://127.0.0.1:9/v1", "Only models with a name in the settings"),
        ("human:Bo", "everyone plays under one name"),
        ("small", ""),
        ("scripted", ""),
    ],
)
async def test_a_visitor_plays_with_what_the_operator_has_named(
    tmp_path: Path, partner: str, problem: str
) -> None:
    named = Settings(models={"small": ModelParameters(model="openai/x")})
    async with opened(tmp_path, settings=named, **VISITOR) as (app, pilot):
        await on(pilot, HomeScreen)
        service = await app.context.service()
        plan = planned(service, choices("taboo", person="Ann", partner=(partner,)))
        if problem:
            with pytest.raises(UsageError, match=problem):
                await service.start(plan)
        else:
            (await service.start(plan)).leave()


async def test_a_visitor_is_offered_no_model_by_name(tmp_path: Path) -> None:
    async with opened(tmp_path, **VISITOR) as (_, pilot):
        home = await on(pilot, HomeScreen)
        home.open(OpenPartners())
        dialog = await on(pilot, PartnerDialog)
        await until(pilot, lambda: dialog.offered)
        assert {offer.source for offer in dialog.offered} <= {"scripted", "settings"}
        assert dialog.query_one(PartnerList).option_count == len(dialog.offered)


@pytest.mark.parametrize(("permissions", "told"), [(ALL_PERMISSIONS, True), (frozenset(), False)])
async def test_only_those_who_can_install_packages_are_told_how(
    tmp_path: Path, permissions: frozenset[str], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command has a path of the machine in it."""
    from clemtui.reports.effect.selection import INSTALL, StatisticsNotInstalled

    def missing(*_: object, **__: object) -> None:
        raise StatisticsNotInstalled(INSTALL)

    monkeypatch.setattr("clemtui.reports.effect.selection.make_effects", missing)
    record_languages(tmp_path)
    async with opened(tmp_path, permissions=permissions) as (app, pilot):
        await on(pilot, HomeScreen)
        app.push_screen(EffectScreen(app.context, OpenEffect()))
        screen = await on(pilot, EffectScreen)
        await until(pilot, lambda: screen.problem)
        assert ("pip install" in screen.problem) == told
