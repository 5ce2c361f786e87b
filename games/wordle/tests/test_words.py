"""The word lists that come with the game."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from types import ModuleType

import pytest

ALPHABETS = {"en": "[a-z]{5}", "de": "[a-zäöüß]{5}"}
LEAST = {"en": 8_000, "de": 5_000}


@pytest.mark.parametrize("language", ALPHABETS)
def test_accepted_words_have_five_letters_of_the_alphabet(words: ModuleType, language: str) -> None:
    accepted = words.accepted_words(language)
    assert [w for w in accepted if not re.fullmatch(ALPHABETS[language], w)] == []
    assert all(unicodedata.is_normalized("NFC", word) for word in accepted)
    assert len(set(accepted)) == len(accepted) >= LEAST[language]


@pytest.mark.parametrize(
    ("language", "guesses"),
    [
        # base forms, plurals, past and third-person forms, comparatives, British and American
        ("en", "crane hands baked reads older would their metre favor cafes admin maths tying"),
        # also umlauts and sharp s, imperatives, declined adjectives and determiners
        ("de", "größe weiße hände bäume liest siehe kluge altes jeder seine steif darum"),
    ],
)
def test_ordinary_words_in_all_forms_are_accepted(
    words: ModuleType, language: str, guesses: str
) -> None:
    accepted = words.accepted_words(language)
    assert [guess for guess in guesses.split() if guess not in accepted] == []


@pytest.mark.parametrize(
    ("language", "no_words"),
    [
        ("en", "zzzzz qwert james paris texas"),
        ("de", "zzzzz qwert peter julia mainz japan gross weiss nsdap"),
    ],
)
def test_names_and_non_words_are_not_accepted(
    words: ModuleType, language: str, no_words: str
) -> None:
    accepted = words.accepted_words(language)
    assert [word for word in no_words.split() if word in accepted] == []


@pytest.mark.parametrize("language", ALPHABETS)
def test_targets_are_accepted_frequent_and_in_one_band(words: ModuleType, language: str) -> None:
    accepted = words.accepted_words(language)
    bands = words.target_candidates(language)
    high, medium = set(bands["high"]), set(bands["medium"])
    assert high | medium <= set(accepted)
    assert not high & medium
    assert len(high) >= 100
    assert len(medium) >= 500
    frequency = accepted.frequencies
    assert min(frequency[w] for w in high) >= max(frequency[w] for w in medium)
    assert min(frequency[w] for w in medium) >= 340


@pytest.mark.parametrize(
    ("language", "unfit"),
    [
        # plurals, past forms, comparatives, slurs and insults that are accepted as guesses
        ("en", "hands baked older women drank bitch whore moron"),
        ("de", "hände altes getan seine neger fotze penis"),
    ],
)
def test_inflected_and_offensive_words_are_guesses_but_no_targets(
    words: ModuleType, language: str, unfit: str
) -> None:
    bands = words.target_candidates(language)
    targets = {word for band in bands.values() for word in band}
    assert set(unfit.split()) <= set(words.accepted_words(language))
    assert not set(unfit.split()) & targets


def test_every_list_has_its_notice(words: ModuleType) -> None:
    readme = (words.DATA / "README.md").read_text("utf-8")
    shipped = {path.name for path in Path(words.DATA).iterdir()} - {"README.md"}
    assert [name for name in sorted(shipped) if name not in readme] == []


@pytest.mark.parametrize("language", ALPHABETS)
def test_the_readme_states_the_number_of_words(words: ModuleType, language: str) -> None:
    readme = (words.DATA / "README.md").read_text("utf-8")
    (row,) = (line for line in readme.splitlines() if f"`{language}_words.txt`" in line)
    assert f" {len(words.accepted_words(language)):,} accepted " in row


def test_the_digest_is_that_of_the_set(words: ModuleType) -> None:
    some = words.WordList(("under", "apple"), {"apple": 400})
    assert some.digest == words.WordList(("apple", "under"), {"apple": 400}).digest
    assert some.digest != words.WordList(("apple", "under"), {"apple": 401}).digest
    assert some.digest != words.WordList(("apple",), {"apple": 400}).digest


def test_a_list_needs_words_of_one_length(words: ModuleType) -> None:
    for unfit in ((), ("under", "banana")):
        with pytest.raises(ValueError, match="same length"):
            words.WordList(unfit)


def test_a_language_without_words(words: ModuleType) -> None:
    with pytest.raises(FileNotFoundError):
        words.accepted_words("xx")
