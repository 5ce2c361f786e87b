"""Cliff's delta of people and a model on the same instances.

Cliff (Psychological Bulletin 114, 1993), d_w, for values of the same instance: the share of the
pairs of a person and a response on the same instance in which the person scored higher, minus that
in which the model did; -1 to 1. If all scores are 0 or 100, it is the difference of the means
divided by 100.

It is a mean of crossed data, but its interval by `clemtui.analysis.baseline.rule` covers 67 to 90 %
where the model is near the ceiling and answered ten instances once each: what it would fail was not
seen. The distances of the limits are therefore multiplied by those that the difference of the means
has by `clemtui.analysis.baseline.contrast`, divided by those that it would have by the rule. For
scores of 0 and 100, the interval is thus that of the difference. The coverage is then 94 to 99 %.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clemtui.analysis.baseline.components import Design, design_of
from clemtui.analysis.baseline.contrast import Contrast
from clemtui.analysis.baseline.data import Observations, Values
from clemtui.analysis.baseline.means import Estimate, Missing
from clemtui.analysis.baseline.rule import crossed_mean
from clemtui.analysis.effect.intervals import Range

_DIGITS = 9
"""Digits to which differences are rounded, so that equal scores are ties."""
_TINY = 1e-9


def cliffs_delta(
    people: Observations, responses: Sequence[Values], made: Contrast | Missing, within: Range
) -> Estimate:
    """Return Cliff's delta with its interval.

    Args:
        people: their values.
        responses: for each of these, the model's on the same instance, in the same place.
        made: the contrast of both, or why there is none.
        within: the range of possible values.
    """
    signs = _signs(people, responses)
    counts = len(people.participants), len(people.instances), people.episodes
    value = float(signs.mean())
    if not isinstance(made, Contrast):
        return Estimate(value, None, None, *counts, method=None, missing=made)
    expected = np.array([each.mean() for each in responses])
    low, high = delta_limits(design_of(people), signs, people.value - expected, made, within)
    return Estimate(value, float(low), float(high), *counts, method="mover")


def delta_limits(
    made: Design, signs: Values, differences: Values, contrast: Contrast, within: Range
) -> tuple[Values, Values]:
    """Return the limits of the means of signs.

    Args:
        made: the design of the people.
        signs: by cell in the last dimension: the share of the model's responses on the instance
            that are worse, minus the share that are better.
        differences: by cell, from the model's mean on the instance.
        contrast: of the people and the model.
        within: the range of possible values.
    """
    width = within[1] - within[0]
    low, high = crossed_mean(made, signs, (-1.0, 1.0)).limits()
    plain_low, plain_high = crossed_mean(made, differences, (-width, width)).limits()
    full_low, full_high = contrast.limits()
    value, middle = signs.mean(axis=-1), contrast.value
    below = (value - low) * _ratio(middle - full_low, middle - plain_low)
    above = (high - value) * _ratio(full_high - middle, plain_high - middle)
    return np.maximum(value - below, -1.0), np.minimum(value + above, 1.0)


def _ratio(wanted: Values, plain: Values) -> Values:
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Values = np.where(plain > _TINY, wanted / plain, 1.0)
    return found


def _signs(people: Observations, responses: Sequence[Values]) -> Values:
    return np.array(
        [
            np.sign(np.round(value - own, _DIGITS)).mean()
            for value, own in zip(people.value, responses, strict=True)
        ]
    )
