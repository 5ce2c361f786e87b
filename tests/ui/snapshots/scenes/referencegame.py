"""Scenes of the reference game."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import MODEL, MODELS
from tests.ui.snapshots.stage import open_episode, open_result, partner_answers, write
from tests.ui.support.app import ControlledPartner

GAME = "referencegame"
SEED = 3
WITH_MODEL: dict[str, Any] = {"partner": (MODEL,), "seed": SEED}


async def giver(pilot: Pilot[Any]) -> None:
    """The marked target, with a description being written."""
    table = await open_episode(pilot, GAME, {"Player 2": ControlledPartner()}, **WITH_MODEL)
    await table.wait_for_request()
    await write(table, "two full rows and nothing el")


async def follower(pilot: Pilot[Any]) -> None:
    """A model's description, with one of the grids chosen."""
    partner = ControlledPartner()
    chosen = {"seat": "Player 2", **WITH_MODEL}
    table = await open_episode(pilot, GAME, {"Player 1": partner}, **chosen)
    words = "Rows two and three are full, and all other cells of the grid are empty"
    await partner_answers(table, partner, f"Expression: {words}")
    await table.wait_for_request()
    await pilot.press("2")
    await pilot.pause()


async def german(pilot: Pilot[Any]) -> None:
    """The follower's seat in German."""
    partner = ControlledPartner()
    chosen = {"seat": "Player 2", "language": "de", **WITH_MODEL}
    table = await open_episode(pilot, GAME, {"Player 1": partner}, **chosen)
    words = "Zwei Zeilen sind voll, alle anderen Felder sind leer"
    await partner_answers(table, partner, f"Ausdruck: {words}")
    await table.wait_for_request()
    await pilot.press("2")
    await pilot.pause()


async def end(pilot: Pilot[Any]) -> None:
    """The result with both orders."""
    await open_result(pilot, GAME, seed=SEED)


LAB: dict[str, Any] = {"settings": {"models": MODELS}}

REFERENCE = (
    Scene("reference-giver", giver, **LAB),
    Scene("reference-follower", follower, **LAB),
    Scene("reference-german", german, **LAB, options={"interface_language": "de"}),
    Scene("reference-end", end),
)
