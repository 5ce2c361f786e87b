"""Exact p values of rank tests, of any ranks: also of those that ties share.

Ranks are taken as they are, and a test asks how many of all ways to hand them out give a sum as far
from the middle. The ways are counted by the shift algorithm (Streitberg and Röhmel, Statistical
Software Newsletter 12, 1986): adding a rank moves all sums that were reached before by it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ranks = NDArray[np.float64]

_HALVES = 2
"""Ranks of ties are whole numbers and a half."""


def p_of_signs(ranks: Ranks, positive: float) -> float:
    """The two-sided p of a sum of positive ranks, where each sign is as likely.

    Args:
        ranks: of the differences that are not zero.
        positive: the sum of those whose difference is positive.
    """
    doubled = _whole(ranks)
    ways = np.zeros(int(doubled.sum()) + 1)
    ways[0] = 1.0
    for rank in doubled:
        ways[rank:] += ways[:-rank].copy()
    return _two_sided(ways, positive)


def p_of_sample(ranks: Ranks, n: int, first: float) -> float:
    """The two-sided p of the sum of ranks of a sample, where each choice of n is as likely.

    Args:
        ranks: of both samples together.
        n: how many are of the first sample.
        first: the sum of the ranks of these.
    """
    doubled = np.sort(_whole(ranks))
    ways = np.zeros((n + 1, int(doubled[len(doubled) - n :].sum()) + 1))
    ways[0, 0] = 1.0
    for rank in doubled:
        ways[1:, rank:] += ways[:-1, :-rank].copy()
    return _two_sided(ways[n], first)


def _whole(ranks: Ranks) -> NDArray[np.int64]:
    return np.rint(ranks * _HALVES).astype(np.int64)


def _two_sided(ways: NDArray[np.float64], found: float) -> float:
    at = round(found * _HALVES)
    tail = min(ways[: at + 1].sum(), ways[at:].sum())
    return min(1.0, float(2 * tail / ways.sum()))
