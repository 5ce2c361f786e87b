"""The rules that a participant reads are those of the prompt languages that they will play in."""

from __future__ import annotations

import pytest

from clemtui.engine.texts import base_language
from clemtui.episode.planning.listing import list_games
from clemtui.language import Interface, Labels
from clemtui.wording.phrases import Voice
from clemtui.wording.rules import language_of_questions, rules_in, rules_to_play

LISTINGS, _ = list_games(())
(TABOO,) = (each for each in LISTINGS if each.card.id == "taboo")


def voice(language: str) -> Voice:
    ui = Interface(language)
    return Voice(ui, Labels(ui, TABOO.words), TABOO, {})


def rules(language: str) -> str:
    return TABOO.words[language]["taboo.rules"]


@pytest.mark.parametrize("interface", ["en", "de", "ar", "ja"])
@pytest.mark.parametrize("prompts", ["en", "de", "tr", "ja"])
def test_the_rules_are_those_of_the_prompt_language(interface: str, prompts: str) -> None:
    """German forbids compounds, Turkish derived forms, Japanese words with the target in them."""
    said = rules_to_play(voice(interface), [prompts])
    assert said[-1] == rules(prompts)
    assert len(said) == (1 if interface == prompts else 2)


def test_each_of_several_prompt_languages_has_its_rules_below_its_name() -> None:
    first, english, second, german = rules_to_play(voice("en"), ["en", "de"])
    assert first.endswith("English")
    assert second.endswith("German")
    assert (english, german) == (rules("en"), rules("de"))


def test_wordings_of_a_language_share_its_rules() -> None:
    said = rules_to_play(voice("en"), ["en", "en-x-para1", "en-x-para2"])
    assert said == (rules("en"),)
    assert rules_in(voice("de"), "en-x-para1") == rules("en")


@pytest.mark.parametrize(
    ("interface", "prompts", "asked_in"),
    [("de", ("en", "de"), "de"), ("de", ("en", "fr"), "en"), ("en", ("en-x-para1",), "en")],
)
def test_questions_are_in_a_language_in_which_the_rules_were_read(
    interface: str, prompts: tuple[str, ...], asked_in: str
) -> None:
    assert base_language(language_of_questions(Interface(interface), prompts)) == asked_in
