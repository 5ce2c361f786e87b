"""Scenes of the play screen."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from textual.pilot import Pilot
from textual.widgets import ContentSwitcher

from clemtui.episode.updates import RecordingFailed
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.pause import PauseScreen
from clemtui.ui.play.rules import RulesScreen
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import MODEL, MODELS
from tests.ui.snapshots.stage import answer, open_episode, partner_answers, wait_for_partner, write
from tests.ui.support.app import ControlledPartner, PlayedEpisode, on, seen, until

WITH_MODEL: dict[str, Any] = {"partner": (MODEL,)}
CLUE = "You push a trolley through it and queue at the till"


async def after_first_round(
    pilot: Pilot[Any], partner: ControlledPartner, **chosen: Any
) -> PlayedEpisode:
    """Seat a describer after the first round, with a model as guesser."""
    partners = {"Player 2": partner}
    table = await open_episode(pilot, "taboo", partners, **WITH_MODEL, **chosen)
    await answer(table, CLUE, 14.2)
    await partner_answers(table, partner, "GUESS: shop")
    await table.wait_for_request()
    return table


async def describer(pilot: Pilot[Any]) -> None:
    """The second round, with the next clue being written."""
    table = await after_first_round(pilot, ControlledPartner())
    await write(table, "A big one, with many shelves, open late")


async def hint(pilot: Pilot[Any]) -> None:
    """A clue that contains a forbidden word."""
    table = await after_first_round(pilot, ControlledPartner())
    await write(table, f"Where one buys {table.live.instance.data['related_word'][0]}")
    await until(pilot, lambda: table.hint)
    await pilot.pause()


async def guesser(pilot: Pilot[Any]) -> None:
    """A person guesses what a model describes."""
    partner = ControlledPartner()
    partners = {"Player 1": partner}
    table = await open_episode(pilot, "taboo", partners, seat="Player 2", **WITH_MODEL)
    await partner_answers(
        table, partner, "CLUE: People go there for what they eat during the week."
    )
    await answer(table, "kitchen", 6.3)
    await partner_answers(
        table, partner, "CLUE: It has trolleys, tills and long queues on Saturdays."
    )
    await table.wait_for_request()
    await write(table, "depa")


async def waiting_for_model(pilot: Pilot[Any]) -> None:
    """Waiting for a model."""
    partner = ControlledPartner()
    table = await after_first_round(pilot, partner)
    await answer(table, "A big one, with many shelves, open late", 21)
    await wait_for_partner(table, partner)


async def halted(pilot: Pilot[Any]) -> None:
    """A model that cannot be reached."""
    partner = ControlledPartner()
    table = await after_first_round(pilot, partner)
    await answer(table, "A big one, with many shelves, open late", 21)
    await until(pilot, lambda: partner.pending)
    partner.fail("The server at localhost:8000 does not answer.")
    dock = table.screen.query_one("#dock", ContentSwitcher)
    await until(pilot, lambda: dock.current == "choose")
    await pilot.pause()


async def unrecorded(pilot: Pilot[Any]) -> None:
    """Recording has failed."""
    table = await after_first_round(pilot, ControlledPartner())
    table.screen._apply_update(RecordingFailed("the disk is full"))
    await until(pilot, lambda: table.screen.has_class("-failed"))
    await pilot.pause()


async def watching(pilot: Pilot[Any]) -> None:
    """Two models, with a response in progress."""
    one, two = ControlledPartner(), ControlledPartner()
    both: dict[str, Any] = {"Player 1": one, "Player 2": two}
    table = await open_episode(pilot, "taboo", both, seat="observer", partner=(MODEL, MODEL))
    await partner_answers(table, one, f"CLUE: {CLUE}.")
    await partner_answers(table, two, "GUESS: shop")
    await wait_for_partner(table, one, 5)
    one.write("CLUE: Much bigger than that, with a", "")
    await until(pilot, lambda: "Much bigger" in seen(table.app))
    table.screen.refresh_waiting()
    await pilot.pause()


async def hand_over(pilot: Pilot[Any]) -> None:
    """The keyboard is handed to the other person."""
    table = await open_episode(pilot, "taboo", partner=("human:Ben",))
    await on(pilot, HandOverScreen)
    await pilot.press("enter")
    await answer(table, CLUE)
    await on(pilot, HandOverScreen)


async def paused(pilot: Pilot[Any]) -> None:
    """A paused game."""
    await describer(pilot)
    await pilot.press("f9")
    screen = await on(pilot, PauseScreen)
    screen._now = lambda: screen._since + timedelta(minutes=3, seconds=20)
    screen._tick()
    await pilot.pause()


async def rules(pilot: Pilot[Any]) -> None:
    """The rules during a game."""
    await describer(pilot)
    await pilot.press("f7")
    await on(pilot, RulesScreen)
    await pilot.pause()


async def times(pilot: Pilot[Any]) -> None:
    """Response times and a marked message."""
    table = await after_first_round(pilot, ControlledPartner())
    table.transcript.focus()
    await pilot.press("t", "left_square_bracket", "left_square_bracket")
    await pilot.pause()


async def large(pilot: Pilot[Any]) -> None:
    """The enlarged input box for a long answer."""
    table = await open_episode(pilot, "taboo", interface="verbatim")
    await table.wait_for_request()
    await write(table, "CLUE: one goes there once a week,\nand comes back with bags", "f4")


async def verbatim(pilot: Pilot[Any]) -> None:
    """The verbatim interface, with only what a model would be sent."""
    partner = ControlledPartner()
    chosen = {"interface": "verbatim", **WITH_MODEL}
    table = await open_episode(pilot, "taboo", {"Player 2": partner}, **chosen)
    await answer(table, f"CLUE: {CLUE}", 14.2)
    await partner_answers(table, partner, "GUESS: shop")
    await table.wait_for_request()
    await write(table, "CLUE: A big one, with man")


async def wordle(pilot: Pilot[Any]) -> None:
    """Two guesses, with the third being typed."""
    table = await open_episode(pilot, "wordle")
    await answer(table, "crane")
    await answer(table, "plaid")
    await table.wait_for_request()
    await write(table, "pan")


async def wordle_refused(pilot: Pilot[Any]) -> None:
    """A guess that is not in the word list."""
    table = await open_episode(pilot, "wordle")
    await answer(table, "crane")
    await table.wait_for_request()
    await write(table, "abcde", "enter")


async def wordle_german(pilot: Pilot[Any]) -> None:
    """The keyboard of another language."""
    table = await open_episode(pilot, "wordle", language="de")
    await answer(table, "mühle")
    await table.wait_for_request()
    await write(table, "gra")


LAB: dict[str, Any] = {"settings": {"models": MODELS}}
GERMAN: dict[str, Any] = {"options": {"interface_language": "de"}}

PLAY = (
    Scene("play-describer", describer, **LAB),
    Scene("play-hint", hint, **LAB),
    Scene("play-guesser", guesser, **LAB),
    Scene("play-waiting", waiting_for_model, **LAB),
    Scene("play-halted", halted, **LAB),
    Scene("play-unrecorded", unrecorded, **LAB),
    Scene("play-watching", watching, **LAB),
    Scene("play-hand-over", hand_over, **LAB),
    Scene("play-paused", paused, **LAB),
    Scene("play-rules", rules, **LAB),
    Scene("play-times", times, **LAB),
    Scene("play-verbatim", verbatim, **LAB),
    Scene("play-verbatim-large", large),
    Scene("play-wordle", wordle),
    Scene("play-wordle-refused", wordle_refused),
    Scene("play-wordle-umlauts", wordle_german),
    Scene("play-describer-german", describer, **LAB, **GERMAN),
    Scene("play-describer-without-colours", describer, **LAB, environment={"NO_COLOR": "1"}),
    Scene("play-wordle-without-colours", wordle, environment={"NO_COLOR": "1"}),
)
