"""Wrapping lines in every writing system: within the width, and between characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from clemtui.language import grapheme_clusters, safe, shorten, truncate
from clemtui.language.width import cell_count, extra_cells
from clemtui.language.wrapping import wrap

VOWEL_BESIDE, VOWEL_ABOVE = "కు", "కి"
TELUGU = "ప్రతి సాయంత్రం మనం తిరిగి వెళ్ళే చోటు"
ARABIC = "مَكانٌ نعودُ إليهِ كلَّ مساءٍ"


def test_a_vowel_beside_its_consonant_is_counted_as_most_terminals_do() -> None:
    assert (cell_len(VOWEL_BESIDE), cell_count(VOWEL_BESIDE)) == (1, 2)
    assert (cell_len(VOWEL_ABOVE), cell_count(VOWEL_ABOVE)) == (1, 1)
    signs = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Mc"]
    assert all(extra_cells(sign) == 1 and cell_len(sign) == 0 for sign in signs)
    assert extra_cells("plain") == extra_cells("日本語") == extra_cells(ARABIC) == 0


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("答え：今日は晴れです。", 10, ["答え：今日", "は晴れで", "す。"]),  # 。 is never first
        ("彼は「はい」と言った", 6, ["彼は", "「は", "い」と", "言った"]),  # 「 is never last
        ("GUESS: 日本語です", 12, ["GUESS: 日本", "語です"]),
        ("ちょっと待って", 6, ["ちょっ", "と待っ", "て"]),
    ],
)
def test_chinese_and_japanese_break_between_characters(
    text: str, width: int, lines: list[str]
) -> None:
    assert list(wrap(text, width)) == lines
    assert all(cell_count(line) <= width for line in wrap(text, width))


@pytest.mark.parametrize("text", [TELUGU, ARABIC, "か゚き゚く゚", "👩‍🚀👩‍🚀👩‍🚀"])
@pytest.mark.parametrize("width", [2, 3, 5, 8, 13])
def test_no_character_is_cut_off_its_marks(text: str, width: int) -> None:
    lines = list(wrap(text, width))
    assert [c for line in lines for c in grapheme_clusters(line) if c != " "] == [
        c for c in grapheme_clusters(text) if c != " "
    ]
    widest = max(map(cell_count, grapheme_clusters(text)))
    assert all(cell_count(line) <= max(width, widest) for line in lines)


@given(st.text(max_size=60).map(safe), st.integers(2, 20))
def test_every_line_fits_and_nothing_but_blanks_is_lost(text: str, width: int) -> None:
    lines = list(wrap(text, width))
    widest = max([1, *map(cell_count, grapheme_clusters(text))])
    assert all(cell_count(line) <= max(width, widest) for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace("\n", "").replace(" ", "")


def test_a_beginning_ends_before_the_letter_that_does_not_fit() -> None:
    assert truncate("ae\u0301", 2) == "a"
    assert truncate("abc", 5) == "abc"
    assert shorten(TELUGU, 9, cell_count).endswith("…")
    assert cell_count(shorten(TELUGU, 9, cell_count)) <= 9
