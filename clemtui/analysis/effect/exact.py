"""Exact p values of rank tests for any ranks, including tied ones.

The ranks are taken as given. The p value is twice the share, among all equally likely assignments
of ranks, of those in the smaller tail. Assignments are counted with the shift algorithm (Streitberg
and Röhmel, Statistical Software Newsletter 12, 1986): adding a rank shifts all sums reached so far
by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
    doubled = np.sort(_doubled(ranks))
    ways = np.zeros((n + 1, int(doubled[len(doubled) - n :].sum()) + 1))
    ways[0, 0] = 1.0
    for rank in doubled:
        ways[1:, rank:] += ways[:-1, :-rank].copy()
    return _two_sided(ways[n], first)


def _doubled(ranks: Ranks) -> NDArray[np.int64]:
    return np.rint(ranks * _HALVES).astype(np.int64)


def _two_sided(ways: NDArray[np.float64], found: float) -> float:
    at = round(found * _HALVES)
    tail = min(ways[: at + 1].sum(), ways[at:].sum())
    return min(1.0, float(2 * tail / ways.sum()))
