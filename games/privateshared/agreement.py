"""Accuracy and Cohen's kappa of two series of labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def accuracy(gold: Sequence[Hashable], said: Sequence[Hashable]) -> float:
    """Return the share of positions at which two series of equal, non-zero length agree."""
    return sum(a == b for a, b in zip(gold, said, strict=True)) / len(gold)


def kappa(gold: Sequence[Hashable], said: Sequence[Hashable]) -> float | None:
    """Return the agreement beyond chance: (observed - expected) / (1 - expected), unweighted.

    Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological
    Measurement 20(1). None if it is undefined because both series consist of one and the same
    label.

    The series must have the same, non-zero length.
    """
    observed = accuracy(gold, said)
    in_gold, in_said = Counter(gold), Counter(said)
    pairs = sum(count * in_said[each] for each, count in in_gold.items())
    if pairs == len(gold) ** 2:
        return None
    chance = pairs / len(gold) ** 2
    return (observed - chance) / (1 - chance)
