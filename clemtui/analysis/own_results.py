"""A person's own results in a game, as a distribution with one of them marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LOWEST = (0, 20, 40, 60, 80, 100)
"""The lowest main score of each bar of a game without tries."""


@dataclass(frozen=True, slots=True)
class OwnResult:
    """One episode of a person.

    Attributes:
        tries: how many tries the solution took (`Game.tries`); None if there was none.
        main_score: 0 to 100; None if the episode was aborted.
    """

    episode: str
    tries: int | None
    main_score: float | None


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the distribution.

    Attributes:
        tries: the number of tries it stands for; None if it stands for scores.
        scores: the lowest and highest main score it stands for; None if it stands for tries.
        aborted: whether it stands for aborted episodes. A bar that stands for nothing else stands
            for what was not solved.
        here: whether the marked episode is in it.
    """

    count: int
    here: bool
    tries: int | None = None
    scores: tuple[int, int] | None = None
    aborted: bool = False


@dataclass(frozen=True, slots=True)
class OwnResults:
    """The results of a person up to an episode.

    Attributes:
        in_tries: whether the bars stand for tries.
        is_best: whether the episode is better than every earlier one, of which there are some.
        best_tries, best_score: the best so far, this one included.
    """

    episodes: int = 0
    bars: tuple[Bar, ...] = ()
    in_tries: bool = False
    is_best: bool = False
    best_tries: int | None = None
    best_score: float | None = None


def own_results(results: Sequence[OwnResult], here: str, *, in_tries: bool) -> OwnResults:
    """Summarise results, given oldest first; ``here`` is the id of the marked episode.

    Args:
        in_tries: whether the game counts tries (`Game.counts_tries`).
    """
    ended = [each for each in results if each.main_score is not None]
    aborted = _bar([each for each in results if each.main_score is None], here, aborted=True)
    bars = [*(_by_tries(ended, here) if in_tries else _by_score(ended, here)), aborted]
    if not aborted.count:
        bars.pop()
    scores = [each.main_score for each in results if each.main_score is not None]
    tries = [each.tries for each in results if each.tries is not None]
    return OwnResults(
        episodes=len(results),
        bars=tuple(bars),
        in_tries=in_tries,
        is_best=_is_best(results, here, in_tries=in_tries),
        best_tries=min(tries, default=None),
        best_score=max(scores, default=None),
    )


def _is_best(results: Sequence[OwnResult], here: str, *, in_tries: bool) -> bool:
    at = next((n for n, each in enumerate(results) if each.episode == here), 0)
    values = [_value(each, in_tries=in_tries) for each in results[: at + 1]]
    return at > 0 and values[-1] > max(values[:-1]) and values[-1] > 0


def _value(result: OwnResult, *, in_tries: bool) -> float:
    """Return how good a result is: higher is better, 0 if it is none."""
    if in_tries:
        return 0.0 if result.tries is None else 1 / result.tries
    return result.main_score or 0.0


def _by_tries(results: Sequence[OwnResult], here: str) -> list[Bar]:
    most = max((each.tries for each in results if each.tries is not None), default=0)
    bars = [
        _bar([each for each in results if each.tries == tries], here, tries=tries)
        for tries in (*range(1, most + 1), None)
    ]
    return bars if bars[-1].count else bars[:-1]


def _by_score(results: Sequence[OwnResult], here: str) -> list[Bar]:
    ranges = zip(_LOWEST, (*_LOWEST[1:], 101), strict=True) if results else ()
    return [
        _bar(
            [each for each in results if low <= (each.main_score or 0) < following],
            here,
            scores=(low, following - 1),
        )
        for low, following in ranges
    ]


def _bar(
    results: Sequence[OwnResult],
    here: str,
    *,
    tries: int | None = None,
    scores: tuple[int, int] | None = None,
    aborted: bool = False,
) -> Bar:
    marked = any(each.episode == here for each in results)
    return Bar(len(results), marked, tries, scores, aborted)
