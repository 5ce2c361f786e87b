"""Withdrawing and finishing in the app: what Esc does there, and what is said."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from clemtui.episode.errors import PlayError
from clemtui.study.path.participant import Participant
from clemtui.ui.shell.options import StudyStart
from clemtui.ui.shell.reader import ReaderScreen
from tests.support.calling import call
from tests.ui.study.test_participants import (
    Visit,
    frozen,
    rows,
    to_first_episode,
    understand,
    visit,
)
from tests.ui.support.app import seen, until

__all__ = ["frozen"]

ASKED = "What should happen to what you have done so far?"
FINISHED = "SELECT count(*) FROM answers WHERE part = 'debrief'"


async def to_debriefing(here: Visit) -> str:
    """Do everything, and return the code."""
    code = await to_first_episode(here)
    await here.guess("zebra", "horse", "cow")
    await here.end()
    await here.press("enter")
    await understand(here)
    for _ in range(2):
        await here.pilot.press("enter")
        await here.guess("zebra", "horse", "cow")
        await here.end()
        await here.press("enter")
    for option in ("1", "2", "2"):
        shown = await here.press(option, "enter")
    assert "Thank you for taking part!" in shown
    assert code in shown
    return code


async def test_esc_where_one_withdraws_goes_back_to_the_study(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.asked()
        asked = await here.press("f11")
        assert ASKED in asked
        assert "Esc Back" in asked
        assert "F11" not in asked
        await here.pilot.press("f1")
        await until(here.pilot, lambda: isinstance(here.app.screen, ReaderScreen))
        assert "You can leave at any time" not in seen(here.app)
        await here.pilot.press("escape")
        await until(here.pilot, lambda: here.app.screen is here.screen)
        assert "Episode 1 of 3" in await here.press("escape")
        await here.pilot.press("enter")
        await here.asked()
        await here.press("f11")
        sure = await here.press("3", "enter")
        assert "This cannot be undone. Withdraw?" in sure
        assert "F11" not in sure
        assert "Episode 1 of 3" in await here.press("escape")
    assert rows(frozen, "SELECT count(*) FROM answers WHERE part = 'withdrawal'") == [(0,)]


async def test_whoever_leaves_at_the_debriefing_has_finished_and_can_read_it_again(
    frozen: Path,
) -> None:
    async with visit(frozen) as here:
        code = await to_debriefing(here)
        assert rows(frozen, FINISHED) == [(1,)], "as soon as it is shown"
        await here.pilot.press("escape")
        await until(here.pilot, lambda: "Everything is recorded, and" in seen(here.app))
        assert "go on later" not in seen(here.app)
        left = await here.press("enter")
        assert "You have finished this study. Thank you!" in left
        assert "go on later" not in left
    async with visit(frozen, StudyStart("memory", code=code)) as here:
        shown = await here.page()
        assert "Thank you for taking part!" in shown
        assert code in shown
        assert "You have finished this study." in await here.press("enter")
    assert rows(frozen, FINISHED) == [(1,)]


async def test_whoever_thinks_better_of_withdrawing_at_the_debriefing_reads_it(
    frozen: Path,
) -> None:
    async with visit(frozen) as here:
        await to_debriefing(here)
        assert ASKED in await here.press("f11")
        assert "Thank you for taking part!" in await here.press("escape")
        assert "You have finished this study." in await here.press("enter")


async def test_where_an_episode_cannot_be_played_everything_is_recorded(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(self: Participant, *given: Any) -> Any:
        raise PlayError("openai needs an API key")

    monkeypatch.setattr(Participant, "play", failing)
    async with visit(frozen) as here:
        await to_first_episode(here)
        assert "This did not work. Everything so far is recorded." in await here.page()


async def test_whoever_was_erased_between_two_pages_is_told_so(frozen: Path) -> None:
    async with visit(frozen) as here:
        code = await to_first_episode(here)
        await here.guess("zebra", "horse", "cow")
        await here.end()
        await here.press("enter")
        assert await _forget(code) == 0
        for option in ("2", "1"):
            shown = await here.press(option, "enter")
            if "erased" in shown:
                break
        assert "What was recorded about you has been erased, so you cannot go on." in shown
        assert code not in shown
        assert "recorded." not in shown


async def _forget(code: str) -> int:
    return (await asyncio.to_thread(call, "people", "forget", code, "--scores", "--yes")).code
