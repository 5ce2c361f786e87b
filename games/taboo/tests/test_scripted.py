"""The scripted describer and guesser: legal, adaptive, and good together and with people."""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from typing import Any

import pytest

LANGUAGES = ("en", "de")
TURNS = 3


def _unseen(load: Any, family: Path, language: str, count: int) -> list[str]:
    shipped = (family / "instances" / f"{language}.json").read_text("utf-8")
    choice = random.Random(11)
    words: list[str] = []
    for band in load("generate").bands(language).values():
        words += choice.sample([word for word in band if f'"{word}"' not in shipped], count)
    return words


@pytest.mark.parametrize(("language", "least"), [("en", 0.8), ("de", 0.7)])
def test_the_pair_wins_most_episodes_with_legal_clues(
    load: Any, family: Path, language: str, least: float
) -> None:
    """Uses words that are in no shipped instance; tools/measure.py does the full measurement."""
    rules = load("words").rules_for(language)
    describer = load("bots.describer").Describer(language)
    guesser = load("bots.guesser").Guesser(language)
    words = _unseen(load, family, language, 15)
    won = 0
    for target in words:
        related = load("generate.tasks").related_words(language, target)
        clues: list[str] = []
        guesses: list[str] = []
        for _ in range(TURNS):
            clues.append(describer.clue(target, related, TURNS, clues, guesses))
            assert rules.check(clues[-1], target, related) is None
            guesses.append(guesser.guess(clues, guesses))
            if rules.is_correct(guesses[-1], target):
                won += 1
                break
        assert len({guess.lower() for guess in guesses}) == len(guesses)
        assert all(guess.isalpha() for guess in guesses)
    assert won / len(words) >= least


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clue_is_legal_whatever_the_related_words(load: Any, language: str) -> None:
    """Even if words from the sentence patterns themselves are forbidden, for six wrong rounds."""
    rules = load("words").rules_for(language)
    describer = load("bots.describer").Describer(language, seed=3)
    patterns = {
        "en": ["word", "kind", "opposite", "think", "letters", "begins", "try", "guess"],
        "de": ["Beispiel", "Gegenteil", "gemeint", "denken", "Buchstaben", "beginnen", "raten"],
    }[language]
    vocabulary = load("relations").load_relations(language).words
    choice = random.Random(4)
    for _ in range(25):
        target = choice.choice(vocabulary[:8000])
        related = [*choice.sample(patterns, 2), choice.choice(vocabulary[:8000])]
        clues: list[str] = []
        guesses: list[str] = []
        for _ in range(6):
            clue = describer.clue(target, related, 6, clues, guesses)
            assert clue.strip() == clue != ""
            assert rules.check(clue, target, related) is None
            clues.append(clue)
            guesses.append(choice.choice(vocabulary))


def test_the_describer_avoids_relatives_that_the_check_lets_pass(load: Any) -> None:
    describer = load("bots.describer").Describer("en")
    clues: list[str] = []
    for _ in range(4):
        clues.append(describer.clue("guitar", ["music"], 4, clues, ["tree"] * len(clues)))
    said = " ".join(clues).lower()
    assert "guitar" not in said
    assert "music" not in said


def test_the_describer_says_something_new_after_a_wrong_guess(load: Any) -> None:
    describer = load("bots.describer").Describer("en")
    first = describer.clue("winter", ["snow"], 3)
    second = describer.clue("winter", ["snow"], 3, [first], ["summer"])
    assert second != first
    assert not set(first.split(". ")) & set(second.split(". "))


@pytest.mark.parametrize(("language", "word"), [("en", "qwyjibo"), ("de", "Quatschomat")])
def test_an_unknown_target_is_described_by_its_letters(load: Any, language: str, word: str) -> None:
    clue = load("bots.describer").Describer(language).clue(word, ["a", "b", "c"], 3)
    assert "Q" in clue
    assert str(len(word)) in clue


@pytest.mark.parametrize(
    ("language", "clue", "wanted"),
    [
        ("en", "It's the coldest season of the year", "winter"),
        ("en", "CLUE: a stringed instrument that you strum, with six strings", "guitar"),
        ("en", "the opposite of war", "peace"),
        ("en", "where you sleep at night", "bed"),
        ("en", "fruit, yellow, begins with b", "banana"),
        ("de", "CLUE: Die kälteste Jahreszeit", "Winter"),
        ("de", "großes graues Tier mit Rüssel", "Elefant"),
        ("de", "darin schläft man nachts", "Bett"),
        ("de", "gelbe Frucht, beginnt mit B", "Banane"),
    ],
)
def test_the_guesser_copes_with_what_people_write(
    load: Any, language: str, clue: str, wanted: str
) -> None:
    """The right word is among the top ten; people give more than one clue."""
    assert wanted in load("bots.guesser").Guesser(language).ranking([clue], most=10)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clue", ["", "CLUE:", "xyzzy plugh", "\n\t", "12345", "🙂"])
def test_the_guesser_always_answers_with_a_new_word(load: Any, language: str, clue: str) -> None:
    guesser = load("bots.guesser").Guesser(language)
    guesses: list[str] = []
    for _ in range(5):
        guesses.append(guesser.guess([clue] * (len(guesses) + 1), guesses))
    assert len({guess.lower() for guess in guesses}) == 5
    assert all(guess.isalpha() for guess in guesses)


def test_the_guesser_repeats_neither_clues_nor_guesses(load: Any) -> None:
    guesser = load("bots.guesser").Guesser("en")
    clue = "It is a season like summer, with snow."
    seen: list[str] = []
    for _ in range(5):
        seen.append(guesser.guess([clue], [f"GUESS: {word}" for word in seen]))
    assert len(set(seen)) == 5
    assert not {"season", "summer", "snow"} & set(seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_seed_same_moves(load: Any, language: str) -> None:
    target = load("generate").generate_one(language, 9)["target_word"]
    makers = load("bots.describer").Describer, load("bots.guesser").Guesser
    first, again = ([make(language, 5) for make in makers] for _ in range(2))
    clue = first[0].clue(target, [], 3)
    assert again[0].clue(target, [], 3) == clue
    assert again[1].guess([clue]) == first[1].guess([clue])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_index_is_built_from_the_shipped_relations(load: Any, language: str) -> None:
    index, relations = load("generate.index"), load("relations").load_relations(language)
    for source, entries in relations.sources().items():
        built = index.dump_index(index.build_index(relations, entries))
        shipped = index.index_path(language, source).read_bytes()
        assert gzip.decompress(built) == gzip.decompress(shipped)
