"""How the report of a study says numbers, intervals and p values. In English only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from clemtui.language import half_up
from clemtui.study.telling.counts import numbers

if TYPE_CHECKING:
    from clemtui.analysis.baseline.differences import Difference
    from clemtui.analysis.baseline.means import Estimate

NONE = "-"
"""Where there is nothing to count."""
TOGETHER = re.compile(r"\[[-\d., inf]*\]|\b(?:p|adjusted) (?:< )?[\d.]+")
"""Intervals and p values, which are never broken over lines."""


class Interval(Protocol):
    """Anything with limits."""

    @property
    def low(self) -> float | None:
        """The lower limit; None if there is none."""

    @property
    def high(self) -> float | None:
        """The upper limit; None if there is none."""


def estimate(found: Estimate | None, digits: int = 1) -> str:
    """Return a value with its interval, or why it has none."""
    if found is None:
        return NONE
    if found.low is None or found.high is None:
        return f"{half_up(found.value, digits)} ({found.missing})"
    return f"{half_up(found.value, digits)} {interval(found, digits)}"


def interval(found: Interval, digits: int = 1) -> str:
    """Return limits in brackets; empty if there are none."""
    if found.low is None or found.high is None:
        return ""
    return f"[{half_up(found.low, digits)}, {half_up(found.high, digits)}]"


def based_on(found: Estimate) -> str:
    """Return what a value is based on, and the method of its interval."""
    method = "" if found.method is None else f"; {found.method}"
    return f"{numbers(found.participants, found.instances, found.episodes)}{method}"


def difference(found: Difference) -> str:
    """Return a difference with its interval and p values, or why it has none."""
    if found.low is None or found.high is None or found.p is None:
        return f"{half_up(found.value, 1)} ({found.missing})"
    adjusted = "" if found.adjusted is None else f", adjusted {p_value(found.adjusted)}"
    return f"{half_up(found.value, 1)} {interval(found)}, p {p_value(found.p)}{adjusted}"


def p_value(p: float) -> str:
    """Return a p value; small ones as a bound."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
