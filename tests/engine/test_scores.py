"""Scores: three separate flags, an optional main score, and clembench's aggregation."""

from __future__ import annotations

import pytest

from clemtui.engine import MAIN_SCORE, Flag, Score, Scores, mean_of_played
from clemtui.engine.scores import Outcome


def scores(aborted: Flag, main: Score, success: Flag = 0, lose: Flag = 0) -> Scores:
    """Return scores with the given flags and main score."""
    return Scores(aborted, success, lose, {MAIN_SCORE: main})


@pytest.mark.parametrize(
    ("aborted", "success", "lose", "outcome"),
    [
        (1, 0, 0, "aborted"),
        (1, 0, 1, "aborted"),
        (0, 1, 0, "success"),
        (0, 0, 1, "lose"),
        (0, 1, 1, "lose"),
        (0, 0, 0, "success"),
        (None, None, None, None),
    ],
)
def test_the_outcome_is_aborted_else_lose_else_success(
    aborted: Flag, success: Flag, lose: Flag, outcome: Outcome
) -> None:
    assert scores(aborted, None, success, lose).outcome == outcome


def test_missing_main_score_is_none() -> None:
    assert scores(1, None).main_score is None
    assert Scores(1, 0, 0, {}).main_score is None
    assert scores(0, 0).main_score == 0


def test_quality_is_the_mean_over_the_played_and_played_a_percentage() -> None:
    aggregate = mean_of_played([scores(0, 100), scores(0, 33.333), scores(1, None)])
    assert (aggregate.episodes, aggregate.played, aggregate.quality) == (3, 66.67, 66.67)


def test_nothing_played_has_no_quality() -> None:
    aggregate = mean_of_played([scores(1, None), scores(1, None)])
    assert (aggregate.played, aggregate.quality) == (0, None)


def test_main_score_counts_despite_aborted_flag() -> None:
    """The flag and the number are separate in the reference, so they are here."""
    aggregate = mean_of_played([scores(1, 50), scores(0, 100)])
    assert (aggregate.played, aggregate.quality) == (50, 75)


def test_aggregating_no_episodes_is_an_error() -> None:
    with pytest.raises(ValueError, match="no episodes"):
        mean_of_played([])
