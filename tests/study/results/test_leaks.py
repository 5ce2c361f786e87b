"""Leaks of style: what is counted in the texts of a partner, and what is not."""

from __future__ import annotations

import pytest

from clemtui.language import available_languages
from clemtui.records.studies import PartnerText
from clemtui.study.results.leaks import Leaks, partner_leaks, style_leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("CLUE: a thing you sit on", Leaks()),
        ("It's 2 * 3 * 4, or snake_case_names — really!", Leaks()),
        ("GUESS: f***, no. 5.5 is not a list - nor is this", Leaks()),
        ("▢ A ▢\n▢ ▢ A", Leaks()),
        ("a **bold** and an *italic* and a __third__ one", Leaks(emphasis=3)),
        ("**one\ntwo**", Leaks()),
        ("# Clue\ntext\n### Again", Leaks(headings=2)),
        ("#chair is a tag", Leaks()),
        ("- wood\n- legs\n* seat\n1. first\n2) second", Leaks(lists=5)),
        ("* one\n* **two**", Leaks(lists=2, emphasis=1)),
        ("```\n- wood\n# no\n**no**\n```", Leaks(code=1)),
        ("```python\nopen and never closed", Leaks(code=1)),
        ("say `chair` or ``", Leaks(code=1)),
        ("As an AI language model, I cannot.\nI am an AI.", Leaks(disclosures=2)),
        ("As an air of mystery, I am an aide", Leaks()),
        ("as a   large\nlanguage model", Leaks(disclosures=1)),
    ],
)
def test_what_is_counted(text: str, leaks: Leaks) -> None:
    assert style_leaks([text], "en") == leaks


SAID = {
    "ar": "بصفتي نموذجًا لغويًا لا أستطيع",
    "de": "Als großes Sprachmodell kann ich das nicht.",
    "en": "I’m an AI.",
    "fr": "En tant qu’intelligence artificielle, je ne peux pas.",
    "it": "Come modello linguistico non posso.",
    "ja": "AIとして、お答えできません。",
    "pt-BR": "Como uma inteligência artificial, não posso.",
    "ru": "Я — языковая модель.",
    "te": "ఒక AI గా నేను చేయలేను",
    "tk": "Emeli aň hökmünde men edip bilmerin.",
    "tr": "Bir yapay zekâ olarak yapamam.",
    "zh": "作为一个人工智能语言模型，我不能。",
}


def test_sentences_are_known_in_every_language_of_the_program() -> None:
    assert set(SAID) == {each for each in available_languages() if "-x-" not in each}


@pytest.mark.parametrize("language", sorted(SAID))
def test_a_program_that_says_so_is_found_in_its_language(language: str) -> None:
    assert style_leaks([SAID[language]], language) == Leaks(disclosures=1)


@pytest.mark.parametrize("language", sorted(SAID))
def test_english_is_found_in_every_language(language: str) -> None:
    assert style_leaks(["As an AI, no."], language).disclosures == 1
    assert style_leaks(["As an AI, no."], f"{language}-x-para1").disclosures == 1
    assert style_leaks(["As an AI, no."], "xx").disclosures == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Als Kind bin ich kein Modell; ich bin Kieferchirurg."),
        ("fr", "Je suis un modèle, comme la pia."),
        ("ru", "как икра"),
        ("zh", "我是人"),
        ("ja", "私は人です"),
        ("tr", "yapay çiçek"),
    ],
)
def test_what_people_say_is_not_found(language: str, text: str) -> None:
    assert style_leaks([text], language) == Leaks()


def test_texts_add_up_by_partner_and_episode() -> None:
    texts = [
        PartnerText("e1", "taboo", "en", "m", "**a** **b**"),
        PartnerText("e1", "taboo", "en", "m", "- c"),
        PartnerText("e2", "taboo", "en", "m", ""),
        PartnerText("e3", "taboo", "de", "n", "Ich bin eine KI"),
        PartnerText("e4", "wordle", "en", "m", "plain"),
    ]
    one, two, three = partner_leaks(texts)
    assert (one.game, one.player, one.leaking, len(one.episodes)) == ("taboo", "m", 1, 2)
    assert one.episodes == {"e1": Leaks(emphasis=2, lists=1), "e2": Leaks()}
    assert one.all == Leaks(emphasis=2, lists=1)
    assert (two.player, two.all.disclosures) == ("n", 1)
    assert (three.game, three.leaking) == ("wordle", 0)
