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

from clemtui.analysis.intervals import Interval, t_interval, wilson_interval
from clemtui.engine.scores import mean, percentage, rounded
from clemtui.records.results import ItemResult


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of one cell: episodes of one game. All 0 to 100, rounded to two digits.

    Attributes:
        episodes: number of episodes; ``aborted``, ``successes``, ``losses``: those with that flag.
        items: number of items; fewer than episodes if some are replicates, which are averaged
            first (`clemtui.records.results.ItemResult`).
        decided_items: number of items with the flag ``aborted``, which is the N of % played.
        scored_items: number of items with a main score, which is the N of the quality score.
        joint_items: number of items with a joint score, which is its N.
        played: % played; None if no episode records whether it was aborted.
        quality: mean main score of the played episodes; None if there are none.
        quality_std: standard deviation of those (N - 1), which without replicates is that of
            ``clem eval --std``.
        joint: mean main score with aborted episodes as 0.
        played_interval, quality_interval, joint_interval: 95 % confidence intervals.
    """

    episodes: int
    aborted: int
    successes: int
    losses: int
    items: int
    decided_items: int
    scored_items: int
    joint_items: int
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

    Attributes:
        games: number of games; ``decided_games``, ``scored_games``, ``joint_games``: of those with
            % played, a quality score and a joint score, over which each of these is averaged.
        episodes: number of episodes.
    """

    games: int
    decided_games: int
    scored_games: int
    joint_games: int
    episodes: int
    played: float | None
    quality: float | None
    joint: float | None
    clemscore: float | None


def measures(items: Mapping[ItemResult, int]) -> Measures:
    """Compute the measures of one game, given the number of its items by result.

    The reference sums in the order in which it finds the files. Here the order is that of the
    scores, so that the same episodes always give the same number. Unlike the reference, replicates
    of an item are averaged first; without replicates, all figures are the same.
    """
    main = _repeated((each.main, n) for each, n in items.items())
    joint = _repeated((each.joint, n) for each, n in items.items())
    shares = _repeated((each.played, n) for each, n in items.items())
    whole = sum(share == 1.0 for share in shares)
    if whole + shares.count(0.0) == len(shares):
        played = percentage(whole, len(shares)) if shares else None
        played_interval = wilson_interval(whole, len(shares))
    else:  # replicates of an item ended differently
        percentages = [100 * share for share in shares]
        played, played_interval = mean(percentages), t_interval(percentages)
    return Measures(
        episodes=sum(each.episodes * n for each, n in items.items()),
        aborted=sum(each.aborted * n for each, n in items.items()),
        successes=sum(each.success * n for each, n in items.items()),
        losses=sum(each.lose * n for each, n in items.items()),
        items=sum(items.values()),
        decided_items=len(shares),
        scored_items=len(main),
        joint_items=len(joint),
        played=_rounded(played),
        quality=_rounded(mean(main)),
        quality_std=_rounded(standard_deviation(main)),
        joint=_rounded(mean(joint)),
        played_interval=played_interval,
        quality_interval=t_interval(main),
        joint_interval=t_interval(joint),
    )


def average(games: Mapping[str, Measures]) -> Average:
    """Average the measures of games, given by name; summed in alphabetical order as in the
    reference."""
    cells = [games[name] for name in sorted(games)]
    shares = [cell.played for cell in cells if cell.played is not None]
    scores = [cell.quality for cell in cells if cell.quality is not None]
    joint_scores = [cell.joint for cell in cells if cell.joint is not None]
    played, quality, joint = (_rounded(mean(each)) for each in (shares, scores, joint_scores))
    return Average(
        games=len(cells),
        decided_games=len(shares),
        scored_games=len(scores),
        joint_games=len(joint_scores),
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
