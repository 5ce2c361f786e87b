"""Find the instance to play: one that the person has not seen, or the one that follows another."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

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


async def unseen_choices(service: PlayService, choices: Choices) -> Choices:
    """Fill in the first instance that none of the people has seen, if the choices name none.

    Only instances from which `find_instance` would take the first one count: those of the chosen
    experiment and language, or of the default language. If they have seen them all, the choices
    are returned unchanged.

    Raises:
        UsageError: if the instance file cannot be read or has none in the language.
        StoreError: if the database cannot be read.
    """
    if choices.game_id is not None or choices.seed is not None:
        return choices
    seen = await seen_tasks(service, *choices.people)
    if not seen:
        return choices
    experiments = find_experiments(service.catalogue, choices)
    exposure_key = service.catalogue.game(choices.game).exposure_key
    named = [each for each in experiments if choices.experiment in (None, each.name)]
    for experiment in named:
        if experiment.language != named[0].language:
            continue
        for instance in experiment.instances:
            if exposure_key(instance) not in seen:
                return replace(choices, experiment=experiment.name, game_id=instance.game_id)
    return choices


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
    experiment, game_id = next((each for each in later if keys[each] not in seen), later[0])
    return replace(choices, experiment=experiment, game_id=game_id, seed=None)
