"""The instance to play next: one whose task the people have not met."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from clemtui.catalogue import Catalogue
from clemtui.engine import Instance, playable_with
from clemtui.episode.errors import UsageError
from clemtui.episode.offers.last_choices import (
    ExperimentChoice,
    playable_experiments,
    seen_tasks,
)
from clemtui.episode.planning.checkout_files import find_file_again
from clemtui.episode.planning.daily import DAILY, local_today, reserved_keys
from clemtui.episode.planning.plan import Choices, find_experiments, find_instance
from clemtui.episode.planning.seeds import SEED_BITS
from clemtui.episode.service import PlayService
from clemtui.records.names import folded

Id = TypeVar("Id")

_SEEDS_TRIED = 200
"""How many seeds are tried for a task that nobody has met."""


class NextTask(NamedTuple):
    """An instance to play, and whether its task is new to those who play.

    ``novelty`` is ``new``; or ``generated`` if it was made from a seed because they have met all
    others; or ``known`` if they have met it, and there is none that they have not.
    """

    choices: Choices
    novelty: Literal["new", "generated", "known"]


async def unseen_choices(service: PlayService, choices: Choices) -> NextTask:
    """Fill in an instance that none of the people has seen, if the choices name none.

    Of the daily task, find out whether any of them has seen it.

    This is the first one, or one of those with the same task (see `unseen`), but none that comes
    with the game and is also the benchmark's: to meet it would spoil that. Only instances from
    which `find_instance` would take the first one count: those of the chosen experiment and
    language, or of the default language. If they have seen them all, a new one is generated, unless
    an experiment or a file is named.

    Raises:
        UsageError: if the instance file cannot be read or has none in the language.
        StoreError: if the database cannot be read.
    """
    if choices.game_id is not None or choices.seed is not None or not choices.people:
        return NextTask(choices, "new")
    seen = await seen_tasks(service, *choices.people)
    if choices.daily is not None:
        instance = await asyncio.to_thread(find_instance, service.catalogue, choices)
        key = service.catalogue.game(choices.game).exposure_key(instance)
        return NextTask(choices, "known" if key in seen else "new")
    experiments = find_experiments(service.catalogue, choices)
    exposure_key = service.catalogue.game(choices.game).exposure_key
    is_official = service.catalogue.family(choices.game).is_official
    named = [each for each in experiments if choices.experiment in (None, each.name)]
    for experiment in named:
        if experiment.language != named[0].language:
            continue
        keys = {each.game_id: exposure_key(each) for each in experiment.instances}
        if choices.instances is None:
            keys = {n: key for n, key in keys.items() if not is_official(key)}
        number = unseen(keys, seen, choices.people)
        if number is not None:
            return NextTask(replace(choices, experiment=experiment.name, game_id=number), "new")
    open_choice = choices.experiment is None and choices.instances is None
    made = new_seed(service.catalogue, choices, seen) if open_choice else None
    return NextTask(choices, "known") if made is None else NextTask(made, "generated")


def unseen(keys: Mapping[Id, str], seen: Collection[str], people: Collection[str]) -> Id | None:
    """Return an instance that people have not seen, given the exposure keys; None if there is none.

    This is the first one; or, where several have its key and are thus the same task to a person,
    one of these that is drawn by who plays. In the reference game these differ in their target, and
    whoever only got the first of each would always find the target in the same place.
    """
    first = next((key for key in keys.values() if key not in seen), None)
    if first is None:
        return None
    same = [each for each, key in keys.items() if key == first]
    drawn = sha256("\n".join((first, *sorted(map(folded, people)))).encode()).digest()
    return same[int.from_bytes(drawn) % len(same)]


def following_choices(
    catalogue: Catalogue,
    choices: Choices,
    instance: Instance,
    language: str,
    clembench: Path | None = None,
    seen: Collection[str] = (),
) -> NextTask | None:
    """Return the choices for the instance after one played in a language; see `next_choices`.

    After the last bundled one, a new one is generated for people; else they get one that they know.

    Args:
        seen: exposure keys of what any of the people has met.

    Returns:
        None if nobody plays, after the last instance.

    Raises:
        UsageError: if the instance's file cannot be found or read again.
    """
    if choices.instances is None:
        choices = replace(choices, instances=find_file_again(instance, clembench))
    spoken = replace(choices, language=choices.language or language)
    if instance.origin == "generated" and instance.experiment != DAILY:
        made = new_seed(catalogue, spoken, seen)
        return NextTask(spoken, "known") if made is None else NextTask(made, "new")
    groups = playable_experiments(catalogue, instance.game, choices.instances)
    groups = tuple(each for each in groups if playable_with(each.language, language))
    spoiling: frozenset[str] = frozenset()
    if choices.people and choices.instances is None:
        keys = (key for group in groups for key in group.exposure_keys.values())
        spoiling = frozenset(filter(catalogue.family(instance.game).is_official, keys))
    found = next_choices(choices, instance, groups, seen, spoiling)
    if found is not None or not choices.people:
        return None if found is None else NextTask(found, "new")
    made = new_seed(catalogue, spoken, seen) if choices.instances is None else None
    if made is not None:
        return NextTask(made, "generated")
    order = _all_from(groups, instance)
    return NextTask(_named(choices, order[0]), "known") if order else None


def next_choices(
    choices: Choices,
    instance: Instance,
    groups: Sequence[ExperimentChoice],
    seen: Collection[str] = (),
    spoiling: Collection[str] = (),
) -> Choices | None:
    """Return the choices for the next instance that is not known; None if there is none.

    This is the next of its experiment, then the first of the next experiment. For people, those
    before it follow the last one. Those with an exposure key among ``seen`` are left out, and those
    with one among ``spoiling``, which are the benchmark's own.
    """
    keys = {(group.name, n): key for group in groups for n, key in group.exposure_keys.items()}
    order = _all_from(groups, instance, again=bool(choices.people))
    order = [each for each in order if keys[each] not in spoiling]
    within = next((each[0] for each in order if keys[each] not in seen), None)
    new = unseen({each: keys[each] for each in order if each[0] == within}, seen, choices.people)
    return None if new is None else _named(choices, new)


def _all_from(
    groups: Sequence[ExperimentChoice], instance: Instance, *, again: bool = True
) -> list[tuple[str, int]]:
    """Return experiment and number of the instances after one; ``again``: then those before it.

    There are none after one that is not listed.
    """
    order = [(group.name, number) for group in groups for number in group.exposure_keys]
    here = (instance.experiment, instance.game_id)
    at = order.index(here) if here in order else len(order)
    return order[at + 1 :] + (order[: at + 1] if again else [])


def _named(choices: Choices, instance: tuple[str, int]) -> Choices:
    experiment, game_id = instance
    return replace(choices, experiment=experiment, game_id=game_id, seed=None, daily=None)


def new_seed(catalogue: Catalogue, choices: Choices, seen: Collection[str]) -> Choices | None:
    """Return the choices for an instance from a seed whose task is not among ``seen``.

    Nor is it the benchmark's own, one that comes with the game, or a daily task of these days, all
    of which would then be met before. It is one of the seeds after the chosen one, else a random
    one. Returns None if the game has no generator for the language, or this finds no new task.
    """
    exposure_key = catalogue.game(choices.game).exposure_key
    is_official = catalogue.family(choices.game).is_official
    spoken = choices.language or catalogue.default_language(choices.game)
    reserved = reserved_keys(catalogue, choices.game, spoken, local_today())
    for seed in islice(_seeds(choices.seed), _SEEDS_TRIED):
        chosen = replace(
            choices, seed=seed, daily=None, experiment=None, game_id=None, instances=None
        )
        try:
            key = exposure_key(find_instance(catalogue, chosen))
        except UsageError:
            return None
        if key not in seen and key not in reserved and not is_official(key):
            return chosen
    return None


def _seeds(before: int | None) -> Iterator[int]:
    if before is not None:
        yield from count(before + 1)
    while True:
        yield secrets.randbits(SEED_BITS)
