"""The scripted guesser: legal, deterministic, strong, fast, and truthful."""

from __future__ import annotations

import random
import time
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.wordle.words import LANGUAGES
from tests.support.examples import examples

LETTERS = "abcdeo"
WORD = st.text(LETTERS, min_size=5, max_size=5)
ROUNDS = 6


def play(feedback: ModuleType, player: Any, target: str, rounds: int = ROUNDS) -> list[Any]:
    attempts: list[Any] = []
    while len(attempts) < rounds and (not attempts or attempts[-1][0] != target):
        guess = player.move(attempts).guess
        attempts.append((guess, feedback.colour(guess, target)))
    return attempts


@given(st.sets(WORD, min_size=1, max_size=60), st.data())
def test_candidates_are_the_words_that_would_have_got_the_same_marks(
    word_lists: ModuleType,
    feedback: ModuleType,
    candidates: ModuleType,
    known: set[str],
    data: st.DataObject,
) -> None:
    target = data.draw(st.sampled_from(sorted(known)))
    guesses = data.draw(st.lists(WORD, max_size=4))
    attempts = [(guess, feedback.colour(guess, target)) for guess in guesses]
    index = candidates.CandidateIndex(word_lists.WordList(tuple(known)))
    left = {index.words[i] for i in index.consistent(attempts)}
    assert left == {
        word for word in known if all(feedback.colour(g, word) == m for g, m in attempts)
    }


@given(WORD, WORD)
def test_pattern_codes_are_the_marks_in_base_three(
    feedback: ModuleType, partition: ModuleType, guess: str, target: str
) -> None:
    code = int("".join(str(int(mark)) for mark in feedback.colour(guess, target)), 3)
    assert partition.pattern_codes(guess, [target]) == [code]


def test_information_is_the_entropy_of_the_marks(partition: ModuleType) -> None:
    """Four equally likely groups give two bits; a guess that splits nothing gives none."""
    targets = ["abcde", "abcdf", "abcgh", "abijk"]
    assert partition.information("abcde", targets, [1.0] * 4) == pytest.approx(2.0)
    assert partition.information("vwxyz", targets, [1.0] * 4) == pytest.approx(0.0)


def test_two_step_chance_counts_the_best_of_each_group(partition: ModuleType) -> None:
    """The first guess is the target with probability 1/4 and splits the other three."""
    targets = ["abcde", "abcdf", "abcdg", "abijk"]
    assert partition.two_step_chance("abcde", targets, [1.0] * 4) == pytest.approx(3 / 4)


@examples(25)
@given(st.sets(WORD, min_size=1, max_size=40), WORD, st.integers(0, 3))
def test_guesses_are_of_the_list_and_never_repeated_even_if_the_target_is_not_in_it(
    word_lists: ModuleType,
    feedback: ModuleType,
    guesser: ModuleType,
    known: set[str],
    target: str,
    seed: int,
) -> None:
    player = guesser.ScriptedGuesser(word_lists.WordList(tuple(known)), seed)
    rounds = min(ROUNDS, len(known))
    guesses = [guess for guess, _ in play(feedback, player, target, rounds)]
    assert set(guesses) <= known
    assert len(set(guesses)) == len(guesses)


def test_an_exhausted_list_raises(
    word_lists: ModuleType, feedback: ModuleType, guesser: ModuleType
) -> None:
    player = guesser.ScriptedGuesser(word_lists.WordList(("under",)), 1)
    with pytest.raises(ValueError, match="already been guessed"):
        player.move([("under", feedback.colour("under", "apple"))])


def test_only_words_of_five_letters(word_lists: ModuleType, guesser: ModuleType) -> None:
    with pytest.raises(ValueError, match="words of 5 letters"):
        guesser.ScriptedGuesser(word_lists.WordList(("banana",)), 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_plays_the_same_and_seeds_differ(
    target_words: ModuleType,
    word_lists: ModuleType,
    feedback: ModuleType,
    guesser: ModuleType,
    language: str,
) -> None:
    accepted = word_lists.accepted_words(language)
    target = target_words.target_candidates(language)["medium"][0]
    games = [play(feedback, guesser.ScriptedGuesser(accepted, seed), target) for seed in range(12)]
    again = [play(feedback, guesser.ScriptedGuesser(accepted, seed), target) for seed in range(12)]
    assert games == again
    assert len({game[0][0] for game in games}) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_openings_are_precomputed_for_the_lists_that_come_with_the_game(
    word_lists: ModuleType, guesser: ModuleType, partition: ModuleType, language: str
) -> None:
    accepted = word_lists.accepted_words(language)
    book = guesser.opening_books()[accepted.digest]
    for first, seconds in book.items():
        assert {first, *seconds.values()} <= set(accepted)
        assert set(seconds) <= set(partition.pattern_codes(first, accepted.words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_wins_nearly_always_and_in_time(
    target_words: ModuleType,
    word_lists: ModuleType,
    words: ModuleType,
    feedback: ModuleType,
    guesser: ModuleType,
    language: str,
) -> None:
    """Here any accepted word can be the target, including plurals and rare words."""
    accepted = word_lists.accepted_words(language)
    player = guesser.ScriptedGuesser(accepted, 1)
    rng = random.Random(1)
    known = [w for band in target_words.target_candidates(language).values() for w in band]
    won = {
        "well-known": [play(feedback, player, t)[-1][0] == t for t in rng.sample(known, 40)],
        "any": [play(feedback, player, t)[-1][0] == t for t in rng.sample(accepted.words, 40)],
    }
    assert sum(won["well-known"]) >= 38
    assert sum(won["any"]) >= 28


def foreign_list(word_lists: ModuleType) -> Any:
    """Return a list for which no openings were computed."""
    return word_lists.with_frequencies(word_lists.accepted_words("en").words[:-500], "en")


def test_a_foreign_list_is_played_well_too(
    target_words: ModuleType, word_lists: ModuleType, feedback: ModuleType, guesser: ModuleType
) -> None:
    known = foreign_list(word_lists)
    assert known.digest not in guesser.opening_books()
    player = guesser.ScriptedGuesser(known, 1)
    targets = [w for w in target_words.target_candidates("en")["high"] if w in known][::8]
    assert all(play(feedback, player, target)[-1][0] == target for target in targets)


def test_a_move_takes_at_most_50_ms_whatever_the_list(
    word_lists: ModuleType, feedback: ModuleType, guesser: ModuleType
) -> None:
    """Processor time, with three times the budget so that slower machines pass."""
    for known in (
        word_lists.accepted_words("en"),
        word_lists.accepted_words("de"),
        foreign_list(word_lists),
    ):
        player = guesser.ScriptedGuesser(known, 1)
        for target in random.Random(2).sample(known.words, 5):
            attempts: list[Any] = []
            for _ in range(ROUNDS):
                start = time.process_time()
                guess = player.move(attempts).guess
                assert time.process_time() - start < 3 * 0.050
                if guess == target:
                    break
                attempts.append((guess, feedback.colour(guess, target)))


def explain(feedback: ModuleType, wording: ModuleType, guesses: list[str]) -> str:
    attempts = [(guess, feedback.colour(guess, "under")) for guess in guesses]
    text = wording.ENGLISH.explain(wording.Reason.SPLIT, attempts, 14)
    assert isinstance(text, str)
    return text


def test_an_explanation_says_what_is_known(feedback: ModuleType, wording: ModuleType) -> None:
    assert explain(feedback, wording, ["crane", "elder"]) == (
        "fixed so far: __der; also in the word: n; not in the word: a c l; words left: 14; "
        "this word tells them apart well"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_are_one_true_line(
    word_lists: ModuleType,
    feedback: ModuleType,
    guesser: ModuleType,
    candidates: ModuleType,
    wording: ModuleType,
    language: str,
) -> None:
    accepted = word_lists.accepted_words(language)
    index = candidates.CandidateIndex(accepted)
    texts = wording.WORDINGS[language]
    player = guesser.ScriptedGuesser(accepted, 3, wording=texts)
    for target in random.Random(4).sample(accepted.words, 6):
        attempts: list[Any] = []
        for _ in range(ROUNDS):
            move = player.move(attempts)
            assert len(move.explanation.splitlines()) == 1
            left = len(index.consistent(attempts))
            if attempts:
                assert texts.left.replace("${count}", str(left)) in move.explanation
            if texts.reasons[wording.Reason.ONLY] in move.explanation:
                assert move.guess == target
            attempts.append((move.guess, feedback.colour(move.guess, target)))
            if move.guess == target:
                break


def test_a_wording_of_several_lines_is_refused(wording: ModuleType) -> None:
    with pytest.raises(ValueError, match="single line"):
        wording.Wording("a\nb", "b", "c", "d", wording.ENGLISH.reasons)
