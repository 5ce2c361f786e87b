"""Differences of two means on the same instances: limits and p values at any level.

**Sides.** People are random, and their mean has the interval of `clemtui.analysis.baseline.rule`. A
model is fixed, and its instances are random: its values are averaged over seeds, so that they are
independent over instances, and their mean, with the weights that the instances have among the
people's episodes, has the interval of the same rule.

**Interval.** The two intervals are combined by MOVER for dependent estimates (Zou, Psychological
Methods 12, 2007; for paired shares Newcombe, Statistics in Medicine 17, 1998, method 10): with a
and b the distances of both means from their limits, the limit of the difference is
``sqrt(a^2 - 2 r a b + b^2)`` from it. r is the correlation of the two means. Their covariance is
that of the instance means of both sides over the instances, which is not biased by the errors of
people and models, as these are independent. Where the same people are on both sides, with different
instances, the covariance of their means over these people is added. In the middle of the range this
is Student's t interval of the paired difference.

r is between -1 and 0.7. Few responses near an end of the range overestimate it, and a model that
never failed on ten instances may still fail on the eleventh: without this bound and without the
interval of the model's own mean, an interval of a difference near the ceiling has a coverage of 64
to 92 % in simulations. With both, the type I error is at most 6 %. The interval is **conservative**
near the ends of the range and where the correlation is stronger.

**p value.** By inversion of the interval, with which it therefore agrees; it is as conservative.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from clemtui.analysis.baseline.components import Design, sums_by_level
from clemtui.analysis.baseline.data import Indices, Values
from clemtui.analysis.baseline.rule import ScoreMean, crossed_mean, fixed_mean, inverted_p
from clemtui.analysis.effect.intervals import Range
from clemtui.analysis.effect.model import ALPHA

_LARGEST_CORRELATION = 0.7
_FEWEST_SHARED = 3
"""The smallest number of people on both sides of which a covariance is estimated."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One of two means.

    Attributes:
        mean: the mean over all cells.
        by_instance: the means of the instances, in the last dimension; the same instances in the
            same order on both sides.
        weights: the share of each instance in the mean, summing to 1.
        by_participant, participant_weights: the same of people; None for a model.
    """

    mean: ScoreMean
    by_instance: Values
    weights: Values
    by_participant: Values | None = None
    participant_weights: Values | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Contrast:
    """The differences ``one`` minus ``other``, one for each sample."""

    one: Side
    other: Side
    correlation: Values

    @property
    def value(self) -> Values:
        """The differences."""
        return np.asarray(self.one.mean.value - self.other.mean.value)

    def limits(self, alpha: float = ALPHA) -> tuple[Values, Values]:
        """Return the lower and the upper limits of the intervals of level ``1 - alpha``."""
        (low, high), (other_low, other_high) = (
            self.one.mean.limits(alpha),
            self.other.mean.limits(alpha),
        )
        one, other = self.one.mean.value, self.other.mean.value
        return (
            self.value - _combined(one - low, other_high - other, self.correlation),
            self.value + _combined(high - one, other - other_low, self.correlation),
        )

    def p_value(self, tested: float = 0.0) -> float:
        """Return the two-sided p value of a single difference for a given one, by `inverted_p`."""
        return inverted_p(self.limits, float(self.value), tested)


def people_side(made: Design, values: Values, within: Range) -> Side:
    """Return the side of people, by the cells of the design in the last dimension."""
    return Side(
        crossed_mean(made, values, within),
        *_by_level(made.instance, values),
        *_by_level(made.participant, values),
    )


def model_side(values: Values, weights: Values, within: Range) -> Side:
    """Return the side of a model, by instance in the last dimension.

    Args:
        values: means over seeds, of at least two instances.
        weights: the weights of the instances; they need not sum to 1.
        within: the range of possible values.
    """
    return Side(fixed_mean(values, weights, within), values, weights / weights.sum())


def contrast(one: Side, other: Side, shared: tuple[Indices, Indices] | None = None) -> Contrast:
    """Return the difference of two sides, which have the same instances in the same order.

    Args:
        one, other: the sides.
        shared: the people who are on both sides, by their places on each; None if there are none.
    """
    covariance = _covariance(one.by_instance, other.by_instance, one.weights, other.weights)
    if shared is not None:
        covariance = covariance + covariance_of_people(one, other, shared)
    return _contrast(one, other, covariance)


def unpaired(one: Side, other: Side, shared: tuple[Indices, Indices]) -> Contrast:
    """Return the difference of two sides of people, which have no instance in common.

    Args:
        one, other: the sides.
        shared: the people who are on both sides, by their places on each.
    """
    return _contrast(one, other, np.asarray(covariance_of_people(one, other, shared)))


def _contrast(one: Side, other: Side, covariance: Values) -> Contrast:
    scale = np.sqrt(one.mean.variance * other.mean.variance)
    known = ~(one.mean.constant | other.mean.constant) & (scale > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(known, covariance / scale, 0.0)
    return Contrast(one, other, np.clip(correlation, -1.0, _LARGEST_CORRELATION))


def covariance_of_people(one: Side, other: Side, shared: tuple[Indices, Indices]) -> Values | float:
    """Return the covariance of the means of two sides because of the people who are on both.

    Args:
        one, other: sides of people.
        shared: the people who are on both sides, by their places on each.

    Raises:
        ValueError: if a side is that of a model.
    """
    means = [each.by_participant for each in (one, other)]
    weights = [each.participant_weights for each in (one, other)]
    if means[0] is None or means[1] is None or weights[0] is None or weights[1] is None:
        raise ValueError("a model shares no people")
    here, there = shared
    if len(here) < _FEWEST_SHARED:
        return 0.0
    return _covariance(
        means[0][..., here], means[1][..., there], weights[0][here], weights[1][there]
    )


def _covariance(one: Values, other: Values, weights: Values, other_weights: Values) -> Values:
    """Return the covariance of two weighted means over the levels that they share, in the last
    dimension."""
    product = (one - one.mean(axis=-1, keepdims=True)) * (
        other - other.mean(axis=-1, keepdims=True)
    )
    covariance: Values = product.sum(axis=-1) / (one.shape[-1] - 1)
    return covariance * float((weights * other_weights).sum())


def _by_level(index: Indices, values: Values) -> tuple[Values, Values]:
    counts = np.bincount(index)
    return sums_by_level(index, values) / counts, counts / counts.sum()


def _combined(one: Values, other: Values, correlation: Values) -> Values:
    square = one**2 - 2 * correlation * one * other + other**2
    distance: Values = np.sqrt(np.maximum(square, 0.0))
    return distance
