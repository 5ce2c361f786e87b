"""Levels without a common instance: against t tests and a computation by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_ind, ttest_rel

from clemtui.analysis.baseline.data import Observations, Values, from_table, observations
from clemtui.analysis.baseline.equivalence import equivalence_to_value, unpaired_equivalence
from clemtui.analysis.baseline.means import mean_estimate
from clemtui.analysis.baseline.unpaired import unpaired_difference


def tables(correlation: float, people: int = 40, instances: int = 12) -> tuple[Values, Values]:
    """Return scores around 50 of people under two levels; instances are equally hard."""
    draw = np.random.default_rng(5)
    skill, part = draw.normal(0, 6, people), draw.normal(0, 6, (2, people))
    found = [
        50 + 2 * at
        + (correlation**0.5 * skill + (1 - correlation) ** 0.5 * part[at])[:, None]
        + draw.normal(0, 10, (people, instances))
        for at in (0, 1)
    ]  # fmt: skip
    return found[0], found[1]


def renamed(found: Observations, prefix: str) -> Observations:
    return observations(
        (prefix + found.participants[who], found.instances[what], float(value))
        for who, what, value in zip(found.participant, found.instance, found.value, strict=True)
    )


@pytest.mark.parametrize("correlation", [0.0, 0.4])
def test_where_instances_are_alike_it_is_the_paired_t_test_of_people(correlation: float) -> None:
    one, other = tables(correlation)
    found = unpaired_difference(from_table(one), from_table(other))
    expected = ttest_rel(one.mean(axis=1), other.mean(axis=1))
    ends = expected.confidence_interval(0.95)
    assert found.value == pytest.approx(one.mean() - other.mean())
    assert found.low == pytest.approx(ends.low, abs=0.35)
    assert found.high == pytest.approx(ends.high, abs=0.35)
    assert found.p == pytest.approx(expected.pvalue, abs=0.03)


def test_other_people_on_each_side_are_two_groups() -> None:
    one, other = tables(0.4)
    found = unpaired_difference(renamed(from_table(one), "a"), renamed(from_table(other), "b"))
    expected = ttest_ind(one.mean(axis=1), other.mean(axis=1), equal_var=False)
    ends = expected.confidence_interval(0.95)
    assert found.low == pytest.approx(ends.low, abs=0.35)
    assert found.high == pytest.approx(ends.high, abs=0.35)
    assert found.participants == 80


def test_the_interval_by_hand() -> None:
    """MOVER with the covariance of the people's means over the people who are on both sides."""
    draw = np.random.default_rng(6)
    skill = draw.normal(0, 12, 10)[:, None]
    one, other = (
        np.clip(60 + skill + draw.normal(0, 15, 6) + draw.normal(0, 20, (10, 6)), 0, 100)
        for _ in range(2)
    )
    here, there = mean_estimate(from_table(one)), mean_estimate(from_table(other))
    assert here.low is not None
    assert there.high is not None
    variances = [
        # of the mean of a complete table: mean squares of rows and columns minus that of the rest
        (rows + columns - rest) / each.size
        for each, (rows, columns, rest) in ((each, _mean_squares(each)) for each in (one, other))
    ]
    shared = np.cov(one.mean(axis=1), other.mean(axis=1))[0, 1] / 10
    r = min(shared / np.sqrt(variances[0] * variances[1]), 0.7)
    below, above = here.value - here.low, there.high - there.value
    low = here.value - there.value - np.sqrt(below**2 - 2 * r * below * above + above**2)
    found = unpaired_difference(from_table(one), from_table(other))
    assert r > 0
    assert found.low == pytest.approx(low, abs=0.3)  # few failures weigh the variance slightly


def _mean_squares(table: Values) -> tuple[float, float, float]:
    n, k = table.shape
    rows = k * table.mean(axis=1).var(ddof=1)
    columns = n * table.mean(axis=0).var(ddof=1)
    centred = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
    return float(rows), float(columns), float((centred**2).sum() / ((n - 1) * (k - 1)))


def test_instances_of_the_same_name_are_others() -> None:
    one, other = tables(0.4)
    here, there = from_table(one), from_table(other)
    found = unpaired_difference(here, there)
    assert here.instances == there.instances
    assert found.instances == 24
    assert (found.participants, found.episodes, found.other_episodes) == (40, 480, 480)
    assert found.method == "unpaired mover"


def test_exchanged_levels_have_the_opposite_difference() -> None:
    one, other = tables(0.4)
    found = unpaired_difference(from_table(one), from_table(other))
    opposite = unpaired_difference(from_table(other), from_table(one))
    assert (found.low, found.high) == pytest.approx((-(opposite.high or 0), -(opposite.low or 0)))
    assert found.p == pytest.approx(opposite.p)


def test_the_p_value_agrees_with_the_interval() -> None:
    one, other = tables(0.4)
    for shift in np.linspace(-8, 8, 9):
        found = unpaired_difference(from_table(one + shift), from_table(other))
        assert found.p is not None
        assert found.low is not None
        assert found.high is not None
        assert (found.p < 0.05) is (found.low > 0 or found.high < 0)


def test_a_level_with_one_instance_has_no_interval() -> None:
    one, other = tables(0.4)
    found = unpaired_difference(from_table(one), from_table(other[:, :1]))
    assert (found.missing, found.low, found.p, found.method) == ("one instance", None, None, None)
    assert found.value == pytest.approx(one.mean() - other[:, 0].mean())
    assert unpaired_equivalence(from_table(one), from_table(other[:, :1]), 5).missing == (
        "one instance"
    )


def test_levels_are_equivalent_if_the_90_percent_interval_is_within_the_margin() -> None:
    one, other = (from_table(each) for each in tables(0.4))
    outcomes = set()
    for margin in (1.0, 3.0, 5.0, 8.0):
        found = unpaired_equivalence(one, other, margin)
        assert found.low is not None
        assert found.high is not None
        assert found.equivalent is (found.low > -margin and found.high < margin)
        outcomes.add(found.equivalent)
    assert outcomes == {True, False}
    wide = unpaired_difference(one, other)
    assert (wide.low or 0) < (found.low or 0) < (found.high or 0) < (wide.high or 0)


def test_people_are_equivalent_to_a_value_by_their_90_percent_interval() -> None:
    people = from_table(tables(0.4)[0])
    outcomes = set()
    for value in (45.0, 49.0, 51.0, 55.0):
        found = equivalence_to_value(people, value, 3.0)
        assert found.value == pytest.approx(people.value.mean() - value)
        assert found.low is not None
        assert found.high is not None
        assert found.equivalent is (found.low > -3.0 and found.high < 3.0)
        outcomes.add(found.equivalent)
    assert outcomes == {True, False}
    with pytest.raises(ValueError, match="above 0"):
        equivalence_to_value(people, 50.0, 0.0)
    few = from_table(tables(0.4)[0][:1])
    assert equivalence_to_value(few, 50.0, 3.0).missing == "one participant"
