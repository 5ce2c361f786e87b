"""Intervals of shares, means and differences: published numbers, and never NaN."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.analysis.effect.intervals import (
    independent_difference_interval,
    mean_interval,
    paired_difference_interval,
    share_interval,
)
from clemtui.analysis.effect.model import Estimate

POINTS = (0.0, 100.0)
N = 999


def near(found: Estimate, low: float, high: float) -> None:
    assert [found.low, found.high] == pytest.approx([low, high], abs=0.06)


def test_a_share_has_the_intervals_of_wilson_and_of_clopper_and_pearson() -> None:
    """Newcombe (1998), table I: 81 of 263."""
    found = share_interval(81, 263)
    near(found, 25.53, 36.62)
    assert found.exact == pytest.approx((25.27, 36.76), abs=0.01)
    assert found.value == pytest.approx(30.798, abs=0.001)


@pytest.mark.parametrize(
    ("part", "wilson", "exact"),
    [(0, (0.0, 11.35), (0.0, 11.57)), (30, (88.65, 100.0), (88.43, 100.0))],
)
def test_shares_of_0_and_100_percent_have_intervals(
    part: int, wilson: tuple[float, float], exact: tuple[float, float]
) -> None:
    found = share_interval(part, 30)
    near(found, *wilson)
    assert found.exact == pytest.approx(exact, abs=0.01)
    assert 0.0 in (found.low, 100 - found.high)


def test_share_of_zero_episodes_is_an_error() -> None:
    with pytest.raises(ValueError, match="the whole must be at least 1"):
        share_interval(0, 0)


def test_scores_of_0_and_100_are_a_share() -> None:
    assert mean_interval([100.0] * 3 + [0.0], POINTS, N, 1) == share_interval(3, 4)


def test_a_mean_is_resampled_and_expanded() -> None:
    """For many values, the interval is Student's; with 20 it stays wider than the plain
    percentiles, mean +- 1.96 * 28.8 / sqrt(20) = 12.6."""
    values = [float(value) for value in range(0, 100, 5)]
    found = mean_interval(values, POINTS, 9999, 7)
    assert (found.method, found.n, found.value) == ("bootstrap", 20, 47.5)
    sd = float(np.std(values, ddof=1))
    student = 2.093 * sd / math.sqrt(20)
    assert found.value - found.low == pytest.approx(student, rel=0.03)
    assert found.high - found.value == pytest.approx(student, rel=0.03)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(list(np.linspace(0, 100, 150)), id="few, whose drawing is kept"),
        pytest.param([0.0, 50.0, 80.0, 100.0] * 250, id="many, of which few are different"),
        pytest.param(list(np.linspace(0, 100, 6001)), id="many, drawn in parts"),
    ],
)
def test_interval_does_not_depend_on_drawing_method(values: list[float]) -> None:
    found = mean_interval(values, POINTS, 2000, 7)
    half = 1.96 * float(np.std(values)) / math.sqrt(len(values))
    assert found.high - found.low == pytest.approx(2 * half, rel=0.06)


def test_the_same_values_and_seed_give_the_same_interval() -> None:
    values = [float(value) for value in range(0, 100, 7)]
    assert mean_interval(values, POINTS, N, 5) == mean_interval(values, POINTS, N, 5)
    assert mean_interval(values, POINTS, N, 5) != mean_interval(values, POINTS, N, 6)
    assert mean_interval(values, POINTS, N, 5) == mean_interval(values[::-1], POINTS, N, 5)


def test_equal_values_use_the_bound() -> None:
    """0.025 ** (1 / 10) = 0.6915 of all values are 50; the rest may be anything."""
    found = mean_interval([50.0] * 10, POINTS, N, 1)
    assert found.method == "bound"
    near(found, 34.58, 65.42)


def test_the_bound_at_the_ends_is_clopper_and_pearson() -> None:
    within = (-100.0, 100.0)
    both = paired_difference_interval(np.full(10, 60.0), np.full(10, 60.0), POINTS, N, 1)
    assert (both.method, both.value) == ("bound", 0.0)
    near(both, -30.85, 30.85)
    exact = share_interval(10, 10).exact
    assert exact is not None
    assert mean_interval([100.0] * 10, within, N, 1).low == pytest.approx(
        exact[0] - (100 - exact[0])
    )


def test_pairs_of_0_and_100_are_resampled_with_one_more_for_each_side() -> None:
    """No pair of 30 differs; a plain bootstrap would claim that none ever does."""
    ones = np.full(30, 100.0)
    found = paired_difference_interval(ones, ones, POINTS, 9999, 1)
    assert (found.method, found.value, found.n) == ("bootstrap+2", 0.0, 30)
    assert -10 < found.low < 0 < found.high < 10


def test_paired_interval_contains_the_difference() -> None:
    found = paired_difference_interval(np.full(9, 100.0), np.zeros(9), POINTS, N, 1)
    assert found.low < found.value == found.high == 100.0


def test_resampling_keeps_pairs_together() -> None:
    """The tasks differ a lot, the languages on each of them by ten."""
    base = np.linspace(0, 80, 41)
    language = base + np.where(np.arange(41) % 2, 9.0, 11.0)
    found = paired_difference_interval(language, base, POINTS, N, 1)
    assert 9.6 < found.low < 10.0 < found.high < 10.4


def test_independent_shares_differ_as_newcombe_says() -> None:
    """Newcombe (1998), comparing 56/70 with 48/80, method 10: 0.0524 to 0.3339."""
    found = independent_difference_interval(share_interval(56, 70), share_interval(48, 80))
    assert found.method == "mover"
    assert found.value == pytest.approx(20.0)
    near(found, 5.24, 33.39)


def test_independent_samples_without_any_spread_have_an_interval() -> None:
    """Newcombe (1998), comparing 10/10 with 0/10: 0.6075 to 1."""
    near(
        independent_difference_interval(share_interval(10, 10), share_interval(0, 10)), 60.75, 100.0
    )


SCORES = st.floats(0, 100) | st.sampled_from([0.0, 100.0, 100 / 3, 50.0])


@given(st.lists(SCORES, min_size=1, max_size=12), st.lists(SCORES, min_size=12, max_size=12))
def test_intervals_are_finite_and_contain_the_value(
    first: list[float], second: list[float]
) -> None:
    one, other = mean_interval(first, POINTS, 199, 1), mean_interval(second, POINTS, 199, 1)
    pairs = paired_difference_interval(
        np.array(first), np.array(second[: len(first)]), POINTS, 199, 1
    )
    for found in (one, other, pairs, independent_difference_interval(one, other)):
        assert all(map(math.isfinite, (found.value, found.low, found.high)))
        assert found.low <= found.value + 1e-6
        assert found.value - 1e-6 <= found.high
    for found in (one, other):
        assert found.low >= 0
        assert found.high <= 100
