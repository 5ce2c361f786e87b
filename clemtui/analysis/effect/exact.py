"""Exact p values of rank tests for any ranks, including tied ones.

The ranks are taken as given. The p value is twice the share, among all equally likely assignments
of ranks, of those in the smaller tail. Assignments are counted with the shift algorithm (Streitberg
and Röhmel, Statistical Software Newsletter 12, 1986): adding a rank shifts all sums reached so far
by it. Equal ranks need no assignments: how many of them fall into a sample has a hypergeometric
distribution.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import hypergeom

Ranks = NDArray[np.float64]

_HALVES = 2
"""Tied ranks are multiples of one half."""


def signed_rank_p(ranks: Ranks, positive: float) -> float:
    """Return the two-sided p of a sum of positive ranks if both signs are equally likely.

    Args:
        ranks: ranks of the nonzero differences.
        positive: sum of the ranks of positive differences.
    """
    doubled = _doubled(ranks)
    ways = np.zeros(int(doubled.sum()) + 1)
    ways[0] = 1.0
    for rank in doubled:
        ways[rank:] += ways[:-rank].copy()
    return _two_sided(ways, positive)


def rank_sum_p(ranks: Ranks, n: int, first: float) -> float:
    """Return the two-sided p of a sample's rank sum if every choice of n is equally likely.

    Args:
        ranks: ranks of both samples combined.
        n: size of the first sample.
        first: sum of its ranks.
    """
    doubled = _doubled(ranks)
    values, counts = np.unique(doubled, return_counts=True)
    tied = values[counts.argmax()]
    others = np.sort(doubled[doubled != tied])
    most = min(n, len(others))
    ways = np.zeros((most + 1, int(others[len(others) - most :].sum()) + 1))
    ways[0, 0] = 1.0
    for rank in others:
        ways[1:, rank:] += ways[:-1, :-rank].copy()
    chances = hypergeom.pmf(np.arange(most + 1), len(doubled), len(others), n)
    below = above = 0.0
    for taken, chance in enumerate(chances):
        if chance:
            sums = ways[taken] / ways[taken].sum()
            at = round(first * _HALVES) - (n - taken) * int(tied)  # what the others add up to
            below += chance * sums[: max(0, at + 1)].sum()
            above += chance * sums[max(0, at) :].sum()
    return min(1.0, float(2 * min(below, above)))


def _doubled(ranks: Ranks) -> NDArray[np.int64]:
    return np.rint(ranks * _HALVES).astype(np.int64)


def _two_sided(ways: NDArray[np.float64], found: float) -> float:
    at = round(found * _HALVES)
    tail = min(ways[: at + 1].sum(), ways[at:].sum())
    return min(1.0, float(2 * tail / ways.sum()))
