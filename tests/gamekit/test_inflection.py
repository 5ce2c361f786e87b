"""Inflected forms of a word count as naming it."""

from __future__ import annotations

import pytest

from clemtui.engine import POLICIES
from clemtui.gamekit.inflection import INFLECTIONS, mentions

NAMED = [
    ("russian", "Москва", "Мы едем в Москву."),
    ("russian", "жареные кабачки", "Мне, пожалуйста, жареных кабачков"),
    ("russian", "двенадцать лет", "Около двенадцати лет."),
    ("russian", "осёл", "Рядом с ослом"),
    ("russian", "ковёр", "Под ковром"),
    ("german", "erste Klasse", "Ich reise in der ersten Klasse."),
    ("german", "gefüllte Weinblätter", "mit gefüllten Weinblättern"),
    ("turkish", "ekmek", "EKMEĞİ alayım"),
    ("turkish", "domates çorbası", "Domates çorbamı isterim"),
    ("turkish", "burun", "burnunda"),
    ("turkmen", "kitap", "Kitaby okaýaryn"),
    ("telugu", "పుస్తకం", "పుస్తకాన్ని ఇవ్వండి"),
    ("arabic", "عصير أحمر", "أريد العصير الأحمر"),
    ("arabic", "مكتبة", "في مكتبتي"),
]


@pytest.mark.parametrize(("policy", "value", "text"), NAMED)
def test_a_declined_word_is_the_word(policy: str, value: str, text: str) -> None:
    assert mentions(POLICIES[policy], text, value)
    assert not mentions(POLICIES["unicode"], text, value)


@pytest.mark.parametrize(
    ("policy", "value", "text"),
    [
        ("russian", "ковёр", "Там лежит коврик."),
        ("russian", "тринадцать", "тридцать"),
        ("german", "vierzig", "vierzehn"),
        ("turkish", "on", "üç"),
        ("russian", "два года", "два с половиной года"),
        ("russian", "2 мая", "12 маем"),
    ],
)
def test_a_different_word_does_not_match(policy: str, value: str, text: str) -> None:
    assert not mentions(POLICIES[policy], text, value)


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_an_unchanged_value_is_always_named(policy: str) -> None:
    for value in ("Ёж", "12 мая", "a b", "...", "x"):
        assert mentions(POLICIES[policy], f"… {value}, ", value)


@pytest.mark.parametrize("policy", ["reference", "unicode", "french", "japanese", "east-asian"])
def test_policies_without_inflection_match_no_other_form(policy: str) -> None:
    assert not mentions(POLICIES[policy], "vers la fermes", "fermé")
    assert not mentions(POLICIES[policy], "stuffed vine leave", "stuffed vine leaves")


def test_every_inflection_belongs_to_a_policy() -> None:
    assert set(INFLECTIONS) <= set(POLICIES)
