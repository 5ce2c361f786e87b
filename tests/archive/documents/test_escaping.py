"""Nothing that people or models write breaks out of a document, in any of its formats.

The tests compare the structure: a document with any text in it has the same parts as one with a
word in the same places.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from clemtui.archive.documents import render
from clemtui.archive.documents.svg import COLUMNS, ROWS
from clemtui.language import Interface, safe
from tests.support.examples import examples
from tests.support.transcripts import document_with_text_everywhere, transcript_of

ENGLISH = Interface("en")
PIECES = st.sampled_from(
    [
        "```", "~~~", "````\n", "\n", "\n\n", "# x", "> ", "- ", "1. ", "***", "===", "---", "|",
        "`", "<b>", "</div>", "<script>alert(1)</script>", "<!--", "-->", "]]>", "<![CDATA[",
        "&amp;", "&#0;", '" onload="x', "'", "[a](javascript:x)", "![i](http://x/y.png)",
        "https://x.example", "www.x", "\\", "\x1b[31m", "\x1b]52;c;eA==\x07", "\u202e", "\u2066",
        "\u2028", "\x85", "\r", "\r\n", "\t", "\0", "\ud800", "\ufffe", "\uffff", "\U000e0041",
        "שלום", "茶", "🍵", "é", " ", "\u00a0", "x",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(st.characters(), max_size=40), st.lists(PIECES, max_size=8).map("".join))


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the texts of the passages."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.texts: list[str] = []
        self.others: list[str] = []
        self._open: list[bool] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(attrs)))
        if tag == "div":
            self._open.append(("class", "text") in attrs)
            if self._open[-1]:
                self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", ()))
        if tag == "div":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1]:
            self.texts[-1] += data

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def handle_pi(self, data: str) -> None:
        self.others.append(data)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)


PLAIN = Elements(render(document_with_text_everywhere("word"), "html", ENGLISH))


@given(TEXTS)
@examples(60)
def test_text_cannot_inject_html(text: str) -> None:
    page = Elements(render(document_with_text_everywhere(text), "html", ENGLISH))
    assert page.found == PLAIN.found
    assert page.others == []
    assert page.texts == [safe(text)] * 2


def test_html_is_self_contained() -> None:
    page = render(document_with_text_everywhere("word"), "html", ENGLISH)
    for outside in (
        "<script",
        "<link",
        "<img",
        "<iframe",
        "src=",
        "href=",
        "url(",
        "@import",
        "http:",
    ):
        assert outside not in page
    assert "default-src 'none'" in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def shape(text: str) -> Iterator[tuple[str, str, int]]:
    """Return the structure that a Markdown parser finds in a text, without the words."""
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        yield token.type, token.tag, token.nesting
        for child in token.children or ():
            if child.type != "text_special":
                yield child.type, child.tag, child.nesting


def blocks(text: str) -> list[str]:
    """Return the contents of the code blocks."""
    return [
        token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"
    ]


def without_texts(shapes: Iterator[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Omit texts from the structure, as escaped characters split one text into several."""
    return [each for each in shapes if each[0] != "text"]


PLAIN_MARKDOWN = without_texts(
    shape(render(document_with_text_everywhere("word"), "markdown", ENGLISH))
)


@given(TEXTS)
@examples(60)
@example("`" * 7 + "\n" + "~" * 9)
@example("*")
@example("a*")
@example(" *a* ")
@example("&copy;")
@example("")
def test_text_cannot_inject_markdown(text: str) -> None:
    said = render(document_with_text_everywhere(text), "markdown", ENGLISH)
    assert without_texts(shape(said)) == PLAIN_MARKDOWN
    assert blocks(said)[:2] == [safe(text) + "\n"] * 2


@given(TEXTS)
@examples(60)
def test_svg_is_valid_xml_with_the_text(text: str) -> None:
    picture = render(document_with_text_everywhere(text), "svg", ENGLISH)
    root = ET.fromstring(picture.encode("utf-8"))
    kinds = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert kinds == {"svg", "title", "style", "rect", "circle", "text"}
    drawn = "".join("".join(element.itertext()) for element in root.iter())
    for word in safe(text).split():
        assert all(character in drawn for character in word)


def rows(picture: str) -> list[ET.Element]:
    """Return the non-empty rows of a picture."""
    root = ET.fromstring(picture)
    return list(root.iter("{http://www.w3.org/2000/svg}text"))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
@examples(40)
def test_no_row_of_a_picture_is_wider_than_its_terminal(text: str) -> None:
    for row in rows(render(transcript_of(text, text), "svg", ENGLISH)):
        assert cell_len(row.text or "") <= COLUMNS


def test_right_to_left_lines_in_svg() -> None:
    picture = rows(render(transcript_of("שלום abc", "abc שלום"), "svg", ENGLISH))
    directions = {row.text: row.get("direction") for row in picture}
    assert directions["שלום abc"] == "rtl"
    assert directions["abc שלום"] is None


def test_a_long_transcript_becomes_columns_and_loses_nothing() -> None:
    count = 3 * ROWS
    text = "\n".join(f"line-{number}" for number in range(count))
    picture = render(transcript_of(text), "svg", ENGLISH)
    drawn = rows(picture)
    assert {row.text for row in drawn} >= {f"line-{number}" for number in range(count)}
    root = ET.fromstring(picture)
    assert float(root.attrib["height"]) < 32_767
    assert len({row.get("x") for row in drawn}) == 4
    assert all(float(row.get("y") or "inf") < float(root.attrib["height"]) for row in drawn)


@pytest.mark.parametrize("form", ["markdown", "html", "svg"])
@given(TEXTS)
@examples(30)
@example("a\ud800\u202eb")
def test_no_control_or_bidi_characters(form: str, text: str) -> None:
    said = render(document_with_text_everywhere(text), form, ENGLISH)  # type: ignore[arg-type]
    said.encode("utf-8")
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", said
    )
    assert not [c for c in said if unicodedata.category(c) in ("Cs", "Cn", "Co")]


@given(TEXTS)
@examples(60)
@example("a\ud800b")
def test_json_round_trips_every_text(text: str) -> None:
    said = render(transcript_of(text, text), "json", ENGLISH)
    said.encode("utf-8")
    lines = json.loads(said)["lines"]
    # JSON cannot distinguish the two halves of a character from the character
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    assert [line["text"] for line in lines[:2]] == [whole, whole]
