"""Differences of people and models: against scipy and statsmodels, and what they condition on."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import permutation_test, ttest_rel
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.weightstats import ttost_paired

from clemtui.analysis.baseline.data import Observations, from_table, observations
from clemtui.analysis.baseline.differences import (
    Difference,
    PeopleMinusModel,
    adjusted,
    model_minus_model,
    people_minus_model,
    people_minus_people,
    people_minus_value,
    sign_flip_p,
)
from clemtui.analysis.baseline.equivalence import equivalence
from clemtui.analysis.baseline.means import mean_estimate
from tests.analysis.baseline.studies import (
    USUAL,
    complete,
    difficulty,
    model,
    observed,
    people,
    side_by_side,
)

Values = NDArray[np.float64]
HUGE = (-1e7, 1e7)
"""A range so wide that the score interval is Student's."""


def single(values: Values) -> Observations:
    """Return the responses of a model, one per instance."""
    return from_table(values[None, :])


def one_each(values: Values) -> Observations:
    """Return episodes of as many people as instances, one each."""
    return observations((f"p{at:02}", f"i{at:02}", float(v)) for at, v in enumerate(values))


def compared(here: Observations, there: Observations) -> PeopleMinusModel:
    return people_minus_model(side_by_side(here, there))


def of_models(one: Observations, other: Observations, within: tuple[float, float]) -> Difference:
    found = model_minus_model(one, other, within)
    assert found is not None
    return found


def pairs(seed: int = 1, size: int = 14) -> tuple[Values, Values]:
    draw = np.random.default_rng(seed)
    common = draw.normal(50, 6, size)
    return common + draw.normal(4, 8, size), common + draw.normal(0, 8, size)


# The primary interval and test


def test_two_models_have_the_interval_and_p_of_students_paired_t() -> None:
    one, other = pairs()
    found = of_models(single(one), single(other), HUGE)
    expected = ttest_rel(one, other)
    low, high = expected.confidence_interval()
    assert found.value == pytest.approx((one - other).mean())
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-2)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-4)


def test_people_with_an_instance_each_are_paired_with_the_model() -> None:
    one, other = pairs(3)
    here, there = one_each(one), observations(
        ("s", f"i{at:02}", float(v)) for at, v in enumerate(other)
    )  # fmt: skip
    found = people_minus_model(side_by_side(here, there), HUGE)
    assert found.difference.p == pytest.approx(ttest_rel(one, other).pvalue, abs=1e-4)


def test_a_small_difference_near_the_ceiling_is_wider_where_the_model_never_failed() -> None:
    """Ten of ten is compatible with 69 % of all instances."""
    values = np.full((16, 10), 100.0)
    values[2, 3] = values[5, 5] = 0.0
    found = compared(from_table(values), single(np.full(10, 100.0))).difference
    assert found.value == pytest.approx(-1.25)
    assert found.low is not None
    assert found.high is not None
    assert found.high > 20
    assert found.low > -20
    assert found.p is not None
    assert found.p > 0.5


def test_p_and_interval_agree() -> None:
    draw = np.random.default_rng(5)
    made = complete(12, 10)
    for seed in range(40):
        instances = difficulty(made, 1, draw)
        here = observed(made, people(made, "binary .8", USUAL, instances, draw)[0])
        there = model("wordle", USUAL, instances, 2, draw)[0] + seed
        found = compared(here, observations(("s", f"i{at:03}", float(min(v, 100.0)))
                                            for at, v in enumerate(there))).difference  # fmt: skip
        assert found.low is not None
        assert found.high is not None
        assert found.p is not None
        assert (found.p <= 0.05) is (found.low > 0 or found.high < 0)


def test_seeds_are_averaged_and_weigh_as_the_people_of_their_instance() -> None:
    """People: 100, 100, 40; the model: 80 on the first instance, 30 on the second."""
    here = observations([("ann", "a", 100.0), ("ben", "a", 100.0), ("ann", "b", 40.0)])
    there = observations([("s1", "a", 70.0), ("s2", "a", 90.0), ("s1", "b", 30.0)])
    found = compared(here, there).difference
    assert (found.one, found.other) == pytest.approx((80, (2 * 80 + 30) / 3))
    assert found.value == pytest.approx(80 - 190 / 3)
    assert (found.participants, found.instances) == (2, 2)
    assert (found.episodes, found.other_episodes) == (3, 3)


def test_the_method_is_named_where_there_is_an_interval() -> None:
    here = from_table(np.array([[100.0, 0.0, 50.0], [100.0, 20.0, 0.0]]))
    assert compared(here, single(np.array([50.0, 0, 0]))).difference.method == "mover"
    assert (
        compared(single(np.array([1.0, 2])), single(np.array([3.0, 4]))).difference.method is None
    )


def test_only_common_instances_are_compared() -> None:
    here = observations([("ann", "a", 100.0), ("ben", "b", 100.0), ("ben", "c", 0.0)])
    there = observations([("s", "a", 0.0), ("s", "b", 0.0), ("s", "d", 100.0)])
    found = compared(here, there).difference
    assert (found.value, found.instances, found.dropped) == (100.0, 2, 0)
    assert model_minus_model(here, observations([("s", "d", 1.0)])) is None


@pytest.mark.parametrize(
    ("shape", "missing"), [((1, 5), "one participant"), ((5, 1), "one instance")]
)
def test_one_participant_or_instance_has_no_interval(shape: tuple[int, int], missing: str) -> None:
    found = compared(from_table(np.full(shape, 100.0)), single(np.full(shape[1], 50.0)))
    assert (found.difference.low, found.difference.p) == (None, None)
    assert found.difference.missing == missing
    assert found.difference.value == 50.0


def test_people_in_both_conditions_are_their_own_controls() -> None:
    """What they bring to both alike does not widen the interval of the difference."""
    draw = np.random.default_rng(3)
    noise, skill = draw.normal(0, 5, (12, 8)), draw.normal(0, 12, (12, 1))
    values = 50 + skill + noise
    first = np.add.outer(np.arange(12), np.arange(8)) % 2 == 0
    one = from_table(np.where(first, values, math.nan))
    other = from_table(np.where(first, math.nan, values))
    within = people_minus_people(one, other)
    strangers = Observations(
        tuple(f"q{at}" for at in range(12)),
        other.instances,
        other.participant,
        other.instance,
        other.value,
        other.repeats,
    )
    between = people_minus_people(one, strangers)
    assert within is not None
    assert between is not None
    assert within.low is not None
    assert within.high is not None
    assert between.low is not None
    assert between.high is not None
    assert within.value == between.value
    assert within.high - within.low < 0.8 * (between.high - between.low)
    assert (within.participants, between.participants) == (12, 24)


def test_groups_of_people_share_the_instances() -> None:
    """What instances add to both groups alike does not widen the interval of their difference."""
    draw = np.random.default_rng(2)
    made = complete(12, 10)
    noise = [draw.normal(0, 4, (12, 10)) for _ in range(2)]
    hard = draw.normal(0, 4, 10)

    def width(weight: float) -> float:
        one, other = (from_table(50 + weight * hard + each) for each in noise)
        renamed = Observations(
            tuple(f"q{at}" for at in range(12)),
            other.instances,
            made.participant,
            made.instance,
            other.value,
            other.repeats,
        )
        found = people_minus_people(one, renamed)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        assert found.participants == 24
        return found.high - found.low

    assert width(1.0) < 1.8 * width(0.1)


# Beside it


def test_sign_flips_are_counted() -> None:
    """As scipy counts them: the mean of the instance differences, all assignments of signs."""
    here = np.array([[90.0, 50, 70, 30, 80], [70, 50, 75, 60, 10]])
    there = np.array([60.0, 55, 50, 20, 40])
    expected = permutation_test(
        (here.mean(axis=0), there), lambda x, y, axis: (x - y).mean(axis=axis),
        permutation_type="samples", vectorized=True, n_resamples=np.inf,
    )  # fmt: skip
    found = compared(from_table(here), single(there))
    assert found.sign_flip_p == pytest.approx(expected.pvalue)


def test_many_sign_flips_are_drawn_and_agree_with_the_count() -> None:
    """20 instances; the count by convolution of the integer differences."""
    draw = np.random.default_rng(8)
    differences = draw.integers(-3, 6, 20)
    sums = {0: 1}
    for each in differences:
        following: dict[int, int] = {}
        for total, ways in sums.items():
            for sign in (-1, 1):
                at = total + sign * int(each)
                following[at] = following.get(at, 0) + ways
        sums = following
    seen = abs(int(differences.sum()))
    exact = sum(ways for total, ways in sums.items() if abs(total) >= seen) / 2**20
    here, there = single((50 + differences).astype(np.float64)), single(np.full(20, 50.0))
    assert sign_flip_p(here, there, 1) == pytest.approx(exact, abs=0.01)
    assert sign_flip_p(here, there, 1) == sign_flip_p(here, there, 1)


def test_mcnemar_only_where_each_instance_has_one_person_and_one_response() -> None:
    here = np.array([100.0] * 8 + [0.0] * 4)
    there = np.array([0.0] * 6 + [100.0] * 2 + [100.0] + [0.0] * 3)
    expected = mcnemar([[2, 6], [1, 3]], exact=True).pvalue
    responses = observations(("s", f"i{at:02}", float(v)) for at, v in enumerate(there))
    assert compared(one_each(here), responses).mcnemar_p == pytest.approx(expected)
    twice = from_table(np.vstack([here, here]))
    assert compared(twice, single(there)).mcnemar_p is None
    graded = np.where(here == 0, 50.0, here)
    assert compared(one_each(graded), responses).mcnemar_p is None


def test_cliffs_delta_counts_pairs_of_the_same_instance() -> None:
    here = np.array([[90.0, 50, 30], [70, 20, 30]])
    there = np.array([[80.0, 20, 30], [70, 50, 10]])
    signs = [
        np.sign(here[who, what] - there[seed, what])
        for who, seed, what in product(range(2), range(2), range(3))
    ]
    found = compared(from_table(here), from_table(there)).cliffs_delta
    assert found.value == pytest.approx(np.mean(signs))
    assert found.low is not None
    assert found.high is not None
    assert -1 <= found.low < found.value < found.high <= 1


@given(st.lists(st.sampled_from([0.0, 100.0]), min_size=24, max_size=24))
def test_cliffs_delta_of_binary_scores_is_the_difference(scores: list[float]) -> None:
    values = np.array(scores).reshape(4, 6)
    found = compared(from_table(values[:3]), single(values[3]))
    delta, difference = found.cliffs_delta, found.difference
    assert difference.low is not None
    assert difference.high is not None
    assert (delta.value, delta.low, delta.high) == pytest.approx(
        (difference.value / 100, difference.low / 100, difference.high / 100)
    )


def test_p_values_are_adjusted_for_the_differences_that_have_one() -> None:
    one, other = pairs()
    first = of_models(single(one), single(other), HUGE)
    second = of_models(single(one), single(other + 2), HUGE)
    without = of_models(single(one[:1]), single(other[:1]), HUGE)
    found = adjusted([first, without, second], "holm")
    assert first.p is not None
    assert second.p is not None
    assert found[1].adjusted is None
    assert found[0].adjusted == pytest.approx(min(1, 2 * first.p))
    assert found[2].adjusted == pytest.approx(min(1, max(2 * first.p, second.p)))


@given(st.lists(st.sampled_from([0.0, 20.0, 50.0, 100.0]), min_size=24, max_size=24))
def test_swapping_the_sides_mirrors_the_difference(values: list[float]) -> None:
    table = np.array(values).reshape(2, 12)
    one, other = single(table[0]), single(table[1])
    forth, back = of_models(one, other, (0, 100)), of_models(other, one, (0, 100))
    assert forth.value == -back.value
    assert forth.low is not None
    assert forth.high is not None
    assert (back.low, back.high) == pytest.approx((-forth.high, -forth.low))
    assert forth.low <= forth.value <= forth.high
    assert forth.low >= -100
    assert forth.high <= 100
    assert forth.p == pytest.approx(back.p)
    assert forth.p is not None
    assert 0 < forth.p <= 1


# Equivalence


def test_equivalence_is_that_of_statsmodels() -> None:
    one, other = pairs(4, 20)
    here = one_each(one)
    there = observations(("s", f"i{at:02}", float(v)) for at, v in enumerate(other))
    found = equivalence(here, there, 9.0, HUGE)
    expected, (_, above, _), (_, below, _) = ttost_paired(one, other, -9, 9)
    assert found is not None
    assert (found.above_p, found.below_p) == pytest.approx((above, below), abs=1e-4)
    assert found.p == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("margin", [1.0, 4.0, 8.0, 12.0, 30.0])
def test_equivalent_if_the_90_percent_interval_is_within_the_margin(margin: float) -> None:
    draw = np.random.default_rng(3)
    made = complete(16, 10)
    instances = difficulty(made, 1, draw)
    here = observed(made, people(made, "normal", USUAL, instances, draw)[0])
    responses = model("normal", USUAL, instances, 3, draw)[0]
    there = observations(("s", f"i{at:03}", float(v)) for at, v in enumerate(responses))
    found = equivalence(here, there, margin)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert found.equivalent is (-margin < found.low and found.high < margin)


def test_equivalence_needs_a_margin_and_two_participants() -> None:
    here, there = from_table(np.array([[1.0, 2.0]])), single(np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="the margin must be above 0"):
        equivalence(here, there, 0)
    found = equivalence(here, there, math.pi)
    assert found is not None
    assert (found.missing, found.equivalent) == ("one participant", None)
    assert equivalence(here, observations([("s", "x", 1.0)]), 1) is None


# A value


@pytest.mark.parametrize("value", [0.0, 40.0, 66.6, 100.0])
def test_people_minus_a_value_have_the_interval_of_their_mean(value: float) -> None:
    observed = observations(
        (f"p{person}", f"i{task}", float((person * 7 + task * 3) % 5 * 25))
        for person in range(8)
        for task in range(6)
    )
    mean = mean_estimate(observed)
    found = people_minus_value(observed, value)
    assert mean.low is not None
    assert mean.high is not None
    assert (found.value, found.low, found.high) == pytest.approx(
        (mean.value - value, mean.low - value, mean.high - value)
    )
    assert found.p is not None
    assert (found.p < 0.05) == (not mean.low <= value <= mean.high)


def test_at_the_limit_of_the_interval_the_p_of_a_value_is_5_percent() -> None:
    observed = observations(
        (f"p{person}", f"i{task}", float((person * 7 + task * 3) % 5 * 25))
        for person in range(8)
        for task in range(6)
    )
    mean = mean_estimate(observed)
    assert mean.high is not None
    assert people_minus_value(observed, mean.high).p == pytest.approx(0.05, abs=1e-4)


def test_one_participant_is_compared_with_no_value() -> None:
    found = people_minus_value(observations([("p", "i", 50.0), ("p", "j", 0.0)]), 10.0)
    assert (found.value, found.p, found.missing) == (15.0, None, "one participant")
