"""REML of crossed random effects: against matrices of all cells, lme4 and statsmodels."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from scipy.optimize import minimize
from statsmodels.regression.linear_model import OLS
from statsmodels.regression.mixed_linear_model import MixedLM, VCSpec

from clemtui.analysis.baseline.data import Values
from clemtui.analysis.baseline.reml import Estimates, reml
from tests.analysis.baseline.test_components import PENICILLIN

Random = tuple[Values, Values]


def drawn(
    deviations: tuple[float, float, float], seed: int = 1, *, cells: int = 90
) -> tuple[Values, Values, Random]:
    """Return values of an incomplete design with 14 participants, 11 instances and a slope."""
    draw = np.random.default_rng(seed)
    who, what = draw.integers(0, 14, cells), draw.integers(0, 11, cells)
    one, other, rest = deviations
    fixed = np.column_stack([np.ones(cells), draw.normal(0, 1, cells)])
    values = fixed @ [1.0, 0.5] + rest * draw.normal(0, 1, cells)
    values += one * draw.normal(0, 1, 14)[who] + other * draw.normal(0, 1, 11)[what]
    return values, fixed, (np.eye(14)[who], np.eye(11)[what])


def by_definition(
    values: Values, fixed: Values, random: Random, variances: tuple[float, float, float]
) -> tuple[float, Values, Values]:
    """Return minus twice the restricted log-likelihood, the fixed effects of generalised least
    squares and their standard errors, for given variances, from matrices of all cells."""
    one, other, rest = variances
    covariance = rest * np.eye(len(values))
    covariance += one * random[0] @ random[0].T + other * random[1] @ random[1].T
    inverse = np.linalg.inv(covariance)
    spread = np.linalg.inv(fixed.T @ inverse @ fixed)
    effects = spread @ fixed.T @ inverse @ values
    left = values - fixed @ effects
    deviance = np.linalg.slogdet(covariance)[1] - np.linalg.slogdet(spread)[1]
    return float(deviance + left @ inverse @ left), effects, np.sqrt(np.diag(spread))


def fitted(values: Values, fixed: Values, random: Random) -> tuple[Estimates, tuple[float, ...]]:
    found = reml(values, fixed, random)
    assert isinstance(found, Estimates)
    return found, (*map(float, found.variances), found.residual)


CASES = [(0.8, 0.6, 1.0), (0.0, 0.9, 1.0), (0.4, 0.0, 1.0), (0.0, 0.0, 1.0), (1.0, 2.0, 0.05)]


@pytest.mark.parametrize("deviations", CASES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_variances_are_more_likely(deviations: tuple[float, float, float], seed: int) -> None:
    """Of those that a search without derivatives finds, from several starts, in all cells."""
    data = drawn(deviations, seed)
    found, variances = fitted(*data)
    reached = by_definition(*data, (variances[0], variances[1], variances[2]))[0]

    def deviance(roots: Values) -> float:
        one, other, rest = (float(each) for each in roots**2)
        return by_definition(*data, (one, other, max(rest, 1e-8)))[0]

    searched = min(
        float(minimize(deviance, start, method="Nelder-Mead", options={"fatol": 1e-9}).fun)
        for start in ([1.0, 1.0, 1.0], [0.01, 1.0, 1.0], [1.0, 0.01, 0.5], [0.01, 0.01, 1.0])
    )
    assert reached <= searched + 1e-5
    assert found.residual > 0


@pytest.mark.parametrize("deviations", CASES)
def test_errors_are_those_of_generalised_least_squares(
    deviations: tuple[float, float, float],
) -> None:
    data = drawn(deviations)
    found, variances = fitted(*data)
    _, effects, errors = by_definition(*data, (variances[0], variances[1], variances[2]))
    assert found.fixed == pytest.approx(effects, rel=1e-6)
    assert found.errors == pytest.approx(errors, rel=1e-6)


def test_the_estimates_of_a_textbook_example_are_those_of_lme4() -> None:
    """Bates, lme4: Mixed-Effects Modeling with R, 2010, section 2.1: standard deviations 0.84671,
    1.93157 and 0.54992; mean 22.9722 with standard error 0.8086."""
    table = np.array([row.split() for row in PENICILLIN.split("/")], dtype=np.float64)
    who, what = np.divmod(np.arange(table.size), 6)
    found, variances = fitted(
        table.ravel(), np.ones((table.size, 1)), (np.eye(24)[who], np.eye(6)[what])
    )
    assert np.sqrt(variances) == pytest.approx((0.84671, 1.93157, 0.54992), abs=2e-5)
    assert found.fixed[0] == pytest.approx(22.9722, abs=1e-4)
    assert found.errors[0] == pytest.approx(0.8086, abs=1e-4)


def test_inside_the_boundary_the_variances_are_those_of_statsmodels() -> None:
    values, fixed, random = drawn((0.8, 0.6, 1.0))
    spec = VCSpec(
        ["one", "other"],
        [[[str(at) for at in range(each.shape[1])]] for each in random],
        [[each] for each in random],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = MixedLM(values, fixed, groups=np.zeros(len(values), dtype=int), exog_vc=spec)
        expected = model.fit(reml=True, method=["powell"])
    _, variances = fitted(values, fixed, random)
    assert variances == pytest.approx((*expected.vcomp, expected.scale), rel=1e-2)


def test_where_neither_varies_it_is_ordinary_least_squares() -> None:
    values, fixed, random = drawn((0.0, 0.0, 1.0), 3)
    for levels in random:  # take out of the values what the levels have in common
        values = values - levels @ ((levels.T @ values) / levels.sum(axis=0))
    found, variances = fitted(values, fixed, random)
    expected = OLS(values, fixed).fit()
    assert variances[:2] == (0.0, 0.0)
    assert found.fixed == pytest.approx(expected.params, abs=1e-9)
    assert found.errors == pytest.approx(expected.bse)
    assert found.residual == pytest.approx(expected.scale)


def test_a_residual_of_a_hundredth_is_estimated() -> None:
    found, _ = fitted(*drawn((1.0, 1.0, 0.01)))
    assert math.sqrt(found.residual) == pytest.approx(0.01, rel=0.2)


def test_effects_that_explain_every_value_leave_no_residual_variance() -> None:
    """The likelihood has no maximum."""
    assert reml(*drawn((1.0, 1.0, 0.0))) == "no residual variation"
    _, fixed, random = drawn((1.0, 1.0, 0.0))
    assert reml(random[1] @ np.arange(11.0), fixed, random) == "no residual variation"


def test_a_value_without_a_level_has_no_effect_of_it() -> None:
    """As models have no participant."""
    values, fixed, random = drawn((0.8, 0.6, 1.0))
    random[0][60:] = 0.0
    found, variances = fitted(values, fixed, random)
    _, effects, errors = by_definition(
        values, fixed, random, (variances[0], variances[1], variances[2])
    )
    assert found.fixed == pytest.approx(effects, rel=1e-6)
    assert found.errors == pytest.approx(errors, rel=1e-6)
