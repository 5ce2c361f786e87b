"""People under two levels of a condition that have no instance in common, such as two games.

Participants are crossed with the levels: the same people may be on both sides. Instances are nested
in a level: each belongs to one of them. So nothing but people connects the two means, and their
covariance is that of the people's means under both levels, over those who are on both sides. It is
not biased by instances, which are others on either side, and it needs no assumption about how
people differ: someone's skill may be the same under both levels, or have a part of its own under
each. The variance of that part is in the variance of each mean, and not in the covariance. People
who are on one side only make the interval wider, as in two independent groups.

The intervals of both means (`clemtui.analysis.baseline.rule`) are combined with this covariance as
in `clemtui.analysis.baseline.contrast`, whose bound for the correlation applies.

If games share their words, so that an instance of one is as hard as one of the other, the interval
is wider than it need be.

In simulations of 2,000 studies (tests/analysis/baseline/test_coverage_unpaired.py), the coverage is
94 to 100 % from 16 participants and 10 instances of each level on, whether people are equally good
under both levels or not, and so the type I error at most 6 %. It is **conservative** near the ends
of the range.
"""

from __future__ import annotations

from clemtui.analysis.baseline.components import design_of
from clemtui.analysis.baseline.contrast import Contrast, people_side, unpaired
from clemtui.analysis.baseline.data import Observations
from clemtui.analysis.baseline.differences import Difference, shared_people
from clemtui.analysis.baseline.means import POINTS, Missing, missing_reason
from clemtui.analysis.effect.intervals import Range


def unpaired_difference(
    one: Observations, other: Observations, within: Range = POINTS
) -> Difference:
    """Compare people under two levels, each of which has instances of its own.

    Args:
        one, other: the values of the levels. Instances of one level are others than those of the
            other, whatever they are called; participants are the same if their names are.
        within: the range of possible values of both.
    """
    made = unpaired_contrast(one, other, within)
    means = float(one.value.mean()), float(other.value.mean())
    low, high, p = None, None, None
    if isinstance(made, Contrast):
        low, high = (float(limit) for limit in made.limits())
        p = made.p_value()
    return Difference(
        value=means[0] - means[1],
        low=low,
        high=high,
        p=p,
        one=means[0],
        other=means[1],
        participants=len({*one.participants, *other.participants}),
        instances=len(one.instances) + len(other.instances),
        episodes=one.episodes,
        other_episodes=other.episodes,
        dropped=0,
        method="unpaired mover" if isinstance(made, Contrast) else None,
        missing=None if isinstance(made, Contrast) else made,
    )


def unpaired_contrast(one: Observations, other: Observations, within: Range) -> Contrast | Missing:
    """Return the contrast of two levels, or why there is none; see `unpaired_difference`."""
    sides = []
    for each in (one, other):
        made = design_of(each)
        missing = missing_reason(made)
        if missing is not None:
            return missing
        sides.append(people_side(made, each.value, within))
    return unpaired(sides[0], sides[1], shared_people(one, other))
