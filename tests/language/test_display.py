"""Displayed content: nothing controls the terminal, nothing hides, and writing stays intact."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.language import one_line, safe, shorten

FAMILY = "👨‍👩‍👧"
# Number signs of Arabic and Kaithi and the Syriac abbreviation mark: visible format characters.
DRAWN = set(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
SOURCES = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Cs", "Co", "Cn", "Mn", "So"]),
        st.sampled_from("a1\nم्कක👩❤🏽\u200c\u200d\ufe0f\u180b\u202e\U000e0101字\u3164"),
    )
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x00\x07\x08\x7f", "␀␇␈␡"),
        ("a\tb\r\nc", "a␉b␍\nc"),
        ("\x9b2J", "⟨U+009B⟩2J"),
        ("\u202egnp.exe\u202c", "⟨U+202E⟩gnp.exe⟨U+202C⟩"),
        ("\u2066a\u2069\u200e\u200f\u061c", "⟨U+2066⟩a⟨U+2069⟩⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"),
        ("se\u200bcret\ufeff\u2060\u00ad", "se⟨U+200B⟩cret⟨U+FEFF⟩⟨U+2060⟩⟨U+00AD⟩"),
        ("\u2028\u2029", "⟨U+2028⟩⟨U+2029⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("\ue000\ufffe\U0010ffff", "⟨U+E000⟩⟨U+FFFE⟩⟨U+10FFFF⟩"),
        ("hi\U000e0041\U000e0042", "hi⟨U+E0041⟩⟨U+E0042⟩"),
        ("\u3164\uffa0\u115f\u034f", "⟨U+3164⟩⟨U+FFA0⟩⟨U+115F⟩⟨U+034F⟩"),
    ],
)
def test_what_steers_or_hides_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Grüße, naïve café, ½ € \u00a0 “quoted”",
        "می\u200cخواهم",  # Persian: the non-joiner separates prefix and verb
        "ක්\u200dෂ",  # Sinhala: virama and joiner make a ligature
        "ന്\u200d ",  # Malayalam: the joiner ends a word after its virama
        "\u0600\u0661\u06dd",  # Arabic number sign and end of verse are visible
        FAMILY,
        "👩🏽\u200d🚀 ❤️\u200d🔥 🙂\u200d↔️",
        "☎︎ ☎️ #️⃣ 🇩🇪",
        "葛\U000e0100",  # an ideograph and its variant
        "ᠠ\u180b",
        "[bold]not markup of ours[/bold] ${name} {x}",
        "नमस्ते สวัสดี 日本語 한국어 שלום",
        "e\u0301\u0323",
    ],
)
def test_what_writing_needs_stays(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    "text", ["a\u200db", "a\u200cb", "\u200d", "👩\u200d", "👩\u200dx", "م\u200c", "م\u200c\u200cم"]
)
def test_joiners_do_not_hide_where_no_script_needs_them(text: str) -> None:
    assert not {"\u200c", "\u200d"} & set(safe(text))


@pytest.mark.parametrize(
    "text",
    ["a\ufe0f", "\ufe0f", "❤\ufe0f\ufe0f", "a\U000e0101", "😀\U000e0101", " \ufe0f", "a\u180b"],
)
def test_variation_selectors_carry_nothing_hidden(text: str) -> None:
    assert "⟨U+" in safe(text)


@given(SOURCES)
def test_safe_text_has_no_control_but_the_newline_and_is_its_own_safe_form(text: str) -> None:
    shown = safe(text)
    for character in shown:
        category = unicodedata.category(character)
        assert category not in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} or character == "\n"
        assert category != "Cf" or character in DRAWN | {"\u200c", "\u200d"}
    assert safe(shown) == shown
    shown.encode("utf-8")  # no surrogates: every stream accepts it
    assert shown.count("\n") == text.count("\n")


@given(SOURCES)
def test_one_line_is_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert "\n" not in safe(text, newlines=False)


def test_one_line_shows_where_lines_ended() -> None:
    assert one_line("  CLUE: hot\r\n\n  drink\x1b \n") == "CLUE: hot ↵ drink␛"


def cells(text: str) -> int:
    """Stand-in for the measure of a front: wide characters count two, marks none."""
    return sum(
        0
        if unicodedata.category(c) in {"Mn", "Cf"}
        else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("clemtui", 7, "clemtui"),
        ("clemtui", 6, "clemt…"),
        ("clem tui", 6, "clem…"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
        ("cafe\u0301s", 5, "cafe\u0301s"),
        ("cafe\u0301 au lait", 5, "cafe\u0301…"),
        ("cafe\u0301 au lait", 4, "caf…"),
        (f"{FAMILY}{FAMILY}", 7, f"{FAMILY}…"),
        ("🇩🇪🇫🇷", 3, "🇩🇪…"),
        ("a🇩🇪🇫🇷", 3, "a…"),
        ("clemtui", 1, "…"),
        ("clemtui", 0, ""),
    ],
)
def test_shortening_keeps_characters_whole(text: str, room: int, shown: str) -> None:
    assert shorten(text, room, cells) == shown


@given(SOURCES, st.integers(0, 20))
def test_what_is_shortened_fits(text: str, room: int) -> None:
    shown = shorten(safe(text), room, cells)
    assert cells(shown) <= room
    assert shown == safe(text) or safe(text).startswith(shown.removesuffix("…"))
