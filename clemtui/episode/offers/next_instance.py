"""Which instance comes after one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from clemtui.catalogue import Catalogue
from clemtui.engine import Instance, playable_with
from clemtui.episode.offers.last_choices import Group, groups_of
from clemtui.episode.planning.official import file_again
from clemtui.episode.planning.plan import SEED_BITS, Choices

if TYPE_CHECKING:
    from pathlib import Path


def following(
    catalogue: Catalogue,
    choices: Choices,
    instance: Instance,
    language: str,
    clembench: Path | None = None,
) -> Choices | None:
    """The choices for the instance after one that was played in a language; see `after`.

    Raises:
        UsageError: if the file that it came from cannot be found or read again.
    """
    if choices.instances is None:
        choices = replace(choices, instances=file_again(instance, clembench))
    if instance.origin == "generated":
        return after(choices, instance, ())
    groups = groups_of(catalogue, instance.game, choices.instances)
    return after(choices, instance, (g for g in groups if playable_with(g.language, language)))


def after(choices: Choices, instance: Instance, groups: Iterable[Group]) -> Choices | None:
    """The choices for the instance after one: the next of its experiment, then the first of the
    next experiment; for one from a seed, the next seed. None after the last one."""
    if instance.origin == "generated":
        seed = secrets.randbits(SEED_BITS) if choices.seed is None else choices.seed + 1
        return replace(choices, seed=seed, experiment=None, game_id=None)
    order = [(group.name, number) for group in groups for number in group.tasks]
    here = (instance.experiment, instance.game_id)
    later = order[order.index(here) + 1 :] if here in order else ()
    if not later:
        return None
    experiment, game_id = later[0]
    return replace(choices, experiment=experiment, game_id=game_id, seed=None)
