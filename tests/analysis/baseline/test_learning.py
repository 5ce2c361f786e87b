"""The slope over position: against least squares with all constants."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t as student

from clemtui.analysis.baseline.learning import Placed, learning


def study(slope: float, seed: int = 1, *, shuffled: bool = True, people: int = 10) -> list[Placed]:
    """Return episodes of people who play eight instances in an order of their own, or in one."""
    draw = np.random.default_rng(seed)
    hard, skill = draw.normal(0, 15, 8), draw.normal(0, 12, people)
    rows = []
    for who in range(people):
        order = draw.permutation(8) if shuffled else np.arange(8)
        for position, what in enumerate(order, 1):
            value = 50 + skill[who] + hard[what] + slope * position + draw.normal(0, 10)
            rows.append(Placed(f"p{who:02}", f"i{what}", position, float(value)))
    return rows


def regression(rows: list[Placed], *, instances: bool) -> float:
    """Return the slope of a regression with a constant for each participant (and instance)."""
    columns = [np.array([float(row.position) for row in rows])]
    for names in ([row.participant for row in rows], [row.instance for row in rows]):
        levels = sorted(set(names))
        columns += [np.array([float(name == each) for name in names]) for each in levels]
        if not instances:
            break
    outcome = np.array([row.value for row in rows])
    found, *_ = np.linalg.lstsq(np.column_stack(columns), outcome, rcond=None)
    return float(found[0])


def test_the_slope_is_that_of_a_regression_with_constants() -> None:
    rows = study(2.0)
    found = learning(rows)
    assert found.adjusted
    assert found.slope == pytest.approx(regression(rows, instances=True))
    assert (found.participants, found.episodes) == (10, 80)


def test_the_interval_is_that_of_the_jackknife_over_participants() -> None:
    rows = study(2.0)
    found = learning(rows)
    slopes = np.array(
        [
            regression([row for row in rows if row.participant != name], instances=True)
            for name in sorted({row.participant for row in rows})
        ]
    )
    error = np.sqrt(9 / 10 * np.sum((slopes - slopes.mean()) ** 2))
    half = student.ppf(0.975, 9) * error
    assert found.slope is not None
    assert (found.low, found.high) == pytest.approx((found.slope - half, found.slope + half))
    assert found.p == pytest.approx(2 * student.sf(abs(found.slope) / error, 9))


def test_in_one_order_the_slope_is_that_within_participants_and_says_so() -> None:
    rows = study(0.0, shuffled=False)
    found = learning(rows)
    assert not found.adjusted
    assert found.slope == pytest.approx(regression(rows, instances=False))


def test_level_of_people_and_instances_has_no_influence() -> None:
    rows = study(1.0)
    moved = [
        replace(row, value=row.value + 30 * int(row.participant[1:]) - 20 * int(row.instance[1:]))
        for row in rows
    ]
    one, other = learning(rows), learning(reversed(moved))
    assert (one.slope, one.low, one.p) == pytest.approx((other.slope, other.low, other.p))


def test_people_with_one_position_are_left_out() -> None:
    rows = [*study(1.0), Placed("zoe", "i1", 1, 100.0)]
    assert learning(rows) == learning(rows[:-1])


def test_no_interval_without_two_participants_and_two_positions() -> None:
    assert learning([]).missing == "one position"
    assert learning([Placed("ann", "i1", 1, 5.0)]).missing == "one position"
    found = learning([Placed("ann", "i1", 1, 5.0), Placed("ann", "i2", 2, 7.0)])
    assert (found.slope, found.low, found.p, found.missing) == (2.0, None, None, "one participant")


def test_scores_at_the_ceiling_have_no_slope() -> None:
    found = learning([replace(row, value=100.0) for row in study(1.0)])
    assert found.slope == 0.0
    assert (found.low, found.p, found.missing) == (None, None, "no variation")


def test_where_instances_explain_every_score_there_is_no_slope() -> None:
    """As of a program that always plays alike: what is left is rounding, and no evidence."""
    rows = [replace(row, value=100 / (1 + int(row.instance[1:]))) for row in study(0.0)]
    found = learning(rows)
    assert found.adjusted
    assert (found.slope, found.low, found.p, found.missing) == (0.0, None, None, "no variation")
