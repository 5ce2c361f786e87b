"""The linear mixed model: against the analysis of variance; refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clemtui.analysis.baseline.components import components, design_of, variance_of_mean
from clemtui.analysis.baseline.data import from_table
from clemtui.analysis.baseline.mixed import PEOPLE, MixedModel, Scored, mixed_model


def study(
    participants: int = 16, instances: int = 10, gap: float = 20.0, seed: int = 1
) -> list[Scored]:
    """Return episodes of people on all instances and of a model that is worse by ``gap``."""
    draw = np.random.default_rng(seed)
    skill, hard = draw.normal(0, 12, participants), draw.normal(0, 15, instances)
    rows = [
        Scored(PEOPLE, f"p{who:02}", f"i{what:02}", 60 + skill[who] + hard[what] + noise)
        for who in range(participants)
        for what, noise in enumerate(draw.normal(0, 20, instances))
    ]
    rows += [
        Scored("gpt", None, f"i{what:02}", 60 - gap + hard[what] + noise)
        for what in range(instances)
        for noise in draw.normal(0, 20, 4)
    ]
    return rows


def people_of(rows: list[Scored]) -> list[Scored]:
    return [row for row in rows if row.agent == PEOPLE]


def values(found: MixedModel) -> dict[str, float]:
    assert found.refused is None
    return {each.name: each.value for each in found.coefficients}


@pytest.mark.parametrize("seed", [1, 2])
def test_people_alone_have_the_components_of_the_analysis_of_variance(seed: int) -> None:
    rows = people_of(study(seed=seed))
    table = from_table(np.array([row.score for row in rows]).reshape(16, 10))
    found, expected = mixed_model(rows), components(table)
    assert expected is not None
    assert found.participant == pytest.approx(expected.participant, rel=1e-2)
    assert found.instance == pytest.approx(expected.instance, rel=1e-2)
    assert found.residual == pytest.approx(expected.residual, rel=1e-2)
    (intercept,) = found.coefficients
    variance, _ = variance_of_mean(design_of(table), table.value)
    assert intercept.value == pytest.approx(table.value.mean(), abs=1e-6)
    assert intercept.error == pytest.approx(np.sqrt(variance), rel=1e-2)


def test_an_agent_is_compared_with_people() -> None:
    """In balanced data, the coefficient is the difference of the means."""
    rows = study()
    found = mixed_model(rows)
    gap = np.mean([row.score for row in rows if row.agent == "gpt"]) - np.mean(
        [row.score for row in people_of(rows)]
    )
    assert values(found)["gpt"] == pytest.approx(gap, abs=1e-2)
    coefficient = found.coefficients[1]
    assert coefficient.low < coefficient.value < coefficient.high < 0
    assert coefficient.p < 0.05
    assert (found.participants, found.instances, found.episodes) == (16, 10, 200)
    assert not found.singular


def test_covariates_are_centred() -> None:
    rows = [
        replace(row, score=row.score + 2 * at, covariates={"position": float(at)})
        for at, row in enumerate(people_of(study()))
    ]
    found = values(mixed_model(rows))
    assert found["intercept"] == pytest.approx(np.mean([row.score for row in rows]), abs=1.0)
    assert set(found) == {"intercept", "position"}


def test_the_order_of_episodes_has_no_influence() -> None:
    rows = study(seed=3)
    assert mixed_model(rows) == mixed_model(reversed(rows))


def test_a_variance_at_the_boundary_is_reported() -> None:
    draw = np.random.default_rng(1)
    scores = draw.normal(0, 1, (8, 8))
    scores -= scores.mean(axis=1, keepdims=True)  # nobody is better than anyone
    rows = [Scored(PEOPLE, f"p{at[0]}", f"i{at[1]}", float(scores[at])) for at in np.ndindex(8, 8)]
    found = mixed_model(rows)
    assert found.refused is None
    assert found.singular
    assert found.participant == 0.0


def test_without_any_variance_of_people_and_instances_it_is_least_squares() -> None:
    draw = np.random.default_rng(4)
    scores = draw.normal(50, 10, (8, 8))
    scores += scores.mean() - scores.mean(axis=1, keepdims=True)
    scores += scores.mean() - scores.mean(axis=0, keepdims=True)
    rows = [Scored(PEOPLE, f"p{at[0]}", f"i{at[1]}", float(scores[at])) for at in np.ndindex(8, 8)]
    found = mixed_model(rows)
    (intercept,) = found.coefficients
    assert (found.participant, found.instance, found.singular) == (0.0, 0.0, True)
    assert intercept.error == pytest.approx(scores.std(ddof=1) / 8)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (people_of(study(participants=4)), "few participants"),
        (people_of(study(instances=4)), "few instances"),
        ([row for row in people_of(study(12, 12)) if row.participant == f"p{row.instance[1:]}"],
         "few episodes"),
        ([replace(row, score=100.0) for row in study()], "no variation"),
        ([replace(row, covariates={"a": float(at), "b": 2.0 * at})
          for at, row in enumerate(study())], "collinear"),
        ([replace(row, score=10.0 * int(row.instance[1:])) for row in study()],
         "no residual variation"),
        ([], "few participants"),
    ],
)  # fmt: skip
def test_what_cannot_be_estimated_is_refused(rows: list[Scored], why: str) -> None:
    found = mixed_model(rows)
    assert (found.refused, found.coefficients, found.residual) == (why, (), None)


def test_people_and_nobody_else_have_a_participant() -> None:
    with pytest.raises(ValueError, match="have a participant"):
        mixed_model([Scored("gpt", "p1", "i1", 1.0)])
    with pytest.raises(ValueError, match="different covariates"):
        mixed_model([Scored("m", None, "i", 1.0), Scored("m", None, "i", 1.0, {"x": 1.0})])
