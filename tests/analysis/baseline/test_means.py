"""Means of crossed data with intervals: known cases, and properties of all."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, ttest_1samp
from scipy.stats import t as student
from statsmodels.stats.proportion import proportion_confint

from clemtui.analysis.baseline.components import design_of
from clemtui.analysis.baseline.data import Observations, from_table, observations
from clemtui.analysis.baseline.means import (
    PlayedEpisode,
    clemscore_estimate,
    mean_estimate,
    model_estimate,
    time_estimate,
    unbounded_mean,
)
from clemtui.analysis.baseline.rule import crossed_mean
from tests.analysis.baseline.studies import POINTS

HUGE = (-1e7, 1e7)
"""A range so wide that the score interval is Student's."""


def independent(*values: float) -> Observations:
    """Return episodes of as many people on as many instances."""
    return observations((f"p{at:02}", f"i{at:02}", value) for at, value in enumerate(values))


def test_independent_shares_have_the_interval_of_wilson_with_students_t() -> None:
    """As many shares as have the sample variance: one less than there are."""
    found = mean_estimate(independent(*[100.0] * 14, *[0.0] * 6))
    alpha = 2 * norm.sf(student.ppf(0.975, 19))
    low, high = proportion_confint(0.7 * 19, 19, alpha=alpha, method="wilson")
    assert (found.low, found.high) == pytest.approx((100 * low, 100 * high), abs=0.2)
    assert (found.method, found.value) == ("crossed score", 70.0)
    assert (found.participants, found.instances, found.episodes) == (20, 20, 20)


def test_in_the_middle_of_a_wide_range_the_interval_is_students() -> None:
    values = [51.0, 47.5, 60.0, 39.0, 55.0, 42.0]
    low, high = ttest_1samp(values, 0).confidence_interval()
    found = mean_estimate(independent(*values), HUGE)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-3)
    found = unbounded_mean(independent(*values))
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.method == "crossed t"
    assert found.degrees == pytest.approx(5)


@pytest.mark.parametrize(("value", "shape"), [(100.0, (16, 10)), (0.0, (6, 30))])
def test_at_the_boundary_it_is_that_of_clopper_and_pearson(
    value: float, shape: tuple[int, int]
) -> None:
    """For the smaller of the numbers of participants and instances."""
    found = mean_estimate(from_table(np.full(shape, value)))
    n = min(shape)
    low, high = proportion_confint(value / 100 * n, n, method="beta")
    assert (found.low, found.high) == pytest.approx((100 * low, 100 * high))
    assert (found.method, found.effective, found.degrees) == ("clopper-pearson", n, None)


def test_equal_values_within_the_range_have_an_interval_on_both_sides() -> None:
    found = mean_estimate(from_table(np.full((4, 4), 50.0)))
    known = 0.025 ** (1 / 4)
    assert (found.low, found.high) == pytest.approx((known * 50, known * 50 + (1 - known) * 100))


def test_one_failure_among_many_is_hardly_evidence_of_independence() -> None:
    """Wilson's interval of 160 independent episodes would begin at 96.5."""
    values = np.full((16, 10), 100.0)
    values[3, 4] = 0.0
    found = mean_estimate(from_table(values))
    assert found.low is not None
    assert 70 < found.low < 90
    assert found.effective is not None
    assert 10 < found.effective < 40


def test_pooled_episodes_have_a_narrower_interval() -> None:
    """People who differ: the effective number is far below that of the episodes."""
    values = np.zeros((10, 10))
    values[:5] = 100.0
    found = mean_estimate(from_table(values))
    assert found.effective is not None
    assert found.effective < 12
    assert found.low is not None
    assert found.low < 25


@pytest.mark.parametrize(
    ("shape", "missing"),
    [((1, 1), "one participant"), ((1, 9), "one participant"), ((9, 1), "one instance")],
)
def test_one_participant_or_one_instance_has_no_interval(
    shape: tuple[int, int], missing: str
) -> None:
    values = np.arange(np.prod(shape), dtype=float).reshape(shape)
    for found in (mean_estimate(from_table(values)), unbounded_mean(from_table(values))):
        assert (found.low, found.high, found.method) == (None, None, None)
        assert found.missing == missing
        assert found.value == values.mean()


def test_values_out_of_the_range_are_an_error() -> None:
    with pytest.raises(ValueError, match="not within 0"):
        mean_estimate(independent(50.0, 101.0))


def test_unbounded_values_that_are_all_equal_have_no_interval() -> None:
    assert unbounded_mean(independent(3.0, 3.0)).missing == "no variation"


def test_a_model_is_fixed_and_its_instances_are_random() -> None:
    """Its seeds are averaged first, and no people are counted."""
    values = np.array([[10.0, 50, 20, 60, 90], [30.0, 50, 40, 70, 90]])
    found = model_estimate(from_table(values), HUGE)
    low, high = ttest_1samp(values.mean(axis=0), 0).confidence_interval()
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-3)
    assert (found.participants, found.instances, found.episodes) == (0, 5, 10)
    assert model_estimate(from_table(values[:, :1])).missing == "one instance"
    perfect = model_estimate(from_table(np.full((3, 12), 100.0)))
    assert perfect.low == pytest.approx(100 * proportion_confint(12, 12, method="beta")[0])
    assert perfect.method == "clopper-pearson"
    with pytest.raises(ValueError, match="not within 0"):
        model_estimate(independent(1.0, 101.0))


def test_times_have_a_geometric_mean() -> None:
    """exp of the mean logarithm and of its interval."""
    found = time_estimate(independent(10.0, 1000.0, 100.0))
    low, high = ttest_1samp(np.log([10.0, 1000.0, 100.0]), 0).confidence_interval()
    assert found.value == pytest.approx(100)
    assert (found.low, found.high) == pytest.approx((math.exp(low), math.exp(high)))
    with pytest.raises(ValueError, match="above 0"):
        time_estimate(independent(0.0, 1.0))


def test_p_value_agrees_with_the_interval() -> None:
    """At an end of the interval, it is 5 %."""
    values = from_table(np.array([[100.0, 0, 100], [100, 100, 50], [20, 0, 100], [100, 100, 100]]))
    mean = crossed_mean(design_of(values), values.value, POINTS)
    low, high = mean.limits()
    assert mean.p_value(float(low)) == pytest.approx(0.05, abs=1e-6)
    assert mean.p_value(float(high)) == pytest.approx(0.05, abs=1e-6)
    assert mean.p_value(float(mean.value)) == 1.0


# clemscore


def played(game: str, *qualities: tuple[str, float | None]) -> list[PlayedEpisode]:
    return [
        PlayedEpisode(participant, f"{game}{at}", quality)
        for at, (participant, quality) in enumerate(qualities)
    ]


def test_clemscore_of_one_game_is_its_joint_score() -> None:
    """% played times quality: the mean of the scores with 0 for aborted episodes."""
    rng = np.random.default_rng(1)
    scores = rng.choice([0.0, 50.0, 100.0], (8, 6))
    aborted = rng.random((8, 6)) < 0.2
    episodes = [
        PlayedEpisode(
            f"p{who}", f"i{what}", None if aborted[who, what] else float(scores[who, what])
        )
        for who, what in np.ndindex(8, 6)
    ]
    joint = mean_estimate(from_table(np.where(aborted, 0.0, scores)))
    found = clemscore_estimate({"taboo": episodes})
    assert found.value == pytest.approx(joint.value)
    assert (found.low, found.high) == pytest.approx((joint.low, joint.high))
    assert (found.episodes, found.participants, found.instances) == (48, 8, 6)


def test_clemscore_is_the_product_of_the_means_over_games() -> None:
    """% played 50 and 100, quality 80 and 30: 75 * 55 / 100."""
    games = {
        "taboo": played("t", ("ann", 80.0), ("ben", None)),
        "wordle": played("w", ("ann", 20.0), ("ben", 40.0)),
    }
    found = clemscore_estimate(games)
    assert found.value == pytest.approx(75 * 55 / 100)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low < found.value < found.high <= 100
    assert (found.participants, found.instances, found.episodes) == (2, 4, 4)


def test_a_game_without_played_episodes_counts_in_played_alone() -> None:
    """% played 0 and 100, quality 60: 50 * 60 / 100."""
    games = {
        "taboo": played("t", ("ann", None), ("ben", None)),
        "wordle": played("w", ("ann", 60.0), ("ben", 60.0)),
    }
    assert clemscore_estimate(games).value == pytest.approx(30)
    assert clemscore_estimate({"taboo": games["taboo"]}).value == 0
    with pytest.raises(ValueError, match="no episodes"):
        clemscore_estimate({"taboo": []})


# Properties

SCORES = st.sampled_from([0.0, 20.0, 100 / 3, 50.0, 100.0, math.nan])


@st.composite
def tables(draw: st.DrawFn) -> Observations:
    """Tables of any shape from 1 by 1 on, with cells that are missing."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    values = draw(st.lists(SCORES, min_size=rows * columns, max_size=rows * columns))
    found = np.array(values).reshape(rows, columns)
    if np.isnan(found).all():
        found[0, 0] = 50.0
    return from_table(found)


@given(tables())
@settings(max_examples=300)
def test_an_interval_contains_the_mean_and_is_within_the_range_or_missing(
    values: Observations,
) -> None:
    found = mean_estimate(values)
    if found.missing:
        assert (found.low, found.high, found.method) == (None, None, None)
        assert min(found.participants, found.instances) == 1
        return
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 100
    assert found.low < found.high
    assert found.degrees is None or 1 <= found.degrees <= found.episodes - 1
    assert found.effective is not None
    assert 1 <= found.effective <= found.episodes


@given(tables(), st.randoms(use_true_random=False))
def test_names_and_order_of_rows_have_no_influence(values: Observations, shuffle: object) -> None:
    rows = [
        (f"x{9 - who}", f"y{9 - what}", float(value))
        for who, what, value in zip(values.participant, values.instance, values.value, strict=True)
    ]
    shuffle.shuffle(rows)  # type: ignore[attr-defined]
    one, other = mean_estimate(values), mean_estimate(observations(rows))
    assert (one.low, one.high, one.value) == pytest.approx((other.low, other.high, other.value))
    assert one.method == other.method


@given(tables(), st.floats(0.1, 10), st.floats(-50, 50))
def test_the_interval_follows_scale_and_origin(
    values: Observations, factor: float, shift: float
) -> None:
    moved = Observations(
        values.participants,
        values.instances,
        values.participant,
        values.instance,
        np.clip(values.value * factor + shift, shift, 100 * factor + shift),
        values.repeats,
    )
    one = mean_estimate(values)
    other = mean_estimate(moved, (shift, 100 * factor + shift))
    if one.low is None or one.high is None:
        assert other.missing == one.missing
        return
    assert (other.low, other.high) == pytest.approx(
        (one.low * factor + shift, one.high * factor + shift), rel=1e-4, abs=1e-3
    )


@given(tables())
def test_success_and_failure_mirror_each_other(values: Observations) -> None:
    mirrored = Observations(
        values.participants,
        values.instances,
        values.participant,
        values.instance,
        100 - values.value,
        values.repeats,
    )
    one, other = mean_estimate(values), mean_estimate(mirrored)
    if one.low is not None and one.high is not None:
        assert (other.low, other.high) == pytest.approx((100 - one.high, 100 - one.low), abs=1e-6)
