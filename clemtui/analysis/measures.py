"""The benchmark's measures over a number of episodes.

% played and the quality score are those of clembench (Chalamalasetti et al. 2023, "clembench: Using
Game Play to Evaluate Chat-Optimized Language Models as Conversational Agents", EMNLP 2023): the
share of the episodes that were not aborted, and the mean main score of those that were played. The
quality score alone flatters who aborts what is hard, so the joint score stands beside it: the mean
main score with every aborted episode as 0.

Nothing is rounded, and a mean over nothing is None.
"""

from __future__ import annotations


def percentage(part: int, whole: int) -> float | None:
    """``part`` of ``whole`` in percent; None of nothing.

    Raises:
        ValueError: if the part is no part of the whole.
    """
    if not 0 <= part <= whole:
        raise ValueError(f"{part} of {whole} is no share")
    return 100 * part / whole if whole else None


def mean(total: float | None, count: int) -> float | None:
    """The mean of ``count`` values that sum up to ``total``; None of none."""
    return total / count if total is not None and count else None
