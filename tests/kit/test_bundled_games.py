"""Every bundled game passes the kit's checks, in every language."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.kit import CHECKS, Subject, check
from clemtui.kit.collection import subjects

GAMES = [card.id for card in open_catalogue().cards]


def test_there_are_games() -> None:
    assert {"taboo", "wordle"} <= set(GAMES)


DEPTH = 60
"""How many entries of a play are examined here.

``python -m clemtui.kit`` examines more, which takes minutes for privateshared, whose episodes have
up to 255 entries.
"""


@lru_cache
def of_game(game: str) -> tuple[Subject, ...]:
    return tuple(subjects(open_catalogue(), game))


@pytest.mark.parametrize("game", GAMES)
def test_every_language_is_checked(game: str) -> None:
    spoken = {subject.texts.language for subject in of_game(game)}
    assert spoken == set(open_catalogue().languages(game))
    assert spoken >= {"en", "de"}, "a bundled game has packs with prompts in English and German"


WORDS = ("prompts", "labels", "forms", "symbols", "scripted players")
"""The checks that depend on a pack's words; all others concern the rules, which packs share."""


def in_language(game: str, language: str) -> list[Subject]:
    return [
        replace(subject, depth=DEPTH)
        for subject in of_game(game)
        if subject.texts.language == language
    ]


every_pack = pytest.mark.parametrize(
    ("game", "language"),
    [(game, language) for game in GAMES for language in open_catalogue().languages(game)],
)


@pytest.mark.parametrize("game", GAMES)
def test_a_bundled_game_conforms(game: str) -> None:
    """One experiment in one language: the rules are the same in all of them, and the words of each
    pack are checked below. All experiments in all languages are checked every night."""
    check(in_language(game, "de")[0])


@every_pack
def test_the_words_of_every_pack_conform(game: str, language: str) -> None:
    """Packs differ in their words, not in the rules."""
    subject = in_language(game, language)[0]
    for name in WORDS:
        CHECKS[name](subject)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@every_pack
def test_a_bundled_game_conforms_in_every_language(game: str, language: str) -> None:
    for subject in in_language(game, language):
        check(subject)
