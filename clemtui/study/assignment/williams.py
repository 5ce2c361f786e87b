"""Williams designs: orders of treatments that are balanced for what came immediately before.

In the rows of a design, every treatment stands in every position equally often, and every treatment
follows every other equally often (E. J. Williams, "Experimental designs balanced for the estimation
of residual effects of treatments", Australian Journal of Scientific Research A 2, 1949).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

Treatment = TypeVar("Treatment", bound=Hashable)


def williams_rows(treatments: Sequence[Treatment]) -> tuple[tuple[Treatment, ...], ...]:
    """Return the rows of the design: as many as treatments, or twice as many if these are odd.

    Its first row zigzags from both ends, 0, n-1, 1, n-2, ...; each other row adds 1 to the one
    before, modulo n. With an odd number, the same rows backwards complete the design.
    """
    count = len(treatments)
    first = [at // 2 if at % 2 == 0 else count - 1 - at // 2 for at in range(count)]
    square = [[(step + row) % count for step in first] for row in range(count)]
    rows = square + [row[::-1] for row in square] if count % 2 and count > 1 else square
    return tuple(tuple(treatments[at] for at in row) for row in rows)


def carry_over(orders: Iterable[Sequence[Treatment]]) -> Counter[tuple[Treatment, Treatment]]:
    """Return how often each treatment came immediately after each other one: (before, after)."""
    return Counter(pair for order in orders for pair in pairwise(order))
