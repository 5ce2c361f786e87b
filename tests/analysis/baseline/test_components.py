"""Variance components: against statsmodels, a published table and the definitions."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from numpy.typing import NDArray
from statsmodels.regression.mixed_linear_model import MixedLM, VCSpec

from clemtui.analysis.baseline.components import (
    Design,
    components,
    design,
    design_of,
    variance_of_mean,
)
from clemtui.analysis.baseline.data import from_table
from tests.analysis.baseline.studies import complete, incomplete

Values = NDArray[np.float64]

SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]],
    dtype=float,
)  # fmt: skip
"""Six targets by four judges: Shrout and Fleiss (1979), table 2."""


PENICILLIN = """
    27 23 26 23 23 21 / 27 23 26 23 23 21 / 25 21 25 24 24 20 / 26 23 25 23 23 20 /
    25 22 26 22 23 20 / 24 22 25 23 22 19 / 24 20 23 21 22 19 / 26 22 26 24 24 21 /
    24 21 24 22 22 20 / 24 21 24 23 22 19 / 26 23 26 24 24 21 / 25 22 26 24 24 20 /
    26 24 26 24 25 22 / 26 23 26 23 23 20 / 26 23 25 24 24 22 / 25 22 25 23 23 20 /
    25 21 24 23 23 20 / 25 22 24 23 23 19 / 24 21 23 21 21 19 / 26 23 26 24 24 21 /
    25 21 24 22 22 18 / 25 22 25 22 22 20 / 24 21 24 22 24 19 / 24 21 24 22 21 18
"""
"""Diameters on 24 plates of six samples of penicillin each: Davies and Goldsmith, Statistical
Methods in Research and Production (1972)."""


def drawn(made: Design, seed: int = 1) -> Values:
    draw = np.random.default_rng(seed)
    a = 12 * draw.standard_normal(made.participants)[made.participant]
    b = 15 * draw.standard_normal(made.instances)[made.instance]
    return np.asarray(60 + a + b + 25 * draw.standard_normal(made.cells))


def covariances(made: Design) -> list[Values]:
    """Return the matrices that the components are the factors of, cell by cell."""
    same = [np.equal.outer(each, each) + 0.0 for each in (made.participant, made.instance)]
    return [*same, np.eye(made.cells)]


def test_components_of_a_published_table() -> None:
    """Their mean squares, table 3: 11.24 between targets, 32.49 between judges, 1.02 residual."""
    found = components(from_table(SHROUT_FLEISS.T))  # judges are participants
    assert found is not None
    assert found.instance == pytest.approx((11.2417 - 1.0194) / 4, abs=2e-4)
    assert found.participant == pytest.approx((32.4861 - 1.0194) / 6, abs=2e-4)
    assert found.residual == pytest.approx(1.0194, abs=1e-4)
    assert found.truncated == ()


def test_components_of_a_textbook_example_of_crossed_data() -> None:
    """The REML fit of lme4 (Bates, lme4: Mixed-Effects Modeling with R, 2010, section 2.1):
    standard deviations 0.84671, 1.93157 and 0.54992; mean 22.9722 with standard error 0.8086."""
    rows = [row.split() for row in PENICILLIN.split("/")]
    values = from_table(np.array(rows, dtype=np.float64))
    found = components(values)
    assert found is not None
    assert found.participant == pytest.approx(0.84671**2, rel=1e-4)
    assert found.instance == pytest.approx(1.93157**2, rel=1e-4)
    assert found.residual == pytest.approx(0.54992**2, rel=1e-4)
    variance, _ = variance_of_mean(design_of(values), values.value)
    assert values.value.mean() == pytest.approx(22.9722, abs=1e-4)
    assert math.sqrt(variance) == pytest.approx(0.8086, abs=1e-4)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_components_of_crossed_data_equal_reml(seed: int) -> None:
    """Of statsmodels, where none is negative; with an optimiser that finds the maximum."""
    made = complete(16, 10)
    values = drawn(made, seed)
    spec = VCSpec(
        ["participant", "instance"],
        [[[str(at) for at in range(count)]] for count in (16, 10)],
        [[np.eye(16)[made.participant]], [np.eye(10)[made.instance]]],
    )
    scaled = (values - values.mean()) / values.std()
    fitted = MixedLM(scaled, np.ones((160, 1)), groups=np.zeros(160, dtype=int), exog_vc=spec)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reml = fitted.fit(reml=True, method=["powell"])
    found = components(from_table(values.reshape(16, 10)))
    assert found is not None
    variance = values.std() ** 2
    assert found.participant == pytest.approx(reml.vcomp[0] * variance, rel=1e-2)
    assert found.instance == pytest.approx(reml.vcomp[1] * variance, rel=1e-2)
    assert found.residual == pytest.approx(reml.scale * variance, rel=1e-3)
    mean_variance, _ = variance_of_mean(made, values)
    assert math.sqrt(mean_variance) == pytest.approx(reml.bse_fe[0] * math.sqrt(variance), rel=1e-2)


def in_groups(people: int) -> Design:
    """Return a design of pairs of instances that two people play, the last one perhaps alone."""
    who = np.repeat(np.arange(people), 2)
    return design(who, who // 2 * 2 + np.tile([0, 1], people))


@pytest.mark.parametrize("made", [complete(8, 6), incomplete(9, 12), in_groups(17)])
def test_variance_and_degrees_equal_the_definitions(made: Design) -> None:
    """The estimate is unbiased where nothing is truncated, and the degrees of freedom are twice the
    square of the variance by the variance of its estimate; here with matrices of all cells."""
    values = drawn(made, 4)
    raw, one = made.solve, np.ones((made.cells, made.cells)) / made.cells
    forms = []
    for index in (made.participant, made.instance):
        counts = np.bincount(index)
        forms.append(np.equal.outer(index, index) / counts[index] - one)
    forms.append(np.eye(made.cells) - one - forms[0] - forms[1])
    matrices = covariances(made)
    expected = np.array([[np.trace(form @ each) for each in matrices] for form in forms])
    assert np.allclose(np.linalg.inv(expected), raw)
    sigma = np.linalg.solve(expected, [values @ form @ values for form in forms])
    assert (sigma > 0).all()
    share = np.array([each.sum() for each in matrices]) / made.cells**2 @ np.linalg.inv(expected)
    form = sum(factor * each for factor, each in zip(share, forms, strict=True))
    covariance = sum(factor * each for factor, each in zip(sigma, matrices, strict=True))
    variance = float(values @ form @ values)
    spread = 2 * float(np.trace(form @ covariance @ form @ covariance))
    found, degrees = variance_of_mean(made, values)
    assert float(found) == pytest.approx(variance)
    assert float(degrees) == pytest.approx(2 * variance**2 / spread)


def test_a_design_in_groups_has_the_degrees_of_freedom_that_its_rank_leaves() -> None:
    """17 people and 18 instances in nine groups: 34 cells, of which a constant for each of both
    takes 26, and not 34."""
    made = in_groups(17)
    columns = np.hstack([np.eye(17)[made.participant], np.eye(18)[made.instance]])
    assert made.cells - np.linalg.matrix_rank(columns) == 8
    assert made.separable


def test_degrees_of_crossed_data_are_those_of_satterthwaite() -> None:
    """The variance of the mean is (MSp + MSi - MSe) / N."""
    made = complete(12, 8)
    values = drawn(made, 2)
    cells = values.reshape(12, 8)
    rest = cells - cells.mean(axis=1, keepdims=True) - cells.mean(axis=0) + cells.mean()
    squares = np.array(
        [8 * cells.mean(axis=1).var(ddof=1), 12 * cells.mean(axis=0).var(ddof=1),
         -(rest**2).sum() / 77]
    )  # fmt: skip
    found, degrees = variance_of_mean(made, values)
    assert float(found) == pytest.approx(squares.sum() / 96)
    assert float(degrees) == pytest.approx(
        squares.sum() ** 2 / (squares**2 @ [1 / 11, 1 / 7, 1 / 77])
    )


def test_negative_components_are_0_and_named() -> None:
    found = components(from_table(np.array([[0.0, 100.0], [100.0, 0.0], [0.0, 100.0]])))
    assert found is not None
    assert (found.participant, found.instance) == (0.0, 0.0)
    assert set(found.truncated) == {"participant", "instance"}


def test_the_variance_is_at_least_that_of_independent_episodes() -> None:
    values = np.array([[0.0, 100.0], [100.0, 0.0], [0.0, 100.0]])
    found, _ = variance_of_mean(design_of(from_table(values)), values.ravel())
    assert found >= values.var(ddof=1) / 6


def test_a_confounded_factor_has_no_component() -> None:
    """Everyone has instances of their own: what varies between instances is in the residual, and
    the variance of the mean that of the participants' means."""
    made = design(np.repeat(np.arange(5), 3), np.arange(15))
    values = drawn(made) + 50.0 * made.participant
    found, degrees = variance_of_mean(made, values)
    means = values.reshape(5, 3).mean(axis=1)
    assert made.factors == (0,)
    assert float(found) == pytest.approx(means.var(ddof=1) / 5)
    assert float(degrees) == pytest.approx(4)


def test_independent_episodes_have_the_variance_of_a_simple_sample() -> None:
    made = design(np.arange(9), np.arange(9))
    values = drawn(made)
    found, degrees = variance_of_mean(made, values)
    assert (float(found), float(degrees)) == pytest.approx((values.var(ddof=1) / 9, 8))


def test_inseparable_components_add_both_variances() -> None:
    """Three cells of four: no residual is left."""
    made = design(np.array([0, 0, 1]), np.array([0, 1, 0]))
    assert not made.separable
    found, degrees = variance_of_mean(made, np.array([1.0, 2.0, 6.0]))
    assert float(found) == pytest.approx(2 * (9 + 9) / 9 + 2 * (1 + 1) / 9)
    assert float(degrees) == 1.0
    assert components(from_table(np.array([[1.0, 2.0], [6.0, math.nan]]))) is None


def test_effective_numbers_are_those_of_kish() -> None:
    made = design(np.array([0, 0, 0, 1]), np.array([0, 1, 2, 0]))
    assert made.effective_participants == pytest.approx(16 / 10)
    assert made.effective_instances == pytest.approx(16 / 6)
    assert complete(7, 4).effective == 4


def test_samples_are_computed_together_as_apart() -> None:
    made = incomplete(7, 12)
    values = np.stack([drawn(made, seed) for seed in range(4)])
    together = variance_of_mean(made, values)
    for at, each in enumerate(values):
        apart = variance_of_mean(made, each)
        assert together[0][at] == pytest.approx(float(apart[0]))
        assert together[1][at] == pytest.approx(float(apart[1]))
