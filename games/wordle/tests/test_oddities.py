"""Oddities of the reference (clembench v3.0) that are kept. The README lists each by its test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.episodes import Episode, episode


def wordle(*texts: str) -> Episode:
    """An episode with the target ``under`` after these answers."""
    played = episode("wordle", data={"target_word": "under"})
    played.say(*texts)
    return played


def test_one_typing_error_ends_the_game() -> None:
    """Only an unknown word of five letters is asked again; four or six letters abort."""
    assert wordle("explanation: x\nguess: undr").scores.aborted == 1
    assert wordle("explanation: x\nguess: undder").scores.aborted == 1


def test_a_full_stop_after_the_guess_aborts() -> None:
    assert wordle("explanation: x\nguess: under.").scores.aborted == 1


@pytest.mark.parametrize("lead", [" ", "\n", "**"])
def test_anything_before_the_first_tag_aborts(lead: str) -> None:
    """The rules strip nothing; players are delivered stripped, so a person's blanks do no harm."""
    assert wordle(f"{lead}explanation: x\nguess: under").scores.aborted == 1


def test_the_guess_on_the_line_of_the_explanation_aborts() -> None:
    """Legal up to 2.0."""
    assert wordle("explanation: x guess: under").scores.aborted == 1


def test_an_explanation_may_name_the_guess_tag() -> None:
    """Aborted up to 2.0."""
    played = wordle("explanation: my guess: apple was bad\nguess: under")
    assert played.master.keys["Guesser Explanations"] == ["my guess: apple was bad"]
    assert played.scores.success == 1


def test_tags_may_be_in_any_case() -> None:
    assert wordle("EXPLANATION: x\nGuess: UNDER").scores.success == 1


def test_the_guess_tag_may_stand_anywhere_in_a_later_line() -> None:
    assert wordle("explanation: x\nand so my guess: under").scores.success == 1


def test_more_lines_do_no_harm() -> None:
    assert wordle("explanation: x\ny\nguess: under\n\nGood luck!").scores.success == 1


def test_a_second_guess_tag_aborts_wherever_it_stands() -> None:
    text = "explanation: x\nguess: under\nI stand by my guess: it fits"
    assert wordle(text).scores.aborted == 1


def test_the_explanation_may_be_empty() -> None:
    assert wordle("explanation:\nguess: under").scores.success == 1


def test_only_the_first_line_of_an_explanation_is_kept() -> None:
    played = wordle("explanation: one\ntwo\nguess: under")
    assert played.master.keys["Guesser Explanations"] == ["one"]


def test_an_unknown_word_counts_as_parsed_even_where_it_aborts() -> None:
    scores = wordle(*["explanation: x\nguess: zzzzz"] * 6).scores
    assert scores.aborted == 1
    assert scores.episode["Parsed Request Count"] == 6
    assert scores.episode["Violated Request Count"] == 0
    assert scores.episode["Request Success Ratio"] == 1


def test_a_repeated_guess_is_not_refused_and_costs_a_round() -> None:
    played = wordle(*["explanation: x\nguess: apple"] * 2)
    assert played.master.rounds == 3
    assert played.verdicts == ["accepted", "accepted"]


def test_what_was_learnt_need_not_be_used() -> None:
    """There is no hard mode: a letter known to be absent may be guessed again."""
    played = wordle("explanation: x\nguess: apple", "explanation: x\nguess: paper")
    assert played.verdicts == ["accepted", "accepted"]


def test_the_strategy_score_of_the_first_of_several_guesses_is_zero() -> None:
    played = wordle("explanation: x\nguess: apple", "explanation: x\nguess: under")
    assert played.scores.turns["1"]["Strategy Score"] == 0


def test_a_repeated_letter_counts_for_the_strategy_by_each_of_its_colours() -> None:
    """``eerie`` against ``under``: e is yellow once and red twice, so e counts +10 and -20."""
    played = wordle("explanation: x\nguess: eerie", "explanation: x\nguess: wedge")
    played.say("explanation: x\nguess: under")
    assert played.master.keys["Guesser Feedbacks"][0] == "e<yellow> e<red> r<yellow> i<red> e<red>"
    assert played.scores.turns["2"]["Strategy Score"] == -10


def test_without_a_valid_guess_the_turn_scores_stand_under_zero() -> None:
    """Turns are counted from 1 elsewhere."""
    assert list(wordle("guess: under").scores.turns) == ["0"]


def test_the_readme_lists_every_oddity(folder: Path) -> None:
    named = set(re.findall(r"`(test_\w+)`", (folder / "README.md").read_text("utf-8")))
    ours = {name for name in globals() if name.startswith("test_")}
    assert ours - named == {"test_the_readme_lists_every_oddity"}
