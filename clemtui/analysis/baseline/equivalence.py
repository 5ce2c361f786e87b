"""Equivalence of people and others: two one-sided tests (TOST) with a margin chosen beforehand.

Schuirmann (Journal of Pharmacokinetics and Biopharmaceutics 15, 1987): the difference is equivalent
to none if it is significantly above minus the margin and significantly below the margin, both at 5
%; that is, if its 90 % interval is within the margin. The p value is the larger of the two. The
interval is that of the difference, `clemtui.analysis.baseline.contrast`, with the same people,
instances and models; of people and a value, that of their mean.

A difference that is not significant is no evidence of equivalence, and a significant one may still
be equivalent.

**Several tests** of equivalence are a family of their own, beside that of the tests for a
difference, because they claim something else; p is adjusted within it (`adjusted`). Each family
keeps its error rate. A difference that is truly 0 can only be found wrongly, and one that truly
exceeds the margin can only be wrongly called equivalent: with m comparisons, at most m of the 2 m
hypotheses of both families are true. To claim that *all* comparisons are equivalent, no adjustment
is needed: it is enough that every single p is at most alpha (an intersection-union test: Berger,
Technometrics 24, 1982).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.components import design_of
from clemtui.analysis.baseline.contrast import Contrast
from clemtui.analysis.baseline.data import Observations, on_instances
from clemtui.analysis.baseline.differences import contrast_of
from clemtui.analysis.baseline.means import POINTS, Missing, missing_reason
from clemtui.analysis.baseline.rule import crossed_mean
from clemtui.analysis.baseline.unpaired import unpaired_contrast
from clemtui.analysis.effect.intervals import Range
from clemtui.analysis.effect.model import ALPHA, Correction
from clemtui.analysis.effect.significance import adjusted_p_values


@dataclass(frozen=True, slots=True)
class Equivalence:
    """The result of two one-sided tests.

    Attributes:
        value: the difference.
        margin: the largest difference that does not matter, in the same units.
        low, high: the interval at 1 - 2 ``alpha``, by default 90 %; None if there is none, as for
            what follows.
        above_p, below_p: of the hypotheses that the difference is at most minus the margin, and at
            least the margin.
        p: the larger of both.
        equivalent: whether p, adjusted if it is one of several, is at most ``alpha``.
        missing: why there is no test.
        adjusted: p adjusted for the number of tests (`adjusted`); None before that. The interval is
            not.
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
    alpha: float = ALPHA
    adjusted: float | None = None


def equivalence(
    people: Observations,
    other: Observations,
    margin: float,
    within: Range = POINTS,
    *,
    other_is_people: bool = False,
    alpha: float = ALPHA,
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
    _check(margin)
    both = set(people.instances) & set(other.instances)
    here, there = on_instances(people, both), on_instances(other, both)
    if here is None or there is None:
        return None
    made = contrast_of(here, there, within, (True, other_is_people))
    if not isinstance(made, Contrast):
        return Equivalence(float(here.value.mean() - there.value.mean()), margin, missing=made)
    return _of_contrast(made, margin, alpha)


def unpaired_equivalence(
    one: Observations,
    other: Observations,
    margin: float,
    within: Range = POINTS,
    *,
    alpha: float = ALPHA,
) -> Equivalence:
    """Test whether people are equivalent under two levels without a common instance.

    Args:
        one, other: see `clemtui.analysis.baseline.unpaired`.
        margin: above 0.
        within: the range of possible values.

    Raises:
        ValueError: if the margin is not above 0.
    """
    _check(margin)
    made = unpaired_contrast(one, other, within)
    if not isinstance(made, Contrast):
        return Equivalence(float(one.value.mean() - other.value.mean()), margin, missing=made)
    return _of_contrast(made, margin, alpha)


def equivalence_to_value(
    people: Observations,
    value: float,
    margin: float,
    within: Range = POINTS,
    *,
    alpha: float = ALPHA,
) -> Equivalence:
    """Test whether the mean of people is equivalent to a fixed value, whose error is not known.

    Args:
        people: the episodes of people.
        value: such as a published score.
        margin: above 0.
        within: the range of possible values.

    Raises:
        ValueError: if the margin is not above 0.
    """
    _check(margin)
    made, mean = design_of(people), float(people.value.mean())
    missing = missing_reason(made)
    if missing is not None:
        return Equivalence(mean - value, margin, missing=missing)
    found = crossed_mean(made, people.value, within)
    low, high = (float(limit) - value for limit in found.limits(2 * alpha))
    return _tested(
        mean - value, margin, (low, high), lambda bound: found.p_value(value + bound), alpha
    )


def adjusted(tests: Sequence[Equivalence], correction: Correction) -> list[Equivalence]:
    """Return the tests, in the same order, with p adjusted for the number of those that have one,
    and the verdict that follows from it."""
    known = [at for at, each in enumerate(tests) if each.p is not None]
    ps = adjusted_p_values([float(tests[at].p or 0.0) for at in known], correction)
    found = dict(zip(known, ps, strict=True))
    return [
        replace(each, adjusted=found[at], equivalent=found[at] <= each.alpha)
        if at in found
        else each
        for at, each in enumerate(tests)
    ]


def _check(margin: float) -> None:
    if not margin > 0:
        raise ValueError("the margin must be above 0")


def _of_contrast(made: Contrast, margin: float, alpha: float) -> Equivalence:
    low, high = made.limits(2 * alpha)
    return _tested(float(made.value), margin, (float(low), float(high)), made.p_value, alpha)


def _tested(
    value: float, margin: float, limits: Range, p_value: Callable[[float], float], alpha: float
) -> Equivalence:
    """Return the two one-sided tests, given the two-sided p value of the value for a bound."""
    above = _one_sided(p_value(-margin), value > -margin)
    below = _one_sided(p_value(margin), value < margin)
    p = max(above, below)
    return Equivalence(value, margin, *limits, above, below, p, p <= alpha, alpha=alpha)


def _one_sided(p: float, favoured: bool) -> float:
    return p / 2 if favoured else 1 - p / 2
