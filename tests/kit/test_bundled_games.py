"""Every game that comes with the program passes every check of the kit, in every language."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.kit import Subject, check
from clemtui.kit.collection import subjects

GAMES = [card.id for card in open_catalogue().cards]


def test_there_are_games() -> None:
    assert {"taboo", "wordle"} <= set(GAMES)


DEPTH = 60
"""Entries of a play that are looked at here. `python -m clemtui.kit` looks at more, which takes
minutes for privateshared, whose episodes have up to 255."""


@lru_cache
def of_game(game: str) -> tuple[Subject, ...]:
    return tuple(subjects(open_catalogue(), game))


@pytest.mark.parametrize("game", GAMES)
def test_every_language_is_looked_at(game: str) -> None:
    spoken = {subject.texts.language for subject in of_game(game)}
    assert spoken == set(open_catalogue().languages(game)) >= {"en", "de"}


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("game", "language"),
    [(game, language) for game in GAMES for language in open_catalogue().languages(game)],
)
def test_a_bundled_game_conforms(game: str, language: str) -> None:
    """In the languages whose packs were written first every experiment is looked at, in all others
    one: they differ in words, and not in rules."""
    found = [subject for subject in of_game(game) if subject.texts.language == language]
    for subject in found if language in ("en", "de") else found[:1]:
        check(replace(subject, depth=DEPTH))
