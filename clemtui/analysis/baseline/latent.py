"""Latent normal values that become scores: how simulated people score on the steps of a game.

A latent value is the sum of independent normal values of the participant, the instance and the
rest. If all scores are possible, it is the score, limited to 0 to 100. If a game has steps, it is
cut at thresholds, which are such that each score has its probability, and all moved together until
the mean is that wanted.

Cutting weakens correlations: people differ less in rare failures than in what causes them. The
latent variances are therefore chosen such that the *scores* have the wanted proportions of
variance: two scores that share a normal value with the share r of the latent variance have the
covariance ``sum of c_k^2 r^k``, where c_k are the coefficients of the score in normalised Hermite
polynomials (Mehler 1866; for two scores this is the tetrachoric series of Pearson, Philosophical
Transactions A 195, 1900).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from clemtui.analysis.baseline.data import Values

Variances = tuple[float, float, float]
"""Of participants, instances and the rest."""

_FULL = 100.0
_STEPS = 60
_TERMS = 400
_LARGEST_SHARE = 0.98
"""The largest share of the latent variance that participants and instances have together."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The possible scores.

    Attributes:
        levels: in ascending order, such as (0, 100); empty if all from 0 to 100 are possible.
        shares: the probability of each where the mean is not moved; empty if all are equally
            likely.
    """

    levels: tuple[float, ...] = ()
    shares: tuple[float, ...] = ()

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest score."""
        return (self.levels[0], self.levels[-1]) if self.levels else (0.0, _FULL)

    def thresholds(self) -> Values:
        """Return where a standard normal value is cut."""
        shares = np.array(self.shares or [1 / len(self.levels)] * len(self.levels))
        cut: Values = ndtri(np.clip(np.cumsum(shares / shares.sum())[:-1], 0.0, 1.0))
        return cut


CONTINUOUS = Scale()
"""All scores from 0 to 100."""


def scoring(scale: Scale, mean: float, deviation: float) -> Callable[[Values], Values]:
    """Return the function from latent values around 0 to scores with a given mean.

    Args:
        scale: the possible scores.
        mean: of the scores, between the ends of the scale.
        deviation: the standard deviation of the latent values, above 0.
    """
    place = _place(scale, mean, deviation)
    if not scale.levels:
        return lambda latent: np.clip(latent + place, 0.0, _FULL)
    levels, cut = np.array(scale.levels), scale.thresholds() * deviation - place
    return lambda latent: levels[np.searchsorted(cut, latent)]


@lru_cache(maxsize=4096)
def latent_variances(scale: Scale, mean: float, variances: Variances) -> Variances:
    """Return the latent variances with which scores have given proportions of variance.

    Without steps they are the given ones, which is right as far as the ends of the range are rarely
    reached. With steps they sum to 1. If participants and instances had more than 98 % of the
    latent variance together, both are reduced to that.
    """
    total = sum(variances)
    if not scale.levels or total == 0:
        return variances
    cut, levels = scale.thresholds() - _place(scale, mean, 1.0), np.array(scale.levels)
    shares = np.diff([0.0, *ndtr(cut), 1.0])
    variance = float(shares @ levels**2 - (shares @ levels) ** 2)
    squares = _hermite_squares(cut, np.diff(levels))
    found = [_share(squares, variance * each / total) for each in variances[:2]]
    excess = max(1.0, sum(found) / _LARGEST_SHARE)
    participant, instance = (each / excess for each in found)
    return participant, instance, 1 - participant - instance


@lru_cache(maxsize=4096)
def _place(scale: Scale, mean: float, deviation: float) -> float:
    """Return the mean of the latent values with which the scores have a mean."""
    reach = 20 * deviation + (0.0 if scale.levels else _FULL)
    low, high = -reach, reach
    for _ in range(_STEPS):
        middle = (low + high) / 2
        below = _expected(scale, middle, deviation) < mean
        low, high = (middle, high) if below else (low, middle)
    return (low + high) / 2


def _expected(scale: Scale, place: float, deviation: float) -> float:
    """Return the mean score of normal latent values."""
    if scale.levels:
        below = ndtr(scale.thresholds() - place / deviation)
        return float(np.diff([0.0, *below, 1.0]) @ np.array(scale.levels))
    # a normal distribution limited to 0 to 100 (Tobin, Econometrica 26, 1958)
    a, b = -place / deviation, (_FULL - place) / deviation
    between = place * (ndtr(b) - ndtr(a)) + deviation * (_density(a) - _density(b))
    return float(between + _FULL * ndtr(-b))


def _density(value: Any) -> Any:
    """Return the density of the normal distribution, of a number or an array."""
    return np.exp(-np.square(value) / 2) / math.sqrt(2 * math.pi)


def _hermite_squares(cut: Values, steps: Values) -> Values:
    """Return the squares of the coefficients of a step function, from the first polynomial on."""
    density = steps * _density(cut)
    before, now = np.zeros_like(cut), np.ones_like(cut)
    found = []
    for order in range(1, _TERMS + 1):
        found.append(float(density @ now) ** 2 / order)
        before, now = now, (cut * now - math.sqrt(order - 1) * before) / math.sqrt(order)
    return np.array(found)


def _share(squares: Values, wanted: float) -> float:
    """Return the share of the latent variance that gives a covariance of the scores."""
    orders = np.arange(1, len(squares) + 1)
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        found = float((squares * middle**orders).sum())
        low, high = (middle, high) if found < wanted else (low, middle)
    return (low + high) / 2


def levels_of(values: Sequence[float]) -> Scale:
    """Return the scale of observed scores, with their frequencies."""
    levels, counts = np.unique(np.round(values, 9), return_counts=True)
    return Scale(tuple(levels.tolist()), tuple((counts / counts.sum()).tolist()))
