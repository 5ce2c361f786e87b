"""The pictures of the bundled games: everyone sees them, so they show nothing of a task."""

from __future__ import annotations

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import GameCard, Label
from clemtui.language import Interface, Labels, available_languages

CATALOGUE = open_catalogue()
LANGUAGES = available_languages()


def words_of(card: GameCard, language: str) -> dict[str, str]:
    """Return the words in the picture of a game with their kinds, without the marks of tiles."""
    labels = Labels(Interface(language), CATALOGUE.words(card.family))
    words: dict[str, str] = {}
    for part in card.picture:
        if part.kind != "cells":
            assert labels.has(Label(part.text)), part.text
            said = str(labels.say(Label(part.text)))
            word = "".join(each[1:] for each in said.split()) if part.kind == "tiles" else said
            words[word.casefold()] = part.kind
    return words


def test_every_bundled_game_has_a_picture() -> None:
    assert [card.id for card in CATALOGUE.cards if not card.picture] == []


@pytest.mark.parametrize("card", CATALOGUE.cards, ids=lambda card: card.id)
def test_no_word_that_is_guessed_in_a_picture_is_one_of_a_task(card: GameCard) -> None:
    game = CATALOGUE.game(card.id)
    hidden = {
        secret.text.casefold()
        for experiment in CATALOGUE.experiments(card.id)
        for instance in experiment.instances
        for secret in game.secrets(instance)
    }
    for language in LANGUAGES:
        words = words_of(card, language)
        found = {word for word, kind in words.items() if kind in ("tiles", "word")}
        assert found.isdisjoint(hidden), language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_tile_has_a_mark(language: str) -> None:
    labels = Labels(Interface(language), CATALOGUE.words("wordle"))
    for name in ("first", "second"):
        tiles = str(labels.say(Label(f"wordle.picture.{name}"))).split()
        assert len(tiles) == 5
        assert all(tile[0] in "=~-" and len(tile) == 2 for tile in tiles)
