"""Scores of small episodes, calculated by hand."""

from __future__ import annotations

import pytest

from tests.support.episodes import notices

from .conftest import module
from .playing import NO, YES, answer_probes_correctly, correct_answers, play_answers, travel_episode


@pytest.mark.parametrize(
    ("filled", "truncated", "expected"),
    [(1, 1, 100), (0.8, 1, 88.888888), (1, 0.5, 66.666667), (1, 0, 0), (0, 0, 0)],
)
def test_the_main_score_is_a_harmonic_mean(
    filled: float, truncated: float, expected: float
) -> None:
    assert module("scoring").main_score(filled, truncated) == pytest.approx(expected)


def test_a_slot_that_is_not_filled_costs_as_much_as_the_mean_says() -> None:
    scores = play_answers(
        travel_episode(), *correct_answers(but={"class": "ANSWER: I do not mind."})
    ).scores
    assert scores.episode["Slot-Filling-Accuracy"] == 0.8
    assert scores.main_score == pytest.approx(88.888888)
    assert (scores.success, scores.lose) == (0, 1)


def test_one_wrong_reply_loses_but_leaves_most_points() -> None:
    """29 of 30 agree; 15 are known, 14 of which are said to be: kappa is 28/30."""
    played = travel_episode()
    answer_probes_correctly(played)
    for answer in correct_answers()[:-1]:
        played.say(answer)
        answer_probes_correctly(played)
    played.say(correct_answers()[-1], NO, *["ASIDE: yes"] * 4)
    episode = played.scores.episode
    assert episode["Accuracy"] == pytest.approx(29 / 30)
    assert episode["Kappa"] == pytest.approx(28 / 30)
    assert played.scores.main_score == pytest.approx(200 * (28 / 30) / (1 + 28 / 30))
    assert played.scores.lose == 1


def test_a_perfect_episode_is_a_success() -> None:
    scores = play_answers(travel_episode(), *correct_answers()).scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 1, 0)
    assert scores.main_score == 100
    assert scores.episode["Request Count"] == 35
    assert list(scores.turns) == [str(number) for number in range(6)]
    assert "Slot Filled?" not in scores.turns["0"]


@pytest.mark.parametrize("replies", range(5))
def test_five_unclear_replies_abort_in_the_last_probing_round_too(replies: int) -> None:
    """It is no success even if everything before was correct and only the last probe unclear.

    The completed rounds keep their turn scores.
    """
    played = play_answers(travel_episode(), *correct_answers()[:-1])
    played.say(correct_answers()[-1], *[YES] * replies, *["unclear"] * 5)
    scores = played.scores
    assert (scores.aborted, scores.success, scores.lose) == (1, 0, 0)
    assert scores.main_score is None
    without_value = {name for name, value in scores.episode.items() if value is None}
    assert without_value == {
        "Main Score",
        "Accuracy",
        "Kappa",
        "Truncated Kappa",
        "Slot-Filling-Accuracy",
        "Middle-Accuracy",
    }
    assert played.master.keys["Aborted"] is True
    assert played.master.keys["Played Probe Rounds"] == 5
    assert list(scores.turns) == ["0", "1", "2", "3", "4"]
    assert [content for _, _, content in played.log[-2:]] == [
        "Abort: invalid format in probing.",
        "Game finished.",
    ]
    (said,) = notices(played.master.events[-5:], "Player 1")
    assert said == "privateshared.said.unclear"


def test_a_fifth_try_in_form_saves_the_last_probing_round() -> None:
    played = play_answers(travel_episode(), *correct_answers()[:-1])
    played.say(correct_answers()[-1], *[YES] * 4, *["unclear"] * 4, YES)
    assert (played.scores.aborted, played.scores.success) == (0, 1)
    assert played.scores.main_score == 100


def test_a_control_aborts_and_keeps_the_counts() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    played.control("gave up", "Player 1")
    assert played.scores.aborted == 1
    assert played.scores.main_score is None
    assert played.scores.episode["Request Count"] == 5
    assert played.master.keys["Played Probe Rounds"] == 1


def test_a_control_before_any_reply_leaves_no_ratio() -> None:
    played = travel_episode()
    played.control("time-out")
    assert played.scores.episode["Request Success Ratio"] is None
