"""Tests of pausing: the game is hidden, the clock stops, and nothing is lost."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from clemtui.engine import Pause
from clemtui.episode.answer_timing import AnswerTiming
from clemtui.episode.updates import RecordingFailed
from clemtui.ui.play.pause import PauseScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.key_guard import KeyGuard
from tests.ui.support.app import ControlledPartner, on, playing, seen, shows, stored_episode, until


async def test_pause_hides_game_and_shows_start(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        target = table.live.instance.data["target_word"]
        await table.type("half a thought")
        assert shows(table.app, target)
        await table.pilot.press("f9")
        pause = await on(table.pilot, PauseScreen)
        shown = seen(table.app)
        assert not shows(table.app, target)
        assert "half a thought" not in shown
        assert f"Paused since {pause._since:%H:%M:%S}" in shown
        assert "F9" in shown
        since = pause._since
        pause._now = lambda: since + timedelta(seconds=75)
        pause._tick()
        await table.pilot.pause()
        assert "1 min, 15 sec" in seen(table.app)
        await table.pilot.press("f9")
        await on(table.pilot, PlayScreen)
        assert table.screen.query_one(AnswerBox).text == "half a thought"
        assert table.app.focused is table.screen.query_one(AnswerBox)


async def test_paused_time_does_not_count(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.pilot.pause()
        seconds = 100.0
        table.composer.answering = answering = AnswerTiming(clock=lambda: seconds)
        seconds += 2
        await table.type("one")
        await table.pilot.press("f9")
        await on(table.pilot, PauseScreen)
        seconds += 60
        await table.pilot.press("f9")
        await on(table.pilot, PlayScreen)
        assert table.composer.answering is answering
        seconds += 3
        await table.pilot.press("enter")
        await until(table.pilot, lambda: partner.pending)
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert entry.timing.pauses == (Pause(2000, 62000, "paused"),)
        assert entry.timing.submitted_ms == 65000


async def test_partner_response_is_held_during_pause(
    tmp_path: Path,
) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("one", "enter")
        await until(table.pilot, lambda: partner.pending)
        await table.pilot.press("f9")
        await on(table.pilot, PauseScreen)
        await until(table.pilot, lambda: table.live.paused)
        partner.say("GUESS: wrongword")
        await table.pilot.pause(0.05)
        assert "wrongword" not in table.transcript_text
        assert table.composer.answering is None, "nobody's time begins while the screen is covered"
        await table.pilot.press("enter")
        await table.wait_for_request()
        assert "wrongword" in table.transcript_text


async def test_keys_meant_for_answer_do_not_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.pilot.press("f9")
        pause = await on(table.pilot, PauseScreen)
        pause._guard = KeyGuard(clock=lambda _: now[0])
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert table.app.screen is pause
        now[0] += 1
        await table.pilot.press("enter")
        await on(table.pilot, PlayScreen)


async def test_recording_failure_ends_pause(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.pilot.press("f9")
        await on(table.pilot, PauseScreen)
        table.screen._apply_update(RecordingFailed("the disk is full; see emergency.jsonl"))
        await on(table.pilot, PlayScreen)
        await until(table.pilot, lambda: "emergency.jsonl" in seen(table.app))
