"""Learning: the slope of the score over the position among the episodes of a participant.

The slope is that within participants, and, where people played the instances in different orders,
within instances: scores and positions are both adjusted for participants and instances (the
regression with a constant for each; Frisch and Waugh, Econometrica 1, 1933). If the order leaves
nothing to distinguish position from instance, it is the slope within participants alone, which the
difficulty of later instances may cause; the result says so.

People are random: the variance of the slope is that of the jackknife over participants (Efron and
Stein, Annals of Statistics 9, 1981; Bell and McCaffrey, Survey Methodology 28, 2002, CR3), which is
slightly conservative, and Student's t has one degree of freedom less than there are participants
who say something about the slope: those whose positions vary after adjustment. Where it leaves no
degree of freedom for the residual (`clemtui.analysis.baseline.connected`), or where the slope
cannot be estimated without one of the participants, there is no estimate; and where scores do not
vary between such positions, there is no interval. Scores at the ceiling cannot rise, so that a
slope of 0 is no evidence against learning there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Literal

import numpy as np
from scipy.stats import t as student

from clemtui.analysis.baseline.connected import additive_rank
from clemtui.analysis.baseline.data import Values
from clemtui.analysis.effect.model import ALPHA

_LEAST_SHARE = 0.05
"""The share of the variance of positions within participants that must remain after adjustment for
instances; below, position and instance are confounded."""

_ROUNDING = 1e-9
"""The share of what varies within participants below which something is rounding."""

NoSlope = Literal["one participant", "one position", "too few episodes", "no variation"]
"""Why there is no interval. ``too few episodes``: participants and instances explain every score,
or the slope rests on one participant; ``no variation``: scores do not vary beyond what instances
explain, or the slope is the same whoever is left out."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A value with its position among the episodes of the participant, from 1."""

    participant: str
    instance: str
    position: int
    value: float


@dataclass(frozen=True, slots=True)
class Learning:
    """The slope of the value over position.

    Attributes:
        slope: the change per episode, in units of the value; None if there is none, see
            ``missing``.
        low, high, p: 95 % interval and two-sided p value; None if there is none.
        participants: those with more than one position; episodes: theirs.
        adjusted: whether it is adjusted for instances; otherwise these may cause it.
        missing: why there is no interval.
        degrees: the degrees of freedom; None if there is no interval.
    """

    slope: float | None
    low: float | None
    high: float | None
    p: float | None
    participants: int
    episodes: int
    adjusted: bool
    missing: NoSlope | None = None
    degrees: int | None = None


def learning(rows: Iterable[Placed]) -> Learning:
    """Return the slope of the value over the position; the order of the rows has no influence."""
    ordered = sorted(rows, key=lambda row: (row.participant, row.position, row.instance, row.value))
    positions: dict[str, set[int]] = {}
    for row in ordered:
        positions.setdefault(row.participant, set()).add(row.position)
    kept = [row for row in ordered if len(positions[row.participant]) > 1]
    if not kept:
        return Learning(None, None, None, None, 0, 0, False, "one position")
    parts = _parts(kept)
    whole = sum(parts[1:], parts[0])
    adjusted = bool(whole.remaining > _LEAST_SHARE * whole.products[0, 0])
    found = Learning(
        whole.slope(adjusted=adjusted), None, None, None, len(parts), len(kept), adjusted
    )
    if len(parts) < 2:
        return replace(found, missing="one participant")
    if not whole.varies(fsum(row.value**2 for row in kept), adjusted=adjusted):
        return replace(found, slope=0.0, missing="no variation")
    if adjusted and len(kept) - _rank(kept) < 2:  # the slope takes one degree of freedom
        return replace(found, slope=None, missing="too few episodes")
    return _with_interval(found, whole, [each for each in parts if whole.rests_on(each, adjusted)])


def _with_interval(found: Learning, whole: _Part, parts: Sequence[_Part]) -> Learning:
    """Return the slope with the interval of the jackknife over the parts that it rests on; the
    others change nothing if they are left out."""
    rests = [whole - part for part in parts]
    if not all(each.has_slope(whole, adjusted=found.adjusted) for each in rests):
        return replace(found, slope=None, missing="too few episodes")
    left_out = np.array([each.slope(adjusted=found.adjusted) for each in rests])
    degrees = len(parts) - 1
    variance = degrees / len(parts) * float(((left_out - left_out.mean()) ** 2).sum())
    error, slope = float(np.sqrt(variance)), whole.slope(adjusted=found.adjusted)
    scale = float(np.sqrt(whole.products[1, 1] / whole.products[0, 0]))
    if error <= _ROUNDING * scale:
        same = slope if abs(slope) > _ROUNDING * scale else 0.0
        return replace(found, slope=same, missing="no variation")
    half = float(student.ppf(1 - ALPHA / 2, degrees)) * error
    p = float(2 * student.sf(abs(slope) / error, degrees))
    return replace(found, low=slope - half, high=slope + half, p=p, degrees=degrees)


def _rank(rows: Sequence[Placed]) -> int:
    """Return the rank of the constants for participants and instances."""
    who, what = (
        np.unique(names, return_inverse=True)[1].astype(np.int64)
        for names in ([row.participant for row in rows], [row.instance for row in rows])
    )
    return additive_rank(who, what)


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """Sums of squares and products within participants; those of several add up.

    Attributes:
        products: of position and value, 2 by 2.
        by_instance: of the indicators of the instances with position and value.
        instances: of the indicators of the instances.
    """

    products: Values
    by_instance: Values
    instances: Values

    def __add__(self, other: _Part) -> _Part:
        return _Part(
            self.products + other.products,
            self.by_instance + other.by_instance,
            self.instances + other.instances,
        )

    def __sub__(self, other: _Part) -> _Part:
        return _Part(
            self.products - other.products,
            self.by_instance - other.by_instance,
            self.instances - other.instances,
        )

    @property
    def remaining(self) -> float:
        """The sum of squares of the positions that instances do not explain."""
        return float(self._adjusted()[0, 0])

    def varies(self, squares: float, *, adjusted: bool) -> bool:
        """Whether the values, with their sum of squares, vary beyond rounding; if adjusted, beyond
        what instances explain."""
        left = self._adjusted()[1, 1] if adjusted else self.products[1, 1]
        return bool(left > max(_ROUNDING * self.products[1, 1], _ROUNDING**2 * squares))

    def slope(self, *, adjusted: bool) -> float:
        """Return the slope, adjusted for instances or not."""
        products = self._adjusted() if adjusted else self.products
        return float(products[0, 1] / products[0, 0])

    def has_slope(self, whole: _Part, *, adjusted: bool) -> bool:
        """Whether positions vary, beyond what instances explain if adjusted."""
        left = self._adjusted()[0, 0] if adjusted else self.products[0, 0]
        return bool(left > _ROUNDING * whole.products[0, 0])

    def rests_on(self, part: _Part, adjusted: bool) -> bool:
        """Whether the positions of a part vary, beyond what instances explain if adjusted."""
        own = float(part.products[0, 0])
        if adjusted:
            explained = self._explaining()[:, 0]
            own += float(
                explained @ part.instances @ explained - 2 * explained @ part.by_instance[:, 0]
            )
        return bool(own > _ROUNDING * self.products[0, 0])

    def _adjusted(self) -> Values:
        adjusted: Values = self.products - self.by_instance.T @ self._explaining()
        return adjusted

    def _explaining(self) -> Values:
        """Return what each instance adds to position and value, within participants."""
        # the indicators are linearly dependent: any solution will do
        inverse = np.linalg.pinv(self.instances, rcond=_ROUNDING, hermitian=True)
        found: Values = inverse @ self.by_instance
        return found


def _parts(rows: Sequence[Placed]) -> list[_Part]:
    """Return the sums of each participant, whose rows are adjacent."""
    place = {name: at for at, name in enumerate(sorted({row.instance for row in rows}))}
    parts = []
    for _, group in itertools.groupby(rows, key=lambda row: row.participant):
        own = list(group)
        both = np.array([[row.position, row.value] for row in own], dtype=np.float64)
        indicators = np.zeros((len(own), len(place)))
        indicators[np.arange(len(own)), [place[row.instance] for row in own]] = 1.0
        both -= both.mean(axis=0)
        indicators -= indicators.mean(axis=0)
        parts.append(_Part(both.T @ both, indicators.T @ both, indicators.T @ indicators))
    return parts
