"""Simulated studies with a known truth.

A latent normal value, the sum of participant, instance and residual, is cut into the scores of a
game, so that scores are those that people can have, and their mean is known. The default variances
are those of a plausible study: standard deviations of 12 between people, 15 between instances and
25 within (squared: 144, 225 and 625).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

from clemtui.analysis.baseline.beside import Beside, PlacedRow, beside
from clemtui.analysis.baseline.components import Design, design
from clemtui.analysis.baseline.data import Observations

Values = NDArray[np.float64]
Variances = tuple[float, float, float]
"""Of participants, instances and residual; only their proportions count."""

POINTS = (0.0, 100.0)

USUAL: Variances = (144, 225, 625)
SPREADS: Mapping[str, Variances] = {
    "usual": USUAL,
    "people differ": (300, 100, 600),
    "instances differ": (100, 400, 500),
    "only chance": (0, 0, 1),
}

LEVELS: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "binary .5": ((0, 100), (0.5, 0.5)),
    "binary .8": ((0, 100), (0.2, 0.8)),
    "binary .95": ((0, 100), (0.05, 0.95)),
    "wordle": ((0, 20, 25, 100 / 3, 50, 100), (0.15, 0.15, 0.2, 0.2, 0.2, 0.1)),
    "taboo": ((0, 100 / 3, 50, 100), (0.12, 0.08, 0.15, 0.65)),
    "taboo at the ceiling": ((0, 100 / 3, 50, 100), (0.02, 0.02, 0.04, 0.92)),
}
KINDS = ("normal", *LEVELS)


def complete(participants: int, instances: int) -> Design:
    """Return a design in which everyone plays everything."""
    return design(
        np.repeat(np.arange(participants), instances), np.tile(np.arange(instances), participants)
    )


def incomplete(participants: int, instances: int = 30, seed: int = 1) -> Design:
    """Return a design in which everyone plays 6 to 10 of the instances."""
    draw = np.random.default_rng(seed)
    who: list[int] = []
    what: list[int] = []
    for participant in range(participants):
        count = int(draw.integers(6, 11))
        who += [participant] * count
        what += draw.choice(instances, count, replace=False).tolist()
    return design(np.array(who), np.unique(what, return_inverse=True)[1])


DESIGNS: Mapping[str, Design] = {
    "16 x 10": complete(16, 10),
    "24 x 10": complete(24, 10),
    "40 x 6": complete(40, 6),
    "16 of 30": incomplete(16),
    "24 of 30": incomplete(24),
    "40 of 30": incomplete(40),
}


def true_mean(kind: str) -> float:
    """Return the true mean of a kind of scores."""
    if kind == "normal":
        return 50.0
    levels, shares = LEVELS[kind]
    return float(np.dot(levels, shares))


def scored(kind: str, latent: Values) -> Values:
    """Cut latent values of variance 1 into scores."""
    if kind == "normal":
        return np.asarray(50 + 12 * latent)
    levels, shares = LEVELS[kind]
    found: Values = np.array(levels, dtype=np.float64)[
        np.searchsorted(norm.ppf(np.cumsum(shares)[:-1]), latent)
    ]
    return found


def deviations(variances: Variances) -> Values:
    """Return the standard deviations of variances that sum to 1."""
    return np.sqrt(np.array(variances) / sum(variances))


def people(
    made: Design, kind: str, variances: Variances, instances: Values, draw: np.random.Generator
) -> Values:
    """Draw the scores of people, given the standard normal difficulty of the instances; the first
    dimension is that of the studies."""
    a, b, c = deviations(variances)
    studies = len(instances)
    skill = draw.standard_normal((studies, made.participants))[:, made.participant]
    rest = draw.standard_normal((studies, made.cells))
    return scored(kind, a * skill + b * instances[:, made.instance] + c * rest)


def model(
    kind: str, variances: Variances, instances: Values, seeds: int, draw: np.random.Generator
) -> Values:
    """Draw a model's mean scores by instance; a response varies as much as that of a person."""
    a, b, c = deviations(variances)
    noise = np.hypot(a, c)
    found = np.zeros_like(instances)
    for _ in range(seeds):
        found += scored(kind, b * instances + noise * draw.standard_normal(instances.shape)) / seeds
    return found


def difficulty(made: Design, studies: int, draw: np.random.Generator) -> Values:
    """Draw the difficulty of the instances of a number of studies."""
    return draw.standard_normal((studies, made.instances))


def observed(made: Design, values: Values) -> Observations:
    """Return one study as observations."""
    width = len(str(made.cells))
    return Observations(
        tuple(f"p{at:0{width}}" for at in range(made.participants)),
        tuple(f"i{at:0{width}}" for at in range(made.instances)),
        made.participant,
        made.instance,
        values,
        np.ones(made.cells, dtype=np.int64),
    )


def covered(low: Values, high: Values, truth: float) -> float:
    """Return how often intervals contain the truth, in percent."""
    return 100 * float(np.mean((low <= truth + 1e-9) & (truth - 1e-9 <= high)))


STUDIES = 2000
"""How many studies are simulated."""
LEAST, MOST = 93.0, 7.0
"""How many percent of the intervals must contain the truth, and of the tests may be wrong."""

every_design = pytest.mark.parametrize("made", DESIGNS.values(), ids=DESIGNS)
every_spread = pytest.mark.parametrize("variances", SPREADS.values(), ids=SPREADS)


def side_by_side(people: Observations, model: Observations) -> Beside:
    """Return both where every instance has one place."""

    def rows(found: Observations) -> list[PlacedRow]:
        return [
            (found.participants[who], found.instances[what], found.instances[what], float(value))
            for who, what, value in zip(found.participant, found.instance, found.value, strict=True)
        ]

    both = beside(rows(people), rows(model))
    assert both is not None
    return both
