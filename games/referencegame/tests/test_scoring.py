"""Scores, and how the reference counts."""

from __future__ import annotations

import pytest

from clemtui.engine import Scores
from tests.support.episodes import episode


def scores(*texts: str) -> Scores:
    """Return the scores of an episode whose target is the follower's first grid."""
    data = {
        "grids": ["X..../...../...../...../.....", "XX.../...../...../...../.....",
                  "XXX../...../...../...../....."],
        "order": [1, 2, 3],
    }  # fmt: skip
    played = episode("referencegame", data=data)
    played.say(*texts)
    return played.scores


def test_a_win() -> None:
    found = scores("Expression: one cell", "Answer: first")
    assert (found.aborted, found.success, found.lose, found.main_score) == (0, 1, 0, 100)
    assert found.episode == {
        "Generated Expression Length": 20,
        "Generated Expression Number of Tokens": 3,
        "Request Count": 2,
        "Parsed Request Count": 2,
        "Violated Request Count": 0,
        "Aborted at Player 1": 0,
        "Aborted at Player 2": 0,
        "Aborted": 0,
        "Success": 1,
        "Lose": 0,
        "Request Success Ratio": 1.0,
        "Main Score": 100,
    }
    assert found.turns["0"]["Success"] == 1


def test_a_loss() -> None:
    found = scores("Expression: one cell", "Answer: second")
    assert (found.aborted, found.success, found.lose, found.main_score) == (0, 0, 1, 0)
    assert found.turns["0"]["Success"] == 0


def test_an_abort_by_the_giver() -> None:
    found = scores("one cell")
    assert (found.aborted, found.success, found.lose, found.main_score) == (1, None, None, None)
    assert found.episode["Generated Expression Length"] is None
    assert found.episode["Generated Expression Number of Tokens"] is None
    assert (found.episode["Aborted at Player 1"], found.episode["Aborted at Player 2"]) == (1, 0)
    assert (found.episode["Request Count"], found.episode["Request Success Ratio"]) == (1, 0)
    assert found.turns["0"]["Success"] == 0


def test_an_abort_by_the_follower() -> None:
    found = scores("Expression: one cell", "the first")
    assert (found.aborted, found.success, found.lose, found.main_score) == (1, None, None, None)
    assert found.episode["Generated Expression Length"] == 20
    assert (found.episode["Aborted at Player 1"], found.episode["Aborted at Player 2"]) == (0, 1)
    assert found.episode["Violated Request Count"] == 1
    assert found.episode["Request Success Ratio"] == 0.5


@pytest.mark.parametrize(
    ("text", "length", "tokens"),
    [
        ("Expression: x", 13, 2),
        ("Expression:x", 12, 1),
        ("Expression: a  b", 16, 4),  # there is an empty token between two spaces
        ("Expression: a\tb", 15, 2),
        ("Expression: x\n\n", 15, 2),
    ],
)
def test_length_and_tokens_are_those_of_the_whole_answer(
    text: str, length: int, tokens: int
) -> None:
    found = scores(text, "Answer: first")
    assert found.episode["Generated Expression Length"] == length
    assert found.episode["Generated Expression Number of Tokens"] == tokens


def test_an_episode_that_nobody_answered_has_no_ratio() -> None:
    played = episode("referencegame")
    played.control()
    assert played.scores.episode["Request Success Ratio"] is None
    assert played.scores.episode["Aborted at Player 1"] == 0
