"""Right-to-left text: the direction of a paragraph, and a line in drawing order.

The drawn lines are written by their letters' names, because an editor would reorder them again.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from clemtui.language import (
    direction,
    grapheme_clusters,
    has_rtl,
    one_line,
    paragraph_direction,
    safe,
    without_marks,
)
from clemtui.language.visual import available, visual_order
from tests.support.visual_text import visual_text

ALEF, BA, TA, LAM, NON_JOINER = "\u0627", "\u0628", "\u062a", "\u0644", "\u200c"
BA_FIRST, BA_LAST, TA_FIRST, TA_LAST = "\ufe91", "\ufe90", "\ufe97", "\ufe96"
LAM_FIRST, ALEF_LAST = "\ufedf", "\ufe8e"
SHADDA, FATHA = "\u0651", "\u064e"
ARABIC = st.text(st.sampled_from("ابتجدرسعلمنهوي،؛؟ .:()«»0123456789abcXYZ-_/" + SHADDA + FATHA))


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("", "ltr"),
        ("123 …", "ltr"),
        ("house", "ltr"),
        ("بيت", "rtl"),
        ("«بيت» house", "rtl"),
        ("1. بيت", "rtl"),
        ("house بيت", "ltr"),
        ("שלום", "rtl"),
        ("日本語", "ltr"),
    ],
)
def test_a_paragraph_runs_as_its_first_letter_does(text: str, way: str) -> None:
    assert direction(text) == way


def test_a_line_of_an_arabic_text_runs_as_the_text_does_but_a_drawn_grid_does_not() -> None:
    text = "اكتب هكذا:\nGUESS: بيت\nX ▢ X"
    ways = [paragraph_direction(line, text) for line in text.split("\n")]
    assert ways == ["rtl", "rtl", "ltr"]
    assert paragraph_direction("GUESS: بيت", "GUESS: بيت") == "ltr"


def test_the_packages_are_there_in_the_tests() -> None:
    assert available()


def test_letters_join_and_stand_from_right_to_left() -> None:
    assert visual_text(BA + TA, "rtl") == TA_LAST + BA_FIRST
    assert visual_text(f"{BA}{TA} {TA}{BA}", "rtl") == f"{BA_LAST}{TA_FIRST} {TA_LAST}{BA_FIRST}"


def test_lam_and_alef_keep_a_cell_each() -> None:
    assert visual_text(LAM + ALEF, "rtl") == ALEF_LAST + LAM_FIRST


def test_a_non_joiner_parts_letters() -> None:
    assert visual_text(BA + NON_JOINER + TA, "rtl") == TA + BA + NON_JOINER


def test_marks_stay_behind_their_letters() -> None:
    assert visual_text(BA + SHADDA + FATHA + TA, "rtl") == TA_LAST + BA_FIRST + SHADDA + FATHA


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (f"{BA} GUESS: {TA}", f"{TA} GUESS: {BA}"),
        (f"{BA} --as {TA}", f"{TA} --as {BA}"),
        (f"{BA} gpt-4 mini, {TA}.", f".{TA} ,gpt-4 mini {BA}"),
        (f"{BA} (20 words).", f".(20 words) {BA}"),
        (f"{BA} (abc {TA}).", f".({TA} abc) {BA}"),
        (f"high (10 {TA})", f"({TA} 10) high"),
        (f"{ALEF}“GUESS: x”.", f".“GUESS: x”{ALEF}"),
        (f"{BA} 12/03/2026 {TA}", f"{TA} 12/03/2026 {BA}"),
        (f"{BA} -5 {TA}", f"{TA} -5 {BA}"),
        (f"{BA} 1 2 3", f"3 2 1 {BA}"),
        (f"{BA} 1:", f":1 {BA}"),
        (f"{BA} 10:30 {TA}", f"{TA} 10:30 {BA}"),
    ],
)
def test_latin_words_and_their_signs_stay_together_in_an_arabic_line(text: str, drawn: str) -> None:
    assert visual_text(text, "rtl") == drawn


def test_arabic_words_stay_together_in_an_english_line() -> None:
    assert visual_text(f"the word {ALEF} {BA}.", "ltr") == f"the word {BA} {ALEF}."


def test_brackets_open_towards_what_they_hold() -> None:
    assert visual_text(f"«{BA}»", "rtl") == f"«{BA}»"
    assert [each.place for each in visual_order(("(", BA), "rtl")] == [1, 0]
    assert visual_text(f"({BA}", "rtl") == f"{BA})"


@given(ARABIC, st.sampled_from(["ltr", "rtl"]))
def test_every_character_is_drawn_once_and_as_wide_as_it_was(text: str, base: str) -> None:
    characters = tuple(grapheme_clusters(text))
    drawn = visual_order(characters, base)
    assert sorted(each.place for each in drawn) == list(range(len(characters)))
    for each in drawn:
        assert cell_len(each.text) == cell_len(characters[each.place])


@given(st.text())
def test_no_safe_text_is_too_odd(text: str) -> None:
    characters = tuple(grapheme_clusters(one_line(text)))
    assert len(visual_order(characters, "rtl")) == len(characters)


@given(st.text())
def test_clusters_are_the_whole_text(text: str) -> None:
    assert "".join(grapheme_clusters(text)) == text


@pytest.mark.parametrize(
    ("text", "count"),
    [("కి", 1), ("ప్రపంచం", 4), ("بَيْت", 3), ("👩‍🚀", 1), ("🇩🇪🇫🇷", 2), ("é", 1), ("か゚", 1), ("", 0)],
)
def test_a_letter_and_its_marks_are_one_character(text: str, count: int) -> None:
    assert len(grapheme_clusters(text)) == count


def test_marks_of_direction_are_invisible_and_take_no_room() -> None:
    marks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    assert cell_len(marks) == 0
    assert without_marks(f"a{marks}b") == "ab"
    assert not has_rtl(marks)
    assert "U+2068" in safe(marks)  # content may not contain them
