"""95 % confidence intervals, in the units of the value they belong to.

All assume that episodes are independent of each other. Episodes of the same person are not quite,
so an interval is narrower than it should be where one person played many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

Interval = tuple[float, float]

LEVEL = 0.95
_UPPER = (1 + LEVEL) / 2
_EXACT_UP_TO = 200
_ROUNDING = 1e-9
"""Means of the same scores differ by less than this, because of the order of their sums."""


def wilson_interval(part: int, whole: int) -> Interval | None:
    """Return the Wilson score interval (1927) of a share, in percent; None if ``whole`` is 0.

    It stays within 0 to 100 and is informative even if the share is 0 or 100.
    """
    if not whole:
        return None
    z = NormalDist().inv_cdf(_UPPER)
    share = part / whole
    middle = share + z * z / (2 * whole)
    spread = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    scale = 100 / (1 + z * z / whole)
    low = 0.0 if part == 0 else scale * (middle - spread)
    high = 100.0 if part == whole else scale * (middle + spread)
    return low, high


def t_interval(scores: Sequence[float]) -> Interval | None:
    """Return the Student's t interval of a mean of scores, clipped to 0 to 100.

    None if there are fewer than two scores or all are equal (but for rounding: scores are means of
    repeated episodes), as the sample then says nothing about how much scores vary. Also None for
    infinite scores.
    """
    count = len(scores)
    if count < 2 or not all(map(math.isfinite, scores)) or max(scores) - min(scores) < _ROUNDING:
        return None
    middle = math.fsum(scores) / count
    variance = math.fsum((score - middle) ** 2 for score in scores) / (count - 1)
    spread = t_quantile(count - 1) * math.sqrt(variance / count)
    return max(0.0, middle - spread), min(100.0, middle + spread)


@lru_cache(maxsize=1024)
def t_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution by its degrees of freedom.

    Up to 200 degrees by bisection of the closed form, above by the expansion around the normal
    distribution (Abramowitz and Stegun 1964, 26.7.3, 26.7.4 and 26.7.5).
    """
    z = NormalDist().inv_cdf(_UPPER)
    if degrees > _EXACT_UP_TO:
        terms = (
            z,
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        )
        return math.fsum(term / degrees**power for power, term in enumerate(terms))
    low, high = 0.0, 2.0
    while _central_probability(high, degrees) < LEVEL:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        if _central_probability(middle, degrees) < LEVEL:
            low = middle
        else:
            high = middle
    return high


def _central_probability(t: float, degrees: int) -> float:
    """Return the probability that Student's t is between -t and t."""
    angle = math.atan(t / math.sqrt(degrees))
    cosine = math.cos(angle)
    odd = degrees % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(odd, degrees - 1, 2):
        total += term
        term *= cosine * cosine * (k + 1) / (k + 2)
    series = math.sin(angle) * total
    return 2 / math.pi * (angle + series) if odd else series
