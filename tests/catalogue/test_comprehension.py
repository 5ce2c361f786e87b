"""The comprehension questions of the bundled games cannot be answered without the rules."""

from __future__ import annotations

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import ComprehensionQuestion, GameCard, Label
from clemtui.language import Interface, Labels, available_languages

CATALOGUE = open_catalogue()
LANGUAGES = available_languages()


def said(card: GameCard, question: ComprehensionQuestion, language: str) -> list[str]:
    """Return a question and its options in a language."""
    labels = Labels(Interface(language), {language: CATALOGUE.words(card.family)[language]})
    wanted = [Label(f"{card.id}.{id}") for id in question.labels]
    assert [label.id for label in wanted if not labels.has(label)] == []
    return [str(labels.say(label)) for label in wanted]


@pytest.mark.parametrize("card", CATALOGUE.cards, ids=lambda card: card.id)
def test_a_game_has_two_or_three_questions_with_the_right_option_in_other_places(
    card: GameCard,
) -> None:
    rights = [question.right for question in card.comprehension]
    assert len(rights) in (2, 3)
    assert len(set(rights)) == len(rights)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CATALOGUE.cards, ids=lambda card: card.id)
def test_a_question_has_three_different_options_in_every_language(
    card: GameCard, language: str
) -> None:
    for question in card.comprehension:
        asked, *options = said(card, question, language)
        assert asked.endswith(("?", "？", "؟")), question.id
        assert len(set(options)) == 3, question.id
        # Options are all sentences or all phrases.
        assert len({option.endswith((".", "。")) for option in options}) == 1, question.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_or_shortest_option_is_not_the_right_one_more_often_than_not(
    language: str,
) -> None:
    longest, shortest = [], []
    for card in CATALOGUE.cards:
        for question in card.comprehension:
            lengths = [len(option) for option in said(card, question, language)[1:]]
            right = lengths[question.right - 1]
            longest.append(right == max(lengths))
            shortest.append(right == min(lengths))
    assert sum(longest) <= len(longest) / 2
    assert sum(shortest) <= len(shortest) / 2
