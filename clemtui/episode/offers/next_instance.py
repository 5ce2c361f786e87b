"""Find the instance to play: one that the person has not seen, or the one that follows another."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from clemtui.catalogue import Catalogue
from clemtui.engine import Instance, playable_with
from clemtui.episode.offers.last_choices import (
    ExperimentChoice,
    playable_experiments,
    seen_tasks,
)
from clemtui.episode.planning.checkout_files import find_file_again
from clemtui.episode.planning.plan import SEED_BITS, Choices, find_experiments
from clemtui.episode.service import PlayService
from clemtui.records.names import folded

Id = TypeVar("Id")


async def unseen_choices(service: PlayService, choices: Choices) -> Choices:
    """Fill in an instance that none of the people has seen, if the choices name none.

    This is the first one, or one of those with the same task (see `unseen`). Only instances from
    which `find_instance` would take the first one count: those of the chosen experiment and
    language, or of the default language. If they have seen them all, or nobody is named, the
    choices are returned unchanged.

    Raises:
        UsageError: if the instance file cannot be read or has none in the language.
        StoreError: if the database cannot be read.
    """
    if choices.game_id is not None or choices.seed is not None or not choices.people:
        return choices
    seen = await seen_tasks(service, *choices.people)
    experiments = find_experiments(service.catalogue, choices)
    exposure_key = service.catalogue.game(choices.game).exposure_key
    named = [each for each in experiments if choices.experiment in (None, each.name)]
    for experiment in named:
        if experiment.language != named[0].language:
            continue
        keys = {each.game_id: exposure_key(each) for each in experiment.instances}
        number = unseen(keys, seen, choices.people)
        if number is not None:
            return replace(choices, experiment=experiment.name, game_id=number)
    return choices


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
) -> Choices | None:
    """Return the choices for the instance after one played in a language; see `next_choices`.

    Raises:
        UsageError: if the instance's file cannot be found or read again.
    """
    if choices.instances is None:
        choices = replace(choices, instances=find_file_again(instance, clembench))
    if instance.origin == "generated":
        return next_choices(choices, instance, ())
    groups = playable_experiments(catalogue, instance.game, choices.instances)
    return next_choices(
        choices, instance, [g for g in groups if playable_with(g.language, language)], seen
    )


def next_choices(
    choices: Choices,
    instance: Instance,
    groups: Iterable[ExperimentChoice],
    seen: Collection[str] = (),
) -> Choices | None:
    """Return the choices for the next instance; None after the last one.

    This is the next of its experiment, then the first of the next experiment. For an instance
    generated from a seed, it is the next seed. Instances with an exposure key among ``seen`` are
    skipped, unless no others follow.
    """
    if instance.origin == "generated":
        seed = secrets.randbits(SEED_BITS) if choices.seed is None else choices.seed + 1
        return replace(choices, seed=seed, experiment=None, game_id=None)
    keys = {
        (group.name, number): key for group in groups for number, key in group.exposure_keys.items()
    }
    here = (instance.experiment, instance.game_id)
    order = list(keys)
    later = order[order.index(here) + 1 :] if here in keys else []
    if not later:
        return None
    within = next((name for name, number in later if keys[name, number] not in seen), None)
    new = unseen({each: keys[each] for each in later if each[0] == within}, seen, choices.people)
    experiment, game_id = new or later[0]
    return replace(choices, experiment=experiment, game_id=game_id, seed=None)
