"""What is planned of a protocol: differences, numbers, equivalence and pilots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clemtui.study.errors import StudyError
from clemtui.study.power.layouts import Assigned
from clemtui.study.power.pilots import Piloted
from clemtui.study.power.planning import (
    ESTIMATED,
    PESSIMISTIC,
    Planned,
    Planning,
    Stated,
    Wanted,
)
from tests.study.power.protocols import (
    GAMES,
    LANGUAGES,
    MODEL,
    SEATS,
    SECOND,
    WORDLE,
    analysis,
    checked,
)

WANTED = Wanted(None, 80.0, 24, (12, 24), 100, 1)
MARGIN = analysis("margin = 10.0")


def found(
    tmp_path: Path,
    *changes: tuple[str, str],
    mean: float = 70.0,
    difference: float | None = None,
    piloted: Piloted | None = None,
    stated: Stated | None = None,
) -> list[Planned]:
    planning = Planning(checked(tmp_path, *changes), stated or Stated(mean=mean), piloted)
    return list(planning.planned(replace(WANTED, difference=difference)))


def pilot(tmp_path: Path, *changes: tuple[str, str], people: int = 12, seed: int = 2) -> Piloted:
    """Return a pilot of a protocol: 0 or 100 at random, more often 100."""
    episodes = Assigned(checked(tmp_path, *changes)).first(people)
    draw = np.random.default_rng(seed)
    skill = {str(at): draw.normal(0, 0.2) for at in range(people)}
    values = [100.0 * (draw.random() < 0.7 + skill[each.participant]) for each in episodes]
    return Piloted("the study pilot", episodes, values)


def test_the_plan_is_that_of_the_protocol(tmp_path: Path) -> None:
    (each,) = found(tmp_path)
    assert (each.participants, each.episodes, each.tasks) == (24, (96,), 12)
    assert (each.rule.strictest, each.margin, each.equivalent) == (0.05, None, None)


def test_the_difference_is_that_of_the_mean_from_the_value(tmp_path: Path) -> None:
    """The protocol compares people with 80.5; people are expected to be worse."""
    (each,) = found(tmp_path)
    assert each.planned is not None
    assert each.planned.difference == -10.5
    assert each.smallest is not None
    assert each.smallest.difference < 0


def test_a_stated_difference_is_used_instead(tmp_path: Path) -> None:
    (each,) = found(tmp_path, difference=15.0)
    assert each.planned is not None
    assert each.planned.difference == 15.0
    assert each.smallest is not None
    assert each.smallest.difference > 0


def test_without_any_difference_only_the_smallest_one_is_looked_for(tmp_path: Path) -> None:
    (each,) = found(tmp_path, mean=80.5)
    assert (each.planned, each.needed) == (None, None)
    assert each.smallest is not None


def test_a_larger_difference_is_found_more_often_and_needs_fewer_people(tmp_path: Path) -> None:
    (small,), (large,) = (
        found(tmp_path / "a", difference=-16),
        found(tmp_path / "b", difference=-30),
    )
    assert small.planned is not None
    assert large.planned is not None
    assert small.planned.power < large.planned.power
    assert small.needed is not None
    assert large.needed is not None
    assert small.needed.participants > large.needed.participants


def test_more_people_do_not_make_up_for_few_instances(tmp_path: Path) -> None:
    """Twelve instances that differ by 15 points leave more than 8 points of doubt."""
    (each,) = found(tmp_path, difference=-8)
    assert each.needed is None


@pytest.mark.parametrize(
    ("changes", "level", "baseline", "against"),
    [
        ((LANGUAGES,), "de", "en", "paired"),
        (WORDLE, "de", "en", "unpaired"),
        (SEATS, "WordDescriber", "WordGuesser", "paired"),
        (GAMES, "privateshared", "taboo", "unpaired"),
        ((MODEL,), "people", "openai/m", "model"),
    ],
)
def test_every_primary_comparison_can_be_planned(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], level: str, baseline: str, against: str
) -> None:
    (each,) = found(tmp_path, *changes, mean=50, difference=20)
    named = each.named
    assert named.compared.against == against
    assert (named.level, named.baseline) == (level, baseline) or against == "paired"
    assert each.planned is not None
    assert 5 < each.planned.power < 100
    assert each.smallest is not None


def test_half_of_what_people_and_instances_have_is_that_of_one_condition(tmp_path: Path) -> None:
    (each,) = found(tmp_path, LANGUAGES)
    assert (each.assumed.participant, each.assumed.participant_condition) == (144, 36)
    assert (each.assumed.task, each.assumed.task_condition) == (225, 7.5**2)
    (stated,) = found(
        tmp_path / "b", LANGUAGES, stated=Stated(70, people_condition=3, tasks_condition=0)
    )
    assert (stated.assumed.participant_condition, stated.assumed.task_condition) == (9, 0)
    (value,) = found(tmp_path / "c")
    assert (value.assumed.participant_condition, value.assumed.task_condition) == (0, 0)


def test_the_table_has_the_numbers_that_are_wanted(tmp_path: Path) -> None:
    (each,) = found(tmp_path, MARGIN, difference=-20)
    assert [row.participants for row in each.table] == [12, 24]
    for row in each.table:
        assert row.planned is not None
        assert row.smallest is not None
        assert row.equivalent is not None
    assert each.table[0].planned is not None
    assert each.planned is not None
    assert each.table[1].planned == each.planned
    assert each.table[0].planned.power < each.planned.power
    (around,) = Planning(checked(tmp_path / "b"), Stated(70)).planned(replace(WANTED, table=()))
    assert [row.participants for row in around.table] == [12, 18, 24, 36, 48, 72]


def test_a_margin_plans_equivalence_if_there_is_no_difference(tmp_path: Path) -> None:
    wide, narrow = analysis("margin = 30.0"), analysis("margin = 2.0")
    (easy,), (hard,) = found(tmp_path / "a", wide), found(tmp_path / "b", narrow)
    assert easy.equivalent is not None
    assert hard.equivalent is not None
    assert (easy.equivalent.difference, easy.margin) == (0.0, 30.0)
    assert easy.equivalent.power > 80 > 5 >= hard.equivalent.power
    assert easy.needed_equivalent is not None
    assert easy.needed_equivalent.participants <= 24
    assert hard.needed_equivalent is None


def test_all_comparisons_are_also_planned_together(tmp_path: Path) -> None:
    planning = Planning(checked(tmp_path, SECOND), Stated(mean=50.0))
    together = planning.together(replace(WANTED, difference=-30.0))
    assert together is not None
    assert together.every <= together.each <= 100
    single = Planning(checked(tmp_path / "b"), Stated(mean=50.0))
    assert single.together(replace(WANTED, difference=-30.0)) is None


def test_the_same_seed_gives_the_same_plan(tmp_path: Path) -> None:
    planning = Planning(checked(tmp_path, LANGUAGES), Stated(mean=60.0))
    wanted = replace(WANTED, difference=12.0)
    assert list(planning.planned(wanted)) == list(planning.planned(wanted))
    (one,), (other,) = planning.planned(wanted), planning.planned(replace(wanted, seed=2))
    assert one.planned != other.planned


# Pilots


def test_a_pilot_is_planned_with_its_estimates_and_with_their_upper_bounds(tmp_path: Path) -> None:
    piloted = pilot(tmp_path / "p", LANGUAGES)
    usual, upper = found(tmp_path, LANGUAGES, stated=Stated(), piloted=piloted, difference=-20)
    assert (usual.basis, upper.basis) == (ESTIMATED, PESSIMISTIC)
    english = [
        value
        for each, value in zip(piloted.episodes, piloted.values, strict=True)
        if each.language == "en"
    ]
    assert usual.assumed.mean == pytest.approx(np.mean(english))
    assert usual.assumed.scales[0].levels == (0.0, 100.0)
    assert usual.smallest is not None
    assert upper.smallest is not None
    assert upper.smallest.difference < usual.smallest.difference < 0


def test_what_is_stated_takes_the_place_of_what_the_pilot_says(tmp_path: Path) -> None:
    piloted = pilot(tmp_path / "p", LANGUAGES)
    stated = Stated(mean=60.0, people_condition=9.0, levels=(0.0, 50.0, 100.0))
    each, _ = found(tmp_path, LANGUAGES, stated=stated, piloted=piloted)
    assert (each.assumed.mean, each.assumed.participant_condition) == (60.0, 81.0)
    assert each.assumed.scale(0).levels == (0.0, 50.0, 100.0)


@pytest.mark.parametrize("changes", [(), (MODEL,), SEATS, GAMES, WORDLE])
def test_every_primary_comparison_can_be_planned_from_a_pilot(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    piloted = pilot(tmp_path / "p", *changes, people=24)
    plans = found(tmp_path, *changes, stated=Stated(), piloted=piloted)
    assert [each.basis for each in plans] == [ESTIMATED, PESSIMISTIC]
    for each in plans:
        assert 0 < each.assumed.mean < 100


def test_a_pilot_without_what_is_compared_is_an_error(tmp_path: Path) -> None:
    piloted = pilot(tmp_path / "p", LANGUAGES)
    english = [
        (each, value)
        for each, value in zip(piloted.episodes, piloted.values, strict=True)
        if each.language == "en"
    ]
    only = Piloted("p", [each for each, _ in english], [value for _, value in english])
    with pytest.raises(StudyError, match="the pilot has no episode of de that counts"):
        found(tmp_path, LANGUAGES, stated=Stated(), piloted=only)
    few = Piloted("p", piloted.episodes[:3], piloted.values[:3])
    with pytest.raises(StudyError, match=r"too small for variance.*\. Plan without it"):
        found(tmp_path / "b", stated=Stated(), piloted=few)


def test_a_mean_or_a_pilot_is_needed(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="state the mean"):
        found(tmp_path, stated=Stated())
