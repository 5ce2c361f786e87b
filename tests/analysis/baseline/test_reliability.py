"""Consistency of people: the published table, and limits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.analysis.baseline.data import from_table, observations
from clemtui.analysis.baseline.reliability import judges_needed, reliability, spearman_brown
from tests.analysis.baseline.test_components import SHROUT_FLEISS


def test_intraclass_correlations_of_the_published_table() -> None:
    """Shrout and Fleiss (1979), table 4: ICC(2,1) = .29, ICC(2,4) = .62. The intervals are those of
    the R package psych for the same data: .019 to .761, and .072 to .927."""
    found = reliability(from_table(SHROUT_FLEISS.T))
    assert found.single is not None
    assert found.average is not None
    assert found.single.value == pytest.approx(0.2898, abs=1e-4)
    assert (found.single.low, found.single.high) == pytest.approx((0.0188, 0.7611), abs=1e-4)
    assert found.average.value == pytest.approx(0.6201, abs=1e-4)
    assert (found.average.low, found.average.high) == pytest.approx((0.0712, 0.9272), abs=1e-3)
    assert (found.single.judges, found.average.judges) == (1, 4)


def test_phi_of_crossed_data_is_the_intraclass_correlation() -> None:
    """Both are the share of the instances in the variance; rho leaves out that judges differ, and
    is ICC(3,1) = .71, ICC(3,4) = .91 in the published table."""
    found = reliability(from_table(SHROUT_FLEISS.T))
    assert found.single is not None
    assert found.average is not None
    assert found.instances is not None
    assert found.instances.single_phi == pytest.approx(found.single.value)
    assert found.instances.phi == pytest.approx(found.average.value)
    assert found.instances.single_rho == pytest.approx(0.7148, abs=1e-4)
    assert found.instances.rho == pytest.approx(0.9093, abs=1e-4)
    assert found.instances.per_object == 4
    assert found.participants is not None
    assert found.participants.per_object == 6


def test_incomplete_data_have_generalizability_coefficients_alone() -> None:
    values = SHROUT_FLEISS.T.copy()
    values[0, 0] = math.nan
    found = reliability(from_table(values))
    assert (found.single, found.average) == (None, None)
    assert found.instances is not None
    assert found.instances.per_object == pytest.approx(1 / np.mean([1 / 3, *[1 / 4] * 5]))


def test_perfect_agreement_and_no_variation() -> None:
    same = np.tile([0.0, 50.0, 100.0], (4, 1))
    found = reliability(from_table(same))
    assert found.single is not None
    assert (found.single.value, found.single.low, found.single.high) == (1, 1, 1)
    flat = reliability(from_table(np.full((4, 3), 100.0)))
    assert (flat.single, flat.average, flat.instances) == (None, None, None)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1)])
def test_one_participant_or_instance_has_no_correlation(shape: tuple[int, int]) -> None:
    found = reliability(from_table(np.arange(np.prod(shape), dtype=float).reshape(shape)))
    assert (found.single, found.average, found.instances, found.participants) == (None,) * 4


def test_spearman_brown() -> None:
    """Four judges make .62 of .29, and .8 needs ten: .8 * .71 / (.29 * .2) = 9.8."""
    assert spearman_brown(0.2898, 4) == pytest.approx(0.6201, abs=1e-4)
    assert judges_needed(0.2898, 0.8) == 10
    assert judges_needed(0.9, 0.8) == 1
    assert judges_needed(0.0, 0.8) is None
    with pytest.raises(ValueError, match="between 0 and 1"):
        judges_needed(0.5, 1)


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_as_many_judges_as_needed_and_no_fewer(single: float, target: float) -> None:
    count = judges_needed(single, target)
    assert count is not None
    assert spearman_brown(single, count) >= target - 1e-6
    assert count == 1 or spearman_brown(single, count - 1) < target + 1e-6


@given(
    st.integers(2, 5).flatmap(
        lambda rows: st.lists(
            st.lists(st.sampled_from([0.0, 20.0, 50.0, 100.0]), min_size=4, max_size=4),
            min_size=rows,
            max_size=rows,
        )
    )
)
def test_an_interval_contains_the_correlation(values: list[list[float]]) -> None:
    found = reliability(from_table(np.array(values))).single
    if found is not None:
        assert found.low <= found.value <= found.high <= 1


def test_people_and_instances_in_groups_have_coefficients() -> None:
    """17 people and 18 instances in nine groups, in 34 cells: eight degrees of freedom are left.
    The variances are those of Henderson's method 1, here with matrices of all cells."""
    draw = np.random.default_rng(2)
    skill, hard = draw.normal(0, 20, 17), draw.normal(0, 20, 18)
    pairs = [(who, what) for who in range(17) for what in (who // 2 * 2, who // 2 * 2 + 1)]
    values = np.array([skill[who] + hard[what] + draw.normal(0, 10) for who, what in pairs])
    found = reliability(
        observations((f"p{a:02}", f"i{b:02}", v) for (a, b), v in zip(pairs, values, strict=True))
    )
    one = np.ones((34, 34)) / 34
    same = [np.equal.outer(index, index) + 0.0 for index in np.array(pairs).T]
    forms = [each / each.sum(axis=0)[:, None] - one for each in same]
    forms.append(np.eye(34) - one - forms[0] - forms[1])
    expectations = [[np.trace(form @ each) for each in (*same, np.eye(34))] for form in forms]
    people, instances, rest = np.linalg.solve(expectations, [values @ f @ values for f in forms])
    assert min(people, instances, rest) > 0
    assert found.instances is not None
    assert found.participants is not None
    assert found.instances.single_phi == pytest.approx(instances / (people + instances + rest))
    assert found.participants.single_rho == pytest.approx(people / (people + rest))
