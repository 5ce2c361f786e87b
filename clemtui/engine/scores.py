"""Scores of an episode, and clembench's aggregation of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Flag = Literal[0, 1] | None
Score = float | int | None
Outcome = Literal["aborted", "lose", "success"]

MAIN_SCORE = "Main Score"
"""clembench's BENCH_SCORE: nominally 0 to 100, None (NaN) if the episode was aborted."""


@dataclass(frozen=True, slots=True)
class Scores:
    """A scorer's result for one finished episode. None stands for the reference's NaN.

    The three flags are separate values because every odd combination occurs in the reference.

    Attributes:
        episode: scores of the episode by the reference's names, including the main score.
        turns: scores by round or turn, keyed as in the reference (usually "0", "1", ...).
        seats: scores by seat; filled by games that score seats differently.
    """

    aborted: Flag
    success: Flag
    lose: Flag
    episode: Mapping[str, Score]
    turns: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    seats: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)

    @property
    def main_score(self) -> Score:
        """The main score, or None if the episode was aborted."""
        return self.episode.get(MAIN_SCORE)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome for people: aborted, else lose, else success; None if no flag is known."""
        if self.aborted is None and self.lose is None and self.success is None:
            return None
        if self.aborted:
            return "aborted"
        return "lose" if self.lose else "success"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Scores of several episodes of one game, as clembench reports them.

    ``played`` is a percentage and ``quality`` the mean main score of the played episodes (None if
    there are none), both rounded to two digits (clemcore, ``clemeval.py``).
    """

    episodes: int
    played: float
    quality: float | None


def mean_of_played(scores: Sequence[Scores]) -> Aggregate:
    """Aggregate like clembench: % played, and the mean main score of the episodes not aborted.

    Raises:
        ValueError: for an empty sequence.
    """
    if not scores:
        raise ValueError("no episodes to aggregate")
    played = sum(1 for score in scores if not score.aborted)
    quality = mean(score.main_score for score in scores if score.main_score is not None)
    return Aggregate(
        len(scores),
        rounded(percentage(played, len(scores))),
        None if quality is None else rounded(quality),
    )


def percentage(part: int, whole: int) -> float:
    """Return ``part`` of ``whole`` in percent, to the last bit as the reference computes it.

    The share is computed first, as 100 * part would give different bits.

    Raises:
        ZeroDivisionError: if ``whole`` is 0.
    """
    return part / whole * 100


def finite(score: Score) -> Score:
    """Return a score; None if it is NaN or infinite, which JSON does not have."""
    return None if isinstance(score, float) and not math.isfinite(score) else score


def rounded(value: float) -> float:
    """Round to two digits as the reference's numpy does: round 100 times the value, half to even,
    then divide.

    Python's own ``round`` uses the exact value instead: it rounds 0.065 to 0.07, this to 0.06.
    """
    return round(value * 100) / 100 if math.isfinite(value) else value


def mean(values: Iterable[float]) -> float | None:
    """Return the mean as the reference's pandas computes it, by Kahan summation in the order given.

    None if there are no values. The last bit matters where a mean is halfway between two roundings
    (x.xx5).
    """
    total = lost = 0.0
    count = 0
    for value in values:
        added = value - lost
        following = total + added
        lost = following - total - added
        if math.isnan(lost):  # an infinite value: no correction any more
            lost = 0.0
        total = following
        count += 1
    return total / count if count else None
