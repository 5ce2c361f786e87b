"""Scenes of the drawing game."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import MODEL, MODELS
from tests.ui.snapshots.stage import open_episode, open_result, partner_answers, write
from tests.ui.support.app import ControlledPartner, until

GAME = "imagegame"
SEED = 5
WITH_MODEL: dict[str, Any] = {"partner": (MODEL,), "seed": SEED}
FIRST_ROW = "\n".join(["K K K K K", *["▢ ▢ ▢ ▢ ▢"] * 4])


async def giver(pilot: Pilot[Any]) -> None:
    """One command was given, and the next is being written."""
    partner = ControlledPartner()
    table = await open_episode(pilot, GAME, {"Player 2": partner}, **WITH_MODEL)
    await table.wait_for_request()
    await write(table, "Fill the first row with K", "enter")
    await partner_answers(table, partner, FIRST_ROW)
    await table.wait_for_request()
    await write(table, "Now put a K in row 2, col")


async def done(pilot: Pilot[Any]) -> None:
    """The other kind of answer: the description is complete."""
    table = await open_episode(pilot, GAME, {"Player 2": ControlledPartner()}, **WITH_MODEL)
    await table.wait_for_request()
    await pilot.press("shift+tab", "right")
    await until(pilot, lambda: table.composer.draft() == {"move": {"branch": "done"}})
    await pilot.pause()


async def drawing(pilot: Pilot[Any], language: str, *commands: str) -> None:
    """A person draws the second command of a model."""
    partner = ControlledPartner()
    chosen = {"seat": "Player 2", "language": language, **WITH_MODEL}
    table = await open_episode(pilot, GAME, {"Player 1": partner}, **chosen)
    await partner_answers(table, partner, commands[0])
    await table.wait_for_request()
    await pilot.press("k", "minus", "enter")
    await partner_answers(table, partner, commands[1])
    await table.wait_for_request()
    await pilot.press("down", "right", "k", "k")
    await pilot.pause()


async def follower(pilot: Pilot[Any]) -> None:
    """A drawing in English."""
    commands = ("Fill the first row with K", "Put K in columns 2, 3 and 4 of rows 2 and 3")
    await drawing(pilot, "en", *(f"Command: {command}" for command in commands))


async def german(pilot: Pilot[Any]) -> None:
    """A drawing in German."""
    commands = ("Fülle die erste Zeile mit K", "Schreib K in die Spalten 2 bis 4 der Zeile 2")
    await drawing(pilot, "de", *(f"Befehl: {command}" for command in commands))


async def end(pilot: Pilot[Any]) -> None:
    """The result with both grids."""
    await open_result(pilot, GAME, seed=SEED)


LAB: dict[str, Any] = {"settings": {"models": MODELS}}

DRAWING = (
    Scene("drawing-giver", giver, **LAB),
    Scene("drawing-done", done, **LAB),
    Scene("drawing-follower", follower, **LAB),
    Scene("drawing-german", german, **LAB, options={"interface_language": "de"}),
    Scene("drawing-end", end),
)
