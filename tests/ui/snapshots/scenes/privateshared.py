"""Scenes of privateshared: the dialogue and the side questions beside it."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from clemtui.engine import ChoiceField
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.stage import answer, open_episode, open_result, write
from tests.ui.support.app import PlayedEpisode, until

JOURNEY, PLACES = 2024, 2027
"""Seeds of instances with five and with fifteen lines on the sheet."""


async def _answered(table: PlayedEpisode, answering: object) -> None:
    await until(table.pilot, lambda: table.composer.answering is not answering)


async def reply(table: PlayedEpisode, *keys: str) -> None:
    """Answer side questions, each with one key pressed twice."""
    for key in keys:
        await table.wait_for_request()
        answering = table.composer.answering
        await table.pilot.press(key, key)
        await _answered(table, answering)
    await table.wait_for_request()
    await table.pilot.pause()


async def beginning(pilot: Pilot[Any]) -> None:
    """The first side question, before the dialogue."""
    table = await open_episode(pilot, "privateshared", seed=JOURNEY)
    await reply(table)


async def dialogue(pilot: Pilot[Any]) -> None:
    """An answer that reveals no more than was asked."""
    table = await open_episode(pilot, "privateshared", seed=JOURNEY)
    await reply(table, *"nnnnn")
    await write(table, table.live.instance.data["slots"][0][1])


async def warned(pilot: Pilot[Any]) -> None:
    """An answer that reveals everything."""
    table = await open_episode(pilot, "privateshared", seed=JOURNEY)
    await reply(table, *"nnnnn")
    await write(table, ", ".join(value for _, value in table.live.instance.data["slots"]))
    await until(pilot, lambda: table.hint)


async def side_questions(pilot: Pilot[Any]) -> None:
    """Side questions after the first answer."""
    table = await open_episode(pilot, "privateshared", seed=JOURNEY)
    await reply(table, *"nnnnn")
    await answer(table, table.live.instance.data["slots"][0][1])
    await reply(table, *"nn")


async def many(pilot: Pilot[Any]) -> None:
    """A sheet with fifteen lines, all visible."""
    table = await open_episode(pilot, "privateshared", seed=PLACES)
    await reply(table, *"nn")


async def many_dialogue(pilot: Pilot[Any]) -> None:
    """The same sheet during an answer."""
    table = await open_episode(pilot, "privateshared", seed=PLACES)
    await reply(table, *"n" * 15)


async def verbatim(pilot: Pilot[Any]) -> None:
    """A side question in the verbatim interface, answered as a model would."""
    table = await open_episode(pilot, "privateshared", seed=JOURNEY, interface="verbatim")
    await table.wait_for_request()
    await write(table, "ASIDE: n")


def miss_last_round(live: Any, request: Any, scripted: str) -> str:
    """Answer no to all side questions of the last round, and everything else correctly."""
    field = request.form.fields[0]
    last = isinstance(field, ChoiceField) and field.name.values["round"] == 6
    return request.form.compose({field.id: field.options[1].value}) if last else scripted


async def end(pilot: Pilot[Any]) -> None:
    """The result with every side question and the truth."""
    await open_result(pilot, "privateshared", miss_last_round, seed=JOURNEY)


PRIVATE = (
    Scene("privateshared-beginning", beginning),
    Scene("privateshared-dialogue", dialogue),
    Scene("privateshared-warned", warned),
    Scene("privateshared-probes", side_questions),
    Scene("privateshared-many", many),
    Scene("privateshared-many-dialogue", many_dialogue),
    Scene("privateshared-verbatim", verbatim),
    Scene("privateshared-end", end),
)
