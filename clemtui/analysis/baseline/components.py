"""Variance components of crossed data: participants, instances, and the rest.

The model is ``value = mean + participant + instance + residual``, in which the three are
independent with the variances estimated here; the residual includes the interaction of the first
two. The estimator is Henderson's method 1 (Biometrics 9, 1953; Searle, Casella and McCulloch,
Variance Components, 1992, chapter 5), which equates sums of squares with their expectations. For
completely crossed data it is the analysis of variance, and equals REML wherever no component is
negative.

The variance of the mean of all cells is a linear combination of the components, and so a quadratic
form of the values. Its degrees of freedom are Satterthwaite's (Biometrics Bulletin 2, 1946): twice
the square of the variance, divided by the variance of its estimate, which for normal values is
twice the trace of (form times covariance) squared (Searle, Casella and McCulloch, appendix S).

Negative components are set to 0, and the variance of the mean is at least that of independent
episodes: both make it larger, never smaller. Where participants or instances do not vary at all, an
interval is therefore wider than need be.

A factor is **confounded** with the residual if none of its levels has two cells (every instance was
played by one participant only, say). It then needs no component of its own: its levels are as
independent as the residuals. If no degrees of freedom are left for the residual (three cells of a
table of four, or instances of which hardly any has two participants), the variances of the means of
the participants and of the instances are added, which counts the residual twice, with the smaller
of both degrees of freedom. Degrees of freedom are those that the rank of the design leaves: more,
if participants and instances fall into groups (`clemtui.analysis.baseline.connected`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clemtui.analysis.baseline.connected import additive_rank
from clemtui.analysis.baseline.data import Indices, Observations, Values

_MAX_CONDITION = 1e8
"""Above this condition number of the equations, the components are not separable."""
_LEAST_DEGREES = 1.0
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Components:
    """Estimated variances, in squared units of the values.

    Attributes:
        participant, instance, residual: negative estimates are 0. None if not estimable: a factor
            with one level, or one that is confounded with the residual and included there.
        truncated: the names of those whose estimate was negative.
    """

    participant: float | None
    instance: float | None
    residual: float
    truncated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Who played what, and everything that follows from it alone, whatever the values are.

    Attributes:
        participant, instance: indices by cell.
        participants, instances, cells: their numbers.
        effective_participants, effective_instances: Kish's effective numbers: the square of the
            number of cells over the sum of squares of the cells of each level. They are the numbers
            themselves if all have equally many cells.
        factors: 0 for participants and 1 for instances, those that have a component of their own.
        separable: whether the components can be told apart; the rest is empty otherwise.
        solve: the matrix from the sums of squares (factors, residual) to the components.
        coefficients: of the components in the variance of the mean of all cells.
        covariance: the form of the components that is half the variance of this estimate.
    """

    participant: Indices
    instance: Indices
    participants: int
    instances: int
    cells: int
    effective_participants: float
    effective_instances: float
    factors: tuple[int, ...]
    separable: bool
    solve: Values
    coefficients: Values
    covariance: Values

    @property
    def effective(self) -> float:
        """The smaller of the effective numbers: what counts if episodes of one participant, or on
        one instance, were all alike."""
        return min(self.effective_participants, self.effective_instances)


def design_of(observed: Observations) -> Design:
    """Return the design of observations."""
    return design(observed.participant, observed.instance)


def design(participant: Indices, instance: Indices) -> Design:
    """Return the design of cells, each of which has indices from 0 without gaps."""
    cells = len(participant)
    sizes = [np.bincount(participant), np.bincount(instance)]
    factors = tuple(at for at in (0, 1) if 1 < len(sizes[at]) < cells)
    solve, coefficients, covariance = _equations([participant, instance], sizes, factors)
    effective = [cells**2 / float((each**2).sum()) for each in sizes]
    return Design(
        participant,
        instance,
        len(sizes[0]),
        len(sizes[1]),
        cells,
        effective[0],
        effective[1],
        factors,
        solve.size > 0,
        solve,
        coefficients,
        covariance,
    )


def components(observed: Observations) -> Components | None:
    """Estimate the variance components; None if they cannot be separated (too few cells)."""
    made = design_of(observed)
    if not made.separable or len(observed) < 2:
        return None
    raw = _raw_components(made, observed.value)
    found = {at: float(max(raw[place], 0.0)) for place, at in enumerate((*made.factors, 2))}
    names = ("participant", "instance", "residual")
    negative = raw < -_ROUNDING * observed.value.var()
    truncated = [names[at] for place, at in enumerate((*made.factors, 2)) if negative[place]]
    return Components(found.get(0), found.get(1), found[2], tuple(truncated))


def variance_of_mean(made: Design, values: Values) -> tuple[Values, Values]:
    """Return the variance of the mean of all cells, and its degrees of freedom.

    Args:
        made: the design, with at least two participants or two instances.
        values: by cell in the last dimension; the results have the other dimensions.
    """
    least = values.var(axis=-1, ddof=1) / made.cells
    if not made.separable:
        return _variance_without_components(made, values, least)
    positive = np.maximum(_raw_components(made, values), 0.0)
    variance = np.maximum(positive @ made.coefficients, least)
    spread = np.einsum("...i,ij,...j", positive, made.covariance, positive)
    with np.errstate(divide="ignore", invalid="ignore"):
        degrees = np.where(spread > 0, variance**2 / spread, made.cells - 1.0)
    return variance, np.clip(degrees, _LEAST_DEGREES, made.cells - 1.0)


def sums_by_level(index: Indices, values: Values) -> Values:
    """Return the sums of the values of each level, in the last dimension."""
    order = np.argsort(index, kind="stable")
    starts = np.flatnonzero(np.diff(index[order], prepend=-1))
    sums: Values = np.add.reduceat(values[..., order], starts, axis=-1)
    return sums


def _raw_components(made: Design, values: Values) -> Values:
    """Return the components of the factors and the residual, which may be negative."""
    centred = values - values.mean(axis=-1, keepdims=True)
    indices = (made.participant, made.instance)
    squares = [
        (sums_by_level(indices[at], centred) ** 2 / np.bincount(indices[at])).sum(axis=-1)
        for at in made.factors
    ]
    rest = (centred**2).sum(axis=-1) - sum(squares, np.zeros(values.shape[:-1]))
    components_: Values = np.stack([*squares, rest], axis=-1) @ made.solve.T
    return components_


def _equations(
    indices: Sequence[Indices], sizes: Sequence[Indices], factors: Sequence[int]
) -> tuple[Values, Values, Values]:
    """Return the solution of the expectations of the sums of squares, the components' coefficients
    in the variance of the mean, and half the matrix of the variance of its estimate.

    Empty matrices if there is no solution. With Z the indicators of all levels and a column of
    ones, every sum of squares is a form ``w0 I + Z W Z'`` with diagonal W, so that all traces
    follow from ``G = Z'Z``, which has as many rows as there are levels.
    """
    cells = len(indices[0])
    empty = np.zeros((0, 0))
    gram = _gram(indices, sizes, factors)
    ends = np.cumsum([0, *(len(sizes[at]) for at in factors)])
    blocks = [slice(a, b) for a, b in itertools.pairwise(ends)]
    weights, plain = _forms(blocks, sizes, factors, cells)
    expected = np.array(
        [
            [*(_trace(gram, blocks, w, w0, at) for at in range(len(blocks))),
             w0 * cells + float(w @ np.diag(gram))]
            for w, w0 in zip(weights, plain, strict=True)
        ]
    )  # fmt: skip
    # of one factor, or none, the design is the constant and its other levels
    rank = (
        additive_rank(indices[0], indices[1])
        if len(factors) == len(indices)
        else 1 + sum(len(sizes[at]) - 1 for at in factors)
    )
    if cells - rank < 1 or np.linalg.cond(expected) > _MAX_CONDITION:
        return empty, empty, empty
    solve = np.linalg.inv(expected)
    coefficients = np.array([*(float((sizes[at] ** 2).sum()) for at in factors), cells]) / cells**2
    share = coefficients @ solve
    return (
        solve,
        coefficients,
        _products(gram, blocks, share @ weights, float(share @ plain), cells),
    )


def _gram(indices: Sequence[Indices], sizes: Sequence[Indices], factors: Sequence[int]) -> Values:
    """Return the numbers of cells that two levels have in common; the last row and column are those
    of the column of ones."""
    all_levels = [*(indices[at] for at in factors), np.zeros(len(indices[0]), dtype=np.int64)]
    counts = [*(len(sizes[at]) for at in factors), 1]
    rows = [
        [
            np.bincount(one * there + other, minlength=here * there).reshape(here, there)
            for other, there in zip(all_levels, counts, strict=True)
        ]
        for one, here in zip(all_levels, counts, strict=True)
    ]
    return np.block(rows).astype(np.float64)


def _forms(
    blocks: Sequence[slice], sizes: Sequence[Indices], factors: Sequence[int], cells: int
) -> tuple[Values, Values]:
    """Return, for each sum of squares, the diagonal of W and w0."""
    levels = (blocks[-1].stop if blocks else 0) + 1
    weights = np.zeros((len(blocks) + 1, levels))
    for place, (block, at) in enumerate(zip(blocks, factors, strict=True)):
        weights[place, block] = 1 / sizes[at]
        weights[place, -1] = -1 / cells
    weights[-1] = -weights[:-1].sum(axis=0)
    weights[-1, -1] -= 1 / cells  # of all cells: the mean is subtracted once
    plain = np.zeros(len(blocks) + 1)
    plain[-1] = 1.0
    return weights, plain


def _trace(gram: Values, blocks: Sequence[slice], w: Values, w0: float, at: int) -> float:
    """Return the trace of a form times the indicators of a factor."""
    columns = gram[:, blocks[at]]
    return float(w0 * np.diag(gram)[blocks[at]].sum() + (w @ columns**2).sum())


def _products(gram: Values, blocks: Sequence[slice], w: Values, w0: float, cells: int) -> Values:
    """Return the traces of form, factor, form and factor, twice, for all pairs of factors."""
    scaled = gram * w
    once = w0 * gram + scaled @ gram
    twice = w0**2 * gram + 2 * w0 * scaled @ gram + scaled @ scaled @ gram
    size = len(blocks) + 1
    found = np.zeros((size, size))
    for i, one in enumerate(blocks):
        for j, other in enumerate(blocks):
            found[i, j] = (once[one, other] ** 2).sum()
        found[i, -1] = found[-1, i] = np.trace(twice[one, one])
    found[-1, -1] = w0**2 * cells + 2 * w0 * np.trace(scaled) + (scaled * scaled.T).sum()
    return found


def _variance_without_components(
    made: Design, values: Values, least: Values
) -> tuple[Values, Values]:
    centred = values - values.mean(axis=-1, keepdims=True)
    total, degrees = np.zeros(values.shape[:-1]), float(made.cells - 1)
    for index in (made.participant, made.instance):
        levels = len(np.bincount(index))
        if levels > 1:
            squares = (sums_by_level(index, centred) ** 2).sum(axis=-1)
            total = total + squares / made.cells**2 * levels / (levels - 1)
            degrees = min(degrees, levels - 1.0)
    return np.maximum(total, least), np.full(total.shape, max(degrees, _LEAST_DEGREES))
