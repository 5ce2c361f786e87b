"""The same tasks for models: exactly those that people have played, in their seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clemtui.engine import Seat
from clemtui.episode.condition import Condition
from clemtui.episode.planning.plan import EpisodePlan, SeatPlan, find_model
from clemtui.episode.planning.seeds import seed_of
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.words import SCRIPTED
from clemtui.records.studies import match_run
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import RunItem
from clemtui.runs.manifest import Run, RunPlan
from clemtui.store.claims import NewWorkItem
from clemtui.store.codec import content_hash
from clemtui.study.errors import StudyError
from clemtui.study.playing import FrozenTask, frozen_task
from clemtui.study.service import Studies, StudyInRecords


@dataclass(frozen=True, slots=True)
class Place:
    """A task in the seat in which people played it."""

    game: str
    seat: str
    language: str
    instance: str


@dataclass(frozen=True, slots=True)
class Matched:
    """A run of what people have played, with its items."""

    run: Run
    items: tuple[RunItem, ...]


async def matched_run(
    studies: Studies, study: StudyInRecords, player: str, replicates: int
) -> Matched:
    """Return the run of a player on all tasks that people have played and that count.

    The same player gets the same run again, in which finished items are not played again and those
    that people have played since are added.

    Args:
        player: `scripted`, or a model by its litellm name or its name in the settings.
        replicates: how often each task is played.

    Raises:
        UsageError: if the player is unknown.
        StudyError: if nothing was played yet, or a partner is a person.
        StoreError: if the records cannot be read.
    """
    name = study.frozen.id
    results = await studies.play.read(lambda reader: reader.study_results(name))
    places = sorted(
        {
            Place(each.game, each.seat, each.language, each.instance)
            for each in results
            if each.left_out is None
        },
        key=lambda each: (each.game, each.seat, each.language, each.instance),
    )
    if not places:
        raise StudyError(f"study {name!r}: no one has played anything yet that counts")
    for game in study.manifest.protocol.games:
        if game.partner == "person":
            raise StudyError(f"study {name!r}: the partner in {game.game} is a person")
    parameters = _parameters(studies, player)
    called = SCRIPTED if parameters is None else parameters.model
    defined = {"player": called, "parameters": parameters.record() if parameters else {}}
    run = Run(
        match_run(name, content_hash(defined)),
        RunPlan(
            games=tuple(dict.fromkeys(each.game for each in places)),
            players=(called,),
            replicates=replicates,
            seed=study.manifest.protocol.seed,
        ),
    )
    items = []
    for place in places:
        task = await frozen_task(
            studies.play, study.manifest, place.game, place.language, place.instance
        )
        items += [
            _item(study, place, task, replicate, parameters, defined)
            for replicate in range(1, replicates + 1)
        ]
    return Matched(run, tuple(items))


async def play_matched(
    studies: Studies,
    matched: Matched,
    done: Callable[[RunResult], None],
    at_once: int = 1,
) -> bool:
    """Play the unfinished items of a matched run; return whether all are finished.

    Raises:
        StoreError: if nothing can be recorded.
    """
    return await Batch(studies.play, matched.run, done).play(matched.items, at_once)


def _parameters(studies: Studies, player: str) -> ModelParameters | None:
    """Return the parameters of a model; None for the scripted player.

    Raises:
        UsageError: if there is no such model.
    """
    return None if player == SCRIPTED else find_model(player, studies.play.settings)


def _item(
    study: StudyInRecords,
    place: Place,
    task: FrozenTask,
    replicate: int,
    parameters: ModelParameters | None,
    defined: dict[str, Any],
) -> RunItem:
    manifest = study.manifest

    def seated(seat: Seat) -> SeatPlan:
        if seat.service:
            return SeatPlan(seat, "service", seat.role)
        partner = manifest.wanted(place.game).partner
        model = parameters if seat.name == place.seat else partner
        if isinstance(model, ModelParameters):
            return SeatPlan(seat, "model", model.model, model)
        seed = seed_of(manifest.protocol.seed, place.instance, seat.name, replicate)
        return SeatPlan(seat, "scripted", SCRIPTED, seed=seed)

    content = {
        "study": manifest.study,
        "game": place.game,
        "rules": task.rules,
        "seat": place.seat,
        "language": place.language,
        "instance": place.instance,
        "replicate": replicate,
        **defined,
    }
    plan = EpisodePlan(
        game=task.game,
        rules_hash=task.rules,
        instance=task.instance,
        texts=task.texts,
        seats=tuple(map(seated, task.game.card.seats)),
        condition=Condition(
            interface=manifest.protocol.condition.interface,
            prompt_language=task.texts.language,
            interface_language="en",
        ),
    )
    return RunItem(
        game=place.game,
        experiment=task.instance.experiment,
        game_id=task.instance.game_id,
        language=place.language,
        replicate=replicate,
        plan=plan,
        work=NewWorkItem("episode", content),
    )
