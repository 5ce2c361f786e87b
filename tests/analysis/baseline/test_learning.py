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


def in_pairs(orders: str, score: float = 100.0) -> list[Placed]:
    """Return pairs of people who play the same two instances, which no one else plays.

    Args:
        orders: of each pair: ``s`` if both play them in the same order, ``d`` in different ones.
        score: of the first person of each pair in the second place; all else is 100.
    """
    rows = []
    for pair, order in enumerate(orders):
        for person in (0, 1):
            for position in (1, 2):
                what = position if order == "s" or person == 0 else 3 - position
                value = score if (person, position) == (0, 2) else 100.0
                rows.append(Placed(f"p{pair}-{person}", f"i{pair}-{what}", position, value))
    return rows


def test_scores_that_vary_only_where_the_position_does_not_give_no_interval() -> None:
    """The slope is 0 whoever is left out: not the rounding of an interval of no width."""
    varying = [replace(row, value=float(at * 37 % 11)) for at, row in enumerate(in_pairs("ssss"))]
    moved = {row.participant: f"q{row.participant}" for row in varying}
    constant = [replace(row, participant=moved[row.participant], instance=f"j{row.instance}")
                for row in in_pairs("dddd")]  # fmt: skip
    found = learning([*varying, *constant])
    assert found.adjusted
    assert (found.slope, found.low, found.p, found.missing) == (0.0, None, None, "no variation")


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_a_slope_that_is_the_same_for_everyone_has_no_interval_in_any_unit(unit: float) -> None:
    rows = [replace(row, value=unit * (row.position / 3 + len(row.instance))) for row in study(0.0)]
    found = learning(rows)
    assert found.slope == pytest.approx(unit / 3)
    assert (found.low, found.p, found.missing) == (None, None, "no variation")


def test_without_degrees_of_freedom_there_is_no_slope() -> None:
    """A chain: everyone shares one instance with the one before, so that a constant for each of
    both and the slope explain every score."""
    draw = np.random.default_rng(1)
    rows = [
        Placed(f"p{who}", f"i{(who + at) % 6}", 1 + (at + (who == 2)) % 2, float(draw.normal()))
        for who in range(6)
        for at in (0, 1)
    ]
    columns = [np.array([float(row.position) for row in rows])]
    for name in ("participant", "instance"):
        names = [getattr(row, name) for row in rows]
        columns += [np.array([float(each == one) for each in names]) for one in sorted(set(names))]
    assert np.linalg.matrix_rank(np.column_stack(columns)) == len(rows)
    found = learning(rows)
    assert found.adjusted
    assert (found.slope, found.low, found.p, found.missing) == (
        None,
        None,
        None,
        "too few episodes",
    )


def test_a_slope_that_rests_on_one_participant_is_none() -> None:
    rows = [replace(row, value=float(at * 37 % 11)) for at, row in enumerate(in_pairs("dssss"))]
    assert learning(rows).missing == "too few episodes"


def test_only_those_count_as_degrees_of_freedom_whom_the_slope_rests_on() -> None:
    """People whose positions the instances explain change nothing."""
    told = [replace(row, value=float(at * 37 % 11)) for at, row in enumerate(in_pairs("dddd"))]
    others = [replace(row, participant=f"q{row.participant}", instance=f"j{row.instance}",
                      value=float(at * 29 % 13))
              for at, row in enumerate(in_pairs("sss"))]  # fmt: skip
    alone, both = learning(told), learning([*told, *others])
    assert (alone.degrees, both.degrees) == (7, 7)
    assert (both.slope, both.low, both.p) == pytest.approx((alone.slope, alone.low, alone.p))
    assert (alone.participants, both.participants) == (8, 14)
