"""clembench's measures, computed and rounded exactly as in the reference.

The reference (``clemeval.py`` of clemcore 3.7) uses pandas. For each player pair and game, it takes
the mean of Played (1 - Aborted) times 100 and the mean of the main scores that are not NaN, both
rounded to two digits; then the mean of these rounded values over the games, rounded again; then
clemscore = average % played / 100 * average quality score, rounded. Where a value is halfway
between two roundings (x.xx5), the order of these operations and the last bit of each matter, so
they are the same here: pandas sums with Kahan's compensation and rounds like numpy.

In addition, there are the joint score (the mean main score with every aborted episode as 0), which
cannot be raised by aborting hard episodes, and confidence intervals.

The figures a person sees after a game are not rounded: % played by `percentage`, and the means by
`mean_of_sum` from the sums of the database.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clemtui.analysis.intervals import Interval, t_interval, wilson_interval
from clemtui.engine.scores import mean, percentage, rounded


class Verdict(NamedTuple):
    """The flags and the main score of an episode; None where the reference has NaN."""

    aborted: int | None
    success: int | None
    lose: int | None
    main_score: float | None


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of one cell: episodes of one game. All 0 to 100, rounded to two digits.

    Attributes:
        episodes: number of episodes; ``aborted``, ``successes``, ``losses``: those with that flag.
        scored: number of episodes with a main score, which is the N of the quality score.
        played: % played; None if no episode records whether it was aborted.
        quality: mean main score of the played episodes; None if there are none.
        quality_std: standard deviation of those (N - 1), as reported by ``clem eval --std``.
        joint: mean main score with aborted episodes as 0.
        played_interval, quality_interval, joint_interval: 95 % confidence intervals.
    """

    episodes: int
    aborted: int
    successes: int
    losses: int
    scored: int
    played: float | None
    quality: float | None
    quality_std: float | None
    joint: float | None
    played_interval: Interval | None
    quality_interval: Interval | None
    joint_interval: Interval | None


@dataclass(frozen=True, slots=True)
class Average:
    """The unweighted means of the measures of several games, and their clemscore.

    A game without any played episode is excluded from ``quality``, but not from ``played``.
    """

    games: int
    episodes: int
    played: float | None
    quality: float | None
    joint: float | None
    clemscore: float | None


def measures(verdicts: Mapping[Verdict, int]) -> Measures:
    """Compute the measures of one game's episodes, given their number by verdict.

    The reference sums in the order in which it finds the files. Here the order is that of the
    scores, so that the same episodes always give the same number.
    """
    episodes = decided = aborted = successes = losses = 0
    for verdict, n in verdicts.items():
        episodes += n
        decided += n if verdict.aborted is not None else 0
        aborted += n if verdict.aborted else 0
        successes += n if verdict.success else 0
        losses += n if verdict.lose else 0
    main = _repeated((v.main_score, n) for v, n in verdicts.items())
    quality, quality_interval = _rounded(mean(main)), t_interval(main)
    joint, joint_interval = quality, quality_interval
    if aborted:
        with_zeros = _repeated((0.0 if v.aborted else v.main_score, n) for v, n in verdicts.items())
        joint, joint_interval = _rounded(mean(with_zeros)), t_interval(with_zeros)
    played = decided - aborted
    return Measures(
        episodes=episodes,
        aborted=aborted,
        successes=successes,
        losses=losses,
        scored=len(main),
        played=rounded(percentage(played, decided)) if decided else None,
        quality=quality,
        quality_std=_rounded(standard_deviation(main)),
        joint=joint,
        played_interval=wilson_interval(played, decided),
        quality_interval=quality_interval,
        joint_interval=joint_interval,
    )


def average(games: Mapping[str, Measures]) -> Average:
    """Average the measures of games, given by name; summed in alphabetical order as in the
    reference."""
    cells = [games[name] for name in sorted(games)]
    played = _rounded(mean(cell.played for cell in cells if cell.played is not None))
    quality = _rounded(mean(cell.quality for cell in cells if cell.quality is not None))
    joint = _rounded(mean(cell.joint for cell in cells if cell.joint is not None))
    return Average(
        games=len(cells),
        episodes=sum(cell.episodes for cell in cells),
        played=played,
        quality=quality,
        joint=joint,
        clemscore=clemscore(played, quality),
    )


def clemscore(played: float | None, quality: float | None) -> float | None:
    """Return the benchmark's overall score from the rounded averages; None if nothing was
    played."""
    return None if played is None or quality is None else rounded(played / 100 * quality)


def mean_of_sum(total: float | None, count: int) -> float | None:
    """Return the mean of ``count`` values with the sum ``total``; None if there are none."""
    return total / count if total is not None and count else None


def standard_deviation(values: Sequence[float]) -> float | None:
    """Return the sample standard deviation (N - 1); None for fewer than two values, or infinite
    ones."""
    if len(values) < 2 or not all(map(math.isfinite, values)):
        return None
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def _rounded(value: float | None) -> float | None:
    return None if value is None else rounded(value)


def _repeated(counted: Iterable[tuple[float | None, int]]) -> list[float]:
    """Return every value as often as it was counted, smallest first, omitting None."""
    found = sorted((value, n) for value, n in counted if value is not None)
    return [value for value, n in found for _ in range(n)]
