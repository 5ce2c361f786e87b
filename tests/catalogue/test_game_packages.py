"""Scripted players and generators are packages separate from the game, loaded on first use."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from clemtui.catalogue import Collection, Family
from clemtui.engine import Game
from tests.catalogue.sample_collections import family, write

BOTS = """\
def scripted_player(game, seat, language, seed):
    return (game.card.id, seat, language, seed)
"""
GENERATE = """\
def instance(game, language, seed):
    return (game.card.id, language, seed)
"""


def game(folder: Path) -> Game:
    return Family.read(Collection.at(folder.parent.parent), folder).load(folder.name)


def test_they_are_asked_with_the_game_and_loaded_then(tmp_path: Path) -> None:
    folder = family(tmp_path)
    write(folder / "bots" / "__init__.py", BOTS)
    write(folder / "generate" / "__init__.py", GENERATE)
    echo = game(folder)
    package = type(echo).__module__.rpartition(".")[0]
    assert not {f"{package}.bots", f"{package}.generate"} & sys.modules.keys()
    asked: list[object] = [echo.scripted("Player 1", "en", 3), echo.generate("en", 3)]
    assert asked == [("echo", "Player 1", "en", 3), ("echo", "en", 3)]


def test_a_game_without_them_says_so(tmp_path: Path) -> None:
    folder = family(tmp_path)
    (folder / "bots" / "__init__.py").unlink()
    (folder / "bots").rmdir()
    echo = game(folder)
    with pytest.raises(LookupError, match="echo has no scripted players"):
        echo.scripted("Player 1", "en", 3)
    with pytest.raises(LookupError, match="echo has no instance generator for 'en'"):
        echo.generate("en", 3)


def test_a_module_that_they_lack_is_not_taken_for_a_missing_package(tmp_path: Path) -> None:
    folder = family(tmp_path)
    write(folder / "bots" / "__init__.py", "from . import nothing_of_that_name_here\n")
    with pytest.raises(ImportError, match="nothing_of_that_name_here"):
        game(folder).scripted("Player 1", "en", 3)
