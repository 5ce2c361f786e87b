"""The items of a run: one for each instance, prompt language and replicate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import OBSERVER, Experiment
from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.casting import ScriptedPlayerUnavailable
from clemtui.episode.planning.checkout_files import files_of_games
from clemtui.episode.planning.names import check_names
from clemtui.episode.planning.plan import (
    Choices,
    EpisodePlan,
    SeatPlan,
    find_experiments,
    is_person,
    plan_episode,
)
from clemtui.episode.planning.seeds import seed_of
from clemtui.episode.service import PlayService
from clemtui.language import Sentence, translatable
from clemtui.records.rows import RUN_TAG
from clemtui.runs.manifest import Run
from clemtui.store.claims import NewWorkItem
from clemtui.store.codec import content_hash

_UNSCRIPTED = translatable(
    "no scripted player in these languages ({where}): leave them out of --lang, "
    "or choose models with --players"
)


@dataclass(frozen=True, slots=True)
class RunItem:
    """An episode that a run will play.

    Attributes:
        language: the requested prompt language; None: the instance decides.
        replicate: from 1.
        plan: how to play it; None if it cannot be planned.
        work: the work item for the records, identified by its key; None if it cannot be planned.
        problem: why it cannot be planned.
    """

    game: str
    experiment: str
    game_id: int
    language: str | None
    replicate: int = 1
    plan: EpisodePlan | None = None
    work: NewWorkItem | None = None
    problem: str = ""


def run_items(service: PlayService, run: Run) -> tuple[RunItem, ...]:
    """Return the items of a run in playing order, replicate by replicate.

    Checks everything that the run's plan names. An item that cannot be planned is included with its
    problem, as long as another one can be planned.

    Raises:
        UsageError: if a named thing does not exist, a new run has scripted players that do not
            speak its languages, or nothing can be played.
    """
    if any(is_person(player) for player in run.plan.players):
        raise UsageError("runs have no human players; to play yourself, use 'clemtui play GAME'")
    settings = run.settings(service.settings)
    found: list[RunItem] = []
    refused: UsageError | None = None
    unscripted: dict[str, dict[str, None]] = {}
    for item, choices in _instances(service, run):
        try:
            found.append(replace(item, plan=plan_episode(service.catalogue, settings, choices)))
        except UsageError as error:
            refused = refused or error
            if isinstance(error, ScriptedPlayerUnavailable):
                unscripted.setdefault(item.game, {})[error.casting.language] = None
            found.append(replace(item, problem=message_of(error)))
    if unscripted and run.recorded is None:
        where = "; ".join(f"{game}: {', '.join(tags)}" for game, tags in unscripted.items())
        raise UsageError(Sentence(_UNSCRIPTED, where=where), field="partner")
    if refused is not None and all(item.plan is None for item in found):
        raise refused
    if not found:
        raise UsageError("no instances to play; check --lang, --experiment and --limit")
    return tuple(_replicate(service.catalogue, found, run))


def has_changed(run: Run, items: Iterable[RunItem]) -> bool:
    """Return whether items were replaced since the run was recorded: others are played instead."""
    keys = {item.work.key for item in items if item.work is not None}
    return bool(run.items - keys) and bool(keys - run.items)


def _instances(service: PlayService, run: Run) -> Iterator[tuple[RunItem, Choices]]:
    """Yield every instance in every language, with the choices for its episode."""
    wanted = run.plan
    files = files_of_games(
        wanted.games,
        Path(wanted.instances) if wanted.instances else None,
        Path(wanted.clembench) if wanted.clembench else None,
    )
    each = [
        Choices(
            game=game,
            seat=OBSERVER,
            partner=wanted.players,
            language=language,
            instances=files.get(game),
            experiment=wanted.experiment,
            tags={RUN_TAG: run.id},
            models=wanted.models,
        )
        for game in wanted.games
        for language in wanted.languages or (None,)
    ]
    for choices in each:
        check_names(service.catalogue, choices)
    for choices in each:
        for experiment in _experiments(service, choices):
            for instance in experiment.instances[: wanted.limit]:
                item = RunItem(instance.game, experiment.name, instance.game_id, choices.language)
                yield (
                    item,
                    replace(choices, experiment=experiment.name, game_id=instance.game_id),
                )


def _experiments(service: PlayService, choices: Choices) -> list[Experiment]:
    try:
        service.catalogue.card(choices.game)
        experiments = find_experiments(service.catalogue, choices)
    except CatalogueError as error:
        raise UsageError(*error.args) from None
    found = [each for each in experiments if choices.experiment in (None, each.name)]
    if not found:
        known = ", ".join(dict.fromkeys(each.name for each in experiments)) or "none"
        raise UsageError(f"unknown experiment {choices.experiment!r}; available: {known}")
    return found


def _replicate(catalogue: Catalogue, items: Sequence[RunItem], run: Run) -> Iterator[RunItem]:
    slots: Counter[str] = Counter()
    for replicate in range(1, run.plan.replicates + 1):
        for item in items:
            if item.plan is None:
                yield replace(item, replicate=replicate)
                continue
            hashes = catalogue.version_hashes(item.plan.game.card, item.plan.rules_hash)
            content = _content(item.plan, replicate)
            first = NewWorkItem("episode", content)
            slots[first.key] += 1
            slot = slots[first.key]
            # a run that was started under another hash of the same version has that one
            works = [NewWorkItem("episode", content | {"rules": each}, slot) for each in hashes]
            work = next((each for each in works if each.key in run.items), works[0])
            seats = _with_seeds(item.plan, run.plan.seed, replicate, slot)
            plan = replace(item.plan, seats=seats)
            yield replace(item, replicate=replicate, plan=plan, work=work)


def _content(plan: EpisodePlan, replicate: int) -> dict[str, Any]:
    """Return everything that defines an item. Seeds follow from it and the seed of the run."""
    return {
        "game": plan.game.card.id,
        "rules": plan.rules_hash,
        "instance": plan.instance.hash,
        "texts": {seat.seat.name: plan.texts.hash for seat in plan.seats},
        "players": {seat.seat.name: _player(seat) for seat in plan.seats},
        "condition": content_hash(plan.condition.record()),
        "replicate": replicate,
    }


def _player(seat: SeatPlan) -> Mapping[str, Any]:
    parameters = seat.parameters.record() if seat.parameters else {}
    return {"kind": seat.kind, "player": seat.name, "parameters": parameters}


def _with_seeds(plan: EpisodePlan, seed: int, replicate: int, slot: int) -> tuple[SeatPlan, ...]:
    """Return the seats; seeds of scripted players are the same in every process."""
    again = () if slot == 1 else (slot,)  # an instance that is several times in a file
    return tuple(
        replace(seat, seed=seed_of(seed, plan.instance.hash, seat.seat.name, replicate, *again))
        if seat.kind == "scripted"
        else seat
        for seat in plan.seats
    )
