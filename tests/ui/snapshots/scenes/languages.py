"""Scenes of prompt languages: choosing one, the same task in another, English wording."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenReview
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.stepper import Stepper
from tests.ui.snapshots import stage
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import win_late
from tests.ui.snapshots.scenes.start import set_up
from tests.ui.support.app import on, until, wait_for_workers

GUESSER = "Player 2"
MIRRORED = {"interface_language": "ar"}


async def setup_in(pilot: Pilot[Any], language: str) -> SetupScreen:
    """Open the setup of Taboo with a language chosen."""
    screen = await set_up(pilot)
    field = screen.query_one("#language", Stepper)
    field.focus()
    field.choose(language)
    await pilot.pause()
    await wait_for_workers(screen.workers)
    await pilot.pause()
    return screen


async def languages(pilot: Pilot[Any]) -> None:
    """All languages of a game."""
    await setup_in(pilot, "de")
    await pilot.press("space")
    await on(pilot, ChoiceDialog)
    await pilot.pause()


async def without_script(pilot: Pilot[Any]) -> None:
    """A language that the scripted player does not speak."""
    screen = await setup_in(pilot, "it")
    await until(pilot, lambda: any(each.substitute for each in screen.state.partners.values()))
    await pilot.pause()


async def card(pilot: Pilot[Any]) -> None:
    """A language pack card."""
    await setup_in(pilot, "it")
    await pilot.press("f7")
    await on(pilot, ReaderScreen)
    await pilot.pause()


async def same_task(pilot: Pilot[Any]) -> None:
    """The choice of a language for the same task."""
    await stage.open_result(pilot, "privateshared")
    await pilot.press("i")
    await on(pilot, ChoiceDialog)
    await pilot.pause()


async def german(pilot: Pilot[Any]) -> ReviewScreen:
    """Open the review of a German episode."""
    return await review_of(
        pilot, await stage.open_result(pilot, "taboo", win_late, seat=GUESSER, language="de")
    )


async def review_of(pilot: Pilot[Any], result: ResultScreen) -> ReviewScreen:
    """Open the review of the episode that was just played."""
    pilot.app.push_screen(ReviewScreen(result.context, OpenReview(result.live.id)))
    screen = await on(pilot, ReviewScreen)
    await until(pilot, lambda: screen.reading)
    return screen


async def english(pilot: Pilot[Any]) -> None:
    """German prompts beside their English wording, at the first step."""
    await with_english(pilot, await german(pilot))


async def arabic(pilot: Pilot[Any]) -> None:
    """Arabic prompts beside their English wording."""
    result = await stage.open_result(pilot, "referencegame", seat=GUESSER, language="ar")
    await with_english(pilot, await review_of(pilot, result))


async def with_english(pilot: Pilot[Any], screen: ReviewScreen) -> None:
    """Show the English wording."""
    await pilot.press("w")
    await until(pilot, lambda: screen.english)
    await wait_for_workers(screen.workers)
    await pilot.press("home")
    await pilot.pause()
    pilot.app.clear_notifications()
    await pilot.pause()


async def recorded_card(pilot: Pilot[Any]) -> None:
    """The card of the language pack recorded with an episode."""
    await german(pilot)
    await pilot.press("p")
    await on(pilot, ReaderScreen)
    pilot.app.clear_notifications()
    await pilot.pause()


LANGUAGES = (
    Scene("setup-languages", languages, records=True),
    Scene("setup-no-script", without_script),
    Scene("setup-card", card, records=True),
    Scene("result-language", same_task, records=True),
    Scene("review-english", english, records=True),
    Scene("review-english-arabic", arabic, settings={"bidi": "app"}),
    Scene("review-arabic-mirrored", arabic, settings={"bidi": "app"}, options=MIRRORED),
    Scene("review-card", recorded_card, records=True),
)
