"""Grids in the plain-text front end: editing row by row, and what a typed row means."""

from __future__ import annotations

import pytest

from clemtui.engine import GridField, label
from clemtui.plain.grids import parse_row
from tests.plain.test_fields import Script, fill

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIELD = GridField("a", label("a"), 2, 5, LETTERS, "▢", ("▢▢▢▢▢", "AB▢▢▢"))


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("ABCDE", "ABCDE"),
        ("abcde", "ABCDE"),
        ("A.C.E", "A▢C▢E"),
        ("A C E", "ACE▢▢"),
        ("A . C . E", "A▢C▢E"),
        ("A ▢ C ▢ E", "A▢C▢E"),
        ("A_C-E", "A▢C▢E"),
        ("AB", "AB▢▢▢"),
        (".....", "▢▢▢▢▢"),
        ("A*", "AAAAA"),
        (".*", "▢▢▢▢▢"),
        ("ABCDEF", "ABCDEF"),
        ("A7", "A7▢▢▢"),
    ],
)
def test_what_a_typed_row_means(typed: str, row: str) -> None:
    """An invalid row is left as it is, to be rejected with the reason."""
    assert parse_row(FIELD, typed) == row


def test_characters_of_the_alphabet_keep_their_meaning() -> None:
    field = GridField("a", label("a"), 1, 3, "X.*-", " ", ())
    assert parse_row(field, "X*") == "X* "
    assert parse_row(field, "X.-") == "X.-"


def test_prompt_shows_the_current_row() -> None:
    script = Script("", "C*")
    assert fill(script, FIELD) == {"a": ["▢▢▢▢▢", "CCCCC"]}
    assert script.heard[-2:] == ["Row 1, currently .....:", "Row 2, currently AB...:"]


def test_done_keeps_remaining_rows() -> None:
    assert fill(Script("A", "/done"), FIELD) == {"a": ["A▢▢▢▢", "AB▢▢▢"]}


def test_invalid_row_is_asked_for_again() -> None:
    assert fill(Script("ABCDEF", "A7", "ab", ""), FIELD) == {"a": ["AB▢▢▢", "AB▢▢▢"]}


def test_draft_replaces_the_initial_grid() -> None:
    kept = {"a": ["XXXXX", "▢▢▢▢▢"]}
    assert fill(Script("", ""), FIELD, kept=kept) == kept
