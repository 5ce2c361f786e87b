"""Learning: the slope of the score over the position among the episodes of a participant.

The slope is that within participants, and, where people played the instances in different orders,
within instances: scores and positions are both adjusted for participants and instances (the
regression with a constant for each; Frisch and Waugh, Econometrica 1, 1933). If the order leaves
nothing to distinguish position from instance, it is the slope within participants alone, which the
difficulty of later instances may cause; the result says so.

People are random: the variance of the slope is that of the jackknife over participants (Efron and
Stein, Annals of Statistics 9, 1981; Bell and McCaffrey, Survey Methodology 28, 2002, CR3), which is
slightly conservative, and Student's t has one degree of freedom less than there are participants
with more than one position. Scores at the ceiling cannot rise, so that a slope of 0 is no evidence
against learning there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.stats import t as student

from clemtui.analysis.baseline.data import Values
from clemtui.analysis.effect.model import ALPHA

_LEAST_SHARE = 0.05
"""The share of the variance of positions within participants that must remain after adjustment for
instances; below, position and instance are confounded."""

_ROUNDING = 1e-9

NoSlope = Literal["one participant", "one position", "no variation"]


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
    """

    slope: float | None
    low: float | None
    high: float | None
    p: float | None
    participants: int
    episodes: int
    adjusted: bool
    missing: NoSlope | None = None


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
    slope = whole.slope(adjusted=adjusted)
    count = len(parts)
    if count < 2:
        return Learning(slope, None, None, None, count, len(kept), adjusted, "one participant")
    if not whole.varies(adjusted=adjusted):
        return Learning(0.0, None, None, None, count, len(kept), adjusted, "no variation")
    left_out = np.array([(whole - part).slope(adjusted=adjusted) for part in parts])
    variance = (count - 1) / count * float(((left_out - left_out.mean()) ** 2).sum())
    error, degrees = float(np.sqrt(variance)), count - 1
    half = float(student.ppf(1 - ALPHA / 2, degrees)) * error
    if error > 0:
        p = float(2 * student.sf(abs(slope) / error, degrees))
    else:
        p = 1.0 if slope == 0 else 0.0
    return Learning(slope, slope - half, slope + half, p, count, len(kept), adjusted)


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

    def varies(self, *, adjusted: bool) -> bool:
        """Whether the values vary beyond rounding; if adjusted, beyond what instances explain."""
        left = self._adjusted()[1, 1] if adjusted else self.products[1, 1]
        return bool(left > _ROUNDING * max(1.0, float(self.products[1, 1])))

    def slope(self, *, adjusted: bool) -> float:
        """Return the slope, adjusted for instances or not; 0 if positions do not vary."""
        products = self._adjusted() if adjusted else self.products
        return float(products[0, 1] / products[0, 0]) if products[0, 0] > _ROUNDING else 0.0

    def _adjusted(self) -> Values:
        # the indicators are linearly dependent: any solution will do
        solved = np.linalg.pinv(self.instances, rcond=_ROUNDING, hermitian=True) @ self.by_instance
        adjusted: Values = self.products - self.by_instance.T @ solved
        return adjusted


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
