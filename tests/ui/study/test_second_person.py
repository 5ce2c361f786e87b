"""A second person at the participant's keyboard plays the other seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from tests.cli.study.test_collecting import SMALL
from tests.cli.study.test_second_person import TWO
from tests.study.protocols import study_folder
from tests.support.calling import call
from tests.ui.study.test_participants import Visit, enter, visit
from tests.ui.support.app import on, seen


@pytest.fixture
def frozen(home: Path) -> Path:
    """The folder of the data, with the frozen study of two people at one keyboard."""
    study_folder(home / "data" / "studies", *SMALL, *TWO)
    assert call("study", "freeze", "memory").code == 0
    return home / "data"


async def handed_over(here: Visit) -> str:
    """Wait for the hand-over, take the keyboard, and return what was on the screen."""
    screen = await on(here.pilot, HandOverScreen)
    shown = seen(here.app)
    while here.app.screen is screen:  # keys pressed too early belong to the other person
        await here.pilot.press("enter")
        await here.pilot.pause(0.1)
    await on(here.pilot, PlayScreen)
    await here.asked()
    return shown


async def test_they_hand_over_the_keyboard_and_the_code_is_not_shown(frozen: Path) -> None:
    async with visit(frozen) as here:
        code = await enter(here)
        await here.press("enter")
        await here.press("enter")
        await here.pilot.press("enter")
        shown = await handed_over(here)
        assert "Next turn: Guesser · the participant" in shown
        shown += seen(here.app)
        await here.pilot.press(*"crane", "tab", "x", "enter")
        shown += await handed_over(here)
        assert "Next turn: Critic · a second person" in shown
        shown += seen(here.app)
        assert "Guesser · the participant" in seen(here.app)
        assert code not in shown
