"""Variance components of pilots: unbiased, those of the report where there is one condition, and
with upper bounds that hold as often as they say."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

from clemtui.analysis.baseline.components import components
from clemtui.analysis.baseline.data import Values, from_table
from clemtui.analysis.baseline.pilot import UPPER, Name, components_of, estimates, pilot_of
from clemtui.analysis.baseline.simulation import Layout

TRUE: dict[Name, float] = {
    "participant": 144.0,
    "participant_condition": 36.0,
    "task": 225.0,
    "task_condition": 56.0,
    "residual": 400.0,
}


def two_conditions(people: int, tasks: int, played: int) -> Layout:
    """Return people who play some of the tasks under two conditions that take turns, some of them
    only under one."""
    rows = [
        (person, (person + at) % tasks, (person // 2 + at) % 2 if person else 0)
        for person, at in product(range(people), range(played))
    ]
    who, what, under = np.array(rows, dtype=np.int64).T
    return Layout(who, what, under, np.unique(what))


def one_condition(people: int, tasks: int) -> Layout:
    who, what = np.array(list(product(range(people), range(tasks))), dtype=np.int64).T
    return Layout(who, what, np.zeros_like(who), np.unique(what))


def drawn(layout: Layout, variances: dict[Name, float], draw: np.random.Generator) -> Values:
    """Draw normal values under conditions whose means are 40 and 70."""
    sd = {name: np.sqrt(each) for name, each in variances.items()}
    people, tasks = layout.participant.max() + 1, layout.task.max() + 1
    values: Values = (
        40.0
        + 30.0 * layout.condition
        + sd["participant"] * draw.standard_normal(people)[layout.participant]
        + sd["task"] * draw.standard_normal(tasks)[layout.task]
        + sd["participant_condition"]
        * draw.standard_normal((people, 2))[layout.participant, layout.condition]
        + sd["task_condition"] * draw.standard_normal((tasks, 2))[layout.task, layout.condition]
        + sd["residual"] * draw.standard_normal(len(layout.task))
    )
    return values


def test_with_one_condition_they_are_those_of_the_report() -> None:
    table = np.random.default_rng(4).normal(50, 20, (8, 6))
    table += 15 * np.random.default_rng(5).standard_normal((8, 1))
    expected = components(from_table(table))
    found = components_of(one_condition(8, 6), table.ravel())
    assert expected is not None
    assert list(found) == ["participant", "task", "residual"]
    assert found["participant"].value == pytest.approx(expected.participant)
    assert found["task"].value == pytest.approx(expected.instance)
    assert found["residual"].value == pytest.approx(expected.residual)


def test_with_one_condition_they_are_those_of_the_analysis_of_variance() -> None:
    """Mean squares of a table with two ways (Searle, Casella and McCulloch 1992, chapter 4)."""
    table = np.random.default_rng(8).normal(50, 20, (10, 7)) + 25 * np.random.default_rng(
        9
    ).standard_normal((10, 1))
    rows, columns = table.shape
    centred = table - table.mean()
    of_rows = columns * (centred.mean(axis=1) ** 2).sum() / (rows - 1)
    rest = centred - centred.mean(axis=1, keepdims=True) - centred.mean(axis=0, keepdims=True)
    of_rest = (rest**2).sum() / (rows - 1) / (columns - 1)
    found = components_of(one_condition(rows, columns), table.ravel())
    assert found["residual"].value == pytest.approx(of_rest)
    assert found["participant"].value == pytest.approx((of_rows - of_rest) / columns)


def test_of_a_complete_table_under_two_conditions_they_are_those_of_the_analysis_of_variance() -> (
    None
):
    """The mean squares are those of statsmodels; their expectations are those of every textbook."""
    people, tasks = 9, 7
    rows = np.array(list(product(range(people), range(tasks), range(2))), dtype=np.int64)
    layout = Layout(rows[:, 0], rows[:, 1], rows[:, 2], np.arange(tasks))
    values = drawn(layout, TRUE, np.random.default_rng(21))
    frame = pd.DataFrame({"p": rows[:, 0], "t": rows[:, 1], "c": rows[:, 2], "y": values})
    fitted = ols("y ~ C(p) * C(c) + C(t) * C(c)", frame).fit()
    table = anova_lm(fitted)
    square = table["sum_sq"] / table["df"]
    found = estimates(layout, values)
    assert found == pytest.approx(
        {
            "participant": (square["C(p)"] - square["C(p):C(c)"]) / (2 * tasks),
            "participant_condition": (square["C(p):C(c)"] - square["Residual"]) / tasks,
            "task": (square["C(t)"] - square["C(t):C(c)"]) / (2 * people),
            "task_condition": (square["C(t):C(c)"] - square["Residual"]) / people,
            "residual": square["Residual"],
        }
    )


def test_the_bound_of_the_rest_is_that_of_chi_square() -> None:
    """The sum of squares of the rest over its variance has a chi-square distribution."""
    table = np.random.default_rng(1).normal(50, 20, (10, 7))
    found = components_of(one_condition(10, 7), table.ravel())["residual"]
    degrees = 9 * 6
    exact = found.value * degrees / chi2.ppf(1 - UPPER, degrees)
    assert found.upper == pytest.approx(exact, rel=0.02)


def test_the_bound_of_people_is_that_of_chi_square_where_nothing_else_varies() -> None:
    people = np.random.default_rng(6).standard_normal((9, 1)) * 12
    table = 50 + people + np.random.default_rng(7).standard_normal((9, 40)) * 0.1
    found = components_of(one_condition(9, 40), table.ravel())["participant"]
    exact = found.value * 8 / chi2.ppf(1 - UPPER, 8)
    assert found.upper == pytest.approx(exact, rel=0.06)


@pytest.mark.parametrize(("people", "tasks", "played"), [(8, 10, 6), (20, 12, 8)])
def test_all_components_are_found_without_bias(people: int, tasks: int, played: int) -> None:
    """The mean of 1,000 pilots, however small, of which the estimates below 0 count as they are."""
    layout, draw = two_conditions(people, tasks, played), np.random.default_rng(11)
    found = [estimates(layout, drawn(layout, TRUE, draw)) for _ in range(1000)]
    for name, true in TRUE.items():
        values = np.array([each[name] for each in found])
        error = values.std(ddof=1) / np.sqrt(len(values))
        assert abs(values.mean() - true) < 4 * error, name
        assert error < 0.2 * true


@pytest.mark.nightly
@pytest.mark.parametrize(("people", "tasks", "played"), [(8, 8, 6), (16, 12, 8)])
def test_upper_bounds_hold_as_often_as_they_say(people: int, tasks: int, played: int) -> None:
    """At least 80 %; more where estimates of 0 are frequent, which have wide bounds."""
    layout, draw = two_conditions(people, tasks, played), np.random.default_rng(12)
    found = [components_of(layout, drawn(layout, TRUE, draw)) for _ in range(500)]
    for name, true in TRUE.items():
        share = np.mean([each[name].upper >= true for each in found])
        assert share >= 0.75, name
        if np.mean([each[name].value == 0 for each in found]) < 0.02:
            assert share <= 0.88, name


def test_a_component_that_a_small_pilot_does_not_find_has_a_bound_nevertheless() -> None:
    """In half of the pilots with six people, the variance of people is estimated as 0."""
    layout, draw = one_condition(6, 5), np.random.default_rng(13)
    none = dict.fromkeys(TRUE, 0.0) | {"residual": 400.0}
    found = [components_of(layout, drawn(layout, none, draw))["participant"] for _ in range(20)]
    missed = [each.upper for each in found if each.value == 0]
    assert len(missed) > 5
    assert min(missed) > 5.0**2


def test_tasks_of_their_own_have_one_component() -> None:
    layout = two_conditions(12, 10, 8)
    own = Layout(
        layout.participant, layout.task * 2 + layout.condition, layout.condition, layout.answered
    )
    values = drawn(layout, TRUE, np.random.default_rng(2))
    assert list(components_of(own, values)) == [
        "participant", "participant_condition", "task", "residual",
    ]  # fmt: skip


def test_a_pilot_gives_means_scores_and_assumptions() -> None:
    layout = two_conditions(12, 10, 8)
    values = np.clip(np.round(drawn(layout, TRUE, np.random.default_rng(3)) / 50) * 50, 0, 100)
    pilot = pilot_of(layout, values)
    assert (pilot.participants, pilot.tasks, pilot.episodes) == (12, 10, 96)
    assert pilot.means == pytest.approx([values[layout.condition == at].mean() for at in (0, 1)])
    assert pilot.scales[0].levels == (0.0, 50.0, 100.0)
    shares = [float(np.mean(values[layout.condition == 0] == level)) for level in (0, 50, 100)]
    assert pilot.scales[0].shares == pytest.approx(shares)
    usual = pilot.assumptions(40.0, upper=False)
    assert (usual.mean, usual.scales) == (40.0, pilot.scales)
    assert usual.participant == pilot.components["participant"].value
    assert usual.participant_condition == pilot.components["participant_condition"].value


def test_the_upper_bounds_take_from_the_rest_what_makes_intervals_wide() -> None:
    layout = two_conditions(12, 10, 8)
    pilot = pilot_of(layout, np.clip(drawn(layout, TRUE, np.random.default_rng(3)), 0, 100))
    usual, upper = (pilot.assumptions(50.0, upper=each) for each in (False, True))
    assert upper.participant == usual.participant
    assert upper.task == usual.task
    assert upper.participant_condition == pilot.components["participant_condition"].upper
    assert upper.task_condition == pilot.components["task_condition"].upper
    assert upper.residual < usual.residual


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (
            Layout(np.arange(6), np.arange(6), np.zeros(6, dtype=np.int64), np.arange(6)),
            "too small",
        ),
        (
            Layout(np.arange(6), np.array([0, 1, 2] * 2), np.repeat([0, 1], 3), np.arange(3)),
            "fewer than 3 people",
        ),
    ],
)
def test_too_small_a_pilot_is_an_error(layout: Layout, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        components_of(layout, np.arange(6.0))
