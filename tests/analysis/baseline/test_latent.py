"""Simulated scores have the mean and the variances that are wanted."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from clemtui.analysis.baseline.latent import Scale, latent_variances, levels_of, scoring

WORDLE = Scale((0, 20, 25, 100 / 3, 50, 100), (0.15, 0.15, 0.2, 0.2, 0.2, 0.1))
BINARY = Scale((0, 100))
SCALES = [Scale(), BINARY, Scale((0, 50, 100)), WORDLE]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("mean", [5.0, 40.0, 95.0])
def test_the_mean_is_that_wanted(scale: Scale, mean: float) -> None:
    latent = np.random.default_rng(1).normal(0, 30, 200_000)
    scores = scoring(scale, mean, 30)(latent)
    assert scores.mean() == pytest.approx(mean, abs=0.3)
    assert scores.min() >= 0
    assert scores.max() <= 100
    if scale.levels:
        assert set(np.unique(scores)) <= set(scale.levels)


def test_where_the_mean_is_not_moved_scores_have_their_probabilities() -> None:
    mean = float(np.dot(WORDLE.levels, WORDLE.shares))
    scores = scoring(WORDLE, mean, 1)(norm.ppf((np.arange(10_000) + 0.5) / 10_000))
    assert levels_of(scores.tolist()).shares == pytest.approx(WORDLE.shares, abs=1e-3)


@pytest.mark.parametrize("mean", [50.0, 80.0, 95.0])
def test_binary_scores_have_the_wanted_proportions_of_variance(mean: float) -> None:
    """The covariance of two successes is a probability of the bivariate normal distribution."""
    shares = latent_variances(BINARY, mean, (1, 2, 7))
    assert sum(shares) == pytest.approx(1)
    p = mean / 100
    bound = norm.ppf(p)
    for share, wanted in zip(shares[:2], (0.1, 0.2), strict=True):
        both = multivariate_normal.cdf([bound, bound], cov=[[1, share], [share, 1]])
        assert (both - p * p) / (p * (1 - p)) == pytest.approx(wanted, abs=2e-3)


def test_at_50_percent_the_latent_share_has_a_closed_form() -> None:
    """Sheppard (1899): the correlation of two signs is 2 / pi times the arc sine."""
    participant, _, _ = latent_variances(BINARY, 50, (0.2, 0, 0.8))
    assert participant == pytest.approx(math.sin(0.2 * math.pi / 2), abs=1e-3)


def test_steps_have_the_wanted_proportions_of_variance() -> None:
    shares = latent_variances(WORDLE, 45, (2, 3, 5))
    draw = np.random.default_rng(2)
    score = scoring(WORDLE, 45, 1)
    for share, wanted in zip(shares[:2], (0.2, 0.3), strict=True):
        common = math.sqrt(share) * draw.standard_normal(400_000)
        one, other = (
            score(common + math.sqrt(1 - share) * draw.standard_normal(400_000)) for _ in range(2)
        )
        assert np.corrcoef(one, other)[0, 1] == pytest.approx(wanted, abs=0.01)


def test_without_steps_or_variance_nothing_changes() -> None:
    assert latent_variances(Scale(), 50, (1, 2, 3)) == (1, 2, 3)
    assert latent_variances(BINARY, 50, (0, 0, 0)) == (0, 0, 0)
    assert latent_variances(BINARY, 50, (0, 0, 5)) == pytest.approx((0, 0, 1))


def test_participants_and_instances_leave_something_to_the_rest() -> None:
    participant, instance, rest = latent_variances(BINARY, 50, (1, 1, 0))
    assert participant == pytest.approx(instance)
    assert rest == pytest.approx(0.02)
