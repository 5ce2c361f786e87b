"""Unpaired differences and means over games of simulated studies cover as often as claimed.

The rules are those of `tests.analysis.baseline.test_coverage`: at least 93 % of the intervals
contain the truth, and at most 7 % of the tests find a difference where there is none, from 16
participants by 10 instances on. People are as good under one level as under the other by a
correlation: 1, if it is the same skill, 0 if it is another one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from clemtui.analysis.baseline.components import Design, design
from clemtui.analysis.baseline.contrast import Contrast, people_side, unpaired
from clemtui.analysis.baseline.data import Observations, observations
from clemtui.analysis.baseline.macro import macro_mean, macro_minus_model
from clemtui.analysis.baseline.means import Estimate
from clemtui.analysis.baseline.unpaired import unpaired_difference
from tests.analysis.baseline.studies import (
    DESIGNS,
    KINDS,
    LEAST,
    MOST,
    POINTS,
    SPREADS,
    STUDIES,
    USUAL,
    Values,
    Variances,
    complete,
    covered,
    deviations,
    difficulty,
    every_design,
    every_spread,
    incomplete,
    observed,
    scored,
    side_by_side,
    true_mean,
)

CORRELATIONS = (0.0, 0.5, 1.0)

Kinds = tuple[str, str]


def both_levels(
    designs: tuple[Design, Design],
    kinds: Kinds,
    variances: Variances,
    correlation: float,
    studies: int,
    draw: np.random.Generator,
) -> list[Values]:
    """Draw the scores of the same people under two levels, whose instances are others."""
    a, b, c = deviations(variances)
    number = max(made.participants for made in designs)
    skill = draw.standard_normal((studies, number))
    found = []
    for made, kind in zip(designs, kinds, strict=True):
        part = draw.standard_normal((studies, number))
        own = np.sqrt(correlation) * skill + np.sqrt(1 - correlation) * part
        hard = difficulty(made, studies, draw)[:, made.instance]
        rest = draw.standard_normal((studies, made.cells))
        found.append(scored(kind, a * own[:, made.participant] + b * hard + c * rest))
    return found


def compared(
    designs: tuple[Design, Design],
    kinds: Kinds,
    variances: Variances,
    correlation: float,
    studies: int,
) -> Contrast:
    draw = np.random.default_rng(31)
    values = both_levels(designs, kinds, variances, correlation, studies, draw)
    sides = [people_side(made, each, POINTS) for made, each in zip(designs, values, strict=True)]
    shared = np.arange(min(made.participants for made in designs))
    return unpaired(sides[0], sides[1], (shared, shared))


def covers(
    designs: tuple[Design, Design],
    kinds: Kinds,
    variances: Variances,
    correlation: float,
    studies: int,
) -> float:
    """Return how often the interval contains the true difference, in percent. Where both levels
    have the same truth, all others are type I errors."""
    found = compared(designs, kinds, variances, correlation, studies)
    return covered(*found.limits(), true_mean(kinds[0]) - true_mean(kinds[1]))


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_design
@every_spread
@pytest.mark.parametrize("kind", KINDS)
def test_type_1_error_of_levels(made: Design, variances: Variances, kind: str) -> None:
    for correlation in CORRELATIONS:
        found = covers((made, made), (kind, kind), variances, correlation, STUDIES)
        assert 100 - found <= MOST


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_design
@every_spread
@pytest.mark.parametrize(
    "kinds",
    [("binary .95", "binary .5"), ("taboo at the ceiling", "binary .8"), ("wordle", "taboo"),
     ("taboo at the ceiling", "taboo"), ("normal", "binary .95")],
)  # fmt: skip
def test_coverage_of_levels(made: Design, variances: Variances, kinds: Kinds) -> None:
    for correlation in CORRELATIONS:
        assert covers((made, made), kinds, variances, correlation, STUDIES) >= LEAST


def odd_pairs() -> dict[str, tuple[Design, Design]]:
    """Return pairs of levels that differ, or that are small."""
    few = design(np.repeat(np.arange(24), 2), (np.arange(48) * 5) % 12)
    return {
        "10 and 30 instances": (complete(16, 10), incomplete(16)),
        "half of the people in the other": (complete(32, 10), complete(16, 10)),
        "two episodes each": (few, few),
        "20 and 5 instances": (complete(16, 20), complete(16, 5)),
        "8 x 6": (complete(8, 6), complete(8, 6)),
    }


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_spread
@pytest.mark.parametrize("kinds", [(kind, kind) for kind in KINDS] + [("wordle", "taboo")])
def test_levels_of_unusual_sizes(variances: Variances, kinds: Kinds) -> None:
    for pair in odd_pairs().values():
        for correlation in CORRELATIONS:
            assert covers(pair, kinds, variances, correlation, STUDIES) >= LEAST


@pytest.mark.parametrize("correlation", CORRELATIONS)
def test_coverage_of_levels_in_a_small_simulation(correlation: float) -> None:
    """With 500 studies, the coverage of a perfect interval is between 93 and 97."""
    made = DESIGNS["16 x 10"]
    for kinds in (("wordle", "wordle"), ("taboo", "binary .8")):
        assert covers((made, made), kinds, USUAL, correlation, 500) >= 92


def test_people_who_are_shared_make_the_comparison_more_precise() -> None:
    """With the same skill under both levels, the interval is narrower than that of two groups, and
    as wide if the skills have nothing to do with each other."""
    made = DESIGNS["40 of 30"]
    width = []
    for correlation in (1.0, 0.0):
        kinds = ("normal", "normal")
        low, high = compared(
            (made, made), kinds, SPREADS["people differ"], correlation, 200
        ).limits()
        width.append(float(np.mean(high - low)))
    assert width[0] < 0.9 * width[1]


def test_the_report_computes_the_difference_that_is_simulated() -> None:
    made = DESIGNS["16 of 30"]
    draw = np.random.default_rng(1)
    one, other = both_levels((made, made), ("wordle", "taboo"), USUAL, 0.5, 1, draw)
    sides = people_side(made, one, POINTS), people_side(made, other, POINTS)
    everyone = np.arange(16)
    low, high = unpaired(*sides, (everyone, everyone)).limits()
    found = unpaired_difference(observed(made, one[0]), observed(made, other[0]))
    assert (found.low, found.high) == pytest.approx((low[0], high[0]))


# Means over games


GAMES = {
    "two": [complete(16, 10)] * 2,
    "three": [complete(16, 10)] * 3,
    "10 and 30 instances": [complete(16, 10), incomplete(16)],
    "20 and 5 instances": [complete(16, 20), complete(16, 5)],
}


def over_games(
    designs: Sequence[Design], kinds: Sequence[str], variances: Variances, studies: int
) -> tuple[float, float]:
    """Return how often the mean over games, and its difference from a model that is as good, are
    covered."""
    draw = np.random.default_rng(32)
    a, b, c = deviations(variances)
    means, gaps = [], []
    for _ in range(studies):
        skill = draw.standard_normal(designs[0].participants)
        people: dict[str, Observations] = {}
        model: dict[str, Observations] = {}
        for number, (made, kind) in enumerate(zip(designs, kinds, strict=True)):
            own = 0.8 * skill + 0.6 * draw.standard_normal(made.participants)
            hard = draw.standard_normal(made.instances)
            rest = draw.standard_normal(made.cells)
            latent = a * own[made.participant] + b * hard[made.instance] + c * rest
            each = people[str(number)] = observed(made, scored(kind, latent))
            response = scored(kind, b * hard + np.hypot(a, c) * draw.standard_normal(hard.shape))
            model[str(number)] = observations(
                ("s", name, float(value))
                for name, value in zip(each.instances, response, strict=True)
            )
        means.append(macro_mean(people))
        gap = macro_minus_model({name: side_by_side(people[name], model[name]) for name in people})
        assert gap is not None
        gaps.append(gap)
    truth = float(np.mean([true_mean(kind) for kind in kinds]))
    return _covered(means, truth), _covered(gaps, 0.0)


def _covered(found: Sequence[Estimate], truth: float) -> float:
    low, high = (np.array([getattr(each, end) for each in found]) for end in ("low", "high"))
    return covered(low, high, truth)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
@every_spread
@pytest.mark.parametrize("designs", GAMES.values(), ids=GAMES)
def test_coverage_of_means_over_games(designs: Sequence[Design], variances: Variances) -> None:
    mixed = ("wordle", "taboo at the ceiling", "normal")
    for kinds in (("binary .8",) * 3, ("binary .95",) * 3, mixed):
        for found in over_games(designs, kinds[: len(designs)], variances, STUDIES // 2):
            assert found >= LEAST


def test_coverage_of_means_over_games_in_a_small_simulation() -> None:
    for found in over_games(GAMES["two"], ("wordle", "taboo"), USUAL, 200):
        assert found >= 91
