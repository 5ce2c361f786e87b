"""The catalogue entry of the reference game: reads instances and scores episodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from clemtui.engine import (
    Experiment,
    Game,
    GameMaster,
    Instance,
    ReferenceFiles,
    Scores,
    Secret,
    Texts,
    UnreadableInstances,
    entries,
    entry,
    read_experiments,
    sha256,
)

from .grids import pattern, shown
from .master import GIVER, ReferenceMaster
from .official import PROMPTS, official_experiment, official_texts
from .parsing import MODES
from .reference import reference_files
from .scoring import score
from .task import grids_of
from .variants import other_order, other_target

_NEEDS: Mapping[str, type] = {"grids": list, "order": list, "p1_mode": str, "p2_mode": str}


class ReferenceGame(Game):
    """The game in which a giver describes one of three grids and a follower picks it out."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = entries(document, "experiments", dict)
        return tuple(self._experiment(data, source) for data in found)

    def _experiment(self, data: Mapping[str, Any], source: str) -> Experiment:
        name = entry(data, "name", str)
        (first, *_) = entries(data, "game_instances", dict)
        if PROMPTS["giver"] in first:
            try:
                return official_experiment(self.card.id, data, source)
            except UnreadableInstances as error:
                raise UnreadableInstances(f"experiment {name!r}: {error}") from None
        (experiment,) = read_experiments(self.card.id, {"experiments": [data]}, source, _NEEDS)
        for instance in experiment.instances:
            try:
                _check(instance)
            except ValueError as error:
                raise UnreadableInstances(
                    f"experiment {name!r}: game id {instance.game_id}: {error}"
                ) from None
        return experiment

    def texts(self, instance: Instance) -> Texts | None:
        return official_texts(instance) if instance.origin == "official" else None

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return ReferenceMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, ReferenceMaster)
        return score(master)

    def reference_files(self, instance: Instance, texts: Texts) -> ReferenceFiles:
        return reference_files(instance, texts)

    def exposure_key(self, instance: Instance) -> str:
        """The set of grids: a grid that someone has described or found is known in any role."""
        grids = grids_of(instance.data)
        if not grids:
            return instance.task_key
        return f"{self.card.family}:grids:{sha256(sorted(pattern(grid) for grid in grids))[:16]}"

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        """The target's name for the follower, which neither seat may know."""
        if instance.origin == "official":
            return tuple(Secret(name) for name in instance.data["target_grid_name"])
        return (Secret(str(instance.data["order"].index(1) + 1)),)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        """Change what the seat may not know.

        For the giver, the follower's grids get another order; for the follower, another grid
        becomes the target.
        """
        change = other_order if seat == GIVER else other_target
        return replace(instance, **change(instance))


def _check(instance: Instance) -> None:
    """Check that one of our instances can be played.

    Raises:
        ValueError: if it cannot; the message says why.
    """
    grids, order = instance.data["grids"], instance.data["order"]
    if len(grids) != 3 or not all(isinstance(grid, str) for grid in grids):
        raise ValueError("'grids' must be three strings: the target and two distractors")
    for grid in grids:
        shown(grid)
    if len(set(grids)) < len(grids):
        raise ValueError("'grids' contains the same grid twice")
    if sorted(map(str, order)) != ["1", "2", "3"] or not all(type(n) is int for n in order):
        raise ValueError("'order' must contain the numbers 1, 2 and 3, once each")
    for mode in ("p1_mode", "p2_mode"):
        chosen = {**instance.parameters, **instance.data}[mode]
        if chosen not in MODES:
            raise ValueError(f"{mode!r} must be one of {', '.join(MODES)}, not {chosen!r:.40}")
