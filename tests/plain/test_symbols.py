"""Typing symbols that no keyboard has, in line input."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.engine import Response, Symbol
from clemtui.plain.symbols import with_symbols, without_symbols
from tests.plain.playing import lines, play, recorded

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
def test_replacements_become_symbols_unless_escaped(typed: str, sent: str) -> None:
    assert with_symbols(typed, [EMPTY]) == sent
    assert with_symbols(typed, []) == typed


def test_longer_replacement_wins() -> None:
    assert with_symbols("[][] []", [EMPTY, LONGER]) == "■ ▢"


@pytest.mark.parametrize("text", ["▢ []", "[]", r"\x []", "▢"])
def test_editing_again_round_trips(text: str) -> None:
    assert with_symbols(without_symbols(text, [EMPTY]), [EMPTY]) == text


def test_verbatim_person_draws_with_replacements(home: Path) -> None:
    called = play(*VERBATIM, typed=lines("A A [] [] []", *["[] [] [] [] []"] * 4, "/done"))
    assert "\n[] types ▢\n" in called.out
    entry = recorded(home)[0].entries[1]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text == "\n".join(["A A ▢ ▢ ▢", *["▢ ▢ ▢ ▢ ▢"] * 4])
    assert entry.timing is not None
    (hint,) = entry.timing.hints
    assert (hint["aid"], hint["values"]) == ("symbols", {"means": "[]", "symbol": "▢"})


def test_draft_keeps_its_symbols(home: Path) -> None:
    play(*VERBATIM, typed=lines("A A [] [] []", "/leave"))
    called = play("--resume", "--as", "ada", typed=lines(*["[] [] [] [] []"] * 4, "/done"))
    assert "Your draft:\nA A ▢ ▢ ▢\n" in called.out
    entry = recorded(home)[0].entries[1]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text.startswith("A A ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n")


def test_game_without_symbols_changes_nothing(home: Path) -> None:
    called = play("taboo", "--interface", "verbatim", typed=lines("CLUE: a [] of it", "/done"))
    assert "writes" not in called.out
    entry = recorded(home)[0].entries[0]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text == "CLUE: a [] of it"
