"""Means over games, of which every one weighs the same."""

from __future__ import annotations

import math

import numpy as np
import pytest

from clemtui.analysis.baseline.data import Observations, from_table, observations
from clemtui.analysis.baseline.differences import people_minus_model
from clemtui.analysis.baseline.macro import macro_mean, macro_minus_model, macro_minus_value
from clemtui.analysis.baseline.means import mean_estimate
from tests.analysis.baseline.studies import side_by_side


def game(seed: int, people: int = 12, instances: int = 8, mean: float = 50.0) -> Observations:
    draw = np.random.default_rng(seed)
    skill = np.random.default_rng(99).normal(0, 10, people)[:, None]
    table = mean + skill + draw.normal(0, 8, instances) + draw.normal(0, 15, (people, instances))
    return from_table(np.clip(table, 0, 100))


def of_others(found: Observations) -> Observations:
    """Return the same values of other people."""
    return observations(
        ("other " + found.participants[who], found.instances[what], float(value))
        for who, what, value in zip(found.participant, found.instance, found.value, strict=True)
    )


def model(found: Observations, value: float = 40.0) -> Observations:
    draw = np.random.default_rng(4)
    scores = draw.normal(value, 10, len(found.instances))
    return observations(
        ("s", name, float(score)) for name, score in zip(found.instances, scores, strict=True)
    )


def test_every_game_weighs_the_same_whatever_its_episodes() -> None:
    small, large = game(1, instances=4, mean=20.0), game(2, instances=30, mean=80.0)
    found = macro_mean({"a": small, "b": large})
    assert found.value == pytest.approx((small.value.mean() + large.value.mean()) / 2)
    assert (found.participants, found.instances, found.episodes) == (12, 34, 12 * 34)
    assert found.method == "mover"


def test_one_game_has_its_own_interval() -> None:
    found, expected = macro_mean({"a": game(1)}), mean_estimate(game(1))
    assert (found.value, found.low, found.high) == pytest.approx(
        (expected.value, expected.low, expected.high)
    )


def test_games_of_other_people_are_independent() -> None:
    one, other = game(1), of_others(game(2))
    found = macro_mean({"a": one, "b": other})
    halves = []
    for each in (one, other):
        own = mean_estimate(each)
        assert own.low is not None
        halves.append(own.value - own.low)
    assert found.low is not None
    assert found.value - found.low == pytest.approx(math.hypot(*halves) / 2)
    assert found.participants == 24


def test_people_who_are_good_in_both_games_make_the_mean_less_certain() -> None:
    shared = macro_mean({"a": game(1), "b": game(2)})
    apart = macro_mean({"a": game(1), "b": of_others(game(2))})
    assert shared.low is not None
    assert apart.low is not None
    assert shared.low < apart.low


def test_a_value_shifts_everything() -> None:
    games = {"a": game(1), "b": game(2)}
    plain, found = macro_mean(games), macro_minus_value(games, 80.5)
    assert plain.low is not None
    assert plain.high is not None
    assert (found.value, found.low, found.high) == pytest.approx(
        (plain.value - 80.5, plain.low - 80.5, plain.high - 80.5)
    )


def test_a_model_is_compared_game_by_game() -> None:
    people = {"a": game(1), "b": of_others(game(2, instances=20))}
    models = {name: model(each) for name, each in people.items()}
    both = {name: side_by_side(people[name], models[name]) for name in people}
    found = macro_minus_model(both)
    own = [people_minus_model(each) for each in both.values()]
    assert found is not None
    differences = [each.difference for each in own]
    assert found.value == pytest.approx(np.mean([each.value for each in differences]))
    below = [each.value - (each.low or 0) for each in differences]
    assert found.low == pytest.approx(found.value - math.hypot(*below) / 2)


def test_only_instances_that_both_have_are_compared() -> None:
    one, other = game(1), game(2)
    half = observations(("s", name, 30.0 + at) for at, name in enumerate(one.instances[:4]))
    both = {"a": side_by_side(one, half), "b": side_by_side(other, model(other))}
    found = macro_minus_model(both)
    assert found is not None
    assert found.instances == 4 + 8
    assert macro_minus_model({"a": both["a"]}) is None, "one game in common"


def test_there_is_no_interval_where_a_game_has_none() -> None:
    alone = game(1, people=1)
    found = macro_mean({"a": alone, "b": game(2)})
    assert (found.missing, found.low, found.method) == ("one participant", None, None)
    models = {"a": model(alone), "b": model(game(2))}
    gap = macro_minus_model(
        {"a": side_by_side(alone, models["a"]), "b": side_by_side(game(2), models["b"])}
    )
    assert gap is not None
    assert (gap.missing, gap.high) == ("one participant", None)
    expected = [
        alone.value.mean() - models["a"].value.mean(),
        game(2).value.mean() - models["b"].value.mean(),
    ]
    assert gap.value == pytest.approx(np.mean(expected))
    with pytest.raises(ValueError, match="no games"):
        macro_mean({})
