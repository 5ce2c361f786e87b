"""Tests of watching players: the pace, pausing, single steps and the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import ContentSwitcher

from clemtui.engine import OBSERVER
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.pacing import PACES, SCRIPTED_PACE
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.navigation import OpenSetUp
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.keybar import program_bindings
from clemtui.ui.widgets.wait_panels import ChoiceMenu
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    headline,
    on,
    opened,
    playing,
    seen,
    until,
)
from tests.ui.support.results import LOSE, play_to_end


def puppets() -> dict[str, Any]:
    return {"Player 1": ControlledPartner(), "Player 2": ControlledPartner()}


def said(table: PlayedEpisode) -> int:
    return sum(entry.copy is not None for entry in table.transcript.entries)


async def test_scripted_players_have_readable_pace(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", seat="observer") as table:
        assert table.live.pace == SCRIPTED_PACE == 2
        await until(table.pilot, lambda: "Pace: 2 sec after each response" in seen(table.app))


async def test_models_are_not_slowed_down(tmp_path: Path) -> None:
    partners = puppets()
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await until(table.pilot, lambda: partners["Player 1"].asks)
        assert table.live.pace == 0
        await until(table.pilot, lambda: "Pace: as fast as the players answer" in seen(table.app))


async def test_plus_and_minus_change_pace(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", seat="observer", partners=puppets()) as table:
        for pace in (*PACES[1:], PACES[-1]):
            await table.pilot.press("minus")
            assert table.live.pace == pace
        for pace in (*reversed(PACES[:-1]), PACES[0]):
            await table.pilot.press("plus")
            assert table.live.pace == pace
        await table.pilot.press("minus", "equals_sign")
        assert table.live.pace == 0, "the key of plus without shift"


async def test_space_pauses_and_full_stop_steps(tmp_path: Path) -> None:
    partners = puppets()
    one, two = partners["Player 1"], partners["Player 2"]
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await until(table.pilot, lambda: one.pending)
        await table.pilot.press("space")
        await until(table.pilot, lambda: "Paused. Space: resume" in seen(table.app))
        before = said(table)
        one.say("CLUE: strange")
        await table.pilot.pause(0.05)
        assert said(table) == before, "what comes during a pause is kept"
        await table.pilot.press("full_stop")
        await until(table.pilot, lambda: "CLUE: strange" in table.transcript_text)
        await table.pilot.pause(0.05)
        assert not two.pending, "one response, and not two"
        await table.pilot.press("space")
        await until(table.pilot, lambda: two.pending)
        assert not table.live.paused


async def test_f9_does_not_hide_game_when_watching(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", seat="observer", partners=puppets()) as table:
        await table.pilot.press("f9")
        await until(table.pilot, lambda: table.live.paused)
        assert isinstance(table.app.screen, PlayScreen)


async def test_pace_keys_only_when_watching(tmp_path: Path) -> None:
    pace = {"play.hold", "play.slower", "play.faster", "play.step"}
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        assert not pace & {usable.binding.id for usable in program_bindings(table.screen)}
        await table.type("a b.-+")
        assert table.composer.draft() == {"clue": "a b.-+"}
    async with playing(tmp_path / "2", "taboo", seat="observer", partners=puppets()) as table:
        await table.pilot.pause()
        assert pace <= {usable.binding.id for usable in program_bindings(table.screen)}


async def test_result_waits_for_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    partners = puppets()
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await until(table.pilot, lambda: partners["Player 1"].asks)
        partners["Player 1"].say("no clue at all")
        dock = table.screen.query_one("#dock", ContentSwitcher)
        await until(table.pilot, lambda: dock.current == "choose")
        await table.pilot.pause()
        assert "The episode has ended." in seen(table.app)
        table.screen.query_one(ChoiceMenu).guard = KeyGuard(clock=lambda _: now[0])
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert isinstance(table.app.screen, PlayScreen), "it was pressed for something else"
        now[0] += 1
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


async def test_escape_at_the_end_opens_result(tmp_path: Path) -> None:
    partners = puppets()
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await until(table.pilot, lambda: partners["Player 1"].asks)
        partners["Player 1"].say("no clue at all")
        await until(table.pilot, lambda: table.screen.stage.state.over)
        await table.pilot.press("escape")
        await on(table.pilot, ResultScreen)


async def test_transcript_has_focus_when_watching(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", seat="observer", partners=puppets()) as table:
        await until(table.pilot, lambda: table.app.focused is table.transcript)


async def test_headline_lists_players_when_watching(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "taboo", seat="observer") as table:
        said = "watching · round 1 · scripted player"
        await until(table.pilot, lambda: said in headline(table)[0])


async def test_v_on_home_starts_watching(tmp_path: Path) -> None:
    """Check that v and Enter suffice, because the players are preselected."""
    async with opened(tmp_path, collections=()) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        games = home.query_one(GameCards)
        games.highlight(games.ids.index("taboo"))
        await pilot.pause()
        assert "v Watch" in seen(app)
        await pilot.press("v")
        setup = await on(pilot, SetupScreen)
        await until(pilot, setup.loaded.is_set)
        await pilot.pause()
        assert "none, just watch" in seen(app)
        await pilot.press("enter")
        play = await on(pilot, PlayScreen)
        assert play.live.human_seats == ()
        assert play.live.game.card.id == "taboo"


async def test_previous_choices_do_not_override_watching(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        await play_to_end(await app.context.service(), "taboo", answers=[LOSE])
        home = await on(pilot, HomeScreen)
        app.push_screen(
            SetupScreen(home.context, OpenSetUp(home.context.listing("taboo"), OBSERVER))
        )
        setup = await on(pilot, SetupScreen)
        await until(pilot, setup.loaded.is_set)
        await pilot.pause()
        assert setup.state.seat == OBSERVER
        assert "Ann watches" in seen(app)
