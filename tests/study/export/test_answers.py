"""Which answers are in words: they are exported only of participants who agreed to publishing."""

from __future__ import annotations

from typing import Any

import pytest

from clemtui.records.studies import AnswerPart
from clemtui.study.export.people_tables import is_in_words
from tests.study.results.synthetic import answer


@pytest.mark.parametrize(
    ("part", "item", "value"),
    [
        ("eligibility", "language.en", "native"),
        ("eligibility", "statement.1", True),
        ("consent", "publish", False),
        ("instructions", "taboo", True),
        ("comprehension", "taboo.q", 2),
        ("questionnaire", "age", "18 to 24"),
        ("questionnaire", "familiarity.taboo", "I have played it often"),
        ("questionnaire", "ai_use", True),
        ("questionnaire", "hand", 1),
        ("episode", "partner", {"guess": "program", "confidence": 70}),
        ("withdrawal", "kept", "other sessions"),
    ],
)
def test_choices_and_numbers_are_not(part: AnswerPart, item: str, value: Any) -> None:
    assert not is_in_words(answer("p", part, item, value))


@pytest.mark.parametrize(
    ("part", "item", "value"),
    [
        ("questionnaire", "remarks", "I am Ann"),
        ("questionnaire", "agent", "native"),
        ("questionnaire", "remarks", ["I", "am"]),
        ("attention", "blue", "azure"),
        ("comprehension", "taboo.q", "two"),
        ("episode", "partner", {"guess": "program", "why": "it said so"}),
        ("episode", "remarks", "it was Ann"),
        ("debrief", "remarks", "thanks"),
    ],
)
def test_whatever_else_is_said_is(part: AnswerPart, item: str, value: Any) -> None:
    assert is_in_words(answer("p", part, item, value))
