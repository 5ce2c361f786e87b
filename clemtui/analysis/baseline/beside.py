"""People and a model beside each other, where both have played.

A **place** is what must be the same to be compared: an instance in one seat and one language. A
**task** is what is sampled: the same instance in all of its places. People do not play the places
of a task equally often, and these may differ in difficulty. So each episode of a person is set
against the model's mean in the very same place: the model's value of a task is the mean of these
over the people's episodes of the task, and the difference of the means of both is the mean
difference of the episodes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum

import numpy as np

from clemtui.analysis.baseline.data import Observations, Values, observations, of_cells

PlacedRow = tuple[str, str, str, float]
"""The participant (or the seed of a model), the task, the place and the value of an episode."""


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Values of people and a model on the same tasks, in the same places.

    Attributes:
        people: by participant and task.
        model: by seed and task, with the people's weights of the places.
        responses: for every cell of ``people``, all of the model's values in its places.
    """

    people: Observations
    model: Observations
    responses: tuple[Values, ...]


def beside(people: Iterable[PlacedRow], model: Iterable[PlacedRow]) -> Beside | None:
    """Return the values of both where both have played; None if that is nowhere.

    A seed that has no value in a place that others have one in counts there with their mean.
    """
    answers: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for seed, _, place, value in model:
        answers[place][seed].append(value)
    rows = [row for row in people if row[2] in answers]
    if not rows:
        return None
    places: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for who, task, place, _ in rows:
        places[who, task].append(place)
    found = observations((who, task, value) for who, task, _, value in rows)
    shares: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for (_, task), played in places.items():
        for place in played:
            shares[task][place] += 1 / len(played)
    by_seed = {place: {seed: _mean(v) for seed, v in own.items()} for place, own in answers.items()}
    cells: dict[tuple[str, str], tuple[float, int]] = {}
    for task, weights in shares.items():
        cells |= _of_task(task, weights, by_seed, answers)
    responses = tuple(
        np.array(
            [
                value
                for place in places[found.participants[who], found.instances[what]]
                for own in answers[place].values()
                for value in own
            ]
        )
        for who, what in zip(found.participant, found.instance, strict=True)
    )
    return Beside(found, of_cells(cells), responses)


def _of_task(
    task: str,
    weights: Mapping[str, float],
    by_seed: Mapping[str, Mapping[str, float]],
    answers: Mapping[str, Mapping[str, list[float]]],
) -> dict[tuple[str, str], tuple[float, int]]:
    """Return the value of each seed on a task and the number of its episodes there."""
    means = {place: _mean(list(by_seed[place].values())) for place in weights}
    total = fsum(weights.values())
    return {
        (seed, task): (
            fsum(share * by_seed[place].get(seed, means[place]) for place, share in weights.items())
            / total,
            sum(len(answers[place].get(seed, ())) for place in weights),
        )
        for seed in sorted({seed for place in weights for seed in by_seed[place]})
    }


def _mean(values: list[float]) -> float:
    return fsum(values) / len(values)
