"""Intervals of simulated data with a known effect contain it about as often as claimed: 95 %.

Each world lists how often a pair of scores occurs on a task: baseline, language, probability.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from clemtui.analysis.effect.intervals import (
    independent_difference_interval,
    mean_interval,
    paired_difference_interval,
)
from clemtui.analysis.effect.model import RESAMPLES, Estimate

POINTS = (0.0, 100.0)

Pairs = NDArray[np.float64]
World = tuple[tuple[float, float, float], ...]


def won_or_lost(both: float, base_alone: float, language_alone: float) -> World:
    neither = 1 - both - base_alone - language_alone
    return (
        (100, 100, both), (100, 0, base_alone), (0, 100, language_alone), (0, 0, neither),
    )  # fmt: skip


WORLDS: Mapping[str, World] = {
    "won or lost, a large effect": won_or_lost(0.45, 0.35, 0.05),
    "won or lost, no effect": won_or_lost(0.40, 0.15, 0.15),
    "won or lost, near the ceiling": won_or_lost(0.85, 0.08, 0.03),
    "won or lost, at the floor of chance": won_or_lost(0.20, 0.15, 0.13),
    "won or lost, nearly all lost": won_or_lost(0.02, 0.08, 0.03),
    "graded, with ties": (
        (60, 60, 0.25), (60, 50, 0.20), (80, 50, 0.10), (40, 30, 0.15), (40, 50, 0.10),
        (100, 90, 0.10), (20, 30, 0.05), (70, 40, 0.05),
    ),
    "graded, a floor of aborted episodes": (
        (50, 0, 0.12), (75, 0, 0.08), (50, 50, 0.25), (75, 60, 0.20), (30, 20, 0.15),
        (20, 30, 0.10), (0, 0, 0.10),
    ),
    "graded, skewed": (
        (0, 0, 0.45), (50, 0, 0.15), (0, 20, 0.10), (100, 33, 0.08), (50, 50, 0.10),
        (20, 100, 0.05), (33, 20, 0.07),
    ),
    "graded, at the ceiling": (
        (100, 100, 0.50), (100, 90, 0.15), (90, 100, 0.10), (100, 60, 0.05), (80, 100, 0.10),
        (70, 80, 0.10),
    ),
}  # fmt: skip


def drawn(world: World, tasks: int, draw: np.random.Generator) -> tuple[Pairs, Pairs]:
    """Draw the scores of a number of tasks in both languages."""
    found = np.array(world)
    at = draw.choice(len(found), size=tasks, p=found[:, 2])
    return found[at, 1], found[at, 0]


def paired(language: Pairs, base: Pairs) -> Estimate:
    return paired_difference_interval(language, base, POINTS, RESAMPLES, 1)


def unpaired(language: Pairs, base: Pairs) -> Estimate:
    """Break up the pairs: compare the second half of the one with the first half of the other."""
    half = len(base) // 2
    one, other = list(language[half:]), list(base[:half])
    return independent_difference_interval(
        mean_interval(one, POINTS, RESAMPLES, 1), mean_interval(other, POINTS, RESAMPLES, 1)
    )


def coverage(
    world: World,
    tasks: int,
    samples: int,
    interval: Callable[[Pairs, Pairs], Estimate],
    seed: int = 11,
) -> float:
    """Return how often the interval contains the true difference, in percent."""
    true = sum((language - base) * often for base, language, often in world)
    draw = np.random.default_rng(seed)
    held = 0
    for _ in range(samples):
        found = interval(*drawn(world, tasks, draw))
        held += found.low <= true <= found.high
    return 100 * held / samples


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("tasks", [60, 180])
@pytest.mark.parametrize("name", WORLDS)
def test_coverage_of_paired_intervals(name: str, tasks: int) -> None:
    """With 2500 samples, the coverage of a perfect interval is between 94.1 and 95.9."""
    assert 93 <= coverage(WORLDS[name], tasks, 2500, paired) <= 97


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", WORLDS)
def test_coverage_of_independent_intervals(name: str) -> None:
    assert 93 <= coverage(WORLDS[name], 240, 2500, unpaired) <= 97


@pytest.mark.parametrize("name", ["won or lost, a large effect", "graded, with ties"])
def test_coverage_in_a_small_simulation(name: str) -> None:
    """With 400 samples, the coverage of a perfect interval is between 92.9 and 97.1."""
    assert 92 <= coverage(WORLDS[name], 80, 400, paired) <= 98


def test_insufficient_coverage_is_detected() -> None:
    """One of half the width contains the difference two times in three."""

    def narrow(language: Pairs, base: Pairs) -> Estimate:
        found = paired(language, base)
        half = (found.high - found.low) / 4
        return Estimate(found.value, found.value - half, found.value + half, 1, "bound")

    assert coverage(WORLDS["graded, with ties"], 80, 400, narrow) < 80
