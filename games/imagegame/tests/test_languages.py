"""The scripted pair in every language it has phrases for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from tests.support.free_sentences import FreeSentences, in_own_digits

LOOSE = FreeSentences(Path(__file__).with_name("loose"))
OWN_READER = ("de", "en")
DRAWN = ("AB▢▢▢", "▢▢Z▢▢", "▢▢▢▢▢", "▢▢▢▢▢", "▢▢▢▢B")
"""A grid that already contains something."""


def test_every_pack_has_a_scripted_pair(load: Any) -> None:
    packs = open_catalogue().packs("imagegame")
    spoken = {pack.texts.base_language for pack in packs.values()}
    assert spoken == set(load("bots.wording").WORDINGS) == {*LOOSE.languages, *OWN_READER}


@pytest.mark.parametrize("language", LOOSE.languages)
def test_every_giver_command_is_drawn_as_meant(load: Any, language: str) -> None:
    """No two commands with different meanings have the same text."""
    meant: dict[str, set[Any]] = {}
    for cells, text in load("bots.vocabulary_reader").sentences(
        load("bots.wording").WORDINGS[language], "Q"
    ):
        meant.setdefault(text, set()).add(cells)
    assert len(meant) > 900
    for text, (cells, *others) in meant.items():
        assert not others, text
        made = load("bots.follower").follow(DRAWN, text, language)
        assert {(r, c) for r in range(5) for c in range(5) if made[r][c] == "Q"} == cells, text
        if (1, 2) not in cells:
            assert made[1][2] == "Z"


@pytest.mark.parametrize("language", LOOSE.languages)
def test_commands_may_end_as_a_sentence_does_and_have_the_language_s_own_digits(
    load: Any, language: str
) -> None:
    command = load("bots.wording").WORDINGS[language].place("Q", [2], [3], words=False)
    drawn = load("bots.follower").follow(load("grids").EMPTY, command, language)
    assert {"2", "3"} <= set(command)
    stop = "。" if language in ("ja", "zh") else "."
    said = f" {in_own_digits(command, language)}{stop}"
    again = load("bots.follower").follow(load("grids").EMPTY, said, language)
    assert drawn == again != load("grids").EMPTY


@pytest.mark.parametrize(("language", "meaning", "said"), LOOSE.meant)
def test_free_commands_are_drawn(load: Any, language: str, meaning: str, said: str) -> None:
    """A free command makes the same grid as its English equivalent."""
    follow = load("bots.follower").follow
    assert follow(DRAWN, said, language) == follow(DRAWN, meaning, "en") != DRAWN


@pytest.mark.parametrize(("language", "said"), LOOSE.not_understood)
def test_nothing_is_guessed(load: Any, language: str, said: str) -> None:
    assert load("bots.follower").follow(DRAWN, said, language) == DRAWN


def test_the_tables_are_large_enough() -> None:
    assert all(number >= 12 for _, number in LOOSE.meanings())
