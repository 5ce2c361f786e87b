"""The chance level of a game: the score of guessing, read without the game's code."""

from __future__ import annotations

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.catalogue.families import FamilyFile
from clemtui.strict import TableError, read

CHANCES = {card.id: card.chance for card in open_catalogue().cards}


def declared(**more: object) -> FamilyFile:
    game = {"id": "toss", "class": "Toss", "version": "1", "seats": [{"name": "P", "role": "R"}]}
    return read(FamilyFile, {"family": {"id": "toss"}, "game": [{**game, **more}]})


def test_in_the_reference_game_one_of_three_grids_is_right() -> None:
    assert CHANCES["referencegame"] == pytest.approx(100 / 3, abs=0.01)


def test_a_game_in_which_nobody_can_guess_has_none() -> None:
    assert CHANCES["taboo"] is None
    assert declared().game[0].chance is None


def test_it_is_a_number() -> None:
    assert declared(chance=50).game[0].chance == 50
    with pytest.raises(TableError, match=r"chance: must be a number"):
        declared(chance="one half")
