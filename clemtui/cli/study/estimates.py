"""How the report of a study prints numbers, intervals and p values. In English only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from clemtui.cli.study.phrases import counted
from clemtui.language import half_up
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap

if TYPE_CHECKING:
    from clemtui.analysis.baseline.differences import Difference
    from clemtui.analysis.baseline.means import Estimate

NONE = "-"
_WIDTH = 80
_TOGETHER = re.compile(r"\[[^]]*\]|\b(?:p|adjusted) (?:< )?[\d.]+")
_NO_BREAK = "\u00a0"


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


def numbers(participants: int, instances: int, episodes: int) -> str:
    """Return the three numbers that every figure is based on."""
    people = "1 participant" if participants == 1 else f"{participants} participants"
    return f"{people}, {counted(instances, 'instance')}, {counted(episodes, 'episode')}"


def p_value(p: float) -> str:
    """Return a p value; small ones as a bound."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def fitted(lines: Iterable[str]) -> Iterator[str]:
    """Break lines that are wider than 80 cells, further in than they begin; intervals and p
    values are never broken."""
    for line in lines:
        if cell_count(line) <= _WIDTH:
            yield line
            continue
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        joined = _TOGETHER.sub(lambda found: found[0].replace(" ", _NO_BREAK), text)
        for number, part in enumerate(wrap(joined, _WIDTH - indent - 2)):
            shift = indent if number == 0 else indent + 2
            yield " " * shift + part.replace(_NO_BREAK, " ")
