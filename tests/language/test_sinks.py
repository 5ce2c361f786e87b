"""What leaves the program controls no terminal, is no markup, and is computed by no spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.language import available_languages, one_line, safe
from clemtui.language.catalogues import load
from clemtui.language.sinks import (
    csv_text,
    json_escaped,
    json_text,
    markdown_text,
    markup_text,
    overwrite,
    put,
    say,
    write,
)

HOSTILE = st.one_of(
    st.characters(),
    st.characters(categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"]),
    st.sampled_from("\x1b\x9b\x9d\x7f\u202e\u2066\u2028\ud800\U000e0041<&\"'=+-@\t\r\n,;|"),
)
TEXTS = st.text(HOSTILE, max_size=30)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    TEXTS | NUMBERS | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def hidden(text: str) -> list[str]:
    """The characters of a text that are not safe to display, except its line ends."""
    return [each for each in text if each != "\n" and safe(each) != each and not joins(each)]


def joins(character: str) -> bool:
    """Whether `safe` keeps the character in the right company."""
    return character in "\u200c\u200d" or unicodedata.category(character)[0] == "M"


# Terminals


@given(st.lists(TEXTS, max_size=3))
def test_lines_are_written_in_their_safe_form(lines: list[str]) -> None:
    stream = io.StringIO()
    write(stream, *lines)
    assert stream.getvalue() == "".join(f"{safe(line)}\n" for line in lines)
    assert hidden(stream.getvalue()) == []


def test_standard_streams(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x9b", "b")
    say("c\u202e", err=True)
    put("one\ntwo\n")
    assert capsys.readouterr() == ("a⟨U+009B⟩\nb\none\ntwo\n", "c⟨U+202E⟩\n")


def test_progress_stays_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    overwrite("1/2\n\x1b[A")
    assert capsys.readouterr().err == "\r1/2␊␛[A"


@pytest.mark.parametrize("language", available_languages())
def test_translations_are_safe_as_they_are(language: str) -> None:
    """They pass the sinks unchanged."""
    texts: Any = load(language)._catalog.values()  # type: ignore[attr-defined]
    assert [text for text in texts if isinstance(text, str) and safe(text) != text] == []


# Browsers


class Data(HTMLParser):
    """The text of a page, its elements and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(f"{tag} {name}", value) for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@given(TEXTS)
def test_markup_is_content(text: str) -> None:
    shown = markup_text(text)
    page = Data(f'<p title="{shown}">{shown}</p>')
    assert page.text == safe(text)
    assert page.attributes == [("p title", safe(text))]
    assert hidden(shown) == []


@given(TEXTS)
def test_markdown_is_one_line_without_hidden_characters(text: str) -> None:
    shown = markdown_text(text)
    assert "\n" not in shown
    assert hidden(shown) == []


# Spreadsheets


def cells(head: list[str], *lines: list[Any]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(csv_text(head, lines))))


@given(st.lists(TEXTS, min_size=2, max_size=4))
def test_no_cell_is_a_formula(texts: list[str]) -> None:
    head, line = cells(texts, list(texts))
    assert head == line
    for text, cell in zip(texts, line, strict=True):
        assert not cell.startswith(("=", "@", "＝", "＋", "－", "＠", "\t", "\r"))
        if cell.startswith(("+", "-")):
            float(cell.replace(",", "."))
        assert hidden(cell) == []
        assert cell.removeprefix("'") == one_line(text).removeprefix("'")


@given(NUMBERS)
def test_numbers_stay_numbers(number: float) -> None:
    _, line = cells(["n", "text"], [number, str(number)])
    assert [type(number)(cell) for cell in line] == [number, number]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("@SUM(1)", "'@SUM(1)"),
        ("-2+3", "'-2+3"),
        ("\t=1", "'=1"),
        ("-2.5e-3", "-2.5e-3"),
        ("+", "'+"),
        ("ada", "ada"),
        ("a=b", "a=b"),
    ],
)
def test_formulas_get_an_apostrophe(text: str, cell: str) -> None:
    assert cells(["x"], [text])[1] == [cell]


def test_headings_that_other_programs_expect_are_kept() -> None:
    text = csv_text(["-, clemscore", "-x"], [], fixed={"-, clemscore"})
    assert text == '"-, clemscore",\'-x\n'


# Programs


@given(VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_json_is_safe_and_lossless(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json_text(value, indent=indent, ascii_only=ascii_only)
    assert json.loads(text) == json.loads(json.dumps(value))
    assert hidden(text) == []
    assert text.isascii() or not ascii_only
    text.encode("utf-8")


def test_json_escapes_are_those_of_json() -> None:
    assert json_escaped('"\x7f\x9b\u202e\U000e0041é"') == '"\\u007f\\u009b\\u202e\\udb40\\udc41é"'
