"""What is measured, and the budget that it is held against."""

from __future__ import annotations

from dataclasses import dataclass

TOLERANCE = 3.0
"""A figure fails in CI only where it misses its budget by this factor: shared machines vary."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement. ``budget`` is the most it may be (or the least, where more is better)."""

    name: str
    value: float
    unit: str
    budget: float
    more_is_better: bool = False

    @property
    def share(self) -> float:
        """How much of the budget is used: 1 is all of it."""
        return self.budget / self.value if self.more_is_better else self.value / self.budget

    @property
    def within_tolerance(self) -> bool:
        """Whether it is good enough for CI."""
        return self.share <= TOLERANCE

    def __str__(self) -> str:
        bound = "at least" if self.more_is_better else "at most"
        return (
            f"{self.name:<48} {self.value:>10.2f} {self.unit:<12} {bound} {self.budget:g}"
            f"   ({self.share:.0%} of the budget)"
        )
