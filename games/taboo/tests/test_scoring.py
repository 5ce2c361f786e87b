"""Scores of taboo: they count rounds, and are null where the reference has NaN."""

from __future__ import annotations

import pytest

from tests.support.episodes import Episode, episode

WRONG = ("CLUE: x", "GUESS: y")
RIGHT = ("CLUE: x", "GUESS: river")


def finished(*texts: str) -> Episode:
    """Return an episode with the target ``river`` after these answers."""
    data = {"target_word": "river", "related_word": ["water", "stream", "flow"]}
    played = episode("taboo", data=data)
    played.say(*texts)
    return played


@pytest.mark.parametrize(("rounds", "points"), [(1, 100), (2, 50), (3, 100 / 3)])
def test_the_main_score_is_100_divided_by_rounds(rounds: int, points: float) -> None:
    scores = finished(*WRONG * (rounds - 1), *RIGHT).scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 1, 0)
    assert scores.main_score == points


def test_three_wrong_guesses_score_nothing() -> None:
    scores = finished(*WRONG * 3).scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 0, 1)
    assert scores.main_score == 0


def test_a_forbidden_word_loses_and_is_a_parsed_request() -> None:
    scores = finished("CLUE: water").scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 0, 1)
    assert scores.main_score == 0
    assert scores.episode["Parsed Request Count"] == 1
    assert scores.episode["Violated Request Count"] == 0


@pytest.mark.parametrize("texts", [("water",), (*WRONG, "CLUE: x", "y")])
def test_an_aborted_episode_has_no_main_score(texts: tuple[str, ...]) -> None:
    scores = finished(*texts).scores
    assert (scores.aborted, scores.success, scores.lose) == (1, 0, 0)
    assert scores.main_score is None


def test_requests_are_rounds_and_an_aborted_round_is_violated() -> None:
    """Five answered messages are three requests, one of them violated."""
    scores = finished(*WRONG, *WRONG, "x").scores.episode
    assert scores["Request Count"] == 3
    assert scores["Parsed Request Count"] == 2
    assert scores["Violated Request Count"] == 1
    assert scores["Request Success Ratio"] == pytest.approx(2 / 3)


def test_turns_are_counted_from_zero() -> None:
    row = {"Violated Request Count": 0, "Parsed Request Count": 1, "Request Count": 1}
    assert finished(*WRONG, *RIGHT).scores.turns == {
        "0": {"Accuracy": 0, **row},
        "1": {"Accuracy": 1, **row},
    }


def test_a_round_cut_short_from_outside_counts_as_parsed() -> None:
    """No one violated the form; the reference has no such endings."""
    played = finished(*WRONG)
    played.control("time-out")
    scores = played.scores.episode
    assert scores["Aborted"] == 1
    assert scores["Request Count"] == scores["Parsed Request Count"] == 2


def test_aggregation_follows_clembench() -> None:
    """The mean over the episodes played, and the percentage played."""
    played = [finished(*RIGHT), finished(*WRONG, *WRONG, *RIGHT), finished("x")]
    total = played[0].game.aggregate([one.scores for one in played])
    assert (total.episodes, total.played, total.quality) == (3, 66.67, 66.67)
