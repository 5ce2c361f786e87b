"""How consistent people are: intraclass correlations and generalizability coefficients.

Instances are the objects that are measured, and participants the judges: do people agree on which
instances are hard? Where both are completely crossed, the intraclass correlations of the two-way
random model for absolute agreement, with intervals: ICC(2,1) of one participant and ICC(2,k) of the
mean of all (Shrout and Fleiss, Psychological Bulletin 86, 1979; the intervals are those of McGraw
and Wong, Psychological Methods 1, 1996, table 7, ICC(A,1) and ICC(A,k)).

For any data, the generalizability coefficients of the variance components (Cronbach and others
1972; Brennan, Generalizability Theory, 2001): rho of relative decisions (the order of the objects),
phi of absolute ones (their level), for the number of observations per object in these data (their
harmonic mean, if they differ). They are also given with the people as objects: does the study tell
people apart? They have no interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import f as fisher

from clemtui.analysis.baseline.components import Components, components
from clemtui.analysis.baseline.data import Indices, Observations, Values, table
from clemtui.analysis.effect.model import ALPHA

_LARGEST = 1 - 1e-12
"""Correlations above this are 1: all variance is between instances."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """An intraclass correlation with its 95 % interval; at most 1, and possibly negative.

    Attributes:
        judges: the number of participants whose mean it belongs to.
    """

    value: float
    low: float
    high: float
    judges: int


@dataclass(frozen=True, slots=True)
class Generalizability:
    """Coefficients of one kind of objects, 0 to 1.

    Attributes:
        rho: of relative decisions; phi: of absolute ones.
        per_object: observations per object, of which these are the coefficients of the mean.
        single_rho, single_phi: those of one observation.
    """

    rho: float
    phi: float
    per_object: float
    single_rho: float
    single_phi: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """The consistency of people.

    Attributes:
        single, average: ICC(2,1) and ICC(2,k); None unless completely crossed and varying.
        instances, participants: generalizability coefficients with these as objects; None if the
            components are not estimable, or nothing varies.
        components: None if they are not estimable.
    """

    single: Correlation | None
    average: Correlation | None
    instances: Generalizability | None
    participants: Generalizability | None
    components: Components | None


def reliability(observed: Observations) -> Reliability:
    """Return the consistency of the participants on the instances."""
    found = components(observed)
    crossed = observed.is_crossed and min(len(observed.participants), len(observed.instances)) > 1
    single = _single(table(observed).T) if crossed else None
    return Reliability(
        single,
        _average(single, len(observed.participants)) if single else None,
        _generalizability(found, observed.instance, of_instances=True),
        _generalizability(found, observed.participant, of_instances=False),
        found,
    )


def spearman_brown(single: float, judges: float) -> float:
    """Return the reliability of the mean of a number of judges from that of one (Spearman 1910,
    Brown 1910)."""
    return judges * single / (1 + (judges - 1) * single)


def judges_needed(single: float, target: float) -> int | None:
    """Return how many people each instance needs for a reliability of their mean.

    Args:
        single: the reliability of one.
        target: the reliability wanted, above 0 and below 1.

    Returns:
        At least 1; None if no number is enough, because that of one is not positive.

    Raises:
        ValueError: if the target is not between 0 and 1.
    """
    if not 0 < target < 1:
        raise ValueError("the target must be between 0 and 1")
    if single <= 0:
        return None
    if single >= target:
        return 1
    return math.ceil(target * (1 - single) / (single * (1 - target)) - 1e-9)


def _single(values: Values) -> Correlation | None:
    """Return ICC(2,1) of a table of objects by judges; None if nothing varies."""
    n, k = values.shape
    grand = values.mean()
    rows = k * ((values.mean(axis=1) - grand) ** 2).sum() / (n - 1)
    columns = n * ((values.mean(axis=0) - grand) ** 2).sum() / (k - 1)
    rest = values - values.mean(axis=1, keepdims=True) - values.mean(axis=0) + grand
    error = (rest**2).sum() / ((n - 1) * (k - 1))
    scale = rows + (k - 1) * error + k * (columns - error) / n
    if scale <= 0 or np.ptp(values) == 0:
        return None
    value = float((rows - error) / scale)
    if value >= _LARGEST:
        return Correlation(1.0, 1.0, 1.0, 1)
    a = k * value / (n * (1 - value))
    b = 1 + k * value * (n - 1) / (n * (1 - value))
    spread = (a * columns) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1))
    degrees = max(1.0, float((a * columns + b * error) ** 2 / spread)) if spread > 0 else n - 1.0
    lower = fisher.ppf(1 - ALPHA / 2, n - 1, degrees)
    upper = fisher.ppf(1 - ALPHA / 2, degrees, n - 1)
    noise = k * columns + (k * n - k - n) * error
    low = n * (rows - lower * error) / (lower * noise + n * rows)
    high = n * (upper * rows - error) / (noise + n * upper * rows)
    return Correlation(value, min(float(low), value), max(float(high), value), 1)


def _average(single: Correlation, judges: int) -> Correlation:
    return Correlation(
        _stepped_up(single.value, judges),
        _stepped_up(single.low, judges),
        _stepped_up(single.high, judges),
        judges,
    )


def _stepped_up(single: float, judges: int) -> float:
    """Return Spearman and Brown's formula, with minus infinity where a negative correlation has
    none."""
    return spearman_brown(single, judges) if 1 + (judges - 1) * single > 0 else -math.inf


def _generalizability(
    found: Components | None, index: Indices, *, of_instances: bool
) -> Generalizability | None:
    if found is None or found.participant is None or found.instance is None:
        return None
    own = found.instance if of_instances else found.participant
    other = found.participant if of_instances else found.instance
    if own + other + found.residual <= 0:
        return None
    number = float(1 / np.mean(1 / np.bincount(index)))
    return Generalizability(
        _ratio(own, found.residual / number),
        _ratio(own, (found.residual + other) / number),
        number,
        _ratio(own, found.residual),
        _ratio(own, found.residual + other),
    )


def _ratio(own: float, noise: float) -> float:
    return own / (own + noise) if own + noise > 0 else 0.0
