"""People minus a model or a value, a model minus another, people minus others.

All but the comparison with a value are made on the same instances. Levels without a common instance
are compared by `clemtui.analysis.baseline.unpaired`.

The **primary** interval and p value are those of `clemtui.analysis.baseline.contrast`: people and
instances are random, models fixed. Beside them, for people and a model:

- The **sign-flip test** over instances (Fisher, The Design of Experiments, 1935, section 21): under
  the null hypothesis the difference of each instance might as well have the other sign. It
  **conditions on these people**: all instances share them, and if people differ, it finds
  differences that other people would not show. With a nominal 5 %, its type I error is 7 to 16 % in
  simulations in which people differ, and up to 32 % where the model fails rarely.
- **McNemar's** exact test (1947), only where each instance has one person and one response of the
  model, and all scores are 0 or 100. It takes the pairs to be independent.
- **Cliff's delta**, see `clemtui.analysis.baseline.dominance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import binomtest

from clemtui.analysis.baseline.beside import Beside
from clemtui.analysis.baseline.components import design_of
from clemtui.analysis.baseline.contrast import Contrast, contrast, model_side, people_side
from clemtui.analysis.baseline.data import (
    Indices,
    Observations,
    on_instances,
    values_by_instance,
)
from clemtui.analysis.baseline.dominance import cliffs_delta
from clemtui.analysis.baseline.means import (
    POINTS,
    Estimate,
    Method,
    Missing,
    missing_reason,
)
from clemtui.analysis.baseline.rule import crossed_mean
from clemtui.analysis.effect.intervals import Range, is_binary
from clemtui.analysis.effect.model import Correction
from clemtui.analysis.effect.significance import adjusted_p_values

_EXACT_UP_TO = 16
"""The largest number of instances of which all assignments of signs are counted."""
_DRAWS = 9999
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two means, ``one`` minus ``other``, on the instances of both.

    Attributes:
        value: the difference, in units of the values.
        low, high, p: the interval and the two-sided p value; None if there is none, see
            ``missing``.
        adjusted: p adjusted for the number of differences (`adjusted`); None before that.
        one, other: both means.
        participants: the number of people on both sides together.
        instances: the number of instances that both sides have; of unpaired differences, of those
            of either side together.
        episodes, other_episodes: the number of episodes of each side on these.
        dropped: instances that only one of the two sides has.
        method: how the interval was computed; None if there is none.
        missing: why there is no interval.
    """

    value: float
    low: float | None
    high: float | None
    p: float | None
    one: float
    other: float
    participants: int
    instances: int
    episodes: int
    other_episodes: int
    dropped: int
    method: Method | None = None
    missing: Missing | None = None
    adjusted: float | None = None


@dataclass(frozen=True, slots=True)
class PeopleMinusModel:
    """The difference between people and a model.

    Attributes:
        sign_flip_p: of the test that conditions on these people.
        mcnemar_p: None unless each instance has one person and one response, all 0 or 100.
        cliffs_delta: -1 to 1, with its interval.
    """

    difference: Difference
    sign_flip_p: float
    mcnemar_p: float | None
    cliffs_delta: Estimate


def people_minus_model(both: Beside, within: Range = POINTS, seed: int = 1) -> PeopleMinusModel:
    """Compare people with a model, in the places that both have played.

    Args:
        both: their values.
        within: the range of possible values.
        seed: of the sign-flip test, if there are more than 16 instances.
    """
    made = contrast_of(both.people, both.model, within, (True, False))
    return PeopleMinusModel(
        _difference(both.people, both.model, within, human=(True, False)),
        sign_flip_p(both.people, both.model, seed),
        _mcnemar_p(both),
        cliffs_delta(both.people, both.responses, made, within),
    )


def model_minus_model(
    one: Observations, other: Observations, within: Range = POINTS
) -> Difference | None:
    """Compare two models on the instances of both; None if they have none in common.

    Both are fixed, and instances random.
    """
    if _shared(one, other) is None:
        return None
    return _difference(one, other, within, human=(False, False))


def people_minus_people(
    one: Observations, other: Observations, within: Range = POINTS
) -> Difference | None:
    """Compare two groups of people on the instances of both; None if they have none in common.

    The groups may share people, who played some instances in one condition and others in the other.
    """
    if _shared(one, other) is None:
        return None
    return _difference(one, other, within, human=(True, True))


def people_minus_value(people: Observations, value: float, within: Range = POINTS) -> Difference:
    """Compare people with a fixed value, such as a published score: its own error is not known.

    The interval is that of the mean, minus the value; p is that of the mean for the value.
    """
    made = design_of(people)
    mean = float(people.value.mean())
    found = Difference(
        value=mean - value,
        low=None,
        high=None,
        p=None,
        one=mean,
        other=value,
        participants=made.participants,
        instances=made.instances,
        episodes=people.episodes,
        other_episodes=0,
        dropped=0,
        missing=missing_reason(made),
    )
    if found.missing is not None:
        return found
    computed = crossed_mean(made, people.value, within)
    low, high = computed.limits()
    return replace(
        found,
        low=float(low) - value,
        high=float(high) - value,
        p=computed.p_value(value),
        method="clopper-pearson" if bool(computed.constant) else "crossed score",
    )


def contrast_of(
    one: Observations, other: Observations, within: Range, human: tuple[bool, bool]
) -> Contrast | Missing:
    """Return the contrast of two sides with the same instances, or why there is none.

    Args:
        one, other: the sides; a model has its seeds as participants.
        within: the range of possible values.
        human: whether each side is people, who are random.
    """
    if len(one.instances) < 2:
        return "one instance"
    sides = []
    weights = np.bincount(one.instance).astype(np.float64)
    if human == (False, False):
        weights = np.ones(len(one.instances))
    for each, are_people in zip((one, other), human, strict=True):
        if not are_people:
            by_instance = values_by_instance(each)
            values = np.array([by_instance[name] for name in each.instances])
            sides.append(model_side(values, weights, within))
            continue
        made = design_of(each)
        missing = missing_reason(made)
        if missing is not None:
            return missing
        sides.append(people_side(made, each.value, within))
    return contrast(sides[0], sides[1], shared_people(one, other) if all(human) else None)


def adjusted(differences: Sequence[Difference], correction: Correction) -> list[Difference]:
    """Return the differences, in the same order, with p adjusted for the number of those that have
    one; choose the correction, and what belongs together, before looking."""
    known = [at for at, each in enumerate(differences) if each.p is not None]
    ps = adjusted_p_values([float(differences[at].p or 0.0) for at in known], correction)
    found = dict(zip(known, ps, strict=True))
    return [replace(each, adjusted=found.get(at)) for at, each in enumerate(differences)]


def sign_flip_p(people: Observations, model: Observations, seed: int = 1) -> float:
    """Return the two-sided p value of the sign-flip test over instances, given these people.

    Instances have the weights of their episodes, so that what is tested is the difference itself.
    All assignments of signs are counted for up to 16 instances; beyond, 9999 are drawn, to which
    the observed one is added.

    Args:
        people, model: on the same instances.
        seed: of the drawing.
    """
    here, there = values_by_instance(people), values_by_instance(model)
    differences = np.array([here[name] - there[name] for name in people.instances])
    weighted = differences * np.bincount(people.instance)
    count = len(weighted)
    observed = abs(weighted.sum())
    tolerance = _ROUNDING * max(1.0, float(np.abs(weighted).sum()))
    if count <= _EXACT_UP_TO:
        sums = np.zeros(1)
        for each in weighted:
            sums = np.concatenate([sums + each, sums - each])
        return float(np.mean(np.abs(sums) >= observed - tolerance))
    draw = np.random.default_rng(seed)
    signs = draw.choice(np.array([-1.0, 1.0]), size=(_DRAWS, count))
    extreme = int((np.abs(signs @ weighted) >= observed - tolerance).sum())
    return (extreme + 1) / (_DRAWS + 1)


def _difference(
    one: Observations, other: Observations, within: Range, human: tuple[bool, bool]
) -> Difference:
    shared = _shared(one, other)
    if shared is None:
        raise ValueError("no instance in common")
    here, there, dropped = shared
    made = contrast_of(here, there, within, human)
    means = plain_means(here, there, human)
    people = [each.participants for each, are in zip((here, there), human, strict=True) if are]
    found = Difference(
        means[0] - means[1],
        None,
        None,
        None,
        *means,
        participants=len({name for names in people for name in names}),
        instances=len(here.instances),
        episodes=here.episodes,
        other_episodes=there.episodes,
        dropped=dropped,
    )
    if not isinstance(made, Contrast):
        return replace(found, missing=made)
    low, high = made.limits()
    return replace(found, low=float(low), high=float(high), p=made.p_value(), method="mover")


def plain_means(
    here: Observations, there: Observations, human: tuple[bool, bool]
) -> tuple[float, float]:
    """Return the means as the contrast weighs them, also where there is none."""
    found = []
    weights = np.bincount(here.instance) if human[0] else np.ones(len(here.instances))
    for each, are_people in zip((here, there), human, strict=True):
        if are_people:
            found.append(float(each.value.mean()))
        else:
            by_instance = values_by_instance(each)
            values = np.array([by_instance[name] for name in each.instances])
            found.append(float(values @ weights / weights.sum()))
    return found[0], found[1]


def _shared(
    one: Observations, other: Observations
) -> tuple[Observations, Observations, int] | None:
    both = set(one.instances) & set(other.instances)
    here, there = on_instances(one, both), on_instances(other, both)
    if here is None or there is None:
        return None
    return here, there, len(set(one.instances) ^ set(other.instances))


def shared_people(one: Observations, other: Observations) -> tuple[Indices, Indices]:
    """Return the places, on each side, of the people who are on both."""
    place = {name: at for at, name in enumerate(other.participants)}
    both = [(at, place[name]) for at, name in enumerate(one.participants) if name in place]
    found: Indices = np.array(both, dtype=np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _mcnemar_p(both: Beside) -> float | None:
    people = both.people
    single = len(people) == people.episodes == len(people.instances)
    if not single or any(len(each) != 1 for each in both.responses):
        return None
    there = np.array([each[0] for each in both.responses])
    if not is_binary(people.value) or not is_binary(there):
        return None
    better, worse = int((people.value > there).sum()), int((people.value < there).sum())
    return float(binomtest(better, better + worse).pvalue) if better + worse else 1.0
