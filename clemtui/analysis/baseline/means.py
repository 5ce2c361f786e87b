"""Means of crossed data with 95 % intervals: scores, shares, clemscore and times.

All by the one rule of `clemtui.analysis.baseline.rule`. People and instances are random: the
interval is that of the mean of other people of the same population on other instances of the same
kind. It therefore needs two participants and two instances; with fewer, there is none, and a
reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Literal

import numpy as np
from scipy.stats import t as student

from clemtui.analysis.baseline.components import Design, design_of, variance_of_mean
from clemtui.analysis.baseline.data import Observations, observations, values_by_instance
from clemtui.analysis.baseline.rule import ScoreMean, crossed_mean, fixed_mean
from clemtui.analysis.effect.intervals import Range
from clemtui.analysis.effect.model import ALPHA
from clemtui.engine.scores import mean

POINTS: Range = (0.0, 100.0)

Method = Literal["crossed score", "clopper-pearson", "crossed t", "mover", "unpaired mover"]
"""``crossed score`` and ``clopper-pearson``: see `clemtui.analysis.baseline.rule`; ``crossed t``:
Student's t interval with the same variance, for values without a range; ``mover``: see
`clemtui.analysis.baseline.contrast`; ``unpaired mover``: `clemtui.analysis.baseline.unpaired`."""

Missing = Literal["one participant", "one instance", "no variation"]
"""Why there is no interval. ``no variation``: all values are equal, and they have no range."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, its 95 % interval, and what it is based on.

    Attributes:
        low, high: None if there is no interval.
        participants, instances, episodes: their numbers.
        method: how the interval was computed; None if there is none.
        degrees: Satterthwaite's degrees of freedom; None at the boundary.
        effective: the number of independent episodes with the same variance; at the boundary, of
            participants or instances. None if the values have no range.
        missing: why there is no interval.
    """

    value: float
    low: float | None
    high: float | None
    participants: int
    instances: int
    episodes: int
    method: Method | None
    degrees: float | None = None
    effective: float | None = None
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An episode as clemscore counts it.

    Attributes:
        quality: its main score, 0 to 100; None if it was aborted.
    """

    participant: str
    instance: str
    quality: float | None


def mean_estimate(observed: Observations, within: Range = POINTS) -> Estimate:
    """Return the mean of bounded values with its interval.

    % played and success rates are means of 0 and 100; quality that of the scores of the played
    episodes; joint that of all scores, with 0 for aborted ones.

    Args:
        observed: the values.
        within: the range of possible values.

    Raises:
        ValueError: if a value is out of the range.
    """
    _check(observed, within)
    return _bounded(observed, within, None)


def model_estimate(observed: Observations, within: Range = POINTS) -> Estimate:
    """Return the mean of a model's bounded values with its interval.

    The model is fixed, and its instances are random: the interval is that of the mean of the same
    model on other instances of the same kind. Every instance weighs the same.

    Args:
        observed: the values, with the model's seeds (or repetitions) as participants; as a model is
            not people, the estimate has none.
        within: the range of possible values.

    Raises:
        ValueError: if a value is out of the range.
    """
    _check(observed, within)
    by_instance = values_by_instance(observed)
    values = np.array([by_instance[name] for name in observed.instances])
    found = _without_interval(observed, float(values.mean()), None)
    if len(values) < 2:
        return replace(found, participants=0, missing="one instance")
    computed = fixed_mean(values, np.ones(len(values)), within)
    return replace(_with_interval(found, computed), participants=0)


def time_estimate(seconds: Observations) -> Estimate:
    """Return the geometric mean of times in seconds, which is the median if their logarithms are
    symmetric, with Student's t interval of the mean logarithm.

    Raises:
        ValueError: if a time is not above 0.
    """
    if seconds.value.min() <= 0:
        raise ValueError("times must be above 0")
    found = unbounded_mean(replace(seconds, value=np.log(seconds.value)))
    low = None if found.low is None else exp(found.low)
    high = None if found.high is None else exp(found.high)
    return replace(found, value=exp(found.value), low=low, high=high)


def unbounded_mean(observed: Observations) -> Estimate:
    """Return the mean of values without a range, with Student's t interval."""
    made, value = design_of(observed), float(observed.value.mean())
    found = _without_interval(observed, value, missing_reason(made))
    if found.missing is None and np.ptp(observed.value) == 0:
        found = replace(found, missing="no variation")
    if found.missing is not None:
        return found
    variance, degrees = variance_of_mean(made, observed.value)
    half = float(student.ppf(1 - ALPHA / 2, degrees) * np.sqrt(variance))
    return replace(
        found, low=value - half, high=value + half, method="crossed t", degrees=float(degrees)
    )


def clemscore_estimate(games: Mapping[str, Sequence[PlayedEpisode]]) -> Estimate:
    """Return the clemscore of episodes by game, unrounded, with its interval.

    It is the mean % played of the games times their mean quality, divided by 100. The interval is
    that of the mean of the linearised contributions of the episodes (the delta method: Woodruff,
    Journal of the American Statistical Association 66, 1971), in which a participant of several
    games is one participant. Games are fixed, and instances belong to one game. If no episode was
    played, quality is unknown and the clemscore 0.

    Raises:
        ValueError: if there is no episode.
    """
    cells = {name: _cells(games[name]) for name in sorted(games)}
    cells = {name: found for name, found in cells.items() if found}
    if not cells:
        raise ValueError("no episodes")
    played = {name: _mean(share for share, _ in each.values()) for name, each in cells.items()}
    quality = {
        name: _mean(found)
        for name, each in cells.items()
        if (found := [score for _, score in each.values() if score is not None])
    }
    both = _mean(played.values()), _mean(quality.values()) if quality else 0.0
    total = sum(map(len, cells.values()))
    rows = []
    for name, each in cells.items():
        scored = sum(score is not None for _, score in each.values())
        for (participant, instance), (share, score) in each.items():
            # the derivative of the product by the share of each cell in both means
            part = both[1] * (share - played[name]) / len(cells) / len(each)
            if score is not None:
                part += both[0] * (score - quality[name]) / len(quality) / scored
            rows.append((participant, f"{name}\0{instance}", part / 100 * total))
    return replace(
        _bounded(observations(rows), POINTS, both[0] * both[1] / 100),
        episodes=sum(map(len, games.values())),
    )


def missing_reason(made: Design) -> Missing | None:
    """Return why the mean of a design has no interval; None if it has one."""
    if made.participants < 2:
        return "one participant"
    return "one instance" if made.instances < 2 else None


def _bounded(observed: Observations, within: Range, about: float | None) -> Estimate:
    made = design_of(observed)
    value = float(observed.value.mean()) if about is None else about
    found = _without_interval(observed, value, missing_reason(made))
    if found.missing is not None:
        return found
    return _with_interval(found, crossed_mean(made, observed.value, within, about))


def _with_interval(found: Estimate, computed: ScoreMean) -> Estimate:
    low, high = computed.limits()
    constant = bool(computed.constant)
    return replace(
        found,
        low=float(low),
        high=float(high),
        method="clopper-pearson" if constant else "crossed score",
        degrees=None if constant else float(computed.degrees),
        effective=float(computed.effective),
    )


def _check(observed: Observations, within: Range) -> None:
    if observed.value.min() < within[0] or observed.value.max() > within[1]:
        raise ValueError(f"values are not within {within[0]} to {within[1]}")


def _without_interval(observed: Observations, value: float, missing: Missing | None) -> Estimate:
    return Estimate(
        value,
        None,
        None,
        len(observed.participants),
        len(observed.instances),
        observed.episodes,
        None,
        missing=missing,
    )


def _cells(
    episodes: Iterable[PlayedEpisode],
) -> dict[tuple[str, str], tuple[float, float | None]]:
    """Return % played and the mean quality of every participant and instance."""
    grouped: defaultdict[tuple[str, str], list[float | None]] = defaultdict(list)
    for each in episodes:
        grouped[each.participant, each.instance].append(each.quality)
    found = {}
    for cell, scores in sorted(grouped.items()):
        scored = [score for score in scores if score is not None]
        found[cell] = 100 * len(scored) / len(scores), mean(sorted(scored))
    return found


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
