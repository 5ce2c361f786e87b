"""Episodes as the statistics of baseline studies need them: who, on what, with what value.

Participants and instances are **crossed**: both are samples, and episodes share either. Everything
here may be incomplete: a participant may see few of the instances, an instance may have one
participant, and people drop out.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Indices = NDArray[np.int64]
Row = tuple[str, str, float]
"""The participant's id, the instance's id and the value of one episode."""


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """Values by participant and instance, one per cell, sorted by participant and instance.

    If someone played an instance more than once, the value is the mean: replicates of an item are
    averaged first, as everywhere in clemtui.

    Attributes:
        participants, instances: the ids, sorted; for the rows of a model, ``participants`` are its
            seeds.
        participant, instance: for every cell, the index of its participant and of its instance.
        value: for every cell, the mean of its episodes, in any unit.
        repeats: for every cell, the number of its episodes.
    """

    participants: tuple[str, ...]
    instances: tuple[str, ...]
    participant: Indices
    instance: Indices
    value: Values
    repeats: Indices

    def __len__(self) -> int:
        """Return the number of cells: pairs of a participant and an instance with an episode."""
        return len(self.value)

    @property
    def episodes(self) -> int:
        """The number of episodes, of which replicates are counted each."""
        return int(self.repeats.sum())

    @property
    def is_crossed(self) -> bool:
        """Whether every participant played every instance."""
        return len(self) == len(self.participants) * len(self.instances)


def observations(rows: Iterable[Row]) -> Observations:
    """Return the observations of episodes; the order of the rows has no influence.

    Raises:
        ValueError: if there is none, or if a value is NaN or infinite: leave out episodes without
            the score that is analysed.
    """
    cells: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for participant, instance, value in rows:
        if not math.isfinite(value):
            raise ValueError(f"the value of {participant} on {instance} is {value}")
        cells[participant, instance].append(value)
    if not cells:
        raise ValueError("no observations")
    return of_cells({cell: (math.fsum(v) / len(v), len(v)) for cell, v in cells.items()})


def on_instances(observed: Observations, instances: Collection[str]) -> Observations | None:
    """Return the observations on the given instances; None if there are none."""
    wanted = set(instances)
    kept = {cell: value for cell, value in _cells(observed).items() if cell[1] in wanted}
    return of_cells(kept) if kept else None


def values_by_instance(observed: Observations) -> dict[str, float]:
    """Return the mean of every instance over all participants (or seeds) that have it."""
    counts = np.bincount(observed.instance)
    sums = np.bincount(observed.instance, observed.value)
    return {each: float(sums[at] / counts[at]) for at, each in enumerate(observed.instances)}


def table(observed: Observations) -> Values:
    """Return a table of participants by instances.

    Raises:
        ValueError: if participants and instances are not completely crossed.
    """
    if not observed.is_crossed:
        raise ValueError("participants and instances are not completely crossed")
    shape = len(observed.participants), len(observed.instances)
    return observed.value.reshape(shape)


def from_table(values: Values) -> Observations:
    """Return the observations of a table of participants by instances; NaN stands for no episode.

    Participants are called p0, p1, ..., instances i0, i1, ...

    Raises:
        ValueError: if there is no value, or an infinite one.
    """
    width = len(str(max(values.shape)))
    return observations(
        (f"p{row:0{width}}", f"i{column:0{width}}", float(values[row, column]))
        for row, column in np.argwhere(~np.isnan(values))
    )


def _cells(observed: Observations) -> dict[tuple[str, str], tuple[float, int]]:
    return {
        (observed.participants[who], observed.instances[what]): (float(value), int(repeats))
        for who, what, value, repeats in zip(
            observed.participant, observed.instance, observed.value, observed.repeats, strict=True
        )
    }


def of_cells(cells: Mapping[tuple[str, str], tuple[float, int]]) -> Observations:
    """Return the observations of cells: the value and the number of episodes of each."""
    keys = sorted(cells)
    participants = sorted({who for who, _ in keys})
    instances = sorted({what for _, what in keys})
    row = {who: at for at, who in enumerate(participants)}
    column = {what: at for at, what in enumerate(instances)}
    return Observations(
        tuple(participants),
        tuple(instances),
        np.array([row[who] for who, _ in keys], dtype=np.int64),
        np.array([column[what] for _, what in keys], dtype=np.int64),
        np.array([cells[key][0] for key in keys], dtype=np.float64),
        np.array([cells[key][1] for key in keys], dtype=np.int64),
    )
