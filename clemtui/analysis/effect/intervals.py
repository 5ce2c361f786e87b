"""95 % confidence intervals of shares, means and differences. Never NaN, whatever the sample.

- A **share** has the interval of Wilson (1927) and, beside it, the exact one of Clopper and Pearson
  (1934). Both are informative at 0 and at 100 %.
- A **mean** is resampled: the percentile bootstrap (Efron 1979), expanded as Hesterberg proposes
  ("What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015): without
  that, bootstrap intervals of small samples are too narrow. In simulations with ties and floors, as
  are common here, its coverage is better than that of BCa.
- A **difference of pairs** is the mean of their differences. If all scores are 0 or 100, few pairs
  differ near floor and ceiling, and resampling would miss what was not observed: one more pair is
  first added for each side, as Bonett and Price do for their interval of a difference of paired
  shares (Journal of Educational and Behavioral Statistics 37, 2012).
- A sample in which **all values are equal** cannot be resampled. The share of that value among all
  values is at least Clopper and Pearson's lower limit of n in n, (alpha/2)^(1/n); the rest may lie
  anywhere in the range. At 0 and at 100 this is Clopper and Pearson's interval itself.
- A **difference of independent means** is combined from the intervals of both (MOVER: Zou and
  Donner, Statistics in Medicine 27, 2008; for shares Newcombe's method 10, Statistics in Medicine
  17, 1998), and so is defined whenever these are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, t
from statsmodels.stats.proportion import proportion_confint

from clemtui.analysis.effect.model import ALPHA, Estimate
from clemtui.engine.scores import percentage

Values = NDArray[np.float64]
Range = tuple[float, float]
"""The lowest and the highest possible value."""

_TOLERANCE = 1e-9
_MAX_DISTINCT = 64
"""Up to this many different values, a large sample is drawn by counts, which is faster and
equivalent."""
_CHUNK_SIZE = 4_000_000
"""The maximum number of values drawn at once."""
_CACHE_LIMIT = 2_000_000
"""The maximum number of resampling counts cached per sample size, one byte each; for up to 64
sizes."""


@lru_cache(maxsize=4096)
def share_interval(part: int, whole: int) -> Estimate:
    """Return the interval of a share, in percent.

    Raises:
        ValueError: if ``whole`` is 0.
    """
    if not whole:
        raise ValueError("the whole must be at least 1")
    low, high = _confint(part, whole, "wilson")
    # exact to the last bit: the bound at the end of the range is the end itself
    return Estimate(
        value=percentage(part, whole),
        low=0.0 if part == 0 else low,
        high=100.0 if part == whole else high,
        n=whole,
        method="wilson",
        exact=_confint(part, whole, "beta"),
    )


def _confint(part: int, whole: int, method: str) -> tuple[float, float]:
    low, high = proportion_confint(part, whole, alpha=ALPHA, method=method)
    return 100 * float(low), 100 * float(high)


def mean_interval(values: Sequence[float], within: Range, resamples: int, seed: int) -> Estimate:
    """Return the interval of a mean. If all values are 0 or 100, it is that of a share.

    Args:
        values: at least one.
        within: the range of possible values.
        resamples: number of resamples.
        seed: fixed, so that the same values get the same interval whatever else is computed.
    """
    sample = np.asarray(values, dtype=np.float64)
    if within == (0.0, 100.0) and is_binary(sample):
        return share_interval(int((sample == 100.0).sum()), len(sample))
    return bootstrap_mean_interval(sample, within, resamples, seed)


def bootstrap_mean_interval(sample: Values, within: Range, resamples: int, seed: int) -> Estimate:
    """Return the interval of a mean by the bootstrap, or by the bound if all values are equal."""
    n, middle = len(sample), float(sample.mean())
    if np.ptp(sample) < _TOLERANCE:
        low, high = _interval_of_equal_values(middle, n, within)
        return Estimate(middle, low, high, n, "bound")
    low, high = _percentiles(sample, _upper_quantile(n), resamples, seed)
    return Estimate(middle, max(low, within[0]), min(high, within[1]), n, "bootstrap")


def paired_difference_interval(
    language: Values, baseline: Values, within: Range, resamples: int, seed: int
) -> Estimate:
    """Return the interval of the mean difference of pairs; both arrays list the same tasks in
    order."""
    differences = language - baseline
    width = within[1] - within[0]
    if not is_binary(language) or not is_binary(baseline):
        return bootstrap_mean_interval(differences, (-width, width), resamples, seed)
    more = np.concatenate([differences, [100.0, -100.0]])
    low, high = _percentiles(more, 1 - ALPHA / 2, resamples, seed)
    middle = float(differences.mean())
    return Estimate(middle, min(low, middle), max(high, middle), len(differences), "bootstrap+2")


def is_binary(values: Values) -> bool:
    """Return whether all scores are 0 or 100."""
    return bool(((values == 0.0) | (values == 100.0)).all())


def _interval_of_equal_values(value: float, n: int, within: Range) -> Range:
    known = (ALPHA / 2) ** (1 / n)
    return (
        known * value + (1 - known) * min(within[0], value),
        known * value + (1 - known) * max(within[1], value),
    )


def _upper_quantile(n: int) -> float:
    """Return the quantile of the interval's upper end among the resampled means.

    It is beyond 97.5 %, the more so the fewer values there are: a resampled mean varies by 1/n
    less, and the normal quantile is replaced by Student's t.
    """
    return float(norm.cdf(t.ppf(1 - ALPHA / 2, n - 1) * np.sqrt(n / (n - 1))))


def _percentiles(sample: Values, upper: float, resamples: int, seed: int) -> Range:
    means = _resampled_means(np.sort(sample), resamples, seed)
    low, high = np.quantile(means, (1 - upper, upper))
    return float(low), float(high)


def _resampled_means(sample: Values, resamples: int, seed: int) -> Values:
    n = len(sample)
    if n < 256 and n * resamples <= _CACHE_LIMIT:
        # unlike a matrix product, this neither copies the numbers nor uses all processors
        sums: Values = np.einsum("ij,j->i", _resample_counts(n, resamples, seed), sample)
        return sums / n
    draw = np.random.default_rng(seed)
    values, counts = np.unique(sample, return_counts=True)
    if len(values) <= _MAX_DISTINCT:
        means: Values = draw.multinomial(n, counts / n, size=resamples) @ values / n
        return means
    rows = max(1, _CHUNK_SIZE // n)
    parts = [
        sample[draw.integers(0, n, (min(rows, resamples - done), n), dtype=np.int32)].mean(axis=1)
        for done in range(0, resamples, rows)
    ]
    return np.concatenate(parts)


@lru_cache(maxsize=64)
def _resample_counts(n: int, resamples: int, seed: int) -> NDArray[np.uint8]:
    """Return how often each of n values is drawn in each resample.

    Cached, as it is the same for all samples of a size, and most samples of a comparison have the
    same.
    """
    at = np.random.default_rng(seed).integers(0, n, (resamples, n), dtype=np.int32)
    at += np.arange(0, resamples * n, n, dtype=np.int32)[:, None]
    counts = np.bincount(at.ravel(), minlength=resamples * n)
    return counts.reshape(resamples, n).astype(np.uint8)


def independent_difference_interval(one: Estimate, other: Estimate) -> Estimate:
    """Return the interval of the difference of two independent means, from the interval of each."""
    value = one.value - other.value
    down = np.hypot(one.value - one.low, other.high - other.value)
    up = np.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - float(down), value + float(up), one.n + other.n, "mover")
