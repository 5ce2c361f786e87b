"""Comparison of text: the reference's way, quirks included, and the Unicode way."""

from __future__ import annotations

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


def test_two_spellings_of_one_letter_are_equal_in_the_unicode_policy_only() -> None:
    composed, decomposed = "é", "e\u0301"
    assert REFERENCE.lower(composed) != REFERENCE.lower(decomposed)
    assert UNICODE.lower(composed) == UNICODE.lower(decomposed) == composed
    assert UNICODE.letters(f"n{decomposed}e") == ("n", "é", "e")


def test_combining_marks_stay_with_their_letter() -> None:
    assert UNICODE.letters("x\u0323y") == ("x\u0323", "y")


@given(st.text())
def test_letters_cover_the_text(text: str) -> None:
    for policy in POLICIES.values():
        assert "".join(policy.letters(text)) == policy.normalise(text)
    assert UNICODE.normalise(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("policy", "small", "capital"),
    [
        ("turkish", "ilk ısı", "İLK ISI"),
        ("french", "e\u0301te\u0301", "ÉTÉ"),
        ("reference", "ilk", "ILK"),
    ],
)
def test_capitals(policy: str, small: str, capital: str) -> None:
    assert POLICIES[policy].upper(small) == capital


def test_policies_are_found_by_their_names() -> None:
    """Episodes record the name of the policy: without it, they could not be reviewed."""
    assert all(name == policy.name for name, policy in POLICIES.items())
    assert POLICIES.keys() == {
        *("reference", "unicode", "french", "german", "russian", "turkish", "turkmen"),
        *("arabic", "east-asian", "japanese", "telugu"),
    }


@pytest.mark.parametrize(
    ("policy", "one", "other"),
    [
        ("turkish", "BİRİNCİ", "birinci"),
        ("turkish", "ILIK", "ılık"),
        ("turkish", "i\u0307lk", "ilk"),
        ("french", "CŒUR", "coeur"),
        ("russian", "ЁЛКА", "елка"),
        ("arabic", "قَلَمٌ", "قلم"),
        ("arabic", "قلـــم", "قلم"),
        ("japanese", "リンゴ", "りんご"),
        ("japanese", "ｔｅａ", "tea"),
        ("east-asian", "２番", "2番"),
        ("telugu", "రాజ్\u200cకుమార్", "రాజ్కుమార్"),
    ],
)
def test_alternative_spellings_have_the_same_key(policy: str, one: str, other: str) -> None:
    assert POLICIES[policy].key(one) == POLICIES[policy].key(other)
    assert UNICODE.key(one) != UNICODE.key(other) or one.lower() == other


def test_different_words_have_different_keys() -> None:
    """Accents and letters that make a different word remain distinct."""
    different = [
        *(("turkish", "ısı", "isi"), ("turkish", "SIR", "SİR"), ("french", "côte", "coté")),
        *(("russian", "и", "й"), ("arabic", "كتب", "كتاب"), ("japanese", "か", "が")),
        *(("unicode", "über", "uber"), ("telugu", "కల", "కళ"), ("east-asian", "水", "氷")),
    ]
    for policy, one, other in different:
        assert POLICIES[policy].key(one) != POLICIES[policy].key(other)


@pytest.mark.parametrize(
    ("policy", "written", "folded"),
    [
        ("arabic", "الإجابة: ٣", "الإجابة: 3"),
        ("arabic", "۴", "4"),
        ("telugu", "౨", "2"),
        ("east-asian", "答：２　ＯＫ", "答:2 OK"),
        ("french", "２", "２"),
        ("reference", "２", "２"),
    ],
)
def test_digits_and_wide_forms_are_folded_where_the_script_has_them(
    policy: str, written: str, folded: str
) -> None:
    assert POLICIES[policy].fold(written) == folded


@given(st.text())
def test_folding_preserves_positions(text: str) -> None:
    for policy in POLICIES.values():
        folded = policy.fold(text)
        assert len(folded) == len(text)
        assert policy.fold(folded) == folded


@given(st.text())
def test_keys_are_idempotent(text: str) -> None:
    for policy in POLICIES.values():
        key = policy.key(text)
        assert policy.key(key) == key or policy is REFERENCE
