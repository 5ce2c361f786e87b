"""The catalogue entry of imagegame: reads instances and scores episodes."""

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

from .grids import BLANK, LETTERS, SIZE, as_text
from .master import GIVER, ImagegameMaster
from .official import is_official, official_instances, official_texts
from .reference import reference_files
from .scoring import score

_NEEDS = {"target_grid": str}


class Imagegame(Game):
    """The game in which a giver describes a grid of letters and a follower draws it."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = []
        for data in entries(document, "experiments", dict):
            if is_official(data):
                found.append(self._official(data, source))
            else:
                found += read_experiments(self.card.id, {"experiments": [data]}, source, _NEEDS)
        for experiment in found:
            for instance in experiment.instances:
                _check(experiment.name, instance)
        return tuple(found)

    def _official(self, data: Mapping[str, Any], source: str) -> Experiment:
        name = entry(data, "name", str)
        try:
            instances = official_instances(self.card.id, data, source)
        except UnreadableInstances as error:
            raise UnreadableInstances(f"experiment {name!r}: {error}") from None
        return Experiment(self.card.id, name, "en", instances)

    def texts(self, instance: Instance) -> Texts | None:
        return official_texts(instance) if instance.origin == "official" else None

    def reference_files(self, instance: Instance, texts: Texts) -> ReferenceFiles:
        return reference_files(instance, texts)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return ImagegameMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, ImagegameMaster)
        return score(master)

    def exposure_key(self, instance: Instance) -> str:
        """The grid."""
        grid = instance.data.get("target_grid")
        if grid is None:
            return instance.task_key
        return f"{self.card.family}:grid:{sha256(''.join(str(grid).split()))[:16]}"

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return (Secret(instance.data["target_grid"], frozenset({GIVER})),)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        """Return the instance with another target: letters replaced, empty cells filled.

        The giver is shown the target, so for that seat the instance stays the same.
        """
        if seat == GIVER:
            return instance
        other = "".join(
            LETTERS[(LETTERS.index(c) + 1) % len(LETTERS)]
            if c in LETTERS
            else "Q"
            if c == BLANK
            else c
            for c in instance.data["target_grid"]
        )
        return replace(instance, data={"target_grid": other})


def _check(experiment: str, instance: Instance) -> None:
    """Check that the instance is a grid that can be drawn.

    Raises:
        UnreadableInstances: if it is not.
    """
    where = f"experiment {experiment!r}: game id {instance.game_id}"
    if instance.parameters.get("grid_dimension") != SIZE:
        raise UnreadableInstances(
            f"{where}: 'grid_dimension' must be {SIZE}, the size stated in the prompts"
        )
    rows = [line.split(" ") for line in instance.data["target_grid"].strip().split("\n")]
    cells = {cell for row in rows for cell in row}
    if [len(row) for row in rows] != [SIZE] * SIZE or not cells <= {*LETTERS, BLANK}:
        raise UnreadableInstances(
            f"{where}: 'target_grid' must be {SIZE} lines of {SIZE} capital letters or "
            f"{BLANK!r}, separated by single spaces, such as {as_text(['A' + BLANK * 4])!r}"
        )
    if cells == {BLANK}:
        raise UnreadableInstances(f"{where}: 'target_grid' is empty: there is nothing to draw")
