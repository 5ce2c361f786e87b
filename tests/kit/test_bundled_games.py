"""Every game that comes with the program passes every check of the kit, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.kit import check
from clemtui.kit.collection import subjects

GAMES = [card.id for card in open_catalogue().cards]


def test_there_are_games() -> None:
    assert {"taboo", "wordle"} <= set(GAMES)


DEPTH = 60
"""Entries of a play that are looked at here. `python -m clemtui.kit` looks at more, which takes
minutes for privateshared, whose episodes have up to 255."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", GAMES)
def test_a_bundled_game_conforms(game: str) -> None:
    found = list(subjects(open_catalogue(), game))
    assert {subject.texts.language for subject in found} == set(open_catalogue().languages(game))
    for subject in found:
        check(replace(subject, depth=DEPTH))
