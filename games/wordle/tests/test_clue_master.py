"""Wordle with a clue: the differences from wordle."""

from __future__ import annotations

import json

import pytest

from clemtui.engine import OBSERVER, REVEAL
from tests.support.episodes import Episode, episode
from tests.support.golden import golden_path, replayed

CLUE = "beneath the surface"
WRONG = ("apple", "beach", "crane", "elder", "those", "horse")


def with_clue(*guesses: str) -> Episode:
    data = {"target_word": "under", "target_word_clue": CLUE}
    played = episode("wordle_withclue", data=data)
    played.say(*(f"explanation: x\nguess: {guess}" for guess in guesses))
    return played


def test_the_only_seat_is_the_guesser() -> None:
    """The reference lists a second one, which does nothing: the clue is part of the instance."""
    played = with_clue()
    assert [(seat.name, seat.role) for seat in played.game.card.seats] == [
        ("Player 1", "WordGuesser")
    ]
    assert (played.request.seat, played.request.role) == ("Player 1", "WordGuesser")


def test_the_first_prompt_ends_with_the_clue() -> None:
    (message,) = with_clue().request.messages
    assert message.text.endswith(f"\n\nclue: {CLUE}")


def test_the_clue_is_not_said_again() -> None:
    played = with_clue("apple")
    assert CLUE not in played.said
    assert played.said.startswith("guess_feedback: a<red>")


def test_the_log_of_a_guess_names_the_clue_behind_the_target() -> None:
    assert with_clue("apple").log == [
        (
            0,
            "metadata",
            f"attempts = 1\ntarget_word = under\ntarget_word_clue = {CLUE}\nguess = apple\n"
            "guess_feedback = a<red> p<red> p<red> l<red> e<yellow>",
        )
    ]


@pytest.mark.parametrize(
    ("rounds", "points"), [(1, 100), (2, 50), (3, 33.33), (4, 25), (5, 20), (6, 16.67)]
)
def test_the_main_score_is_a_hundred_by_the_round_of_the_win(rounds: int, points: float) -> None:
    assert with_clue(*WRONG[: rounds - 1], "under").scores.main_score == points


def test_lost_scores_zero_and_aborted_scores_none() -> None:
    assert with_clue(*WRONG).scores.main_score == 0
    assert with_clue("apple", "app").scores.main_score is None


def test_keys_and_scores_have_the_names_of_wordle() -> None:
    played, plain = with_clue("apple", "under"), episode("wordle", data={"target_word": "under"})
    plain.say("explanation: x\nguess: apple", "explanation: x\nguess: under")
    assert played.master.keys == plain.master.keys
    assert played.scores.episode.keys() == plain.scores.episode.keys()
    assert played.scores.turns == plain.scores.turns


@pytest.mark.parametrize("watcher", ["Player 1", OBSERVER, REVEAL])
def test_the_clue_is_always_visible(watcher: str) -> None:
    assert with_clue("apple").master.view(watcher).value("clue", "clue") == CLUE


def test_the_target_stays_hidden() -> None:
    view = with_clue("apple").master.view("Player 1")
    assert "under" not in " ".join(view.texts())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_golden_transcript(language: str) -> None:
    """To rewrite it: ``python -m tests.support.golden wordle_withclue``."""
    golden = json.loads(golden_path("wordle_withclue", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden
