"""Planning: how many participants a study needs, by simulation.

Studies are simulated from stated variances, or those of a pilot, and analysed with the very
interval and test that the report uses, so that the power is that of the report. Scores are what
people can score in the game (`clemtui.analysis.baseline.latent`); for scores with steps, the
proportions of the variances count, and their size follows from the steps.

Every study is drawn with the same random numbers whatever the difference, so that power rises with
it. Where a model answers few instances once each, its own mean is uncertain, and more people do not
help: plan more instances, or several seeds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from clemtui.analysis.baseline.components import Design, components, design
from clemtui.analysis.baseline.contrast import contrast, model_side, people_side
from clemtui.analysis.baseline.data import Indices, Observations, Values
from clemtui.analysis.baseline.latent import (
    CONTINUOUS,
    Scale,
    Variances,
    latent_variances,
    levels_of,
    scoring,
)
from clemtui.analysis.baseline.means import POINTS
from clemtui.analysis.baseline.rule import crossed_mean
from clemtui.analysis.effect.intervals import share_interval
from clemtui.analysis.effect.model import ALPHA

Comparison = Literal["value", "model", "groups"]
"""What the people are compared with: a fixed value, a model on the same instances, or as many other
people on the same instances."""

SIMULATIONS = 500
_LARGEST = 512
"""The largest number of participants that is tried."""
_BISECTIONS = 10


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is known or assumed about the scores, 0 to 100.

    Attributes:
        mean: of people.
        participant, instance, residual: variances.
        scale: the possible scores.
        seeds: responses of the model per instance, which are averaged.
        correlation: of the difficulty of the instances for people and for the model, 0 to 1.
    """

    mean: float
    participant: float
    instance: float
    residual: float
    scale: Scale = CONTINUOUS
    seeds: int = 1
    correlation: float = 0.5


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of a study.

    Attributes:
        participants: in each group.
        per_participant: instances that each participant plays; ``instances``: all of them.
        comparison: what the people are compared with.
        alpha: two-sided; smaller if several comparisons are corrected for.
    """

    participants: int
    per_participant: int
    instances: int
    comparison: Comparison = "model"
    alpha: float = ALPHA


@dataclass(frozen=True, slots=True)
class Power:
    """The power of a plan.

    Attributes:
        power: the share of the simulated studies in which the difference is significant, in
            percent.
        low, high: its 95 % interval, from the number of simulations (Wilson).
        difference: the true difference, people minus the other.
        half_width: the mean half-width of the intervals of the difference.
    """

    plan: Plan
    difference: float
    power: float
    low: float
    high: float
    half_width: float
    simulations: int


def from_pilot(pilot: Observations, *, steps: bool) -> Assumptions:
    """Return assumptions with the mean, the variance components and the scores of a pilot.

    A component that a small pilot finds to be 0 is optimistic: then state one instead.

    Args:
        pilot: the scores of people, 0 to 100.
        steps: whether only the scores of the pilot are possible, with their frequencies.

    Raises:
        ValueError: if the components cannot be estimated.
    """
    found = components(pilot)
    if found is None:
        raise ValueError("the pilot is too small for variance components")
    return Assumptions(
        float(pilot.value.mean()),
        found.participant or 0.0,
        found.instance or 0.0,
        found.residual,
        levels_of(pilot.value.tolist()) if steps else CONTINUOUS,
    )


def power(
    assumed: Assumptions,
    plan: Plan,
    difference: float,
    simulations: int = SIMULATIONS,
    seed: int = 1,
) -> Power:
    """Return the power of a plan to find a true difference.

    Args:
        assumed: what is assumed.
        plan: the size of the study.
        difference: people minus the other, in points; the mean of the other is what remains.
        simulations: the number of studies.
        seed: of the drawing.

    Raises:
        ValueError: if a mean is not within the range of scores, or the plan is impossible.
    """
    _check(assumed, plan, difference)
    low, high = _studies(assumed, plan, difference, simulations, seed)
    found = int(((low > 0) | (high < 0)).sum())
    share = share_interval(found, simulations)
    half = float((high - low).mean() / 2)
    return Power(plan, difference, share.value, share.low, share.high, half, simulations)


def participants_needed(
    assumed: Assumptions,
    plan: Plan,
    difference: float,
    target: float = 80.0,
    simulations: int = SIMULATIONS,
    seed: int = 1,
) -> Power | None:
    """Return the power with the smallest number of participants that reaches the target.

    Args:
        assumed, plan, difference, simulations, seed: as for `power`; the plan's own number of
            participants is not used.
        target: the power wanted, in percent.

    Returns:
        None if 512 are not enough: more instances, or seeds of the model, are needed.
    """

    def at(count: int) -> Power:
        changed = replace(plan, participants=count)
        return power(assumed, changed, difference, simulations, seed)

    low, high = 1, 4
    while (found := at(high)).power < target:
        low, high = high, high * 2
        if low >= _LARGEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        tried = at(middle)
        if tried.power >= target:
            high, found = middle, tried
        else:
            low = middle
    return found


def smallest_difference(
    assumed: Assumptions,
    plan: Plan,
    target: float = 80.0,
    simulations: int = SIMULATIONS,
    seed: int = 1,
    *,
    people_better: bool = True,
) -> Power | None:
    """Return the power at the smallest difference that is found with the target power.

    Args:
        assumed, plan, simulations, seed: as for `power`.
        target: the power wanted, in percent.
        people_better: the direction of the difference.

    Returns:
        None if the largest possible difference is not found often enough.
    """
    bottom, top = assumed.scale.ends
    largest = assumed.mean - bottom if people_better else top - assumed.mean
    sign = 1.0 if people_better else -1.0
    inside = largest * (1 - 1e-6)

    def at(size: float) -> Power:
        return power(assumed, plan, sign * size, simulations, seed)

    found = at(inside)
    if found.power < target:
        return None
    low, high = 0.0, inside
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        tried = at(middle)
        if tried.power >= target:
            high, found = middle, tried
        else:
            low = middle
    return found


def assignment(plan: Plan, seed: int) -> Design:
    """Return who plays what: for each participant a random choice of instances, of which all are
    played equally often, as far as possible."""
    draw = np.random.default_rng(seed)
    played = np.zeros(plan.instances)
    who, what = [], []
    for participant in range(plan.participants):
        order = np.lexsort((draw.random(plan.instances), played))[: plan.per_participant]
        played[order] += 1
        who += [participant] * plan.per_participant
        what += sorted(order.tolist())
    used: Indices = np.unique(what, return_inverse=True)[1].astype(np.int64)
    return design(np.array(who, dtype=np.int64), used)


def _studies(
    assumed: Assumptions, plan: Plan, difference: float, simulations: int, seed: int
) -> tuple[Values, Values]:
    """Return the limits of the intervals of the difference."""
    made = assignment(plan, seed)
    draw = np.random.default_rng(seed)
    instances = draw.standard_normal((simulations, made.instances))
    other_instances = draw.standard_normal((simulations, made.instances))
    people = _people(assumed, assumed.mean, made, instances, draw)
    if plan.comparison == "value":
        low, high = crossed_mean(made, people, POINTS).limits(plan.alpha)
        return low - (assumed.mean - difference), high - (assumed.mean - difference)
    other = assumed.mean - difference
    if plan.comparison == "groups":
        others = _people(assumed, other, made, instances, draw)
        sides = [people_side(made, each, POINTS) for each in (people, others)]
        return contrast(sides[0], sides[1]).limits(plan.alpha)
    skill, hard, rest = _latent(assumed)
    rho = assumed.correlation
    shared = rho * instances + math.sqrt(1 - rho**2) * other_instances
    score = scoring(assumed.scale, other, math.sqrt(skill + hard + rest))
    responses = np.zeros_like(instances)
    for _ in range(assumed.seeds):
        own = math.sqrt(skill + rest) * draw.standard_normal(instances.shape)
        responses += score(math.sqrt(hard) * shared + own)
    weights = np.bincount(made.instance).astype(np.float64)
    return contrast(
        people_side(made, people, POINTS),
        model_side(responses / assumed.seeds, weights, POINTS),
    ).limits(plan.alpha)


def _people(
    assumed: Assumptions,
    mean: float,
    made: Design,
    instances: Values,
    draw: np.random.Generator,
) -> Values:
    latent = _latent(assumed)
    skill, hard, rest = map(math.sqrt, latent)
    simulations = len(instances)
    by_participant = draw.standard_normal((simulations, made.participants))
    noise = draw.standard_normal((simulations, made.cells))
    return scoring(assumed.scale, mean, math.sqrt(sum(latent)))(
        skill * by_participant[:, made.participant]
        + hard * instances[:, made.instance]
        + rest * noise
    )


def _latent(assumed: Assumptions) -> Variances:
    variances = assumed.participant, assumed.instance, assumed.residual
    return latent_variances(assumed.scale, assumed.mean, variances)


def _check(assumed: Assumptions, plan: Plan, difference: float) -> None:
    low, high = assumed.scale.ends
    for each in (assumed.mean, assumed.mean - difference):
        if not low < each < high:
            raise ValueError(f"a mean of {each:g} is not between {low:g} and {high:g}")
    if min(assumed.participant, assumed.instance, assumed.residual) < 0:
        raise ValueError("a variance is below 0")
    if assumed.participant + assumed.instance + assumed.residual <= 0:
        raise ValueError("nothing varies")
    if plan.participants < 2 or not 2 <= plan.per_participant <= plan.instances:
        raise ValueError("at least two participants and two instances, and no more than there are")
