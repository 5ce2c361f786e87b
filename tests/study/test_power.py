"""Tests of planning: what is simulated is the comparison that the protocol has."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.study.checking import Checked, check_study
from clemtui.study.errors import StudyError
from clemtui.study.power import GamePower, assumptions, power_of
from tests.study.protocols import study

CATALOGUE = open_catalogue()
SIMULATIONS = 100


def checked(tmp_path: Path, *changes: tuple[str, str]) -> Checked:
    return check_study(CATALOGUE, study(tmp_path, *changes), None)


def found(
    tmp_path: Path, *changes: tuple[str, str], mean: float = 70.0, difference: float | None = None
) -> list[GamePower]:
    assumed = assumptions(mean, (12.0, 15.0, 25.0), (), 1)
    return list(power_of(checked(tmp_path, *changes), assumed, difference, SIMULATIONS))


def test_the_plan_is_that_of_the_protocol(tmp_path: Path) -> None:
    (each,) = found(tmp_path)
    plan = each.plan
    assert (plan.participants, plan.per_participant, plan.instances) == (24, 4, 12)
    assert (plan.comparison, plan.alpha) == ("value", 0.05)


def test_the_difference_is_that_of_the_mean_from_the_value(tmp_path: Path) -> None:
    """The protocol compares people with 80.5; people are expected to be worse."""
    (each,) = found(tmp_path)
    assert each.planned is not None
    assert each.planned.difference == -10.5
    assert each.smallest is not None
    assert each.smallest.difference < 0


def test_a_stated_difference_is_used_instead(tmp_path: Path) -> None:
    (each,) = found(tmp_path, difference=30.0)
    assert each.planned is not None
    assert each.planned.difference == 30.0
    assert each.smallest is not None
    assert each.smallest.difference > 0


def test_without_any_difference_only_the_smallest_one_is_looked_for(tmp_path: Path) -> None:
    (each,) = found(tmp_path, mean=80.5)
    assert (each.planned, each.needed) == (None, None)
    assert each.smallest is not None


def test_a_larger_difference_is_found_more_often_and_needs_fewer_people(tmp_path: Path) -> None:
    (small,), (large,) = found(tmp_path / "a", difference=14), found(tmp_path / "b", difference=30)
    assert small.planned is not None
    assert large.planned is not None
    assert small.planned.power < large.planned.power
    assert small.needed is not None
    assert large.needed is not None
    assert small.needed.plan.participants > large.needed.plan.participants


def test_more_people_do_not_make_up_for_few_instances(tmp_path: Path) -> None:
    """Twelve instances that differ by 15 points leave more than 8 points of doubt."""
    (each,) = found(tmp_path, difference=8)
    assert each.needed is None


@pytest.mark.parametrize(("correction", "alpha"), [("holm", 0.025), ("bh", 0.025), ("none", 0.05)])
def test_alpha_is_shared_by_the_games(tmp_path: Path, correction: str, alpha: float) -> None:
    second = '[[games]]\ngame = "privateshared"\nseats = ["Answerer"]\nepisodes = 4\n\n'
    plan = found(
        tmp_path,
        (
            "[analysis.primary]",
            f'{second}[analysis]\ncorrection = "{correction}"\n\n[analysis.primary]',
        ),
    )
    assert [each.plan.alpha for each in plan] == [alpha, alpha]


def test_conditions_of_the_same_people_cannot_be_planned(tmp_path: Path) -> None:
    languages = (
        'between = "people and value"\nvalue = 80.5',
        'between = "languages"\nbaseline = "en"',
    )
    with pytest.raises(StudyError, match="a comparison between languages cannot be planned yet"):
        found(tmp_path, languages)
