"""Planning by simulation: against known powers, and what makes studies stronger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import chi, norm
from scipy.stats import t as student
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower

from clemtui.analysis.baseline.latent import Scale
from clemtui.analysis.baseline.power import (
    Power,
    Rule,
    equivalence_power,
    participants_needed,
    power,
    power_of_all,
    rejected,
    smallest_difference,
)
from clemtui.analysis.baseline.simulation import (
    Against,
    Assumptions,
    Comparison,
    Layout,
    Simulation,
    assignment,
)
from clemtui.analysis.effect.model import Correction

USUAL = Assumptions(60, 144, 225, 625)
BINARY = replace(USUAL, scales=(Scale((0.0, 100.0)),))
WITHIN = Assumptions(50, 64, 1e-4, 1e-2, participant_condition=64)
"""Nearly all variance is between people, half of it the same under both conditions."""
SINGLE = Rule()


def with_value(assumed: Assumptions, people: int, each: int = 10, tasks: int = 10) -> Simulation:
    compared = Comparison("value", value=assumed.mean)
    return Simulation(assignment(people, each, tasks), [compared], assumed)


def with_model(assumed: Assumptions, people: int, each: int = 10, tasks: int = 10) -> Simulation:
    return Simulation(assignment(people, each, tasks), [Comparison("model")], assumed)


def conditions(people: int, tasks: int, number: int = 2, *, shared: bool = True) -> Layout:
    """Return people who play every task once, as many under each condition, at random; tasks that
    conditions do not share are others under each."""
    draw = np.random.default_rng(17)
    who = np.repeat(np.arange(people), tasks)
    what = np.tile(np.arange(tasks), people)
    under = np.concatenate([draw.permutation(np.arange(tasks) % number) for _ in range(people)])
    if not shared:
        what = np.unique(what * number + under, return_inverse=True)[1]
    return Layout(who, what, under, np.unique(what))


def within(
    assumed: Assumptions, people: int, tasks: int = 10, number: int = 2, *, shared: bool = True
) -> Simulation:
    """Return every other condition against the first."""
    kind: Against = "paired" if shared else "unpaired"
    compared = [Comparison(kind, at, 0) for at in range(1, number)]
    return Simulation(conditions(people, tasks, number, shared=shared), compared, assumed)


# Against known powers


@pytest.mark.parametrize("difference", [4.0, 6.0])
def test_power_where_people_alone_differ_is_that_of_students_t(difference: float) -> None:
    """1,000 simulations: +- 3."""
    simulation = with_value(Assumptions(50, 64, 1e-4, 1e-2), 20, 5, 5)
    found = power(simulation, SINGLE, difference, simulations=1000)
    expected = TTestPower().power(difference / 8, 20, 0.05)
    assert found.power == pytest.approx(100 * expected, abs=3.5)
    assert found.low < found.power < found.high


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("difference", [6.0, 9.0])
def test_power_within_people_is_that_of_the_paired_t_test(difference: float, shared: bool) -> None:
    """What people have under both conditions cancels out: the differences of single people have
    twice the variance of what they have under one alone. On shared tasks, the covariance of the
    means over tasks is a little too small, by the number of tasks: with few, less is found."""
    simulation = within(WITHIN, 20, 60, shared=shared)
    found = power(simulation, SINGLE, difference, simulations=2000)
    expected = TTestPower().power(difference / np.sqrt(2 * 64), 20, 0.05)
    assert found.power == pytest.approx(100 * expected, abs=3.5)


def test_34_people_find_half_a_standard_deviation() -> None:
    """Cohen's d of 0.5 in one sample: 34 people for a power of 80 %, as in every table."""
    assert np.ceil(TTestPower().solve_power(0.5, power=0.8, alpha=0.05)) == 34
    assumed = Assumptions(50, 64, 1e-4, 1e-2)

    def at(count: int) -> Power:
        return power(with_value(assumed, count, 5, 5), SINGLE, 4.0, simulations=4000)

    found = participants_needed(at, 80.0)
    assert found is not None
    assert 32 <= found.participants <= 36
    assert found.low <= 34 <= (found.high or 0)


def tost_power(margin: float, difference: float, error: float, degrees: int) -> float:
    """Return the exact power of two one-sided t tests at 5 %, given the standard error."""
    quantile = student.ppf(0.95, degrees)

    def given(spread: float) -> float:
        room = margin - quantile * error * spread
        inside = norm.cdf((room - difference) / error) - norm.cdf((-room - difference) / error)
        return max(float(inside), 0.0) * float(chi.pdf(spread * np.sqrt(degrees), degrees))

    return float(quad(given, 0, 5, limit=200)[0] * np.sqrt(degrees))


def test_the_reference_for_equivalence_is_right() -> None:
    """A 2 x 2 crossover with a coefficient of variation of 20 %, a true ratio of 0.95 and limits of
    80 to 125 %: 20 people have a power of 0.8347 (20 are needed: Diletti, Hauschke and Steinijans,
    International Journal of Clinical Pharmacology 29, 1991)."""
    spread = np.sqrt(np.log(1 + 0.2**2))

    def of(people: int) -> float:
        return tost_power(np.log(1.25), np.log(0.95), spread * np.sqrt(2 / people), people - 2)

    assert of(20) == pytest.approx(0.8347, abs=1e-4)
    assert of(18) < 0.8


@pytest.mark.parametrize(("margin", "difference"), [(8.0, 0.0), (10.0, 0.0), (10.0, 3.0)])
def test_power_of_equivalence_is_that_of_two_one_sided_t_tests(
    margin: float, difference: float
) -> None:
    found = equivalence_power(within(WITHIN, 24, 60), SINGLE, margin, difference, simulations=2000)
    expected = tost_power(margin, difference, np.sqrt(2 * 64 / 24), 23)
    assert found.power == pytest.approx(100 * expected, abs=3.5)


# Without a difference


@pytest.mark.parametrize("assumed", [USUAL, BINARY, replace(BINARY, mean=95.0)])
@pytest.mark.parametrize("made", [with_value, with_model])
def test_without_a_difference_at_most_7_percent_are_significant(
    assumed: Assumptions, made: Callable[[Assumptions, int], Simulation]
) -> None:
    assert power(made(assumed, 16), SINGLE, 0.0, simulations=1000).power <= 7


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("mean", [50.0, 90.0, 97.0])
@pytest.mark.parametrize("scale", [Scale(), Scale((0.0, 100.0))])
def test_within_people_as_well_also_at_the_ceiling(mean: float, scale: Scale, shared: bool) -> None:
    assumed = replace(
        USUAL, mean=mean, participant_condition=36, task_condition=56, scales=(scale,)
    )
    simulation = within(assumed, 16, 20, shared=shared)
    assert power(simulation, SINGLE, 0.0, simulations=1000).power <= 7


# Bounded scores


def test_scores_at_the_ceiling_find_less_than_their_deviations_promise() -> None:
    """A mean of 95 with the standard deviations of the middle: most scores are 100, and a latent
    difference shows only in part. What is found near the ceiling is the same difference of the
    *scores*, in which fewer points remain and the interval is conservative."""
    assumed = replace(USUAL, participant_condition=36, task_condition=56)
    middle = within(replace(assumed, mean=50.0), 24, 20)
    ceiling = within(replace(assumed, mean=95.0), 24, 20)
    shares = (ceiling.people(0.0, 200, 1) == 100).mean()
    assert shares > 0.5
    assert ceiling.people(0.0, 200, 1).std() < 0.6 * middle.people(0.0, 200, 1).std()
    assert ceiling.largest(positive=True) == 5
    found = smallest_difference(ceiling, SINGLE, simulations=200, positive=True)
    assert found is not None
    assert power(ceiling, SINGLE, 4.99, 200).power < 80 <= found.power.power, "not by all of it"
    assert smallest_difference(middle, SINGLE, simulations=200, positive=True) is not None


def test_simulated_means_are_those_wanted_where_scores_are_cut_off() -> None:
    """Between what is drawn: 4,000 studies."""
    simulation = within(replace(USUAL, mean=90.0, participant_condition=36), 12, 12)
    scores = simulation.people(-10.0, 4000, 1)
    under = simulation.layout.condition
    assert scores[:, under == 0].mean() == pytest.approx(90, abs=0.3)
    assert scores[:, under == 1].mean() == pytest.approx(80, abs=0.3)
    assert scores.min() == 0
    assert scores.max() == 100


# What makes studies stronger


def test_the_half_width_is_that_of_the_plan() -> None:
    """16 people by 10 tasks: 11.7 with the normal distribution and known variances, more with
    Student's t."""
    found = power(with_value(replace(USUAL, mean=50), 16), SINGLE, 0.0)
    known = 1.96 * np.sqrt(144 / 16 + 225 / 10 + 625 / 160)
    assert 0.9 * known < found.half_width < 1.25 * known


def test_more_people_more_seeds_and_more_tasks_give_more_power() -> None:
    assumed = replace(BINARY, seeds=3)
    base = power(with_model(assumed, 8, 8, 30), SINGLE, 15).power
    assert power(with_model(assumed, 40, 8, 30), SINGLE, 15).power > base
    assert power(with_model(replace(assumed, seeds=10), 8, 8, 30), SINGLE, 15).power > base
    assert power(with_model(assumed, 8, 20, 30), SINGLE, 15).power > base
    assert power(with_model(assumed, 8, 8, 30), Rule(0.005), 15).power < base


def test_what_people_have_everywhere_does_not_count_within_people() -> None:
    assumed = replace(USUAL, participant_condition=16)
    usual = power(within(assumed, 24, 20), SINGLE, 8.0, simulations=1000)
    # more of it is in the limits of each mean, and only its correlation up to 0.7 cancels
    other = power(within(replace(assumed, participant=64), 24, 20), SINGLE, 8.0, simulations=1000)
    assert abs(usual.power - other.power) < 6
    own = power(within(replace(assumed, participant_condition=160), 24, 20), SINGLE, 8.0)
    assert own.power < usual.power - 10


def test_tasks_of_their_own_cost_power() -> None:
    shared, own = (
        power(within(replace(USUAL, participant_condition=16), 24, 20, shared=each), SINGLE, 12.0)
        for each in (True, False)
    )
    assert shared.power > own.power + 10


def test_participants_needed() -> None:
    """The smallest number: one fewer does not reach the target."""

    def at(count: int) -> Power:
        return power(with_model(replace(USUAL, seeds=5), count, 8, 40), SINGLE, 12.0)

    found = participants_needed(at, 80.0)
    assert found is not None
    assert found.power == at(found.participants)
    assert found.power.power >= 80 > at(found.participants - 1).power
    assert found.low <= found.participants
    assert found.high is None or found.high >= found.participants


def test_the_numbers_around_those_needed_are_as_uncertain_as_the_power() -> None:
    """Powers of 500 simulations have a 95 % interval of 76.3 to 83.3 % around 80 %: with a power of
    2 % a person, that is reached by 39 to 42."""

    def at(count: int) -> Power:
        return Power(1.0, 2.0 * count, 0, 0, None, 500)

    found = participants_needed(at, 80.0)
    assert found is not None
    assert (found.participants, found.low, found.high) == (40, 39, 42)
    last = participants_needed(at, 80.0, largest=41)
    assert last is not None
    assert last.high is None


def test_people_do_not_make_up_for_few_tasks() -> None:
    def at(count: int) -> Power:
        return power(with_model(BINARY, count, 4, 4), SINGLE, 20.0, simulations=100)

    assert participants_needed(at, 80.0) is None


def test_smallest_difference() -> None:
    simulation = with_model(USUAL, 16, 10, 30)
    found = smallest_difference(simulation, SINGLE)
    assert found is not None
    assert found.power.power >= 80
    assert power(simulation, SINGLE, 0.9 * found.difference).power < 80
    assert found.high is not None
    assert found.low <= found.difference <= found.high
    other = smallest_difference(simulation, SINGLE, positive=False)
    assert other is not None
    assert other.difference < 0
    assert smallest_difference(with_model(BINARY, 2, 2, 2), SINGLE, simulations=100) is None


def test_the_error_of_the_smallest_difference_contains_that_of_more_simulations() -> None:
    simulation = within(WITHIN, 20, shared=False)
    found = smallest_difference(simulation, SINGLE, simulations=500)
    assert found is not None
    assert found.high is not None
    assert found.low < found.difference < found.high
    below, above = (
        power(simulation, SINGLE, each, simulations=5000, seed=9).power
        for each in (found.low, found.high)
    )
    assert below < 80 < above
    expected = TTestPower().solve_power(nobs=20, power=0.8, alpha=0.05) * np.sqrt(2 * 64)
    assert found.difference == pytest.approx(expected, rel=0.07)


# Families


def test_a_single_comparison_is_planned_for_the_strictest_level() -> None:
    assert Rule(0.05, "holm", 4).strictest == Rule(0.05, "bh", 4).strictest == 0.0125
    assert Rule(0.05, None, 4).strictest == 0.05


@pytest.mark.parametrize(("correction", "method"), [("holm", "holm"), ("bh", "fdr_bh")])
def test_what_a_correction_rejects_is_what_adjusted_p_values_reject(
    correction: Correction, method: str
) -> None:
    draw = np.random.default_rng(5)
    ps = draw.beta(0.4, 4, size=(5, 300))
    m, alpha = len(ps), 0.05
    levels = (
        [alpha / (m - step) for step in range(m)]
        if correction == "holm"
        else [alpha * rank / m for rank in range(1, m + 1)]
    )
    decided = np.stack([ps <= level for level in levels])
    expected = np.stack([multipletests(each, method=method)[1] <= alpha for each in ps.T], axis=1)
    found = rejected(decided, correction)
    assert (found == expected).all()
    assert 0.1 < found.mean() < 0.9


def test_all_comparisons_together_find_more_than_the_strictest_level() -> None:
    """Holm's method: what one finds makes it easier for the others."""
    rule = Rule(0.05, "holm", 3)
    assumed = replace(USUAL, participant_condition=16)
    together = power_of_all([within(assumed, 24, 24, number=4)], rule, [12.0], simulations=500)
    layout = conditions(24, 24, 4)
    alone = power(Simulation(layout, [Comparison("paired", 1, 0)], assumed), rule, 12.0)
    assert together.each > alone.power
    assert together.low <= together.every <= together.high
    assert together.every < together.each


def test_a_family_without_any_difference_finds_one_as_often_as_alpha_says() -> None:
    rule = Rule(0.05, "holm", 3)
    found = power_of_all([within(WITHIN, 24, number=4)], rule, [0.0], simulations=2000)
    # at least one of three, so no more than 7 % in 3 of each
    assert found.each <= 3.5


# What is drawn


def test_steps_need_no_more_than_their_proportions() -> None:
    """A hundred times the variance is the same latent value in other units."""
    larger = replace(BINARY, participant=14400, task=22500, residual=62500)
    assert power(with_model(BINARY, 16), SINGLE, 20) == power(with_model(larger, 16), SINGLE, 20)


def test_a_seed_decides_all() -> None:
    simulation = with_model(USUAL, 16)
    assert power(simulation, SINGLE, 10, seed=3) == power(simulation, SINGLE, 10, seed=3)
    assert power(simulation, SINGLE, 10, seed=3) != power(simulation, SINGLE, 10, seed=4)


def test_conditions_correlate_as_their_variances_say() -> None:
    """Scores with two values: the correlation of someone's scores under two conditions is what the
    participant has under both, as a share of all variance."""
    assumed = replace(BINARY, participant_condition=144, task_condition=0.0)
    simulation = within(assumed, 200, 8)
    scores = simulation.people(0.0, 400, 1).reshape(400, 200, 8)
    under = simulation.layout.condition.reshape(200, 8)
    centred = scores - scores.mean(axis=(0, 1))
    found = [
        np.mean(
            [
                float((centred[..., a] * centred[..., b])[:, same].mean())
                for a, b in combinations(range(8), 2)
                if (same := (under[:, a] == under[:, b]) == alike).any()
            ]
        )
        / float(scores.var())
        for alike in (True, False)
    ]
    total = 144 + 144 + 225 + 625
    assert found == pytest.approx([288 / total, 144 / total], abs=0.02)


def test_tasks_are_played_equally_often() -> None:
    made = assignment(12, 5, 10)
    assert np.bincount(made.task).tolist() == [6] * 10
    assert np.bincount(made.participant).tolist() == [5] * 12
    assert len(set(zip(made.participant.tolist(), made.task.tolist(), strict=True))) == 60


@pytest.mark.parametrize(
    ("assumed", "difference", "message"),
    [
        (USUAL, 60.0, "a mean of 0 is not between 0 and 100"),
        (replace(USUAL, mean=100.0), 0.0, "a mean of 100"),
        (replace(USUAL, task=-1.0), 0.0, "below 0"),
        (Assumptions(50, 0, 0, 0), 0.0, "nothing varies"),
    ],
)
def test_impossible_assumptions_are_errors(
    assumed: Assumptions, difference: float, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        power(with_model(assumed, 16), SINGLE, difference)


def test_an_interval_needs_two_people_and_two_tasks() -> None:
    for people, tasks in ((1, 10), (10, 1)):
        with pytest.raises(ValueError, match="at least two"):
            with_value(USUAL, people, tasks, tasks)


def test_a_value_stays_where_it_is_and_the_mean_of_people_moves() -> None:
    """People near the ceiling vary less than people in the middle: the same difference of a value
    of 80 is found more often above it than below."""
    compared = Comparison("value", value=80.0)
    layout = assignment(24, 10, 10)
    simulation = Simulation(layout, [compared], replace(USUAL, mean=50.0))
    assert simulation.people(15.0, 4000, 1).mean() == pytest.approx(95, abs=0.3)
    assert simulation.people(-15.0, 4000, 1).mean() == pytest.approx(65, abs=0.3)
    assert (simulation.largest(positive=True), simulation.largest(positive=False)) == (20, 80)
    assert power(simulation, SINGLE, 9.0).power > power(simulation, SINGLE, -9.0).power + 10
    with pytest.raises(ValueError, match="a mean of 105"):
        power(simulation, SINGLE, 25.0)
