"""The clues: which words have one, and what a clue must not be."""

from __future__ import annotations

import unicodedata
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.language.width import cell_count
from games.wordle import words as word_files
from games.wordle.generate.clues import has_clues
from games.wordle.letters import folded

LANGUAGES = tuple(language for language in word_files.LANGUAGES if has_clues(language))
#: Minimum number of clues: three times as many as there are shipped instances.
LEAST, LEAST_OF_OTHERS = {"en": 700, "de": 400}, 90
#: Languages with stemmers, in which all frequent targets have a clue.
STEMMED = ("en", "de")
FEWEST_WORDS, MOST_WORDS = 2, 8
#: Minimum length in Japanese, in characters, because it has no blanks between words.
FEWEST_CHARACTERS = 4
#: Maximum width: a line of 80 columns must fit a clue and its label.
LONGEST = 56


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def listed(clues: ModuleType, language: str) -> dict[str, str]:
    return {word: clues.clue_for(language, word) for word in clues.words_with_clues(language)}


def test_every_word_with_a_clue_is_accepted_and_may_be_a_target(
    target_words: ModuleType, words: ModuleType, language: str, listed: dict[str, str]
) -> None:
    candidates = {
        word for band in target_words.target_candidates(language).values() for word in band
    }
    assert set(listed) <= set(words.accepted_words(language)) & candidates
    assert len(listed) >= LEAST.get(language, LEAST_OF_OTHERS)


@pytest.mark.parametrize("language", STEMMED)
def test_every_frequent_target_has_a_clue(
    target_words: ModuleType, language: str, listed: dict[str, str]
) -> None:
    assert not set(target_words.target_candidates(language)["high"]) - listed.keys()


def test_of_each_band_there_are_three_times_as_many_as_are_shipped(
    target_words: ModuleType, language: str, listed: dict[str, str]
) -> None:
    bands = target_words.target_candidates(language)
    assert len(set(bands["high"]) & listed.keys()) >= 30
    assert len(set(bands["medium"]) & listed.keys()) >= 60


@pytest.mark.parametrize("game", ["wordle", "wordle_withclue", "wordle_withcritic"])
def test_every_shipped_target_has_a_clue(game: str, language: str, listed: dict[str, str]) -> None:
    targets = {
        instance.data["target_word"]
        for experiment in open_catalogue().experiments(game, language)
        for instance in experiment.instances
    }
    assert len(targets) == 30
    assert targets <= listed.keys()


def test_a_clue_is_short_and_one_clean_line(language: str, listed: dict[str, str]) -> None:
    for word, clue in listed.items():
        if language == "ja":
            assert len(clue) >= FEWEST_CHARACTERS, (word, clue)
        else:
            assert FEWEST_WORDS <= len(clue.split()) <= MOST_WORDS, (word, clue)
        assert cell_count(clue) <= LONGEST, (word, clue)
        assert clue == " ".join(clue.split()), (word, clue)
        assert unicodedata.is_normalized("NFC", clue), (word, clue)
        assert not clue.endswith((".", "!", "?", "؟", "。", "！", "？")), (word, clue)


def test_english_clues_are_in_lower_case(clues: ModuleType) -> None:
    """The reference lower-cases its clues. German keeps the capitals that its spelling requires."""
    for word in clues.words_with_clues("en"):
        clue = clues.clue_for("en", word)
        assert clue == clue.lower()


def test_no_clue_names_its_word(language: str, listed: dict[str, str]) -> None:
    """Compared in the letters of the board, and also at the start of other words."""
    for word, clue in listed.items():
        tokens = folded(language, clue.lower()).split()
        assert not any(token.startswith(word) for token in tokens), (word, clue)


@pytest.mark.parametrize("language", STEMMED)
def test_no_clue_names_its_word_or_a_form_of_it(
    stems: ModuleType, language: str, listed: dict[str, str]
) -> None:
    for word, clue in listed.items():
        own = stems.stem(language, word)
        for token in stems.tokens(clue):
            assert stems.stem(language, token) != own, (word, clue)
            assert word not in token, (word, clue)
            assert not (len(own) >= 4 and token.startswith(own)), (word, clue)


def test_no_two_words_share_a_clue(listed: dict[str, str]) -> None:
    assert len({clue.lower() for clue in listed.values()}) == len(listed)


def test_other_words_have_no_clue(clues: ModuleType, language: str) -> None:
    assert clues.clue_for(language, "zzzzz") is None


def test_a_language_without_clues(clues: ModuleType) -> None:
    for ask in (clues.words_with_clues, lambda language: clues.clue_for(language, "under")):
        with pytest.raises(FileNotFoundError):
            ask("xx")
