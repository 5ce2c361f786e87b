"""The consent texts that studies start from are complete, and alike in every language."""

from __future__ import annotations

import re

import pytest

from clemtui.engine import placeholders
from clemtui.engine.texts import substitute
from clemtui.language import available_languages
from clemtui.resources import bundled_collection

FOLDER = bundled_collection() / "sessions" / "consent"
LANGUAGES = available_languages()
FILLED_IN = frozenset({"contact", "model_notice"})
"""What the program fills in; blanks in brackets are filled in by researchers."""


def text_of(language: str) -> str:
    return (FOLDER / f"{language}.md").read_bytes().decode("utf-8")


def blocks_of(text: str) -> list[str]:
    """Return what blank lines separate: the heading, paragraphs and lists."""
    return [block for block in re.split(r"\n\s*\n", text.strip()) if block.strip()]


def shape_of(language: str) -> list[str]:
    """Return the kind of every block: the heading, a list, a placeholder or a paragraph."""

    def kind(block: str) -> str:
        if block.startswith("# "):
            return "heading"
        if block.startswith("- "):
            return f"list of {len(block.splitlines())}"
        return block if block.startswith("${") else "paragraph"

    return [kind(block) for block in blocks_of(text_of(language))]


def blanks_of(language: str) -> list[int]:
    """Return the number of blanks in brackets in every block."""
    return [len(re.findall(r"\[[^][\n]+\]", block)) for block in blocks_of(text_of(language))]


def test_there_is_a_text_in_every_interface_language_and_no_other_file() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == [f"{each}.md" for each in LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_placeholder_has_a_line_of_its_own(language: str) -> None:
    text = text_of(language)
    assert placeholders(text) == FILLED_IN
    assert text.count("$") == len(FILLED_IN)
    for name in FILLED_IN:
        assert text.splitlines().count(f"${{{name}}}") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_headings_paragraphs_and_blanks_of_the_english_one(language: str) -> None:
    assert shape_of(language) == shape_of("en")
    assert blanks_of(language) == blanks_of("en")


def test_the_english_text_is_short_and_plain() -> None:
    text = text_of("en")
    assert 250 <= len(re.findall(r"\w+(?:[’'-]\w+)*", text)) <= 350
    shape = shape_of("en")
    assert shape[0] == "heading"
    assert shape.count("heading") == 1
    assert sum(each.startswith("list") for each in shape) == 1
    assert re.search(r"[*_`<>|]", text.replace("${model_notice}", "")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_reads_well_without_a_notice_about_models(language: str) -> None:
    """The notice is a paragraph of its own: no sentence continues before or after it."""
    text = substitute(text_of(language), {"contact": "lab@example.org", "model_notice": ""})
    whole = [block for block in shape_of(language) if block != "${model_notice}"]
    assert len(blocks_of(text)) == len(whole)
    before, _ = text_of(language).split("${model_notice}")
    assert before.rstrip().endswith((".", "。"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_over(language: str) -> None:
    text = text_of(language)
    assert re.search(r"TODO|FIXME|XXX|\?\?|lorem", text, re.IGNORECASE) is None
    assert "\r" not in text
    assert text.endswith("\n")
    assert not [line for line in text.splitlines() if line != line.strip()]
