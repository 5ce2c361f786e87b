"""Scenes of wordle with a clue and with a critic."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import MODEL, MODELS
from tests.ui.snapshots.stage import answer, open_episode, partner_answers, write
from tests.ui.support.app import ControlledPartner, PlayedEpisode

WITH_MODEL: dict[str, Any] = {"partner": (MODEL,)}
DISAGREES = "explanation: the clue is about something else entirely.\nagreement: no"
AGREES = "explanation: it says what the clue says.\nagreement: yes"


async def clue(pilot: Pilot[Any]) -> None:
    """Two guesses with a clue, and the third being typed."""
    table = await open_episode(pilot, "wordle_withclue")
    await answer(table, "crane")
    await answer(table, "plaid")
    await table.wait_for_request()
    await write(table, "pan")


async def reach_second_round(
    pilot: Pilot[Any], critic: ControlledPartner, **chosen: Any
) -> PlayedEpisode:
    """Seat a guesser in the second round; the critic has been asked about the proposal."""
    partners = {"Player 2": critic}
    table = await open_episode(pilot, "wordle_withcritic", partners, **WITH_MODEL, **chosen)
    await answer(table, "crane")
    await partner_answers(table, critic, AGREES)
    await table.wait_for_request()
    await table.pilot.press("enter")
    await table.wait_for_request()
    await answer(table, "plaid")
    return table


async def proposing(pilot: Pilot[Any]) -> None:
    """The first proposal being typed."""
    partners = {"Player 2": ControlledPartner()}
    table = await open_episode(pilot, "wordle_withcritic", partners, **WITH_MODEL)
    await table.wait_for_request()
    await write(table, "cra")


async def committing(pilot: Pilot[Any]) -> None:
    """The critic disagrees; Enter keeps the proposal."""
    critic = ControlledPartner()
    table = await reach_second_round(pilot, critic)
    await partner_answers(table, critic, DISAGREES)
    await table.wait_for_request()
    await pilot.pause()


async def changing(pilot: Pilot[Any]) -> None:
    """The critic disagrees, and another word is being typed."""
    critic = ControlledPartner()
    table = await reach_second_round(pilot, critic)
    await partner_answers(table, critic, DISAGREES)
    await table.wait_for_request()
    await write(table, "moist")


async def critic(pilot: Pilot[Any]) -> None:
    """A person judges a model's proposal for the third time."""
    guesser = ControlledPartner()
    partners = {"Player 1": guesser}
    table = await open_episode(pilot, "wordle_withcritic", partners, seat="Player 2", **WITH_MODEL)
    for word, verdict in (("crane", "2"), ("plaid", "1")):
        await partner_answers(table, guesser, f"explanation: I try common letters.\nguess: {word}")
        await table.wait_for_request()
        await pilot.press(verdict, "enter")
        await partner_answers(table, guesser, "explanation: I stay with it.\nguess: " + word)
    await partner_answers(
        table, guesser, "explanation: the clue made me think of rain.\nguess: moist"
    )
    await table.wait_for_request()
    await pilot.press("2")
    await pilot.pause()


LAB: dict[str, Any] = {"settings": {"models": MODELS}}
GERMAN: dict[str, Any] = {"options": {"interface_language": "de"}}

WORDLE_VARIANTS = (
    Scene("withclue", clue),
    Scene("withcritic-proposing", proposing, **LAB),
    Scene("withcritic-committing", committing, **LAB),
    Scene("withcritic-changing", changing, **LAB),
    Scene("withcritic-critic", critic, **LAB),
    Scene("withcritic-committing-german", committing, **LAB, **GERMAN),
    Scene("withcritic-critic-german", critic, **LAB, **GERMAN),
)
