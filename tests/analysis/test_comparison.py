"""Comparisons: % played, quality and joint score of all who played the same."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.analysis.comparison import Comparison, ComparisonRow, compare
from clemtui.analysis.measures import mean_of_sum
from clemtui.engine.scores import Scores, mean_of_played, percentage
from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import Tallies, Tally
from clemtui.records.rows import SeatAssignment


def tally(name: str, scores: list[float | None]) -> Tally:
    """Return what the database makes of main scores; None: aborted."""
    played = [score for score in scores if score is not None]
    seat = SeatPlayer("Player 1", "Guesser", "model", name)
    return Tally(
        seats=(seat,),
        line_up=LineUp.of([SeatAssignment(*seat)]),
        answered="{}",
        interface="",
        language="en",
        people=0,
        episodes=len(scores),
        aborted=len(scores) - len(played),
        success=played.count(100.0),
        lose=played.count(0.0),
        items=len(scores),
        played_sum=len(played),
        solved_sum=played.count(100.0),
        scored=len(played),
        main_sum=sum(played),
        joint_scored=len(scores),
        joint_sum=sum(played),
    )


def table(**players: list[float | None]) -> Comparison:
    return compare(Tallies(tuple(tally(*each) for each in players.items()), {}))


def test_percentages_and_means() -> None:
    assert (percentage(1, 4), percentage(0, 4)) == (25, 0)
    assert (mean_of_sum(9.0, 3), mean_of_sum(None, 0), mean_of_sum(0.0, 0)) == (3, None, None)


def test_a_row_has_the_three_numbers_and_their_n() -> None:
    (row,) = table(a=[100.0, 50.0, None, 0.0]).rows
    assert row == ComparisonRow(
        seats=(SeatPlayer("Player 1", "Guesser", "model", "a"),), settings="", interface="",
        language="", people=0,
        episodes=4, played=75, quality=50, joint=37.5, solved=25, successes=1, losses=1, aborted=1,
    )  # fmt: skip


def test_all_aborted_gives_no_quality_and_joint_score_0() -> None:
    (row,) = table(a=[None, None]).rows
    assert (row.played, row.quality, row.joint) == (0, None, 0)


def test_rows_are_sorted_by_joint_score_then_episodes() -> None:
    found = table(picky=[None, None, 100.0], steady=[50.0, 50.0], once=[50.0], bad=[0.0])
    assert [row.seats[0].name for row in found.rows] == ["steady", "once", "picky", "bad"]
    assert found.episodes == 7


def test_rows_without_main_score_come_last() -> None:
    unscored = replace(tally("b", [0.0] * 9), scored=0, main_sum=0, joint_scored=0, joint_sum=0)
    rows = compare(Tallies((unscored, tally("a", [0.0])), {})).rows
    assert [(row.joint, row.quality) for row in rows] == [(0, 0), (None, None)]


@pytest.mark.parametrize(("joint", "place"), [(100.0, 0), (60.0, 1), (50.0, 2), (49.0, 2), (0, 3)])
def test_place_is_after_equal_scores(joint: float, place: int) -> None:
    assert table(a=[80.0], b=[50.0], c=[10.0]).place(joint) == place


def test_excluded_episodes_are_counted() -> None:
    assert compare(Tallies((), {"practice": 2})).left_out == {"practice": 2}
    assert Comparison().left_out == {}


@given(st.lists(st.none() | st.floats(0, 100), min_size=1, max_size=30))
def test_measures_equal_the_benchmark_and_are_never_nan(scores: list[float | None]) -> None:
    (row,) = table(a=scores).rows
    reference = mean_of_played(
        [Scores(int(s is None), None, None, {"Main Score": s}) for s in scores]  # type: ignore[arg-type]
    )
    assert round(row.played, 2) == reference.played
    assert (row.quality is None) == (reference.quality is None)
    if row.quality is not None and reference.quality is not None:
        # the reference's number is rounded to two digits
        assert row.quality == pytest.approx(reference.quality, abs=0.00501)
        assert row.joint == pytest.approx(row.played * row.quality / 100)
    for each in fields(row):
        value = getattr(row, each.name)
        assert not (isinstance(value, float) and math.isnan(value))


def test_players_with_the_same_name_are_told_apart_by_what_differs() -> None:
    def of(temperature: float) -> Tally:
        seat = SeatAssignment("Player 1", "Guesser", "model", "a", parameters={
            "model": "a", "temperature": temperature})  # fmt: skip
        return replace(tally("a", [50.0]), line_up=LineUp.of([seat]))

    rows = compare(Tallies((of(0.5), of(1.0), tally("b", [0.0])), {})).rows
    assert {row.settings for row in rows} == {"temperature of a=0.5", "temperature of a=1", ""}
