"""Planning by simulation: against a known power, and what makes studies stronger."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from clemtui.analysis.baseline.components import components
from clemtui.analysis.baseline.data import from_table
from clemtui.analysis.baseline.latent import Scale
from clemtui.analysis.baseline.power import (
    Assumptions,
    Comparison,
    Plan,
    assignment,
    from_pilot,
    participants_needed,
    power,
    smallest_difference,
)

USUAL = Assumptions(60, 144, 225, 625)
BINARY = replace(USUAL, scale=Scale((0.0, 100.0)))
PLAN = Plan(16, 10, 10)


@pytest.mark.parametrize("difference", [4.0, 6.0])
def test_power_where_people_alone_differ_is_that_of_students_t(difference: float) -> None:
    """Nearly all variance is between people: one value each. 1,000 simulations: +- 3."""
    assumed = Assumptions(50, 64, 1e-4, 1e-2)
    found = power(assumed, Plan(20, 5, 5, "value"), difference, simulations=1000)
    expected = TTestPower().power(difference / 8, 20, 0.05)
    assert found.power == pytest.approx(100 * expected, abs=3.5)
    assert found.low < found.power < found.high


@pytest.mark.parametrize("assumed", [USUAL, BINARY, replace(BINARY, mean=95.0)])
@pytest.mark.parametrize("comparison", ["value", "model", "groups"])
def test_without_a_difference_at_most_7_percent_are_significant(
    assumed: Assumptions, comparison: Comparison
) -> None:
    plan = replace(PLAN, comparison=comparison)
    assert power(assumed, plan, 0.0, simulations=1000).power <= 7


def test_the_half_width_is_that_of_the_plan() -> None:
    """16 people by 10 instances: 7.3 with the normal distribution and known variances
    (``1.96 * sqrt(144 / 16 + 225 / 10 + 625 / 160)``: 11.7), more with Student's t."""
    found = power(replace(USUAL, mean=50), replace(PLAN, comparison="value"), 0.0)
    known = 1.96 * np.sqrt(144 / 16 + 225 / 10 + 625 / 160)
    assert 0.9 * known < found.half_width < 1.25 * known


def test_more_people_more_seeds_and_more_instances_give_more_power() -> None:
    plan, assumed = Plan(8, 8, 30), replace(BINARY, seeds=3)
    base = power(assumed, plan, 15).power
    assert power(assumed, replace(plan, participants=40), 15).power > base
    assert power(replace(assumed, seeds=10), plan, 15).power > base
    assert power(assumed, replace(plan, per_participant=20), 15).power > base
    assert power(assumed, replace(plan, alpha=0.005), 15).power < base


def test_participants_needed() -> None:
    """The smallest number: one fewer does not reach the target."""
    plan = Plan(0, 8, 40)
    assumed = replace(USUAL, seeds=5)
    found = participants_needed(assumed, plan, 12.0)
    assert found is not None
    count = found.plan.participants
    assert found.power >= 80
    assert power(assumed, replace(plan, participants=count - 1), 12.0).power < 80


def test_people_do_not_make_up_for_few_instances() -> None:
    assert participants_needed(BINARY, Plan(0, 4, 4), 20.0, simulations=100) is None


def test_smallest_difference() -> None:
    found = smallest_difference(USUAL, replace(PLAN, instances=30))
    assert found is not None
    assert found.power >= 80
    assert power(USUAL, found.plan, 0.9 * found.difference).power < 80
    other = smallest_difference(USUAL, replace(PLAN, instances=30), people_better=False)
    assert other is not None
    assert other.difference < 0
    assert smallest_difference(BINARY, Plan(2, 2, 2), simulations=100) is None


def test_steps_need_no_more_than_their_proportions() -> None:
    """A hundred times the variance is the same latent value in other units."""
    larger = replace(BINARY, participant=14400, instance=22500, residual=62500)
    assert power(BINARY, PLAN, 20) == power(larger, PLAN, 20)


def test_a_seed_decides_all() -> None:
    assert power(USUAL, PLAN, 10, seed=3) == power(USUAL, PLAN, 10, seed=3)
    assert power(USUAL, PLAN, 10, seed=3) != power(USUAL, PLAN, 10, seed=4)


def test_instances_are_played_equally_often() -> None:
    made = assignment(Plan(12, 5, 10), 1)
    assert np.bincount(made.instance).tolist() == [6] * 10
    assert np.bincount(made.participant).tolist() == [5] * 12
    cells = set(zip(made.participant.tolist(), made.instance.tolist(), strict=True))
    assert len(cells) == 60


def test_a_pilot_gives_the_variances_and_the_scores() -> None:
    values = from_table(np.array([[0.0, 100, 50], [50, 100, 100], [0, 50, 0], [0, 100, 0]]))
    found, parts = from_pilot(values, steps=True), components(values)
    assert parts is not None
    assert found.mean == pytest.approx(values.value.mean())
    assert (found.participant, found.instance) == (parts.participant, parts.instance)
    assert list(found.scale.levels) == [0.0, 50.0, 100.0]
    assert found.scale.shares == pytest.approx((5 / 12, 3 / 12, 4 / 12))
    assert from_pilot(values, steps=False).scale == Scale()
    with pytest.raises(ValueError, match="too small"):
        from_pilot(from_table(np.array([[1.0]])), steps=False)


@pytest.mark.parametrize(
    ("assumed", "plan", "difference", "message"),
    [
        (USUAL, PLAN, 60.0, "a mean of 0 is not between 0 and 100"),
        (replace(USUAL, mean=100.0), PLAN, 0.0, "a mean of 100"),
        (replace(USUAL, instance=-1.0), PLAN, 0.0, "below 0"),
        (Assumptions(50, 0, 0, 0), PLAN, 0.0, "nothing varies"),
        (USUAL, replace(PLAN, participants=1), 0.0, "at least two"),
        (USUAL, replace(PLAN, per_participant=11), 0.0, "no more than there are"),
    ],
)
def test_impossible_plans_are_errors(
    assumed: Assumptions, plan: Plan, difference: float, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        power(assumed, plan, difference)


def test_500_simulations_take_seconds() -> None:
    """A command that searches a number of participants tries about a dozen."""
    start = time.perf_counter()
    power(USUAL, Plan(40, 10, 30), 10)
    assert time.perf_counter() - start < 3
