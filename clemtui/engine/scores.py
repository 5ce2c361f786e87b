"""Scores of an episode, and clembench's aggregation of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Flag = Literal[0, 1] | None
Score = float | int | None
Outcome = Literal["aborted", "lose", "success"]

MAIN_SCORE = "Main Score"
"""clembench's BENCH_SCORE: nominally 0..100, None (NaN) where the episode was aborted."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What a scorer says of one finished episode. None stands for the reference's NaN.

    The three flags are separate values: every odd combination occurs in the reference.

    Attributes:
        episode: scores of the episode by the reference's names, the main score among them.
        turns: scores by round or turn, keyed as the reference does (usually "0", "1", ...).
        seats: scores of one seat, by seat; games in which seats score differently fill it.
    """

    aborted: Flag
    success: Flag
    lose: Flag
    episode: Mapping[str, Score]
    turns: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    seats: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)

    @property
    def main_score(self) -> Score:
        """The main score, or None where the episode was aborted."""
        return self.episode.get(MAIN_SCORE)

    @property
    def outcome(self) -> Outcome:
        """The outcome for people: aborted, else lose, else success."""
        if self.aborted:
            return "aborted"
        return "lose" if self.lose else "success"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Scores of several episodes of one game, as clembench reports them.

    ``played`` is a percentage, ``quality`` the mean main score of the played ones (None without
    any), both rounded to two digits (clemcore, ``clemeval.py``).
    """

    episodes: int
    played: float
    quality: float | None


def mean_of_played(scores: Sequence[Scores]) -> Aggregate:
    """clembench's aggregation: % played, and the mean main score over the not aborted.

    Raises:
        ValueError: for an empty sequence.
    """
    if not scores:
        raise ValueError("no episodes to aggregate")
    main = [score.main_score for score in scores if score.main_score is not None]
    played = 100 * sum(1 for score in scores if not score.aborted) / len(scores)
    quality = round(sum(main) / len(main), 2) if main else None
    return Aggregate(len(scores), round(played, 2), quality)
