"""Scores: main score, requests, repetitions and turns; null where the reference has NaN."""

from __future__ import annotations

import pytest

from clemtui.engine import MAIN_SCORE
from tests.support.episodes import Episode, episode

WRONG = ("apple", "beach", "crane", "elder", "those", "horse")


def finished(*guesses: str) -> Episode:
    """Return an episode with the target ``under`` after these guesses."""
    played = episode("wordle", data={"target_word": "under"})
    played.say(*(f"explanation: x\nguess: {guess}" for guess in guesses))
    return played


@pytest.mark.parametrize(
    ("rounds", "points"), [(1, 100), (2, 100), (3, 100), (4, 50), (5, 30), (6, 20)]
)
def test_the_main_score_falls_with_the_round_of_the_win(rounds: int, points: int) -> None:
    scores = finished(*WRONG[: rounds - 1], "under").scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 1, 0)
    assert scores.main_score == points


def test_a_lost_episode_scores_nothing() -> None:
    scores = finished(*WRONG).scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 0, 1)
    assert scores.main_score == 0


def test_an_aborted_episode_has_no_main_score_and_no_repetitions() -> None:
    scores = finished("apple", "apple", "banana").scores
    assert (scores.aborted, scores.success, scores.lose) == (1, 0, 0)
    assert scores.main_score is None
    assert scores.episode["Guess Repetitions"] is None


def test_retries_count_as_requests_and_not_as_rounds() -> None:
    """Three rounds with two retries are five requests, and it is a win in round three."""
    scores = finished("zzzzz", "apple", "zzzzz", "beach", "under").scores
    assert scores.main_score == 100
    assert scores.episode["Request Count"] == 5
    assert list(scores.turns) == ["1", "2", "3"]


def test_a_malformed_answer_is_a_violated_request() -> None:
    scores = finished("apple", "beach", "banana").scores.episode
    assert scores["Request Count"] == 3
    assert scores["Parsed Request Count"] == 2
    assert scores["Violated Request Count"] == 1
    assert scores["Request Success Ratio"] == pytest.approx(2 / 3)


def test_an_episode_that_ends_before_any_answer_has_no_ratio() -> None:
    played = finished()
    played.control()
    assert played.scores.episode["Request Count"] == 0
    assert played.scores.episode["Request Success Ratio"] is None
    assert played.scores.episode[MAIN_SCORE] is None


def test_repetitions_are_guesses_minus_distinct_guesses() -> None:
    assert finished("apple", "apple", "APPLE", "under").scores.episode["Guess Repetitions"] == 2


def test_turns_are_counted_from_one() -> None:
    """``e`` was yellow and is in ``under``: 10; every letter is in its place: 25."""
    assert finished("apple", "under").scores.turns == {
        "1": {"Closeness Score": 3, "Strategy Score": 0},
        "2": {"Closeness Score": 25, "Strategy Score": 10},
    }


def test_without_a_valid_guess_turn_zero_has_nothing() -> None:
    nothing = {"0": {"Closeness Score": None, "Strategy Score": None}}
    assert finished("banana").scores.turns == nothing


@pytest.mark.parametrize(("guesses", "points"), [(("under",), 100), (("apple", "banana"), 0)])
def test_the_strategy_score_of_a_single_guess(guesses: tuple[str, ...], points: int) -> None:
    """100 if it won, 0 if the episode was aborted after it."""
    assert finished(*guesses).scores.turns["1"]["Strategy Score"] == points


def test_aggregation_follows_clembench() -> None:
    """The mean over the episodes played, and the percentage played."""
    played = [finished("under"), finished(*WRONG), finished("banana")]
    total = played[0].game.aggregate([one.scores for one in played])
    assert (total.episodes, total.played, total.quality) == (3, 66.67, 50.0)


def with_critic(*rounds: tuple[str, str, str]) -> Episode:
    """Return an episode with the target ``under`` after rounds of proposal, verdict and guess."""
    played = episode("wordle_withcritic", data={"target_word": "under", "target_word_clue": "x"})
    for proposed, verdict, committed in rounds:
        played.say(f"explanation: x\nguess: {proposed}")
        played.say(f"explanation: x\nagreement: {verdict}")
        played.say(f"explanation: x\nguess: {committed}")
    return played


def shares(played: Episode) -> list[float | int | None]:
    """Return the shares kept and changed, first after agreement, then after disagreement."""
    return [
        played.scores.episode[f"{name}-Guesser-On-Critic-{opinion}"]
        for opinion in ("Agreement", "Disagreement")
        for name in ("Repetition", "Non-Repetition")
    ]


def test_the_opinions_that_were_followed_are_shares_of_the_opinions() -> None:
    """Agreed: kept, changed, kept. Disagreed: changed. Shares are rounded to two decimal places."""
    played = with_critic(
        ("apple", "yes", "apple"),
        ("beach", "yes", "crane"),
        ("those", "no", "elder"),
        ("under", "yes", "under"),
    )
    assert shares(played) == [0.67, 0.33, 0, 1]
    changes = [scores["Change-Of-Opinion"] for scores in played.scores.turns.values()]
    assert changes == [0, 1, 1, 0]
    assert played.scores.main_score == 25


def test_every_answer_of_both_seats_is_a_request() -> None:
    played = with_critic(("apple", "yes", "apple"))
    played.say("explanation: x\nguess: under", "explanation: x\nagreement: never")
    scores = played.scores.episode
    assert scores["Request Count"] == 5
    assert scores["Parsed Request Count"] == 4
    assert scores["Violated Request Count"] == 1
    assert scores["Request Success Ratio"] == 0.8
    assert shares(played) == [1, 0, 0, 0]
