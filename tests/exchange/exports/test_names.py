"""Names in a results tree: safe in every file system, and never twice the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.exchange.exports.names import folder_name, safe_name, unique_names

NAMES = st.text(max_size=120)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("anna", "anna"),
        ("Jürgen Weiß", "Jürgen_Weiß"),
        ("名前", "名前"),
        ("openai/gpt-4o-mini", "openai_gpt-4o-mini"),
        ("ollama/llama3:8b", "ollama_llama3_8b"),
        ("a--b", "a-b"),
        ("../../etc", "etc"),
        (".hidden.", "hidden"),
        ("con", "_con"),
        ("COM1.txt", "_COM1.txt"),
        ("", "_"),
        ("///", "_"),
    ],
)
def test_unsafe_names_are_replaced(name: str, safe: str) -> None:
    assert safe_name(name) == safe


@given(NAMES)
def test_safe_names_are_unchanged_path_components(name: str) -> None:
    safe = safe_name(name)
    assert re.fullmatch(r"[\w.+@=-]{1,81}", safe)
    assert safe.strip(".") == safe
    assert "--" not in safe
    assert safe_name(safe) == safe


@given(st.dictionaries(st.integers(), NAMES.map(safe_name)))
def test_names_are_unique_ignoring_case(wanted: dict[int, str]) -> None:
    names = unique_names(wanted)
    assert names.keys() == wanted.keys()
    assert len({name.casefold() for name in names.values()}) == len(names)
    assert all(names[thing].startswith(name) for thing, name in wanted.items())


def test_only_clashing_names_change_independent_of_order() -> None:
    wanted = {1: "anna", 2: "Anna", 3: "bob"}
    names = unique_names(wanted)
    assert names[3] == "bob"
    assert re.fullmatch(r"anna-[0-9a-f]{6}", names[1])
    assert re.fullmatch(r"Anna-[0-9a-f]{6}", names[2])
    assert unique_names(dict(reversed(wanted.items()))) == names


ANNA, BOB, GPT = ("human", "anna"), ("human", "bob"), ("model", "gpt")


@pytest.mark.parametrize(
    ("players", "folder"),
    [
        ((ANNA, GPT), "anna--gpt"),
        ((GPT, ANNA), "gpt--anna"),
        ((ANNA,), "anna"),
        ((ANNA, ANNA), "anna"),
        ((GPT, GPT), "gpt--gpt"),
        ((GPT,), "gpt--gpt"),  # so that a model's games are in one row, as in published tables
    ],
)
def test_a_folder_joins_the_players_in_the_order_of_their_seats(
    players: tuple[tuple[str, str], ...], folder: str
) -> None:
    assert folder_name(players) == folder


def test_three_players_and_more_are_hashed_as_the_reference_does() -> None:
    """SHA-1 of the joined names, its first eight digits (clemcore 3.7.2, `Model.to_identifier`)."""
    assert folder_name((ANNA, BOB, GPT)) == "group-3p-eb30bca9"
