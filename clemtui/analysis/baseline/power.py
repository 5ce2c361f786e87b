"""Planning: the power of comparisons, and how many participants a study needs, by simulation.

Studies are simulated (`clemtui.analysis.baseline.simulation`) and analysed with the very interval,
test and correction that the report uses, so that the power is that of the report. An adjusted p
value is below alpha exactly if the p values of the family are below fractions of it that depend on
their ranks, and a p value is below a level exactly if the interval of that level excludes 0: so no
p value is computed.

A single comparison is planned for the smallest of these fractions, alpha divided by the number of
comparisons: then it is found whatever the others show. Studies in which all comparisons have a
difference find more than that, which `power_of_all` tells.

Every power has the Monte Carlo error of its simulations: the 95 % interval of a share (Wilson).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clemtui.analysis.baseline.simulation import Simulation
from clemtui.analysis.effect.intervals import share_interval
from clemtui.analysis.effect.model import ALPHA, Correction

Decisions = NDArray[np.bool_]

SIMULATIONS = 500
LARGEST = 512
"""The largest number of participants that is tried."""
_SMALLEST = 4
_BISECTIONS = 10
_INSIDE = 1 - 1e-6
"""How close to the largest difference the search begins, as a share of it."""
_STEPS = 12
"""How many differences are tried before the search for the smallest one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How the report decides about a family of comparisons.

    Attributes:
        alpha: two-sided, and of each of two one-sided tests.
        correction: for the number of comparisons.
        comparisons: their number.
    """

    alpha: float = ALPHA
    correction: Correction | None = None
    comparisons: int = 1

    @property
    def strictest(self) -> float:
        """The level at which a comparison is significant whatever the others show."""
        return self.alpha if self.correction is None else self.alpha / self.comparisons


@dataclass(frozen=True, slots=True)
class Power:
    """How often simulated studies find what is true.

    Attributes:
        power: the share of the studies, in percent.
        low, high: its 95 % interval, from the number of simulations (Wilson).
        difference: the true difference.
        half_width: the mean half-width of the intervals at the level that counts; None: there is no
            interval.
    """

    difference: float
    power: float
    low: float
    high: float
    half_width: float | None
    simulations: int


@dataclass(frozen=True, slots=True)
class Smallest:
    """The smallest difference that is found with the wanted power.

    Attributes:
        power: at that difference.
        low, high: the differences between which it is, as far as the number of simulations tells;
            ``high`` is None if even the largest possible one might not be found often enough.
    """

    power: Power
    low: float
    high: float | None

    @property
    def difference(self) -> float:
        """The difference, with its sign."""
        return self.power.difference


@dataclass(frozen=True, slots=True)
class Needed:
    """The smallest number of participants with the wanted power.

    Attributes:
        power: with that number.
        low, high: the numbers between which it is, as far as the number of simulations tells;
            ``high`` is None if even the largest number that is tried might not be enough.
    """

    participants: int
    power: Power
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class PowerOfAll:
    """What is found if all comparisons of a family have a difference.

    Attributes:
        each: the mean share of them that is found, in percent.
        every: how often all of them are found, in percent, with its 95 % interval.
    """

    each: float
    every: float
    low: float
    high: float


def power(
    simulation: Simulation,
    rule: Rule,
    difference: float,
    simulations: int = SIMULATIONS,
    seed: int = 1,
) -> Power:
    """Return the power of a single comparison to find a true difference, whatever others show.

    Args:
        simulation: of one comparison.
        rule: how the report decides.
        difference: the true one, in points.
        simulations: the number of studies.
        seed: of the drawing.

    Raises:
        ValueError: if a mean is not within the range of scores.
    """
    return _share(simulation, rule.strictest, difference, simulations, seed, excludes)


def equivalence_power(
    simulation: Simulation,
    rule: Rule,
    margin: float,
    difference: float = 0.0,
    simulations: int = SIMULATIONS,
    seed: int = 1,
) -> Power:
    """Return the power of two one-sided tests to show that a difference is within a margin.

    Args:
        simulation, rule, simulations, seed: as for `power`.
        margin: above 0, in points.
        difference: the true one.
    """

    def is_within(low: NDArray[np.float64], high: NDArray[np.float64]) -> Decisions:
        return (low > -margin) & (high < margin)

    return _share(simulation, 2 * rule.strictest, difference, simulations, seed, is_within)


def without_interval(difference: float, simulations: int) -> Power:
    """Return the power of a study that is too small for any interval."""
    return Power(difference, 0.0, 0.0, 0.0, None, simulations)


def excludes(low: NDArray[np.float64], high: NDArray[np.float64]) -> Decisions:
    """Return whether intervals exclude 0."""
    return (low > 0) | (high < 0)


def power_of_all(
    blocks: Sequence[Simulation],
    rule: Rule,
    differences: Sequence[float],
    simulations: int = SIMULATIONS,
    seed: int = 1,
) -> PowerOfAll:
    """Return what is found if all comparisons of a family have a difference.

    Args:
        blocks: comparisons with the same people; those of different blocks are independent.
        rule, simulations, seed: as for `power`.
        differences: by block, of each of its comparisons.
    """
    levels = _levels(rule)
    decided = np.concatenate(
        [
            np.concatenate(
                [
                    np.stack([[excludes(*limits(level)) for limits in each] for level in levels])
                    for each in block.studies(difference, simulations, seed + number)
                ],
                axis=-1,
            )
            for number, (block, difference) in enumerate(zip(blocks, differences, strict=True))
        ],
        axis=1,
    )
    found = rejected(decided, rule.correction)
    share = share_interval(int(found.all(axis=0).sum()), simulations)
    return PowerOfAll(100 * float(found.mean()), share.value, share.low, share.high)


def rejected(decided: Decisions, correction: Correction | None) -> Decisions:
    """Return which hypotheses a correction rejects, by comparison and study.

    Args:
        decided: whether p is at most a level, by level, comparison and study; the levels are, for
            m comparisons, alpha / m, alpha / (m - 1), ... for Holm's method; alpha / m,
            2 alpha / m, ... for that of Benjamini and Hochberg; and alpha alone without one.
        correction: the method.
    """
    if correction is None:
        return np.asarray(decided[0])
    count = decided.sum(axis=1)
    found: Decisions = np.zeros_like(decided[0])
    if correction == "bh":
        for rank in range(len(decided), 0, -1):
            enough = (count[rank - 1] >= rank) & ~found.any(axis=0)
            found |= enough & decided[rank - 1]
        return found
    going = np.ones(decided.shape[-1], dtype=np.bool_)
    for step, now in enumerate(decided):
        going = going & (count[step] > step)
        found = np.where(going, now, found)
    return found


def _levels(rule: Rule) -> list[float]:
    m = rule.comparisons
    match rule.correction:
        case "holm":
            return [rule.alpha / (m - step) for step in range(m)]
        case "bh":
            return [rule.alpha * rank / m for rank in range(1, m + 1)]
    return [rule.alpha]


def participants_needed(
    at: Callable[[int], Power], target: float, largest: int = LARGEST
) -> Needed | None:
    """Return the smallest number of participants with the target power.

    Args:
        at: returns the power with a number of participants; called with some more than once.
        target: the power wanted, in percent.
        largest: the largest number that is tried.

    Returns:
        None if that is not enough: more tasks, or seeds of a model, are needed.
    """
    found = _reached(at, target, largest)
    if found is None:
        return None
    power = at(found)
    error = share_interval(round(target / 100 * power.simulations), power.simulations)
    low, high = (_reached(at, each, largest) for each in (error.low, error.high))
    return Needed(
        found, power, min(found, low or found), None if high is None else max(found, high)
    )


def _reached(at: Callable[[int], Power], target: float, largest: int) -> int | None:
    """Return the smallest number with a power, by bisection: it rises with the number."""
    low, high = 1, _SMALLEST
    while at(high).power < target:
        if high >= largest:
            return None
        low, high = high, min(2 * high, largest)
    while high - low > 1 and high > 2:
        middle = max(2, (low + high) // 2)
        if at(middle).power >= target:
            high = middle
        else:
            low = middle
    return high


def smallest_difference(
    simulation: Simulation,
    rule: Rule,
    target: float = 80.0,
    simulations: int = SIMULATIONS,
    seed: int = 1,
    *,
    positive: bool = True,
) -> Smallest | None:
    """Return the smallest difference that is found with the target power.

    Args:
        simulation, rule, simulations, seed: as for `power`.
        target: the power wanted, in percent.
        positive: the direction of the difference.

    Returns:
        None if no possible difference is found often enough.
    """
    largest = simulation.largest(positive=positive) * _INSIDE
    sign = 1.0 if positive else -1.0
    known: dict[float, Power] = {}

    def at(size: float) -> Power:
        if size not in known:
            known[size] = power(simulation, rule, sign * size, simulations, seed)
        return known[size]

    def crossing(wanted: float) -> Power | None:
        # near the end of the scale, intervals are wide: power rises and may fall again
        steps = (at(largest * step / _STEPS) for step in range(_STEPS, 0, -1))
        found = next((each for each in steps if each.power >= wanted), None)
        if found is None:
            return None
        low, high = 0.0, abs(found.difference)
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            tried = at(middle)
            if tried.power >= wanted:
                high, found = middle, tried
            else:
                low = middle
        return found

    found = crossing(target)
    if found is None:
        return None
    error = share_interval(round(target / 100 * simulations), simulations)
    below, above = crossing(error.low), crossing(error.high)
    ends = [None if each is None else each.difference for each in (below, above)]
    return Smallest(found, found.difference if ends[0] is None else ends[0], ends[1])


def _share(
    simulation: Simulation,
    level: float,
    difference: float,
    simulations: int,
    seed: int,
    decide: Callable[[NDArray[np.float64], NDArray[np.float64]], Decisions],
) -> Power:
    found, width = 0, 0.0
    for (limits,) in simulation.studies(difference, simulations, seed):
        low, high = limits(level)
        found += int(decide(low, high).sum())
        width += float((high - low).sum())
    share = share_interval(found, simulations)
    return Power(
        difference, share.value, share.low, share.high, width / 2 / simulations, simulations
    )
