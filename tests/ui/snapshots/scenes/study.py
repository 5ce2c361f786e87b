"""Scenes of a participant's way through a study."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.pilot import Pilot

from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.options import StudyStart
from clemtui.ui.study.episode_end import EpisodeEndScreen
from clemtui.ui.study.page import PageView
from clemtui.ui.study.screen import StudyScreen
from clemtui.ui.widgets.answer.composer import Composer
from tests.ui.snapshots.environment import Scene
from tests.ui.support.app import on, until

CODE = "lab-7"
"""A code of one's own: new ones are random."""


async def _page(pilot: Pilot[Any], *keys: str) -> StudyScreen:
    """Press keys and wait for the next page."""
    screen = next(each for each in pilot.app.screen_stack if isinstance(each, StudyScreen))
    before = screen._number
    await pilot.press(*keys)
    await until(
        pilot,
        lambda: (
            (not keys or screen._number != before)
            and screen._number > 0
            and screen._guard.painted
            and screen.query(PageView)
            and pilot.app.screen is screen
        ),
    )
    await pilot.pause()
    return screen


async def eligible(pilot: Pilot[Any]) -> None:
    """The first page: who can take part."""
    await on(pilot, StudyScreen)
    await _page(pilot)


async def level(pilot: Pilot[Any]) -> None:
    """A question with many options, one of which is marked."""
    await eligible(pilot)
    await _page(pilot, "1", "enter")
    await pilot.press("6")
    await pilot.pause()


async def consent(pilot: Pilot[Any]) -> None:
    """The consent text with its question."""
    await level(pilot)
    await _page(pilot, "8", "enter")


async def code(pilot: Pilot[Any]) -> None:
    """The code of someone who has just been admitted."""
    await consent(pilot)
    await _page(pilot, "1", "enter")
    await _page(pilot, "2", "enter")
    await _page(pilot, *CODE, "enter")


async def instructions(pilot: Pilot[Any]) -> None:
    """The rules of the first game."""
    await code(pilot)
    await _page(pilot, "enter")


async def playing(pilot: Pilot[Any]) -> None:
    """The practice episode."""
    await instructions(pilot)
    await _page(pilot, "enter")
    await pilot.press("enter")
    play = await on(pilot, PlayScreen)
    await until(pilot, lambda: play.query(Composer) and play.asks)
    await pilot.pause()


async def _lose(pilot: Pilot[Any]) -> None:
    """Play an episode to its end, with wrong guesses."""
    play = await on(pilot, PlayScreen)
    sent = play.stage.sent
    for number, word in enumerate(("zebra", "horse", "cow")):
        await until(pilot, partial(lambda n: play.asks and len(sent) == n, number))
        await pilot.press(*word, "enter")
    end = await on(pilot, EpisodeEndScreen)
    await until(pilot, lambda: end._guard.painted)
    await pilot.pause()


async def ended(pilot: Pilot[Any]) -> None:
    """The end of the practice episode."""
    await playing(pilot)
    await _lose(pilot)


async def rules_asked(pilot: Pilot[Any]) -> None:
    """The second question about the rules, from which one can go back to the first."""
    await ended(pilot)
    await _page(pilot, "enter")
    await _page(pilot, "2", "enter")


async def understood(pilot: Pilot[Any]) -> None:
    """The end of the questions about the rules, and the first episode that counts."""
    await rules_asked(pilot)
    await _page(pilot, "1", "enter")
    await _page(pilot, "3", "enter")


async def withheld(pilot: Pilot[Any]) -> None:
    """The end of an episode that counts: how it ended is not said."""
    await understood(pilot)
    await pilot.press("enter")
    await _lose(pilot)


async def questionnaire(pilot: Pilot[Any]) -> None:
    """The first question after the last episode."""
    await withheld(pilot)
    await _page(pilot, "enter")
    await pilot.press("enter")
    await _lose(pilot)
    await _page(pilot, "enter")


async def debriefing(pilot: Pilot[Any]) -> None:
    """The last page: the partner, and the code once more."""
    await questionnaire(pilot)
    for option in ("1", "2", "2"):
        await _page(pilot, option, "enter")


async def withdrawing(pilot: Pilot[Any]) -> None:
    """What is asked of someone who withdraws."""
    await playing(pilot)
    await _page(pilot, "f11")


def _scene(name: str, arrange: Any) -> Scene:
    options = {"person": None, "study": StudyStart("memory")}
    return Scene(name, arrange, study=True, options=options)


STUDY = (
    _scene("study-eligible", eligible),
    _scene("study-level", level),
    _scene("study-consent", consent),
    _scene("study-code", code),
    _scene("study-instructions", instructions),
    _scene("study-playing", playing),
    _scene("study-ended", ended),
    _scene("study-rules-asked", rules_asked),
    _scene("study-understood", understood),
    _scene("study-withheld", withheld),
    _scene("study-questionnaire", questionnaire),
    _scene("study-debriefing", debriefing),
    _scene("study-withdrawing", withdrawing),
)
