"""Intervals and tests of simulated studies with a known truth cover and err as often as claimed.

At least 93 % of the intervals contain the truth, and at most 7 % of the tests find a difference
where there is none, from 16 participants by 10 instances on, and also for 40 by 6. Above 97 %, an
interval is conservative; the module that computes it says where. With 2,000 studies, the coverage
of a perfect interval is between 94 and 96 %.
"""

from __future__ import annotations

import numpy as np
import pytest

from clemtui.analysis.baseline.blinding import CHANCE
from clemtui.analysis.baseline.components import Design, design
from clemtui.analysis.baseline.contrast import Contrast, contrast, model_side, people_side
from clemtui.analysis.baseline.data import Indices, from_table, observations
from clemtui.analysis.baseline.differences import people_minus_model, sign_flip_p
from clemtui.analysis.baseline.dominance import delta_limits
from clemtui.analysis.baseline.learning import Placed, learning
from clemtui.analysis.baseline.means import (
    PlayedEpisode,
    clemscore_estimate,
    mean_estimate,
    unbounded_mean,
)
from clemtui.analysis.baseline.reliability import reliability
from clemtui.analysis.baseline.rule import crossed_mean, fixed_mean
from tests.analysis.baseline.studies import (
    DESIGNS,
    KINDS,
    LEAST,
    MOST,
    POINTS,
    SPREADS,
    STUDIES,
    USUAL,
    Values,
    Variances,
    complete,
    covered,
    deviations,
    difficulty,
    every_design,
    every_spread,
    model,
    observed,
    people,
    side_by_side,
    true_mean,
)

every_kind = pytest.mark.parametrize("kind", KINDS)


def mean_coverage(made: Design, kind: str, variances: Variances, studies: int) -> float:
    draw = np.random.default_rng(11)
    values = people(made, kind, variances, difficulty(made, studies, draw), draw)
    return covered(*crossed_mean(made, values, POINTS).limits(), true_mean(kind))


def contrasts(
    made: Design, kinds: tuple[str, str], variances: Variances, seeds: int, studies: int
) -> Contrast:
    """Return studies of people and a model; the instances are as hard for both."""
    draw = np.random.default_rng(12)
    instances = difficulty(made, studies, draw)
    values = people(made, kinds[0], variances, instances, draw)
    responses = model(kinds[1], variances, instances, seeds, draw)
    weights = np.bincount(made.instance).astype(np.float64)
    return contrast(people_side(made, values, POINTS), model_side(responses, weights, POINTS))


def significant(made: Contrast) -> float:
    """Return the share of studies with a difference at 5 %, in percent."""
    low, high = made.limits()
    return 100 * float(np.mean((low > 0) | (high < 0)))


# Means


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_design
@every_kind
@every_spread
def test_coverage_of_means(made: Design, kind: str, variances: Variances) -> None:
    assert mean_coverage(made, kind, variances, STUDIES) >= LEAST


@pytest.mark.nightly
@every_kind
def test_coverage_of_means_is_not_excessive_in_a_usual_study(kind: str) -> None:
    """Except near the boundary, where few failures say little about the design effect."""
    near = kind in {"binary .95", "taboo at the ceiling"}
    for name in ("16 x 10", "24 x 10", "24 of 30", "40 of 30"):
        assert mean_coverage(DESIGNS[name], kind, USUAL, STUDIES) <= (99.5 if near else 97.5)


def odd_studies() -> dict[str, Design]:
    """Return studies of unusual sizes and shapes."""
    draw = np.random.default_rng(3)
    who, what = np.divmod(np.arange(160), 10)
    kept = draw.random(160) > 0.1
    stayed = what < np.maximum(2, draw.integers(-5, 11, 16))[who]
    everyone, own = np.repeat(np.arange(16), 8), np.arange(128)
    few, many = (
        np.concatenate([draw.choice(size, 8, replace=False) for _ in range(16)])
        for size in (200, 1000)
    )
    eager = np.concatenate([np.zeros(30, dtype=int), np.repeat(np.arange(1, 16), 3)])
    theirs = np.concatenate([np.arange(30), *(draw.choice(30, 3, False) for _ in range(15))])
    return {
        "8 x 6": complete(8, 6),
        "4 x 4": complete(4, 4),
        "missing cells": design(who[kept], what[kept]),
        "drop-outs": design(who[stayed], _without_gaps(what[stayed])),
        "instances of their own": design(everyone, own),
        "one episode each": design(np.arange(160), np.tile(np.arange(10), 16)),
        "independent episodes": design(np.arange(60), np.arange(60)),
        "8 of 200 instances": design(everyone, _without_gaps(few)),
        "8 of 1000 instances": design(everyone, _without_gaps(many)),
        "one of two sets": design(everyone, own % 8 + 8 * (everyone % 2)),
        "one with most episodes": design(eager, theirs),
    }


def _without_gaps(index: Indices) -> Indices:
    return np.unique(index, return_inverse=True)[1]


@pytest.mark.nightly
@every_kind
def test_odd_studies(kind: str) -> None:
    for made in odd_studies().values():
        assert mean_coverage(made, kind, USUAL, STUDIES) >= LEAST
        assert significant(contrasts(made, (kind, kind), USUAL, 2, STUDIES)) <= MOST


@pytest.mark.nightly
@every_design
@every_kind
def test_coverage_of_the_means_of_models(made: Design, kind: str) -> None:
    draw = np.random.default_rng(22)
    values = model(kind, USUAL, difficulty(made, STUDIES, draw), 2, draw)
    found = fixed_mean(values, np.ones(made.instances), POINTS)
    assert covered(*found.limits(), true_mean(kind)) >= LEAST


@pytest.mark.nightly
def test_coverage_where_one_instance_in_ten_is_hard() -> None:
    """60 % succeed on it, 99 % on the others: effects that are not normal."""
    draw = np.random.default_rng(4)
    for made in DESIGNS.values():
        hard = draw.random((STUDIES, made.instances)) < 0.1
        chance = np.where(hard, 0.6, 0.99)[:, made.instance]
        values = (draw.random(chance.shape) < chance).astype(np.float64) * 100
        assert covered(*crossed_mean(made, values, POINTS).limits(), 95.1) >= LEAST


@pytest.mark.nightly
def test_coverage_where_one_person_in_ten_fails() -> None:
    """They succeed on 40 %, the others on 99 %."""
    draw = np.random.default_rng(8)
    for made in DESIGNS.values():
        weak = draw.random((STUDIES, made.participants)) < 0.1
        chance = np.where(weak, 0.4, 0.99)[:, made.participant]
        values = (draw.random(chance.shape) < chance).astype(np.float64) * 100
        assert covered(*crossed_mean(made, values, POINTS).limits(), 93.1) >= LEAST


@pytest.mark.parametrize("kind", ["wordle", "binary .95"])
@pytest.mark.parametrize("name", ["16 x 10", "16 of 30"])
def test_coverage_of_means_in_a_small_simulation(name: str, kind: str) -> None:
    """With 500 studies, the coverage of a perfect interval is between 93 and 97."""
    assert mean_coverage(DESIGNS[name], kind, USUAL, 500) >= 92


def test_a_report_computes_what_is_simulated() -> None:
    made = DESIGNS["16 of 30"]
    draw = np.random.default_rng(1)
    values = people(made, "taboo", USUAL, difficulty(made, 3, draw), draw)
    low, high = crossed_mean(made, values, POINTS).limits()
    for at, each in enumerate(values):
        found = mean_estimate(observed(made, each))
        assert (found.low, found.high) == pytest.approx((low[at], high[at]))


@pytest.mark.parametrize("kind", ["binary .5", "taboo"])
def test_pooled_episodes_do_not_cover(kind: str) -> None:
    """As independent episodes, the same data cover less than 85 %: the simulation finds it."""
    draw = np.random.default_rng(2)
    made = DESIGNS["24 x 10"]
    values = people(made, kind, USUAL, difficulty(made, 500, draw), draw)
    half = 1.96 * values.std(axis=1) / np.sqrt(made.cells)
    mean = values.mean(axis=1)
    assert covered(mean - half, mean + half, true_mean(kind)) < 85


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_coverage_of_times() -> None:
    """Student's t interval of normal values without a range."""
    draw = np.random.default_rng(5)
    for name in ("16 x 10", "16 of 30"):
        made = DESIGNS[name]
        values = people(made, "normal", USUAL, difficulty(made, STUDIES, draw), draw)
        found = [unbounded_mean(observed(made, each)) for each in values]
        low, high = (np.array([getattr(each, end) for each in found]) for end in ("low", "high"))
        assert LEAST <= covered(low, high, 50) <= 97


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_coverage_of_clemscore() -> None:
    """Two games of 16 people with eight instances each; one person is skilled in both."""
    draw = np.random.default_rng(6)
    truth, within = (90 + 75) / 2 * (65 + 50) / 2 / 100, []
    a, b, c = deviations(USUAL)
    for _ in range(STUDIES // 2):
        skill = draw.standard_normal(16)[:, None]
        games = {}
        for game, (played, mean) in {"t": (1.2816, 65.0), "w": (0.6745, 50.0)}.items():
            parts = [
                a * skill + b * draw.standard_normal(8) + c * draw.standard_normal((16, 8))
                for _ in range(2)
            ]
            games[game] = [
                PlayedEpisode(
                    f"p{who}",
                    f"i{what}",
                    float(mean + 12 * parts[1][who, what]) if latent > -played else None,
                )
                for (who, what), latent in np.ndenumerate(parts[0])
            ]
        found = clemscore_estimate(games)
        assert found.low is not None
        assert found.high is not None
        # skill in playing and in scoring are related, so that the played are slightly better
        within.append((found.low, found.high, found.value))
    low, high, value = np.array(within).T
    assert abs(value.mean() - truth) < 2
    assert covered(low, high, float(value.mean())) >= LEAST


# Differences


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_design
@every_kind
@every_spread
@pytest.mark.parametrize("seeds", [1, 3])
def test_type_1_error_of_people_minus_model(
    made: Design, kind: str, variances: Variances, seeds: int
) -> None:
    assert significant(contrasts(made, (kind, kind), variances, seeds, STUDIES)) <= MOST


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_design
@every_spread
@pytest.mark.parametrize(
    "kinds",
    [("binary .95", "binary .5"), ("taboo at the ceiling", "binary .8"), ("wordle", "taboo"),
     ("taboo at the ceiling", "taboo"), ("binary .5", "taboo at the ceiling")],
)  # fmt: skip
def test_coverage_of_people_minus_model(
    made: Design, variances: Variances, kinds: tuple[str, str]
) -> None:
    truth = true_mean(kinds[0]) - true_mean(kinds[1])
    for seeds in (1, 3):
        found = contrasts(made, kinds, variances, seeds, STUDIES)
        assert covered(*found.limits(), truth) >= LEAST


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_design
@every_spread
@pytest.mark.parametrize(
    "kinds",
    [("normal", "normal"), ("wordle", "wordle"), ("taboo", "taboo"),
     ("binary .95", "binary .95"), ("taboo at the ceiling", "binary .8")],
)  # fmt: skip
def test_coverage_of_cliffs_delta(
    made: Design, variances: Variances, kinds: tuple[str, str]
) -> None:
    """The truth is that of 600,000 pairs."""

    def drawn(of: Design, studies: int, seeds: int) -> tuple[Values, Values, Values]:
        instances = difficulty(of, studies, draw)
        values = people(of, kinds[0], variances, instances, draw)
        each = [model(kinds[1], variances, instances, 1, draw) for _ in range(seeds)]
        signs = sum(np.sign(values - one[:, of.instance]) for one in each) / seeds
        return values, np.asarray(sum(each) / seeds), np.asarray(signs)

    draw = np.random.default_rng(21)
    truth = float(drawn(complete(2, 100), 3000, 1)[2].mean())
    weights = np.bincount(made.instance).astype(np.float64)
    for seeds in (1, 3):
        values, responses, signs = drawn(made, STUDIES, seeds)
        sides = people_side(made, values, POINTS), model_side(responses, weights, POINTS)
        gaps = values - responses[:, made.instance]
        low, high = delta_limits(made, signs, gaps, contrast(*sides), POINTS)
        assert covered(low, high, truth) >= LEAST


@pytest.mark.nightly
@every_design
@every_kind
def test_type_1_error_where_other_instances_are_hard_for_the_model(made: Design, kind: str) -> None:
    draw = np.random.default_rng(20)
    weights = np.bincount(made.instance).astype(np.float64)
    for variances in SPREADS.values():
        values = people(made, kind, variances, difficulty(made, STUDIES, draw), draw)
        responses = model(kind, variances, difficulty(made, STUDIES, draw), 2, draw)
        found = contrast(people_side(made, values, POINTS), model_side(responses, weights, POINTS))
        assert significant(found) <= MOST


@pytest.mark.nightly
@every_design
@every_kind
def test_type_1_error_of_groups_and_of_models(made: Design, kind: str) -> None:
    draw = np.random.default_rng(13)
    instances = difficulty(made, STUDIES, draw)
    sides = [
        people_side(made, people(made, kind, USUAL, instances, draw), POINTS) for _ in range(2)
    ]
    assert significant(contrast(sides[0], sides[1])) <= MOST
    weights = np.ones(made.instances)
    sides = [model_side(model(kind, USUAL, instances, 2, draw), weights, POINTS) for _ in range(2)]
    assert significant(contrast(sides[0], sides[1])) <= MOST


@pytest.mark.nightly
@every_design
def test_type_1_error_of_equivalence(made: Design) -> None:
    """The true difference is the margin, 10 points: the upper 90 % limit is rarely below it."""
    draw = np.random.default_rng(14)
    for kind, seeds in (("normal", 1), ("wordle", 3), ("binary .8", 3)):
        instances = difficulty(made, STUDIES, draw)
        values = people(made, kind, USUAL, instances, draw)
        responses = model(kind, USUAL, instances, seeds, draw)
        weights = np.bincount(made.instance).astype(np.float64)
        found = contrast(people_side(made, values, POINTS), model_side(responses, weights, POINTS))
        low, high = found.limits(0.1)
        assert 100 * np.mean((low > -10) & (high < 0)) <= MOST


def test_type_1_error_in_a_small_simulation() -> None:
    """With 500 studies, that of a perfect test is between 3 and 7."""
    for kind in ("wordle", "binary .8"):
        assert significant(contrasts(DESIGNS["16 x 10"], (kind, kind), USUAL, 3, 500)) <= 8


def test_a_report_computes_the_difference_that_is_simulated() -> None:
    made = DESIGNS["16 of 30"]
    draw = np.random.default_rng(1)
    instances = difficulty(made, 1, draw)
    values = people(made, "taboo", USUAL, instances, draw)
    responses = model("taboo", USUAL, instances, 2, draw)
    weights = np.bincount(made.instance).astype(np.float64)
    found = contrast(people_side(made, values, POINTS), model_side(responses, weights, POINTS))
    here = observed(made, values[0])
    there = observations(
        ("s", name, float(value)) for name, value in zip(here.instances, responses[0], strict=True)
    )
    report = people_minus_model(side_by_side(here, there))
    low, high = found.limits()
    difference = report.difference
    assert (difference.low, difference.high) == pytest.approx((low[0], high[0]))


def sign_flip_error(made: Design, variances: Variances, studies: int) -> float:
    """Return how often the sign-flip test finds a difference where there is none, in percent."""
    draw = np.random.default_rng(15)
    instances = difficulty(made, studies, draw)
    values = people(made, "normal", variances, instances, draw)
    responses = model("normal", variances, instances, 3, draw)
    found = 0
    for each, response in zip(values, responses, strict=True):
        here = observed(made, each)
        there = observations(
            ("s", name, float(value)) for name, value in zip(here.instances, response, strict=True)
        )
        found += sign_flip_p(here, there) <= 0.05
    return 100 * found / studies


def test_the_sign_flip_test_conditions_on_the_people() -> None:
    """It is right where people do not differ, and finds too much where they do: it is therefore not
    the primary test."""
    made = DESIGNS["16 x 10"]
    assert sign_flip_error(made, SPREADS["only chance"], 400) <= 8
    assert sign_flip_error(made, SPREADS["people differ"], 400) > MOST


@pytest.mark.nightly
@every_kind
@every_spread
def test_type_1_error_within_people(kind: str, variances: Variances) -> None:
    """Everyone plays half of the instances in one condition and the rest in the other: a Latin
    square, or halves of their own."""
    draw = np.random.default_rng(19)
    for participants, instances in ((16, 10), (24, 10), (24, 30)):
        made = complete(participants, instances)
        values = people(made, kind, variances, difficulty(made, STUDIES, draw), draw)
        square = (made.participant + made.instance) % 2 == 0
        own = np.argsort(draw.random((participants, instances)), axis=1).ravel() < instances // 2
        for first in (square, own):
            sides = [
                people_side(design(made.participant[at], made.instance[at]), values[:, at], POINTS)
                for at in (first, ~first)
            ]
            everyone = np.arange(participants)
            assert significant(contrast(sides[0], sides[1], (everyone, everyone))) <= MOST


# Other statistics


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_type_1_error_of_the_manipulation_check() -> None:
    """Answers at random, by people who lean to one of them."""
    draw = np.random.default_rng(16)
    for name in ("16 x 10", "24 of 30", "40 x 6"):
        made = DESIGNS[name]
        for variances in SPREADS.values():
            values = people(made, "binary .5", variances, difficulty(made, STUDIES, draw), draw)
            low, high = crossed_mean(made, values, POINTS).limits()
            assert 100 - covered(low, high, CHANCE) <= MOST


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("people_", [16, 24])
@pytest.mark.parametrize("kind", ["normal", "wordle", "binary .8"])
def test_type_1_error_and_coverage_of_learning(people_: int, kind: str) -> None:
    """People play ten instances in an order of their own, without learning."""
    draw = np.random.default_rng(17)
    made = complete(people_, 10)
    found = []
    for values in people(made, kind, USUAL, difficulty(made, STUDIES // 2, draw), draw):
        table = values.reshape(people_, 10)
        rows = [
            Placed(f"p{who}", f"i{what}", position, float(table[who, what]))
            for who in range(people_)
            for position, what in enumerate(draw.permutation(10), 1)
        ]
        found.append(learning(rows))
    low, high = (np.array([getattr(each, end) for each in found]) for end in ("low", "high"))
    assert covered(low, high, 0) >= LEAST
    assert 100 * np.mean([each.p is not None and each.p <= 0.05 for each in found]) <= MOST


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("shape", [(16, 10), (24, 10), (40, 6)])
def test_coverage_of_intraclass_correlations(shape: tuple[int, int]) -> None:
    """Of normal values, for which the interval is made."""
    draw = np.random.default_rng(18)
    made = complete(*shape)
    truth = USUAL[1] / sum(USUAL)
    values: Values = people(made, "normal", USUAL, difficulty(made, STUDIES, draw), draw)
    found = [reliability(from_table(each.reshape(shape))).single for each in values]
    low, high = (np.array([getattr(each, end) for each in found]) for end in ("low", "high"))
    assert covered(low, high, truth) >= LEAST
