"""Normalisation of text for search: text that looks alike matches, in every script."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.store.folding import fold, fts_query, terms
from clemtui.store.search import WORDS


def finds(query: str, text: str) -> bool:
    """Return whether a query matches a text, using the index itself."""
    match = fts_query(query)
    if match is None:
        return False
    db = sqlite3.connect(":memory:")
    db.execute(WORDS.format(name="w"))
    db.execute("INSERT INTO w (rowid, words) VALUES (1, ?)", (fold(text),))
    return db.execute("SELECT 1 FROM w WHERE w MATCH ?", (match,)).fetchone() is not None


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("RIVER", "the river bank"),
        ("riv", "the river bank"),
        ("bank the", "the river bank"),
        ('"the river"', "the river bank"),
        ("cafe", "Café!"),
        ("CAFÉ", "un cafe\u0301"),
        ("strasse", "Die Straße"),
        ("istanbul", "İSTANBUL"),
        ("IRMAK", "ırmak"),
        ("ｗｏｒｄ", "word"),
        ("don't", "I don't know"),
        ("CLUE:", "CLUE: hot"),
        ("élan", "ELAN"),
        ("река", "Река́ течёт"),
        ("течет", "Река течёт"),
        ("θαλασσα", "η Θάλασσα"),
        ("كتاب", "كِتَاب جديد"),
        ("שלום", "שָׁלוֹם"),
        ("河", "那条河很长"),
        ("河流", "一条河流，很长"),
        ("東京", "私は東京に住んでいます"),
        ("カワ", "ｶﾜ"),
        ("강", "강물이 흐른다"),
        ("น้ำ", "แม่น้ำยาว"),
        ("नदी", "यह नदी लंबी है"),
        ("12", "12 points"),
    ],
)
def test_what_is_found(query: str, text: str) -> None:
    assert finds(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("iver", "the river bank"),  # prefixes only
        ('"riv"', "the river bank"),  # quoted words must match whole
        ('"bank river"', "the river bank"),
        ("river sea", "the river bank"),  # all words must match
        ("流河", "一条河流"),
        ("は", "ばら"),  # voiced kana are different letters
        ("कि", "कु"),  # and so are different vowels
        ("?", "what?"),
        ("", "what"),
    ],
)
def test_what_is_not_found(query: str, text: str) -> None:
    assert not finds(query, text)


def test_terms_are_words_and_quoted_phrases() -> None:
    assert terms('Lost "River Bank" don\'t ... "') == (
        ("lost", True),
        ("river bank", False),
        ("don t", True),
    )


HOSTILE = st.text(st.characters() | st.sampled_from("\"*^():+-{}\0\ud800 '")) | st.sampled_from(
    ["AND", "a OR", "NOT", 'NEAR("a" b, 3)', "words:x", "search_words MATCH", '"', '""', "*", "a*b"]
)


@given(HOSTILE)
def test_no_query_is_a_syntax_error(query: str) -> None:
    finds(query, "whatever stands there")


@given(st.text(max_size=60))
def test_every_word_of_a_text_finds_it(text: str) -> None:
    for word in text.split():
        if '"' not in word and terms(word):
            assert finds(word, text)


@given(st.text(max_size=60))
def test_a_text_finds_itself_as_a_phrase(text: str) -> None:
    quoted = f'"{text.replace(chr(34), " ")}"'
    if terms(quoted):
        assert finds(quoted, text)
