"""Typing symbols that no keyboard has, in line input."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.engine import Response, Symbol
from clemtui.plain.symbols import with_symbols, without_symbols
from tests.plain.telling import lines, play, recorded

EMPTY = Symbol("▢", "[]")
LONGER = Symbol("■", "[][]")

VERBATIM = ("imagegame", "--seat", "Player 2", "--interface", "verbatim", "--new", "--as", "ada")


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("A [] [] [] []", "A ▢ ▢ ▢ ▢"),
        ("no symbol", "no symbol"),
        ("[ ] [x]", "[ ] [x]"),
        (r"\[] []", "[] ▢"),
        (r"\x", r"\x"),
    ],
)
def test_what_is_typed_for_a_symbol_becomes_it_unless_a_backslash_stands_before_it(
    typed: str, sent: str
) -> None:
    assert with_symbols(typed, [EMPTY]) == sent
    assert with_symbols(typed, []) == typed


def test_of_two_that_begin_alike_the_longer_one_is_meant() -> None:
    assert with_symbols("[][] []", [EMPTY, LONGER]) == "■ ▢"


@pytest.mark.parametrize("text", ["▢ []", "[]", r"\x []", "▢"])
def test_a_text_that_is_edited_again_stays_what_it_is(text: str) -> None:
    assert with_symbols(without_symbols(text, [EMPTY]), [EMPTY]) == text


def test_a_person_in_the_verbatim_interface_draws_with_plain_signs(home: Path) -> None:
    called = play(*VERBATIM, typed=lines("A A [] [] []", *["[] [] [] [] []"] * 4, "/done"))
    assert "\n[] types ▢\n" in called.out
    entry = recorded(home)[0].entries[1]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text == "\n".join(["A A ▢ ▢ ▢", *["▢ ▢ ▢ ▢ ▢"] * 4])
    assert entry.timing is not None
    (hint,) = entry.timing.hints
    assert (hint["aid"], hint["values"]) == ("symbols", {"means": "[]", "symbol": "▢"})


def test_what_was_written_before_leaving_keeps_its_symbols(home: Path) -> None:
    play(*VERBATIM, typed=lines("A A [] [] []", "/leave"))
    called = play("--resume", "--as", "ada", typed=lines(*["[] [] [] [] []"] * 4, "/done"))
    assert "Your draft:\nA A ▢ ▢ ▢\n" in called.out
    entry = recorded(home)[0].entries[1]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text.startswith("A A ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n")


def test_a_game_without_symbols_takes_everything_as_it_is(home: Path) -> None:
    called = play("taboo", "--interface", "verbatim", typed=lines("CLUE: a [] of it", "/done"))
    assert "writes" not in called.out
    entry = recorded(home)[0].entries[0]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text == "CLUE: a [] of it"
