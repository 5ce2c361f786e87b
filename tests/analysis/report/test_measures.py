"""The benchmark's measures, by hand and as published: counts, averages and rounding."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import Path
from statistics import stdev

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.analysis.intervals import t_interval, t_quantile, wilson_interval
from clemtui.analysis.measures import (
    Average,
    Measures,
    average,
    clemscore,
    measures,
    standard_deviation,
)
from clemtui.engine.scores import MAIN_SCORE, Scores, mean, mean_of_played, rounded
from clemtui.records.results import ItemResult

verdict = ItemResult.of_episode


def episode(main: float | None) -> ItemResult:
    """Return an episode with that main score; None: aborted."""
    return verdict(int(main is None), int(main == 100), int(main == 0), main)


def measured(*main: float | None) -> Measures:
    return measures(Counter(map(episode, main)))


# One cell


def test_a_cell_by_hand() -> None:
    """Five episodes: won in the first, second and third round, lost, aborted."""
    found = measured(100.0, 50.0, 100 / 3, 0.0, None)
    assert (found.episodes, found.aborted, found.successes, found.losses) == (5, 1, 1, 1)
    assert found.scored_items == 4
    assert found.played == 80  # 4 of 5
    assert found.quality == 45.83  # 183.333 / 4
    assert found.joint == 36.67  # 183.333 / 5
    assert found.quality_std == 41.67  # by hand: sqrt(5208.33 / 3)


def test_all_aborted_gives_no_quality_and_joint_score_0() -> None:
    found = measured(None, None)
    assert (found.played, found.quality, found.quality_std, found.joint) == (0, None, None, 0)


def test_flags_that_are_nan_are_not_counted_but_the_main_score_is() -> None:
    """pandas omits NaN from each mean."""
    found = measures({verdict(None, None, None, 50.0): 1, verdict(1, None, None, None): 1})
    assert (found.played, found.quality, found.joint) == (0, 50, 25)
    unknown = measures({verdict(None, None, None, None): 2})
    assert (unknown.episodes, unknown.played, unknown.joint) == (2, None, None)
    assert unknown.played_interval is None


def test_an_aborted_episode_with_a_main_score_counts_for_quality_and_is_0_jointly() -> None:
    """The reference ignores the flag when it averages the main score."""
    found = measures({verdict(1, 0, 0, 60.0): 1, verdict(0, 1, 0, 100.0): 1})
    assert (found.played, found.quality, found.joint) == (50, 80, 50)


def test_one_episode_has_no_standard_deviation() -> None:
    assert measured(100.0).quality_std is None
    assert measured(100.0, 100.0).quality_std == 0
    assert measured(math.inf, 100.0).quality_std is None


@given(st.lists(st.floats(0, 100), min_size=2, max_size=30))
def test_the_standard_deviation_is_that_of_a_sample(values: list[float]) -> None:
    assert standard_deviation(values) == pytest.approx(stdev(values), abs=1e-9)


@given(st.lists(st.none() | st.sampled_from([0.0, 20.0, 100 / 3, 50.0, 100.0]), min_size=1))
def test_cell_equals_engine_aggregate(main: list[float | None]) -> None:
    """`clemtui run` shows the engine's numbers; a report of the same episodes has the same ones."""
    in_order = sorted(main, key=lambda score: -1 if score is None else score)
    scores = [Scores(1 if one is None else 0, 0, 0, {MAIN_SCORE: one}) for one in in_order]
    engine, cell = mean_of_played(scores), measured(*main)
    assert (engine.episodes, engine.played, engine.quality) == (
        cell.episodes, cell.played, cell.quality,
    )  # fmt: skip


# Rounding


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (0.065, 0.06),  # 6.5 exactly, to the even 6; Python's round: 0.07
        (0.015, 0.02),  # 1.5 exactly, to the even 2; Python's round: 0.01
        (3.125, 3.12),
        (2.675, 2.68),  # 267.5 once multiplied, though 2.675 itself is smaller; Python: 2.67
        (1.005, 1.0),  # 100.49999999999999
        (99.995, 100.0),
        (-0.065, -0.06),
        (33.333333333333336, 33.33),
        (math.inf, math.inf),
    ],
)
def test_rounding_is_numpys(value: float, found: float) -> None:
    assert rounded(value) == found


@given(st.floats(-1e6, 1e6) | st.integers(-(10**7), 10**7).map(lambda n: n / 1000))
@example(0.065)
def test_rounding_equals_numpy(value: float) -> None:
    numpy = pytest.importorskip("numpy")
    assert rounded(value) == float(numpy.round(numpy.float64(value), 2))


def test_share_is_computed_before_the_percentage() -> None:
    """23 of 160 are 14.375 %: 23 / 160 * 100 is slightly smaller, 100 * 23 / 160 is not."""
    found = measures({verdict(0, 1, 0, 100.0): 23, verdict(1, 0, 0, None): 137})
    assert found.played == 14.37
    assert rounded(100 * 23 / 160) == 14.38


def test_the_mean_has_the_last_bit_of_pandas() -> None:
    """Kahan's sum of these eight games is below the midpoint of two roundings, a plain sum is not.
    (The ``sum`` of Python 3.12 is no longer a plain one.)"""
    games = [23.25, 20.46, 38.41, 84.09, 48.58, 53.29, 53.81, 47.75]
    assert rounded(mean(games) or 0) != rounded(reduce(add, games) / 8)
    assert mean([0.1] * 10) == 0.1 != reduce(add, [0.1] * 10) / 10
    assert mean([]) is None
    assert mean([1.0, math.inf, 2.0]) == math.inf


def test_each_figure_has_its_own_number_of_items() -> None:
    """Imported scores may leave the flag or the main score open."""
    undecided = ItemResult.of_episode(None, None, None, 50.0)
    unscored = ItemResult.of_episode(0, None, None, None)
    aborted = ItemResult.of_episode(1, 0, 0, None)
    found = measures({undecided: 1, unscored: 2, aborted: 4})
    assert (found.episodes, found.items) == (7, 7)
    assert (found.decided_items, found.scored_items, found.joint_items) == (6, 1, 5)


# Averages over games


def test_the_average_is_over_games_whatever_their_numbers_of_episodes() -> None:
    """taboo: 1 of 2 played, mean 100; wordle: 4 of 4 played, mean 25."""
    found = average({"taboo": measured(100.0, None), "wordle": measured(100.0, 0.0, 0.0, 0.0)})
    assert found == Average(
        games=2,
        decided_games=2,
        scored_games=2,
        joint_games=2,
        episodes=6,
        played=75,
        quality=62.5,
        joint=37.5,
        clemscore=46.88,
    )  # 0.75 * 62.5 = 46.875, to the even 46.88


def test_a_game_with_aborts_only_drops_out_of_quality_and_not_out_of_played() -> None:
    found = average({"a": measured(None, None), "b": measured(80.0, 40.0)})
    assert (found.played, found.quality, found.clemscore) == (50, 60, 30)
    assert found.joint == 30  # of 0 and 60
    assert (found.games, found.decided_games, found.scored_games, found.joint_games) == (2, 2, 1, 2)


def test_without_any_played_episode_there_is_no_clemscore() -> None:
    found = average({"a": measured(None)})
    assert (found.played, found.quality, found.joint, found.clemscore) == (0, None, 0, None)


def test_games_are_rounded_before_they_are_averaged() -> None:
    """Three times 33.333 and 33.333: the mean of the rounded values is 33.33, then * 1."""
    found = average({name: measured(100.0, 0.0, 0.0) for name in "abc"})
    assert found.quality == 33.33
    assert found.clemscore == 33.33


@pytest.mark.parametrize("table", ["v1.6_results.csv", "v2.0_results.csv"])
def test_published_averages_follow_from_the_published_games(shared: Path, table: str) -> None:
    """Check every row of the benchmark's own tables, to the last digit."""
    rows = read(shared, table)
    assert len(rows) > 30
    for row in rows:
        games = {
            game: published(number(row[f"{game}, % Played"]), number(row[f"{game}, Quality Score"]))
            for game in {name.partition(", ")[0] for name in row} - {"", "-", "all"}
            if row[f"{game}, % Played"]
        }
        found = average(games)
        assert [found.clemscore, found.played, found.quality] == [
            number(row[name])
            for name in ("-, clemscore", "all, Average % Played", "all, Average Quality Score")
        ], row


def test_published_clemscores_of_the_languages(shared: Path) -> None:
    """The paper's table of one game in many languages: clemscore is played times quality."""
    rows = read(shared, "results_multiling.csv")
    for row in rows:
        found = clemscore(number(row["% Played"]), number(row["% Success (of Played)"]))
        assert found == number(row["clemscore (Played * Success)"]), row


def read(shared: Path, table: str) -> list[dict[str, str]]:
    path = shared / "published" / "tables" / table
    if not path.exists():
        pytest.skip(f"no {path}")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text: str) -> float | None:
    return float(text) if text else None


def published(played: float | None, quality: float | None) -> Measures:
    """Return a game's cell of a published row, which is rounded already."""
    return Measures(
        episodes=1, aborted=0, successes=0, losses=0, items=1, decided_items=0, scored_items=0,
        joint_items=0, played=played, quality=quality, quality_std=None, joint=None,
        played_interval=None, quality_interval=None, joint_interval=None,
    )  # fmt: skip


# Intervals


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 27.75), (10, 10, 72.25, 100.0), (5, 10, 23.66, 76.34), (81, 263, 25.53, 36.62)],
)
def test_wilsons_interval(part: int, whole: int, low: float, high: float) -> None:
    """The last one is the example of Newcombe (1998), Statistics in Medicine 17, 857-872."""
    assert wilson_interval(part, whole) == pytest.approx((low, high), abs=0.005)


def test_no_interval_without_data() -> None:
    assert wilson_interval(0, 0) is None
    assert t_interval([]) is None
    assert t_interval([50.0]) is None
    assert t_interval([50.0, math.inf]) is None


def test_means_that_differ_by_rounding_alone_have_no_interval() -> None:
    means = [(100 + 0 + 100 / 3) / 3, (100 / 3 + 100 + 0) / 3, 400 / 9]
    assert len(set(means)) > 1
    assert t_interval(means) is None


@pytest.mark.parametrize(
    ("degrees", "value"),
    [
        (1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (10, 2.2281), (29, 2.0452),
        (100, 1.9840), (200, 1.9719), (201, 1.9718), (1000, 1.9623),
    ],
)  # fmt: skip
def test_students_t_as_in_the_tables(degrees: int, value: float) -> None:
    assert t_quantile(degrees) == pytest.approx(value, abs=6e-5)


def test_t_quantile_is_continuous_at_the_switch() -> None:
    steps = [t_quantile(degrees) for degrees in range(195, 208)]
    differences = [before - after for before, after in pairwise(steps)]
    assert all(0 < each < 1e-4 for each in differences)


def test_the_interval_of_a_mean_by_hand() -> None:
    """40 and 60: mean 50, s = 14.142, 12.706 * s / sqrt(2) = 127.06, clipped to 0 and 100."""
    assert t_interval([40.0, 60.0]) == (0, 100)
    scores = [50.0, 60.0, 40.0, 50.0]  # s = 8.165, 3.1824 * s / 2 = 12.99
    assert t_interval(scores) == pytest.approx((37.008, 62.992), abs=0.001)


def test_equal_scores_have_no_interval() -> None:
    assert t_interval([100.0] * 20) is None
    assert measured(*[100.0] * 20).quality_interval is None


@given(st.lists(st.none() | st.floats(0, 100), min_size=1, max_size=40))
def test_every_number_lies_in_its_interval(main: list[float | None]) -> None:
    found = measured(*main)
    pairs: Iterable[tuple[float | None, tuple[float, float] | None]] = (
        (found.played, found.played_interval),
        (found.quality, found.quality_interval),
        (found.joint, found.joint_interval),
    )
    for value, interval in pairs:
        if value is not None and interval is not None:
            low, high = interval
            assert 0 <= low <= value + 0.005  # the number is rounded, the interval is not
            assert value - 0.005 <= high <= 100
