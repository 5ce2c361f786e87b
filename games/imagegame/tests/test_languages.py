"""The scripted pair in every language that it has phrases for."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue

LOOSE = Path(__file__).with_name("loose")
WRITTEN = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in LOOSE.glob("*.toml")}
LANGUAGES = sorted(WRITTEN)
OWN_READER = ("de", "en")

MEANT = [
    pytest.param(language, meaning, said, id=f"{language}-{meaning}")
    for language in LANGUAGES
    for meaning, said in WRITTEN[language]["meaning"].items()
]
BEYOND = [
    pytest.param(language, said, id=f"{language}-{number}")
    for language in LANGUAGES
    for number, said in enumerate(WRITTEN[language]["not_understood"])
]
DRAWN = ("AB▢▢▢", "▢▢Z▢▢", "▢▢▢▢▢", "▢▢▢▢▢", "▢▢▢▢B")
"""A grid that has something in it already."""


def test_every_pack_has_a_scripted_pair(load: Any) -> None:
    packs = open_catalogue().packs("imagegame")
    spoken = {pack.texts.base_language for pack in packs.values()}
    assert spoken == set(load("wording").WORDINGS) == {*LANGUAGES, *OWN_READER}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_giver_can_say_is_drawn_as_it_was_meant(load: Any, language: str) -> None:
    """No two of its commands that mean different cells are the same."""
    meant: dict[str, set[Any]] = {}
    for cells, text in load("spoken").sentences(load("wording").WORDINGS[language], "Q"):
        meant.setdefault(text, set()).add(cells)
    assert len(meant) > 900
    for text, (cells, *others) in meant.items():
        assert not others, text
        made = load("follower").follow(DRAWN, text, language)
        assert {(r, c) for r in range(5) for c in range(5) if made[r][c] == "Q"} == cells, text
        if (1, 2) not in cells:
            assert made[1][2] == "Z"


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_may_end_as_a_sentence_does_and_have_the_language_s_own_digits(
    load: Any, language: str
) -> None:
    command = load("wording").WORDINGS[language].place("Q", [2], [3], words=False)
    drawn = load("follower").follow(load("grids").EMPTY, command, language)
    others = {"ar": "٠١٢٣٤٥٦٧٨٩", "te": "౦౧౨౩౪౫౬౭౮౯", "zh": "０１２３４５６７８９"}
    others["ja"] = others["zh"]
    digits = str.maketrans("0123456789", others.get(language, "0123456789"))
    stop = "。" if language in ("ja", "zh") else "."
    assert command.translate(digits) != command or language not in others
    again = load("follower").follow(
        load("grids").EMPTY, f" {command.translate(digits)}{stop}", language
    )
    assert drawn == again != load("grids").EMPTY


@pytest.mark.parametrize(("language", "meaning", "said"), MEANT)
def test_free_commands_are_drawn(load: Any, language: str, meaning: str, said: str) -> None:
    """They make the grid that the same words make in English."""
    follow = load("follower").follow
    assert follow(DRAWN, said, language) == follow(DRAWN, meaning, "en") != DRAWN


@pytest.mark.parametrize(("language", "said"), BEYOND)
def test_nothing_is_guessed(load: Any, language: str, said: str) -> None:
    assert load("follower").follow(DRAWN, said, language) == DRAWN


def test_the_tables_are_large_enough() -> None:
    assert all(len(table["meaning"]) >= 12 for table in WRITTEN.values())
