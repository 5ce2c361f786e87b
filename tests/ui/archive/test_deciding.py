"""Deciding about an episode in the history: excluding it, tagging it, closing it."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, Static

from clemtui.records.rows import EpisodeSummary
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from tests.ui.support.app import on, until
from tests.ui.support.history import history, record_episodes, table_of


def highlighted(screen: HistoryScreen) -> EpisodeSummary:
    episode = table_of(screen).highlighted
    assert episode is not None
    return episode


async def test_an_episode_is_excluded_with_a_reason_and_included_again(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        await pilot.press("down", "x")
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["exclude", "tag"]
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        assert "Ann" in str(asked.explanation)
        await pilot.press("enter")
        await until(pilot, lambda: "say why" in str(asked.query_one(".error", Static).render()))
        asked.query_one(Input).value = "phone rang"
        await pilot.press("enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: "excluded" in highlighted(screen).left_out)
        (decision,) = (d for d in highlighted(screen).decisions if d.key == "excluded")
        assert (decision.author, decision.reason) == ("Ann", "phone rang")
        await pilot.press("x")
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["include", "tag"]
        await pilot.press("enter")
        await on(pilot, TextDialog)
        await pilot.press(*"was", "space", *"read", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: not highlighted(screen).left_out)


async def test_an_unfinished_episode_is_closed_as_void(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        assert highlighted(screen).state == "running"
        await pilot.press("x")
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["exclude", "tag", "aborted", "void"]
        await pilot.press("end", "enter")
        await on(pilot, TextDialog)
        await pilot.press(*"server", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: highlighted(screen).state == "void")


async def test_a_tag_has_the_form_key_value(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        await pilot.press("down", "x")
        await on(pilot, ChoiceDialog)
        await pilot.press("down", "enter")
        asked = await on(pilot, TextDialog)
        await pilot.press(*"wave", "enter")
        await until(pilot, lambda: "key=value" in str(asked.query_one(".error", Static).render()))
        await pilot.press(*"=2", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: highlighted(screen).tags.get("wave") == ("2",))


async def test_whoever_decides_is_asked_for_if_unknown(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = ""
        await pilot.press("down", "x")
        await on(pilot, ChoiceDialog)
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        await pilot.press("enter")
        await until(pilot, lambda: "who" in str(asked.query_one(".error", Static).render()))
        await pilot.press(*"Eve", "enter")
        await until(pilot, lambda: isinstance(screen.app.screen, TextDialog) and "Eve" in str(
            screen.app.screen.explanation))  # fmt: skip
        await pilot.press(*"noise", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: "excluded" in highlighted(screen).left_out)
        (decision,) = (d for d in highlighted(screen).decisions if d.key == "excluded")
        assert (decision.author, decision.reason) == ("Eve", "noise")
