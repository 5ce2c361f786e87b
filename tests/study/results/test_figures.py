"""Tests of the figures and of the primary comparison, recomputed by hand."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from clemtui.study.results.figures import Row, rows_of
from clemtui.study.results.primary import primary_comparisons
from clemtui.study.tasks import Cell
from tests.study.results.synthetic import manifest, no_marks, result

STEPS = (0.0, 33.33, 50.0, 100.0, None)


def values(row: Row) -> tuple[float | None, ...]:
    return tuple(e.value if e else None for e in (row.played, row.quality, row.joint))


def test_aborted_episodes_are_not_played_and_count_as_0_in_the_joint_score() -> None:
    results = [result("a", 0, 50.0), result("a", 1, None), result("b", 0, 100.0)]
    (whole, *cells) = rows_of(manifest(), results, no_marks())
    assert values(whole) == pytest.approx((200 / 3, 75.0, 50.0))
    assert whole.joint is not None
    assert (whole.joint.participants, whole.joint.instances, whole.joint.episodes) == (2, 2, 3)
    assert [row.cell for row in cells] == [
        Cell("A", "en"), Cell("B", "en"), Cell("A", "de"), Cell("B", "de"),
    ]  # fmt: skip
    assert values(cells[0]) == values(whole)
    assert values(cells[1]) == (None, None, None)


def test_a_task_in_two_languages_and_seats_is_one_instance() -> None:
    results = [
        result(person, 0, score, language=language, seat=seat)
        for person, score in (("a", 50.0), ("b", 100.0))
        for language in ("en", "de")
        for seat in ("A", "B")
    ]
    whole, *_ = rows_of(manifest(), results, no_marks())
    assert whole.joint is not None
    assert (whole.joint.instances, whole.joint.episodes) == (1, 8)


def test_what_does_not_count_is_in_no_figure() -> None:
    results = [
        result("a", 0, 0.0),
        result("a", 1, 100.0, left_out="excluded"),
        result("a", 2, 100.0, left_out="practice", practice=True),
    ]
    whole, *_ = rows_of(manifest(), results, no_marks())
    assert values(whole) == (100.0, 0.0, 0.0)


def test_figures_that_depend_on_exclusions_are_given_with_and_without_them() -> None:
    results = [result("a", 0, 0.0), result("b", 0, 100.0)]
    without, including, *_ = rows_of(manifest(), results, no_marks(b="ai_use"))
    assert (without.with_excluded, including.with_excluded) == (False, True)
    assert (values(without)[2], values(including)[2]) == (0.0, 50.0)
    rows = list(rows_of(manifest(), results, no_marks()))
    assert not any(row.with_excluded for row in rows)


def test_figures_agree_with_a_computation_by_hand() -> None:
    draw = random.Random(7)
    results = [
        result(f"p{person}", task, draw.choice(STEPS), language=tag, seat=seat)
        for person in range(8)
        for task, (tag, seat) in enumerate([("en", "A"), ("de", "A"), ("en", "B"), ("de", "B")] * 3)
    ]
    for row in rows_of(manifest(), results, no_marks(p3="attention")):
        own = [
            each
            for each in results
            if (row.cell is None or row.cell == Cell(each.seat, each.language))
            and (row.with_excluded or each.enrolment != "p3")
        ]
        assert row.joint is not None
        assert row.joint.episodes == len(own)
        by_hand = (
            100 * fmean(each.main_score is not None for each in own),
            fmean(e.main_score for e in own if e.main_score is not None),
            fmean(each.main_score or 0.0 for each in own),
        )
        assert values(row) == pytest.approx(by_hand)


def test_people_are_compared_with_a_value_game_by_game() -> None:
    found = manifest({"between": "people and value", "value": 40.0}, ("taboo", "wordle"))
    results = [
        result(person, task, 100.0 if task % 2 else 0.0, game=game)
        for game in ("taboo", "wordle")
        for person in "abcdef"
        for task in range(6)
    ]
    compared = primary_comparisons(found, results)
    assert [(each.game, each.baseline) for each in compared] == [("taboo", "40"), ("wordle", "40")]
    for each in compared:
        assert each.difference is not None
        assert each.difference.value == pytest.approx(10.0)
        assert each.difference.adjusted == pytest.approx(min(1.0, 2 * (each.difference.p or 0)))


def test_languages_are_compared_on_the_same_tasks() -> None:
    primary = {"between": "languages", "baseline": "en"}
    found = manifest(primary, analysis={"margin": 5.0})
    results = [
        result(person, task, score, language=tag)
        for number, person in enumerate("abcdefgh")
        for tag, score in (("en", 100.0 if number % 2 else 0.0), ("de", 50.0))
        for task in range(number % 3, 12, 3)
    ]
    (compared,) = primary_comparisons(found, results)
    assert (compared.level, compared.baseline) == ("de", "en")
    assert compared.difference is not None
    assert compared.difference.instances == 12, "the German instance of a task is the same task"
    de = fmean(each.main_score or 0 for each in results if each.language == "de")
    en = fmean(each.main_score or 0 for each in results if each.language == "en")
    assert compared.difference.value == pytest.approx(de - en)
    assert compared.equivalence is not None
    assert compared.equivalence.margin == 5.0


def test_seats_may_be_called_by_their_roles() -> None:
    found = manifest({"between": "seats", "baseline": "Bee"})
    results = [
        result(person, task, score, seat=seat)
        for person in "abcd"
        for seat, score in (("A", 100.0), ("B", 0.0))
        for task in range(4)
    ]
    (compared,) = primary_comparisons(found, results)
    assert (compared.level, compared.baseline) == ("Ay", "Bee")
    assert compared.difference is not None
    assert compared.difference.value == 100.0


def test_without_a_task_in_common_there_is_no_difference() -> None:
    found = manifest({"between": "languages", "baseline": "en"})
    results = [result("a", 0), result("b", 1), result("a", 2, language="de")]
    (compared,) = primary_comparisons(found, results)
    assert compared.difference is None
