"""How text is compared: the reference's way, oddities included, and the Unicode way."""

from __future__ import annotations

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import POLICIES, REFERENCE, UNICODE


@given(st.text())
def test_the_reference_lower_cases_as_python_does(text: str) -> None:
    assert REFERENCE.lower(text) == text.lower()
    assert REFERENCE.normalise(text) == text
    assert REFERENCE.letters(text) == tuple(text)


@given(st.text())
def test_the_reference_drops_ascii_punctuation_and_nothing_else(text: str) -> None:
    kept = "".join(character for character in text if character not in string.punctuation)
    assert REFERENCE.without_punctuation(text) == kept


@pytest.mark.parametrize(
    ("text", "reference", "unicode"),
    [
        ("don't", "dont", "dont"),
        ("„so“ – «ja»!", "„so“ – «ja»", "so  ja"),
        ("a+b=c", "abc", "abc"),
        ("¿qué?", "¿qué", "qué"),
    ],
)
def test_punctuation(text: str, reference: str, unicode: str) -> None:
    assert REFERENCE.without_punctuation(text) == reference
    assert UNICODE.without_punctuation(text) == unicode


def test_two_spellings_of_one_letter_are_equal_in_the_unicode_policy_only() -> None:
    composed, decomposed = "é", "e\u0301"
    assert REFERENCE.lower(composed) != REFERENCE.lower(decomposed)
    assert UNICODE.lower(composed) == UNICODE.lower(decomposed) == composed
    assert UNICODE.letters(f"n{decomposed}e") == ("n", "é", "e")


def test_a_mark_that_no_letter_is_composed_with_stays_with_its_letter() -> None:
    assert UNICODE.letters("x\u0323y") == ("x\u0323", "y")


@given(st.text())
def test_no_letter_gets_lost(text: str) -> None:
    for policy in POLICIES.values():
        assert "".join(policy.letters(text)) == policy.normalise(text)
    assert UNICODE.normalise(text) == unicodedata.normalize("NFC", text)


def test_policies_are_found_by_their_names() -> None:
    assert {name: policy.name for name, policy in POLICIES.items()} == {
        "reference": "reference",
        "unicode": "unicode",
    }
