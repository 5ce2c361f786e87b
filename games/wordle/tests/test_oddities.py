"""Oddities kept from the reference (clembench v3.0). The README lists each with its test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.episodes import Episode, episode


def wordle(*texts: str) -> Episode:
    """Return an episode with the target ``under`` after these answers."""
    played = episode("wordle", data={"target_word": "under"})
    played.say(*texts)
    return played


def test_one_typing_error_ends_the_game() -> None:
    """Only an unknown word of five letters is retried; four or six letters abort."""
    assert wordle("explanation: x\nguess: undr").scores.aborted == 1
    assert wordle("explanation: x\nguess: undder").scores.aborted == 1


def test_a_full_stop_after_the_guess_aborts() -> None:
    assert wordle("explanation: x\nguess: under.").scores.aborted == 1


@pytest.mark.parametrize("lead", [" ", "\n", "**"])
def test_anything_before_the_first_tag_aborts(lead: str) -> None:
    """The rules strip nothing; answers arrive stripped, so blanks typed by a person do no harm."""
    assert wordle(f"{lead}explanation: x\nguess: under").scores.aborted == 1


def test_the_guess_on_the_line_of_the_explanation_aborts() -> None:
    """Allowed up to 2.0."""
    assert wordle("explanation: x guess: under").scores.aborted == 1


def test_an_explanation_may_name_the_guess_tag() -> None:
    """Aborted up to 2.0."""
    played = wordle("explanation: my guess: apple was bad\nguess: under")
    assert played.master.keys["Guesser Explanations"] == ["my guess: apple was bad"]
    assert played.scores.success == 1


def test_tags_may_be_in_any_case() -> None:
    assert wordle("EXPLANATION: x\nGuess: UNDER").scores.success == 1


def test_the_guess_tag_may_be_anywhere_in_a_later_line() -> None:
    assert wordle("explanation: x\nand so my guess: under").scores.success == 1


def test_more_lines_do_no_harm() -> None:
    assert wordle("explanation: x\ny\nguess: under\n\nGood luck!").scores.success == 1


def test_a_second_guess_tag_on_a_later_line_aborts() -> None:
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


def test_feedback_may_be_ignored() -> None:
    """There is no hard mode: a letter known to be absent may be guessed again."""
    played = wordle("explanation: x\nguess: apple", "explanation: x\nguess: paper")
    assert played.verdicts == ["accepted", "accepted"]


def test_the_strategy_score_of_the_first_of_several_guesses_is_zero() -> None:
    played = wordle("explanation: x\nguess: apple", "explanation: x\nguess: under")
    assert played.scores.turns["1"]["Strategy Score"] == 0


def test_a_repeated_letter_counts_for_the_strategy_by_each_of_its_colours() -> None:
    """``eerie`` against ``under``: e is yellow once and red twice, so it counts +10 and -20."""
    played = wordle("explanation: x\nguess: eerie", "explanation: x\nguess: wedge")
    played.say("explanation: x\nguess: under")
    assert played.master.keys["Guesser Feedbacks"][0] == "e<yellow> e<red> r<yellow> i<red> e<red>"
    assert played.scores.turns["2"]["Strategy Score"] == -10


def test_without_a_valid_guess_the_turn_scores_are_in_turn_zero() -> None:
    """Otherwise turns are counted from 1."""
    assert list(wordle("guess: under").scores.turns) == ["0"]


# With a clue and with a critic.


def variant(game: str, *texts: str) -> Episode:
    """Return an episode with the target ``under`` and a clue after these answers."""
    played = episode(game, data={"target_word": "under", "target_word_clue": "beneath"})
    played.say(*texts)
    return played


def with_critic(*texts: str) -> Episode:
    return variant("wordle_withcritic", *texts)


GUESS_APPLE, GUESS_UNDER = "explanation: x\nguess: apple", "explanation: x\nguess: under"
AGREE, DISAGREE = "explanation: y\nagreement: yes", "explanation: y\nagreement: no"


def test_the_second_seat_with_a_clue_does_not_exist() -> None:
    """The reference's card names a clue giver, but no one is ever asked: the clue is fixed text."""
    assert [seat.name for seat in variant("wordle_withclue").game.card.seats] == ["Player 1"]


def test_a_win_is_worth_less_with_a_clue_from_the_second_round_on() -> None:
    played = variant("wordle_withclue", GUESS_APPLE, GUESS_UNDER)
    assert played.scores.main_score == 50
    assert wordle(GUESS_APPLE, GUESS_UNDER).scores.main_score == 100


def test_the_critic_is_promised_feedback_but_gets_none() -> None:
    played = with_critic(GUESS_APPLE)
    assert "there will be some later in the game" in played.said
    played.say(AGREE, GUESS_APPLE, GUESS_APPLE)
    assert played.request.seat == "Player 2"
    later = "".join(message.text for message in played.request.messages[1:])
    assert not any(word in later for word in ("feedback", "green", "yellow", "red>"))


def test_a_proposed_target_does_not_win() -> None:
    played = with_critic(GUESS_UNDER)
    assert not played.is_over()
    played.say(AGREE, GUESS_APPLE)
    assert not played.is_over()
    assert played.master.keys == {}


def test_a_proposal_of_the_last_round_does_not_lose() -> None:
    played = with_critic(*[GUESS_APPLE, AGREE, GUESS_APPLE] * 5, GUESS_APPLE, AGREE)
    assert not played.is_over()
    played.say(GUESS_UNDER)
    assert played.scores.main_score == 16.67


@pytest.mark.parametrize("said", ["yes.", "yes, I do", "ja", "", "agree"])
def test_a_verdict_that_is_more_than_yes_or_no_aborts(said: str) -> None:
    assert with_critic(GUESS_APPLE, f"explanation: y\nagreement: {said}").scores.aborted == 1


def test_a_verdict_may_be_in_any_case_and_anywhere_in_a_later_line() -> None:
    played = with_critic(GUESS_APPLE, "Explanation: y\nso my AGREEMENT: YES\nGood luck!")
    played.control()
    assert played.master.keys["Critic Judgements"] == ["yes"]


def test_the_critic_is_never_asked_again() -> None:
    """Not even after a word that is neither of the two; a guess would be retried."""
    played = with_critic(GUESS_APPLE, "explanation: y\nagreement: maybe")
    assert (played.is_over(), played.scores.episode["Violated Request Count"]) == (True, 1)


def test_the_reason_of_a_malformed_verdict_is_logged_without_the_word_error() -> None:
    played = with_critic(GUESS_APPLE, "no")
    assert played.log[0][2] == "The response should always start with the keyword 'explanation:'"
    guessed = with_critic("no")
    assert guessed.log[0][2].startswith("Error: ")


def test_a_critic_may_suggest_a_word_without_consequences() -> None:
    """The prompt forbids it, but no check does."""
    played = with_critic(GUESS_APPLE, "explanation: try under\nagreement: no")
    assert "agreement_explanation: try under" in played.said


def test_only_committed_guesses_are_repetitions() -> None:
    played = with_critic(GUESS_APPLE, DISAGREE, GUESS_UNDER)
    assert played.scores.episode["Guess Repetitions"] == 0
    played = with_critic(*[GUESS_UNDER, AGREE, GUESS_APPLE] * 2, *[GUESS_UNDER, AGREE, GUESS_UNDER])
    assert played.scores.episode["Guess Repetitions"] == 1


def test_only_explanations_of_committed_guesses_are_kept() -> None:
    played = with_critic("explanation: one\nguess: apple", AGREE, "explanation: two\nguess: apple")
    played.control()
    assert played.master.keys["Guesser Explanations"] == ["two"]


def test_an_empty_share_is_zero_and_null_without_a_complete_round() -> None:
    """Even if the episode was aborted after a complete round."""
    shares = "Repetition-Guesser-On-Critic-Agreement", "Repetition-Guesser-On-Critic-Disagreement"
    played = with_critic(GUESS_APPLE, AGREE, GUESS_APPLE, "nonsense")
    assert [played.scores.episode[name] for name in shares] == [1, 0]
    assert played.scores.aborted == 1
    played = with_critic(GUESS_APPLE, AGREE, "nonsense")
    assert [played.scores.episode[name] for name in shares] == [None, None]


def test_a_round_without_a_committed_guess_has_no_change_of_opinion() -> None:
    played = with_critic(GUESS_APPLE, AGREE, "nonsense")
    assert played.scores.turns == {"0": {"Closeness Score": None, "Strategy Score": None}}


def test_the_readme_lists_every_oddity(folder: Path) -> None:
    named = set(re.findall(r"`(test_\w+)`", (folder / "README.md").read_text("utf-8")))
    ours = {name for name in globals() if name.startswith("test_")}
    assert ours - named == {"test_the_readme_lists_every_oddity"}
