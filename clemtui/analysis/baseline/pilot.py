"""Variance components of a pilot, also those of participants and tasks under single conditions.

The model is ``value = mean of the condition + participant + participant under the condition + task
+ task under the condition + rest``. The estimator is that of the report,
`clemtui.analysis.baseline.components` (Henderson's method 1, which equates sums of squares with
their expectations), summed over the conditions, with two more equations: the covariances, over
participants and over tasks, of their means under two conditions. With one condition it is that
estimator. The expectations are exact for any design: for a quadratic form Q of the values, a
component with the variance v has the expectation ``v * sum of Q(z)``, over the indicators z of its
levels.

A pilot says little about variances. The **upper bound** of each is the variance with which only 20
% of pilots of the same size would find so little (a one-sided 80 % confidence limit by test
inversion), with the others as estimated. An estimate below 0 is as little as 0: the bound says how
large the variance can be where a pilot finds none. The pilots are simulated with normal values, so
for scores at the ends of the range it is approximate. No variance of bounded scores exceeds a
quarter of their squared range.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from clemtui.analysis.baseline.components import sums_by_level
from clemtui.analysis.baseline.data import Indices, Values
from clemtui.analysis.baseline.latent import Scale, levels_of
from clemtui.analysis.baseline.simulation import Assumptions, Layout

Name = Literal["participant", "participant_condition", "task", "task_condition", "residual"]

_OF_CONDITIONS: tuple[Name, Name] = ("participant_condition", "task_condition")

UPPER = 0.80
"""The level of the upper bounds."""
_SIMULATIONS = 2000
_MAX_CONDITION = 1e8
_LARGEST = 2500.0
"""The largest possible variance of scores from 0 to 100."""
_STEPS = 40
_FEWEST_SHARED = 3
_AT_ONCE = 2_000_000
_LEAST_RESIDUAL = 0.02
"""What the rest keeps of the variance in the assumptions of the upper bounds, as a share of it."""


@dataclass(frozen=True, slots=True)
class Component:
    """An estimated variance.

    Attributes:
        value: at least 0.
        upper: the upper bound, see this module's docstring.
    """

    value: float
    upper: float


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a pilot says.

    Attributes:
        means, scales: by condition: the mean, and the scores with their frequencies.
        components: the variances; those of conditions are there only if there are several, and that
            of tasks under a condition only if conditions have tasks in common.
        participants, tasks, episodes: their numbers.
    """

    means: tuple[float, ...]
    scales: tuple[Scale, ...]
    components: dict[Name, Component]
    participants: int
    tasks: int
    episodes: int

    def assumptions(self, mean: float, *, upper: bool) -> Assumptions:
        """Return what follows for a study.

        Scores are those of the pilot with its frequencies, moved to the mean that is wanted; only
        the proportions of the variances count. With the upper bounds, what does not cancel out of
        the comparison takes its bound, at the expense of the rest.

        Args:
            mean: of people, or under the baseline.
            upper: whether to take the upper bounds.
        """
        found = {name: each.value for name, each in self.components.items()}
        if upper:
            total = sum(found.values())
            for name in self._counting():
                found[name] = self.components[name].upper
            rest = total - sum(each for name, each in found.items() if name != "residual")
            found["residual"] = max(rest, _LEAST_RESIDUAL * total)
        return Assumptions(
            mean,
            found["participant"],
            found["task"],
            found["residual"],
            found.get("participant_condition", 0.0),
            found.get("task_condition", 0.0),
            self.scales,
        )

    def _counting(self) -> Sequence[Name]:
        """Return the components that make the interval of a comparison wide."""
        if "participant_condition" not in self.components:
            return "participant", "task"
        other: Name = "task_condition" if "task_condition" in self.components else "task"
        return "participant_condition", other


def pilot_of(layout: Layout, values: Values, seed: int = 1) -> Pilot:
    """Return what a pilot says, for the comparison of all of its conditions.

    Args:
        layout: who played what; conditions are numbered without gaps.
        values: by episode, 0 to 100.
        seed: of the simulations for the upper bounds.

    Raises:
        ValueError: if the pilot is too small for variance components.
    """
    conditions = int(layout.condition.max()) + 1
    by_condition = [values[layout.condition == at] for at in range(conditions)]
    scales = tuple(levels_of(each.tolist()) for each in by_condition)
    return Pilot(
        tuple(float(each.mean()) for each in by_condition),
        scales,
        components_of(layout, values, seed),
        len(np.unique(layout.participant)),
        len(np.unique(layout.task)),
        len(values),
    )


def components_of(layout: Layout, values: Values, seed: int = 1) -> dict[Name, Component]:
    """Return the variance components with their upper bounds; see `pilot_of`.

    Raises:
        ValueError: if they cannot be separated.
    """
    equations = _Equations(layout)
    estimated = np.maximum(equations.estimate(values), 0.0)
    bounds = _upper_bounds(equations, estimated, seed)
    return {
        name: Component(float(value), float(max(value, bound)))
        for name, value, bound in zip(equations.names, estimated, bounds, strict=True)
    }


def estimates(layout: Layout, values: Values) -> dict[Name, float]:
    """Return the estimated variances alone, which may be negative; see `components_of`."""
    equations = _Equations(layout)
    return dict(zip(equations.names, equations.estimate(values).tolist(), strict=True))


class _Equations:
    """The statistics of a layout, and their expectations."""

    def __init__(self, layout: Layout) -> None:
        self._cells = len(layout.task)
        self._within = [
            _Within(here, _levels(layout.participant[here]), _levels(layout.task[here]))
            for at in range(int(layout.condition.max()) + 1)
            if len(here := np.flatnonzero(layout.condition == at)) > 1
        ]
        pairs = list(itertools.combinations(range(len(self._within)), 2))
        self._shared = [
            [_shared(layout, index, self._within[a], self._within[b]) for a, b in pairs]
            for index in (layout.participant, layout.task)
        ]
        names: list[Name] = ["participant", "task", "residual"]
        if len(self._within) > 1:
            if not any(each is not None for each in self._shared[0]):
                raise ValueError(
                    f"fewer than {_FEWEST_SHARED} people of the pilot played under two conditions"
                )
            names.insert(1, "participant_condition")
            if any(each is not None for each in self._shared[1]):
                names.insert(3, "task_condition")
        self.names = tuple(names)
        self.indices = tuple(_component_levels(layout, name) for name in names)
        expected = np.stack([self._expected(each) for each in self.indices], axis=1)
        scale = np.abs(expected).max(axis=1, keepdims=True)
        if not np.all(scale > 0) or np.linalg.cond(expected / scale) > _MAX_CONDITION:
            raise ValueError(
                "the pilot is too small for variance components: participants need several tasks, "
                "and tasks several participants"
            )
        self._solve = np.linalg.inv(expected)

    def estimate(self, values: Values) -> Values:
        """Return the components of one sample, which may be negative."""
        found: Values = self.solved(self.statistics(values[None, :]))[0]
        return found

    def statistics(self, values: Values) -> Values:
        """Return the quadratic forms of values, by sample and form."""
        people, tasks, rest = (np.zeros(len(values)) for _ in range(3))
        for each in self._within:
            here = values[:, each.cells]
            centred = here - here.mean(axis=1, keepdims=True)
            squares = [
                (sums_by_level(index, centred) ** 2 / np.bincount(index)).sum(axis=1)
                for index in (each.participant, each.task)
            ]
            people, tasks = people + squares[0], tasks + squares[1]
            rest = rest + (centred**2).sum(axis=1) - squares[0] - squares[1]
        found: dict[Name, Values] = {"participant": people, "task": tasks, "residual": rest}
        for name, shared in zip(_OF_CONDITIONS, self._shared, strict=True):
            known = [each for each in shared if each is not None]
            found[name] = sum((each.covariance(values) for each in known), np.zeros(len(values)))
        return np.stack([found[name] for name in self.names], axis=1)

    def solved(self, statistics: Values) -> Values:
        """Return the components of statistics, which may be negative."""
        found: Values = statistics @ self._solve.T
        return found

    def _expected(self, index: Indices) -> Values:
        """Return the expectations of the statistics if a component alone has the variance 1."""
        levels = int(index.max()) + 1
        found = np.zeros(len(self.names))
        size = max(1, _AT_ONCE // self._cells)
        for start in range(0, levels, size):
            chosen = np.arange(start, min(start + size, levels))
            found += self.statistics((index[None, :] == chosen[:, None]).astype(np.float64)).sum(0)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Within:
    """One condition: its episodes, and their participants and tasks, numbered without gaps."""

    cells: Indices
    participant: Indices
    task: Indices


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """The levels that two conditions share: by condition, the episodes and their level, -1 if it is
    not shared."""

    one: tuple[Indices, Indices]
    other: tuple[Indices, Indices]

    def covariance(self, values: Values) -> Values:
        """Return the sum of products of the centred means of the levels."""
        means = []
        for cells, index in (self.one, self.other):
            found = sums_by_level(index, values[:, cells]) / np.bincount(index)
            means.append(found - found.mean(axis=1, keepdims=True))
        product: Values = (means[0] * means[1]).sum(axis=1)
        return product


def _shared(layout: Layout, index: Indices, one: _Within, other: _Within) -> _Shared | None:
    both = np.intersect1d(index[one.cells], index[other.cells])
    if len(both) < _FEWEST_SHARED:
        return None
    sides = []
    for side in (one, other):
        cells = side.cells[np.isin(index[side.cells], both)]
        sides.append((cells, np.searchsorted(both, index[cells]).astype(np.int64)))
    return _Shared(sides[0], sides[1])


def _levels(index: Indices) -> Indices:
    return np.unique(index, return_inverse=True)[1].astype(np.int64)


def _component_levels(layout: Layout, name: Name) -> Indices:
    conditions = int(layout.condition.max()) + 1
    match name:
        case "participant":
            return _levels(layout.participant)
        case "participant_condition":
            return _levels(layout.participant * conditions + layout.condition)
        case "task":
            return _levels(layout.task)
        case "task_condition":
            return _levels(layout.task * conditions + layout.condition)
    return np.arange(len(layout.task), dtype=np.int64)


def _upper_bounds(equations: _Equations, estimated: Values, seed: int) -> list[float]:
    """Return the upper bound of every component.

    With ``x`` the standard deviation of one component and ``a``, ``b`` the values of the others and
    of this one for x = 1, a quadratic form of ``a + x b`` is ``Q(a) + x (Q(a + b) - Q(a) - Q(b)) +
    x^2 Q(b)``, so that no pilot is drawn twice.
    """
    draw = np.random.default_rng(seed)
    parts = [
        draw.standard_normal((_SIMULATIONS, int(index.max()) + 1))[:, index]
        for index in equations.indices
    ]
    scaled = [np.sqrt(value) * part for value, part in zip(estimated, parts, strict=True)]
    together = sum(scaled, np.zeros_like(parts[0]))

    def estimate(values: Values, at: int) -> Values:
        return equations.solved(equations.statistics(values))[:, at]

    found = []
    for at, own in enumerate(parts):
        others = together - scaled[at]
        alone, plain = estimate(others, at), estimate(own, at)
        both = estimate(others + own, at) - alone - plain
        low, high = 0.0, float(np.sqrt(_LARGEST))
        for _ in range(_STEPS):
            middle = (low + high) / 2
            below = float(np.mean(alone + middle * both + middle**2 * plain <= estimated[at]))
            low, high = (middle, high) if below > 1 - UPPER else (low, middle)
        found.append(high**2)
    return found
