"""Colouring, feedback text, turn scores and keyboard state."""

from __future__ import annotations

from collections import Counter
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

#: Few letters, so that repeated ones are common.
WORD = st.text("abcde", min_size=5, max_size=5)


def shown(feedback: ModuleType, guess: str, target: str) -> str:
    return "".join(mark.name[0].lower() for mark in feedback.colour(guess, target))


@pytest.mark.parametrize(
    ("guess", "target", "marks"),
    [
        ("crane", "under", "ryryy"),
        ("under", "under", "ggggg"),
        ("shies", "steer", "grrgr"),  # an earlier algorithm of the reference marked this e yellow
        ("eerie", "steer", "yyyrr"),  # the target has two e's; the third is red
        ("allay", "llama", "ygyyr"),
        ("speed", "abide", "rryry"),
        ("erase", "speed", "yrryy"),
        ("grüße", "größe", "ggrgg"),
    ],
)
def test_colour(feedback: ModuleType, guess: str, target: str, marks: str) -> None:
    assert shown(feedback, guess, target) == marks


@given(WORD, WORD)
def test_a_letter_is_green_exactly_where_the_words_agree(
    feedback: ModuleType, guess: str, target: str
) -> None:
    for g, t, mark in zip(guess, target, feedback.colour(guess, target), strict=True):
        assert (mark is feedback.Mark.GREEN) == (g == t)


@given(WORD, WORD)
def test_a_letter_is_marked_as_often_as_both_words_have_it(
    feedback: ModuleType, guess: str, target: str
) -> None:
    marks = feedback.colour(guess, target)
    marked = Counter(g for g, mark in zip(guess, marks, strict=True) if mark)
    assert marked == Counter(guess) & Counter(target)


@given(WORD, WORD)
def test_of_equal_letters_the_left_ones_are_yellow(
    feedback: ModuleType, guess: str, target: str
) -> None:
    marks = feedback.colour(guess, target)
    for letter in guess:
        rest = [m for g, m in zip(guess, marks, strict=True) if g == letter and m < 2]
        assert rest == sorted(rest, reverse=True)


def test_words_of_different_length_have_no_colours(feedback: ModuleType) -> None:
    with pytest.raises(ValueError, match="differ in length"):
        feedback.colour("under", "house s")


def test_feedback_text(feedback: ModuleType) -> None:
    text = feedback.feedback_text("crane", feedback.colour("crane", "under"))
    assert text == "c<red> r<yellow> a<red> n<yellow> e<yellow>"


def test_feedback_text_in_another_language(feedback: ModuleType) -> None:
    """The words are for red, yellow and green, in this order."""
    marks = feedback.colour("geben", "leben")
    text = feedback.feedback_text("geben", marks, ("rot", "gelb", "grün"))
    assert text == "g<rot> e<grün> b<grün> e<grün> n<grün>"


@pytest.mark.parametrize(("guess", "points"), [("under", 25), ("crane", 9), ("apple", 3)])
def test_closeness(feedback: ModuleType, guess: str, points: int) -> None:
    """Five points per green and three per yellow letter."""
    assert feedback.closeness(feedback.colour(guess, "under")) == points


def attempts(feedback: ModuleType, target: str, guesses: list[str]) -> list[Any]:
    return [(guess, feedback.colour(guess, target)) for guess in guesses]


@pytest.mark.parametrize(
    ("guesses", "scores"),
    [
        ([], []),
        (["under"], [100]),
        (["apple", "apple", "under"], [0, -50, 10]),
        (["apple", "beach", "crane", "elder", "those", "horse"], [0, -10, -30, 20, 0, -50]),
    ],
)
def test_strategy_counts_distinct_letters_of_the_previous_feedback(
    feedback: ModuleType, guesses: list[str], scores: list[int]
) -> None:
    """-20 per letter known as red, +20 per green, +10 per yellow one; the first turn scores 0."""
    assert feedback.strategy(attempts(feedback, "under", guesses), aborted=False) == scores


def test_strategy_of_the_only_guess_of_an_aborted_episode(feedback: ModuleType) -> None:
    assert feedback.strategy(attempts(feedback, "under", ["apple"]), aborted=True) == [0]


def test_a_letter_that_was_red_and_green_counts_as_both(feedback: ModuleType) -> None:
    """`elder` against `under` has a red and a green e: -20 and +20."""
    scores = feedback.strategy(attempts(feedback, "under", ["elder", "messy"]), aborted=False)
    assert scores == [0, 0]


def test_the_keyboard_keeps_the_best_mark_of_a_letter(feedback: ModuleType) -> None:
    keys = feedback.keyboard(attempts(feedback, "under", ["elder", "crane"]))
    assert {letter: mark.name.lower() for letter, mark in keys.items()} == {
        "e": "green",
        "l": "red",
        "d": "green",
        "r": "green",
        "c": "red",
        "a": "red",
        "n": "yellow",
    }
