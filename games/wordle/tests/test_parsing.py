"""The guesser's reply: what is read, in which order it is checked, and which errors result."""

from __future__ import annotations

import unicodedata
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

KNOWN = frozenset({"under", "apple", "größe", "straß"})


def parse(parsing: ModuleType, text: str, **form: Any) -> Any:
    return parsing.parse_guess(text, parsing.ReplyFormat(**form), KNOWN)


def lower_nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


GERMAN = {"explanation_tag": "erklärung:", "guess_tag": "wort:", "lower": lower_nfc}


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("explanation: x\nguess: under", "x"),
        (
            "EXPLANATION: I take guess: as tag\nGuess:   UNDER  \n\nGood luck!",
            "I take guess: as tag",
        ),
        ("explanation:\nguess: under", ""),
        ("explanation: two\nlines\nmy guess: under", "two"),
        ("explanation: x\r\nguess: under\r\n", "x"),
        ("explanation: x\nguess:\tunder", "x"),
    ],
)
def test_valid_replies(parsing: ModuleType, text: str, explanation: str) -> None:
    assert parse(parsing, text) == parsing.Guess(explanation, "under")


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("", "START", "The response should always start with the keyword 'explanation:'"),
        (
            "guess: under",
            "START",
            "The response should always start with the keyword 'explanation:'",
        ),
        (
            " explanation: x\nguess: under",
            "START",
            "The response should always start with the keyword 'explanation:'",
        ),
        (
            "explanation: x guess: under",
            "COUNT",
            "The response should contain the 'guess:' keyword exactly once.",
        ),
        (
            "explanation: x\nguess: apple\nguess: under",
            "COUNT",
            "The response should contain the 'guess:' keyword exactly once.",
        ),
        (
            "explanation: x\nguess: under.",
            "FORMAT",
            "The guess should be a single word and should only contain letters.",
        ),
        (
            "explanation: x\nguess: un der",
            "FORMAT",
            "The guess should be a single word and should only contain letters.",
        ),
        (
            "explanation: x\nguess:\nunder",
            "FORMAT",
            "The guess should be a single word and should only contain letters.",
        ),
        ("explanation: x\nguess: banana", "LENGTH", "The length of the guessed word is not 5."),
        (
            "explanation: x\nguess: zzzzz",
            "UNKNOWN_WORD",
            "The guessed word is not a valid word for this game.",
        ),
    ],
)
def test_errors(parsing: ModuleType, text: str, kind: str, reason: str) -> None:
    error = parse(parsing, text)
    assert (error.kind, error.reason) == (parsing.GuessErrorKind[kind], reason)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("zzzzzz!\nguess: a\nguess: b", "START"),  # checked before the number of guesses
        ("explanation: x\nguess: a!\nguess: b", "COUNT"),  # checked before the form of the word
        ("explanation: x\nguess: banana!", "FORMAT"),  # checked before its length
        ("explanation: x\nguess: bananas", "LENGTH"),  # checked before the look-up
    ],
)
def test_the_first_failing_check_decides(parsing: ModuleType, text: str, kind: str) -> None:
    assert parse(parsing, text).kind is parsing.GuessErrorKind[kind]


def test_an_error_carries_what_was_read_before_it(parsing: ModuleType) -> None:
    error = parse(parsing, "explanation: why\nguess: ZZZZZ")
    assert (error.explanation, error.guess) == ("why", "zzzzz")
    assert parse(parsing, "why").explanation is None


@pytest.mark.parametrize("spelling", ["Größe", "GRÖẞE", unicodedata.normalize("NFD", "größe")])
def test_german_keeps_the_sharp_s_and_composes_umlauts(parsing: ModuleType, spelling: str) -> None:
    reply = parse(parsing, f"Erklärung: x\nWort: {spelling}", **GERMAN)
    assert reply == parsing.Guess("x", "größe")


def test_the_start_tag_may_be_decomposed(parsing: ModuleType) -> None:
    text = unicodedata.normalize("NFD", "ERKLÄRUNG: ja\nWORT: under")
    assert parse(parsing, text, **GERMAN) == parsing.Guess("ja", "under")


def test_tags_are_plain_text(parsing: ModuleType) -> None:
    form = {"guess_tag": "(guess).*:"}
    assert parse(parsing, "explanation: x\n(guess).*: under", **form).guess == "under"


PIECES = st.one_of(
    st.sampled_from(
        ["explanation:", "guess:", "erklärung:", "wort:", "\n", " ", "under", "ẞ", "İ"]
    ),
    st.text(max_size=8),
)


@given(st.lists(PIECES, max_size=8).map("".join), st.booleans())
def test_any_text_gets_a_verdict(parsing: ModuleType, text: str, german: bool) -> None:
    result = parse(parsing, text, **(GERMAN if german else {}))
    if isinstance(result, parsing.Guess):
        assert result.guess in KNOWN
    else:
        assert isinstance(result, parsing.GuessError)


@given(st.text(st.characters(exclude_characters="\n")), st.sampled_from(sorted(KNOWN)))
def test_what_a_form_composes_is_read_back(
    parsing: ModuleType, explanation: str, guess: str
) -> None:
    reply = parse(parsing, f"explanation: {explanation}\nguess: {guess}")
    assert reply == parsing.Guess(explanation.strip(), guess)
