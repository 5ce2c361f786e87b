"""Seating: who fills each seat of an episode, in the records and as live players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import metadata
from typing import Any

from clemtui.engine import Game, Instance, Texts
from clemtui.episode.planning.plan import EpisodePlan, SeatPlan
from clemtui.players.base import Player
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.model import ModelPlayer
from clemtui.players.scripted import ScriptedPlayer
from clemtui.players.service import ServicePlayer
from clemtui.records.rows import EpisodeStart, SeatAssignment
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer


async def assign_seat(recorder: Recorder, plan: SeatPlan, script: str) -> SeatAssignment:
    """Return the planned player of a seat for the records, adding a new person to them.

    Args:
        recorder: the records.
        plan: the seat.
        script: the version of the game's scripted players.

    Raises:
        StoreError: if the person cannot be recorded.
    """
    person = None
    if plan.kind == "human":
        person = (await recorder.do(Writer.person, plan.name)).id
    return SeatAssignment(
        seat=plan.seat.name,
        role=plan.seat.role,
        kind=plan.kind,
        player="human" if plan.kind == "human" else plan.name,
        person=person,
        parameters=recorded_parameters(plan, script),
        seed=plan.seed,
    )


def recorded_parameters(plan: SeatPlan, script: str) -> Mapping[str, Any]:
    """Return everything that configures the planned player of a seat."""
    if plan.kind == "scripted":
        return {"script": script}
    return plan.parameters.record() if plan.parameters else {}


def people_in(seats: Iterable[SeatAssignment]) -> dict[str, str]:
    """Return the id of the person in each human seat."""
    return {seat.seat: seat.person for seat in seats if seat.person is not None}


def episode_start(
    plan: EpisodePlan, session: str, seats: tuple[SeatAssignment, ...]
) -> EpisodeStart:
    """Return what is recorded when a planned episode starts."""
    card = plan.game.card
    return EpisodeStart(
        session=session,
        family=card.family,
        game=card.id,
        game_version=card.version,
        rules_hash=plan.rules_hash,
        instance=plan.instance,
        texts=plan.texts,
        seats=seats,
        interface=plan.condition.interface,
        condition=plan.condition.record(),
        practice=plan.condition.practice,
        tags=plan.tags,
        item=plan.item,
        study=plan.study,
        exposure_key=plan.game.exposure_key(plan.instance),
        environment=_environment(seats),
    )


def _environment(seats: Iterable[SeatAssignment]) -> dict[str, str]:
    """Return the versions that matter to an episode besides those recorded with its sitting."""
    if all(seat.kind != "model" for seat in seats):
        return {}
    return {"litellm": metadata.version("litellm")}


async def record_exposures(
    recorder: Recorder, plan: EpisodePlan, seats: Iterable[SeatAssignment], episode: str
) -> None:
    """Record that the people who play or watch an episode have seen its task.

    Someone who watched and now plays is no watcher any more.

    Raises:
        StoreError: if that cannot be recorded.
    """
    task, instance = plan.instance.task_key, plan.instance.hash
    players = dict.fromkeys(people_in(seats).values())
    for person in players:
        await recorder.do(Writer.exposure, person, task, instance, "played", episode)
    if plan.watcher:
        watcher = (await recorder.do(Writer.person, plan.watcher)).id
        if watcher not in players:
            await recorder.do(Writer.exposure, watcher, task, instance, "watched", episode)


def players_for(
    game: Game,
    instance: Instance,
    texts: Texts,
    seats: Iterable[SeatAssignment],
    *,
    threaded: bool,
) -> dict[str, Player]:
    """Create the players of an episode, by seat; seats filled by people are omitted.

    Args:
        threaded: whether scripts run off the event loop.

    Raises:
        LookupError: if the game has no service for a service seat.
        ValidationError: if this version does not support the parameters of a model.
    """

    def player(seat: SeatAssignment) -> Player | None:
        match seat.kind:
            case "human":
                return None
            case "model":
                return ModelPlayer(ModelParameters.model_validate(dict(seat.parameters)))
            case "scripted":
                return ScriptedPlayer(
                    lambda: game.scripted(seat.seat, texts.base_language, seat.seed or 0),
                    threaded=threaded,
                )
            case "service":
                return ServicePlayer(game.service(seat.seat, instance))

    found = ((seat.seat, player(seat)) for seat in seats)
    return {seat: each for seat, each in found if each is not None}
