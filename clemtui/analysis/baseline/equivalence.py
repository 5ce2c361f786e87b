"""Equivalence of people and others: two one-sided tests (TOST) with a margin chosen beforehand.

Schuirmann (Journal of Pharmacokinetics and Biopharmaceutics 15, 1987): the difference is equivalent
to none if it is significantly above minus the margin and significantly below the margin, both at 5
%; that is, if its 90 % interval is within the margin. The p value is the larger of the two. The
interval is that of `clemtui.analysis.baseline.contrast`, with the same people, instances and
models.

A difference that is not significant is no evidence of equivalence, and a significant one may still
be equivalent.
"""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.analysis.baseline.contrast import Contrast
from clemtui.analysis.baseline.data import Observations, on_instances
from clemtui.analysis.baseline.differences import contrast_of
from clemtui.analysis.baseline.means import POINTS, Missing
from clemtui.analysis.effect.intervals import Range
from clemtui.analysis.effect.model import ALPHA


@dataclass(frozen=True, slots=True)
class Equivalence:
    """The result of two one-sided tests.

    Attributes:
        value: the difference.
        margin: the largest difference that does not matter, in the same units.
        low, high: the 90 % interval; None if there is none, as for what follows.
        above_p, below_p: of the hypotheses that the difference is at most minus the margin, and at
            least the margin.
        p: the larger of both.
        equivalent: whether p is at most 5 %.
        missing: why there is no test.
    """

    value: float
    margin: float
    low: float | None = None
    high: float | None = None
    above_p: float | None = None
    below_p: float | None = None
    p: float | None = None
    equivalent: bool | None = None
    missing: Missing | None = None


def equivalence(
    people: Observations,
    other: Observations,
    margin: float,
    within: Range = POINTS,
    *,
    other_is_people: bool = False,
) -> Equivalence | None:
    """Test whether people and others are equivalent; None if they have no instance in common.

    Args:
        people: the episodes of people.
        other: those of a model, with its seeds as participants, or of other people.
        margin: above 0.
        within: the range of possible values.
        other_is_people: whether the other side is people, who are random.

    Raises:
        ValueError: if the margin is not above 0.
    """
    if not margin > 0:
        raise ValueError("the margin must be above 0")
    both = set(people.instances) & set(other.instances)
    here, there = on_instances(people, both), on_instances(other, both)
    if here is None or there is None:
        return None
    made = contrast_of(here, there, within, (True, other_is_people))
    if not isinstance(made, Contrast):
        return Equivalence(float(here.value.mean() - there.value.mean()), margin, missing=made)
    low, high = made.limits(2 * ALPHA)
    above = made.one_sided_p(-margin, above=True)
    below = made.one_sided_p(margin, above=False)
    p = max(above, below)
    return Equivalence(
        float(made.value), margin, float(low), float(high), above, below, p, p <= ALPHA
    )
