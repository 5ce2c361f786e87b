"""Tests of pausing: the game is hidden, the clock stops, and nothing is lost."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from clemtui.engine import Pause
from clemtui.episode.updates import RecordingFailed
from clemtui.ui.play.pause import PauseScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.timing import AnswerTiming
from clemtui.ui.widgets.key_guard import KeyGuard
from tests.ui.support.table import Puppet, on, playing, seen, stored, until


async def test_the_pause_hides_the_game_and_says_since_when(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.asked()
        target = table.live.instance.data["target_word"]
        await table.type("half a thought")
        assert target in seen(table.app)
        await table.pilot.press("f9")
        pause = await on(table.pilot, PauseScreen)
        shown = seen(table.app)
        assert target not in shown
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


async def test_time_does_not_count_while_play_pauses(tmp_path: Path) -> None:
    partner = Puppet()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.asked()
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
        await until(table.pilot, lambda: partner.asked)
        (entry,) = stored(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert entry.timing.pauses == (Pause(2000, 62000, "paused"),)
        assert entry.timing.submitted_ms == 65000


async def test_a_partner_who_answers_meanwhile_waits_for_the_end_of_the_pause(
    tmp_path: Path,
) -> None:
    partner = Puppet()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.asked()
        await table.type("one", "enter")
        await until(table.pilot, lambda: partner.asked)
        await table.pilot.press("f9")
        await on(table.pilot, PauseScreen)
        await until(table.pilot, lambda: table.live.paused)
        partner.say("GUESS: wrongword")
        await table.pilot.pause(0.05)
        assert "wrongword" not in table.said
        assert table.composer.answering is None, "nobody's time begins while the screen is covered"
        await table.pilot.press("enter")
        await table.asked()
        assert "wrongword" in table.said


async def test_a_key_that_was_meant_for_an_answer_does_not_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    async with playing(tmp_path, "taboo") as table:
        await table.asked()
        await table.pilot.press("f9")
        pause = await on(table.pilot, PauseScreen)
        pause._guard = KeyGuard(clock=lambda _: now[0])
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert table.app.screen is pause
        now[0] += 1
        await table.pilot.press("enter")
        await on(table.pilot, PlayScreen)


async def test_where_nothing_can_be_recorded_any_more_the_pause_ends(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.asked()
        await table.pilot.press("f9")
        await on(table.pilot, PauseScreen)
        table.screen._take(RecordingFailed("the disk is full; see emergency.jsonl"))
        await on(table.pilot, PlayScreen)
        await until(table.pilot, lambda: "emergency.jsonl" in seen(table.app))
