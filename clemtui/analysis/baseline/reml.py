"""REML of a linear model with two crossed random effects.

For ``y = X b + Z_1 u_1 + Z_2 u_2 + e``, with the variances of the random effects as ratios to that
of the residual, the deviance is profiled over b and the residual variance, as in lme4 (Bates and
others, Journal of Statistical Software 67, 2015, section 3.4): it is ``log |V| + log |X' V^-1 X| +
(n - p) log (r' V^-1 r)``, with ``V = I + sum of ratio_i Z_i Z_i'`` and r the residuals of
generalised least squares. Its derivative by a ratio is ``tr(Q Z_i Z_i') - (n - p) |Z_i' Q y|^2 /
(r' V^-1 r)``, with ``Q = V^-1 - V^-1 X (X' V^-1 X)^-1 X' V^-1`` (Searle, Casella and McCulloch,
Variance Components, 1992, section 6.6). As ``Z_1' Z_1`` is diagonal, the levels of the first effect
are eliminated: only a matrix of those of the second one is inverted.

A ratio may be 0. The deviance is therefore minimised with every choice of ratios that are 0, each
from all local minima of a grid, and the smallest is **verified**: ratios that are not 0 have no
slope, and those that are 0 have none that falls. Optimisers that know nothing of the boundary
report convergence elsewhere.

Standard errors are those of generalised least squares with the estimated variances, the diagonal
of ``(X' V^-1 X)^-1``, which is what lme4 prints.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

from clemtui.analysis.baseline.data import Values

_SMALLEST, _LARGEST = -8.0, 6.0
"""The logarithms to base 10 of the ratios that are searched; below, a ratio is 0, and above, there
is no residual."""
_GRID = np.arange(-3.0, 6.0)
_EQUAL = 1e-4
"""The difference of two deviances that means nothing: rounding, at large ratios."""
_FLAT = 1e-3
"""The largest slope of the deviance, by the logarithm of a ratio, at a minimum."""
_EXACT = 1e-12
"""The share of the sum of squares below which a residual is rounding."""

Failure = Literal["no residual variation", "not converged"]
"""Why there are no estimates. ``no residual variation``: all effects together explain every value,
and the deviance falls for ever as the residual variance goes to 0; ``not converged``: no minimum
was found that could be verified."""


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """What REML estimates.

    Attributes:
        fixed, errors: the fixed effects and their standard errors, by column.
        variances: of the random effects; exactly 0 at the boundary.
        residual: the residual variance.
        deviance: without what does not depend on the parameters.
    """

    fixed: Values
    errors: Values
    variances: Values
    residual: float
    deviance: float


def reml(values: Values, fixed: Values, random: tuple[Values, Values]) -> Estimates | Failure:
    """Return the estimates, or why there are none.

    Args:
        values: y, not all equal; of about 1 in size.
        fixed: X, of full rank.
        random: Z_1 and Z_2, the indicators of the levels of each random effect; a value has at most
            one level of each.
    """
    if _is_exact(values, np.hstack([fixed, *random])):
        return "no residual variation"
    criterion = _Criterion(values, fixed, random)
    found = [criterion.at(each) for each in _minima(criterion)]
    least = min(each.deviance for each in found)
    equal = [each for each in found if each.deviance <= least + _EQUAL]
    best = next((each for each in equal if each.is_minimum() and not each.is_at_end()), None)
    if best is None:
        endless = any(each.is_at_end() for each in equal)
        return "no residual variation" if endless else "not converged"
    residual = best.square / (len(values) - fixed.shape[1])
    return Estimates(
        best.fixed,
        np.sqrt(residual * np.diag(best.spread)),
        best.ratios * residual,
        residual,
        best.deviance,
    )


def _is_exact(values: Values, columns: Values) -> bool:
    """Whether fewer columns than there are values explain all of them."""
    solution, _, rank, _ = np.linalg.lstsq(columns, values, rcond=None)
    left = ((values - columns @ solution) ** 2).sum()
    return bool(rank < len(values) and left < _EXACT * ((values - values.mean()) ** 2).sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Point:
    """The deviance at some ratios, with all that it is made of.

    Attributes:
        slopes: the derivatives by the ratios.
        fixed: the fixed effects; spread: their covariances, divided by the residual variance.
        square: the weighted sum of squares of the residuals.
        cells: the mean number of cells of a level, by random effect.
    """

    ratios: Values
    deviance: float
    slopes: Values
    fixed: Values
    spread: Values
    square: float
    cells: Values

    def is_minimum(self) -> bool:
        """Whether no ratio has a slope, except those at 0, whose slope must not fall."""
        # a ratio of 1 / cells makes the levels of a random effect as variable as their means' error
        steps = np.where(self.ratios > 0, self.ratios, 1 / self.cells)
        scaled = self.slopes * steps
        return bool(np.all(np.where(self.ratios > 0, abs(scaled), -scaled) <= _FLAT))

    def is_at_end(self) -> bool:
        """Whether a ratio is the largest that is searched."""
        return bool(self.ratios.max() > 0.99 * 10**_LARGEST)


class _Criterion:
    """The deviance as a function of the ratios."""

    def __init__(self, values: Values, fixed: Values, random: tuple[Values, Values]) -> None:
        self._values, self._fixed, (self._one, self._other) = values, fixed, random
        self._sizes = [each.sum(axis=0) for each in random]
        self._cells = np.array([each.mean() for each in self._sizes])
        self._common = self._one.T @ self._other
        self._degrees = len(values) - fixed.shape[1]
        self._least = _EXACT * float(values @ values)

    def at(self, ratios: Values) -> _Point:
        """Return the deviance at ratios, each at least 0."""
        weights = _Weights(ratios, self._sizes, self._common)
        x, y = self._fixed, self._values
        weighted_x = self._weighted(weights, x)
        information = x.T @ weighted_x
        spread = np.asarray(np.linalg.inv(information), dtype=np.float64)
        fixed = spread @ (weighted_x.T @ y)
        weighted = self._weighted(weights, y - x @ fixed)
        square = max(float((y - x @ fixed) @ weighted), self._least)
        slopes = []
        for levels, trace in zip((self._one, self._other), weights.traces, strict=True):
            of_fixed = levels.T @ weighted_x
            explained = float(((of_fixed @ spread) * of_fixed).sum())
            pull = float(((levels.T @ weighted) ** 2).sum())
            slopes.append(trace - explained - self._degrees * pull / square)
        deviance = (
            weights.log_determinant
            + float(np.linalg.slogdet(information)[1])
            + self._degrees * float(np.log(square))
        )
        return _Point(ratios, deviance, np.array(slopes), fixed, spread, square, self._cells)

    def _weighted(self, weights: _Weights, values: Values) -> Values:
        """Return ``V^-1`` times values."""
        one, other = weights.fitted(self._one.T @ values, self._other.T @ values)
        found: Values = values - self._one @ one - self._other @ other
        return found


class _Weights:
    """``V^-1 = I - Z W Z'`` for ratios g and h, by the matrix identity of Woodbury.

    With the cells of the levels n_1 and n_2, the cells C that two levels have in common, and ``D =
    diag(g / (1 + g n_1))``, what is inverted is ``S = I + h R``, with ``R = diag(n_2) - C' D C``.

    Attributes:
        log_determinant: of V.
        traces: of ``Z_i' V^-1 Z_i``.
    """

    def __init__(self, ratios: Values, sizes: Sequence[Values], common: Values) -> None:
        own = 1 + ratios[0] * sizes[0]
        rest = np.diag(sizes[1]) - common.T @ (common * (ratios[0] / own)[:, None])
        factor = cho_factor(np.eye(len(rest)) + ratios[1] * rest, lower=True)
        inverse = cho_solve(factor, np.eye(len(rest)))
        self._ratio, self._share, self._common, self._inverse = (
            ratios[1], ratios[0] / own, common, inverse,
        )  # fmt: skip
        self.log_determinant = float(np.log(own).sum() + 2 * np.log(np.diag(factor[0])).sum())
        shared = ((common @ inverse) * common).sum(axis=1)
        self.traces = (
            float((sizes[0] / own - ratios[1] * shared / own**2).sum()),
            float((rest * inverse).sum()),
        )

    def fitted(self, one: Values, other: Values) -> tuple[Values, Values]:
        """Return W times what the levels have in sum, for both random effects."""
        share = self._share if one.ndim == 1 else self._share[:, None]
        second = self._ratio * (self._inverse @ (other - self._common.T @ (share * one)))
        return share * (one - self._common @ second), second


def _minima(criterion: _Criterion) -> Iterator[Values]:
    """Yield a minimum, or several, for every choice of ratios that are 0, those with most first."""
    for free in ([], [0], [1], [0, 1]):
        yield from _inner_minima(criterion, free)


def _inner_minima(criterion: _Criterion, free: list[int]) -> Iterator[Values]:
    """Yield minima over some ratios, with the others at 0."""

    def ratios(logarithms: Values) -> Values:
        found = np.zeros(2)
        found[free] = np.exp(logarithms)
        return found

    def deviance(logarithms: Values) -> tuple[float, Values]:
        point = criterion.at(ratios(logarithms))
        return point.deviance, (point.slopes * point.ratios)[free]

    if not free:
        yield np.zeros(2)
        return
    grid = np.log(10.0) * _GRID
    bounds = [(np.log(10.0) * _SMALLEST, np.log(10.0) * _LARGEST)] * len(free)
    for start in _lowest(grid, len(free), lambda each: deviance(each)[0]):
        found = minimize(
            deviance, start, jac=True, method="L-BFGS-B", bounds=bounds,
            options={"ftol": 1e-14, "gtol": 1e-7},
        )  # fmt: skip
        yield ratios(found.x)


def _lowest(grid: Values, free: int, deviance: Callable[[Values], float]) -> Iterator[Values]:
    """Yield the points of a grid that are not above any of their neighbours."""
    places = list(itertools.product(range(len(grid)), repeat=free))
    table = np.full((len(grid) + 2,) * free, np.inf)
    inside = tuple([slice(1, -1)] * free)
    table[inside] = np.reshape([deviance(grid[list(at)]) for at in places], (len(grid),) * free)
    for at in places:
        around = table[tuple(slice(each, each + 3) for each in at)]
        if table[inside][at] <= around.min():
            yield grid[list(at)]
