"""Scenes of wordle with a clue and with a critic."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests.ui.snapshots.records import MODEL, MODELS
from tests.ui.snapshots.stage import reply, say, seated, write
from tests.ui.snapshots.studio import Scene
from tests.ui.support.table import Puppet, Table

WITH_MODEL: dict[str, Any] = {"partner": (MODEL,)}
DISAGREES = "explanation: the clue is about something else entirely.\nagreement: no"
AGREES = "explanation: it says what the clue says.\nagreement: yes"


async def clue(pilot: Pilot[Any]) -> None:
    """Two guesses with a clue, and the third being typed."""
    table = await seated(pilot, "wordle_withclue")
    await say(table, "crane")
    await say(table, "plaid")
    await table.asked()
    await write(table, "pan")


async def judged(pilot: Pilot[Any], critic: Puppet, **chosen: Any) -> Table:
    """Seat a guesser in the second round; the critic has been asked about the proposal."""
    partners = {"Player 2": critic}
    table = await seated(pilot, "wordle_withcritic", partners, **WITH_MODEL, **chosen)
    await say(table, "crane")
    await reply(table, critic, AGREES)
    await table.asked()
    await table.pilot.press("enter")
    await table.asked()
    await say(table, "plaid")
    return table


async def proposing(pilot: Pilot[Any]) -> None:
    """The first proposal being typed."""
    partners = {"Player 2": Puppet()}
    table = await seated(pilot, "wordle_withcritic", partners, **WITH_MODEL)
    await table.asked()
    await write(table, "cra")


async def committing(pilot: Pilot[Any]) -> None:
    """The critic disagrees; Enter keeps the proposal."""
    critic = Puppet()
    table = await judged(pilot, critic)
    await reply(table, critic, DISAGREES)
    await table.asked()
    await pilot.pause()


async def changing(pilot: Pilot[Any]) -> None:
    """The critic disagrees, and another word is being typed."""
    critic = Puppet()
    table = await judged(pilot, critic)
    await reply(table, critic, DISAGREES)
    await table.asked()
    await write(table, "moist")


async def critic(pilot: Pilot[Any]) -> None:
    """A person judges a model's proposal for the third time."""
    guesser = Puppet()
    partners = {"Player 1": guesser}
    table = await seated(pilot, "wordle_withcritic", partners, seat="Player 2", **WITH_MODEL)
    for word, verdict in (("crane", "2"), ("plaid", "1")):
        await reply(table, guesser, f"explanation: I try common letters.\nguess: {word}")
        await table.asked()
        await pilot.press(verdict, "enter")
        await reply(table, guesser, "explanation: I stay with it.\nguess: " + word)
    await reply(table, guesser, "explanation: the clue made me think of rain.\nguess: moist")
    await table.asked()
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
