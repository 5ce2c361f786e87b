"""Any text that Python can represent survives storage unchanged."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import WordList, sha256
from clemtui.store.codec import (
    EXACT_KEY,
    compact,
    content_hash,
    dumps,
    join,
    loads,
    readable,
    split,
)

HOSTILE = st.text(
    st.one_of(
        st.characters(codec=None, categories=["Cs"]),
        st.sampled_from("\0\x1b\u202e\ufeff\ufffd\U0001f600é\r\n"),
        st.characters(),
    )
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | HOSTILE
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(HOSTILE | st.sampled_from([EXACT_KEY, "$readable"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip


def through_sqlite(*values: object) -> tuple[Any, ...]:
    connection = sqlite3.connect(":memory:")
    marks = ", ".join("?" * len(values))
    row: tuple[Any, ...] = connection.execute(f"SELECT {marks}", values).fetchone()
    connection.close()
    return row


@given(HOSTILE)
def test_a_text_comes_back_exactly_and_its_readable_form_is_harmless(text: str) -> None:
    plain, exact = split(text)
    assert join(*through_sqlite(plain, exact)) == text
    plain.encode("utf-8")
    assert "\0" not in plain
    assert len(plain) == len(text)


@given(JSON)
def test_json_comes_back_exactly(value: Any) -> None:
    (stored,) = through_sqlite(dumps(value))
    assert loads(stored) == value


@given(JSON)
def test_sqlite_reads_every_json_column(value: Any) -> None:
    connection = sqlite3.connect(":memory:")
    assert connection.execute("SELECT json_valid(?)", (dumps(value),)).fetchone() == (1,)
    texts = connection.execute("SELECT atom FROM json_tree(?)", (dumps(value),)).fetchall()
    assert all("\0" not in text for (text,) in texts if isinstance(text, str))


def test_surrogate_halves_are_not_combined() -> None:
    """JSON by itself would combine them into one character."""
    halves = "\ud83d" + "\ude00"
    assert json.loads(json.dumps(halves)) != halves
    assert loads(dumps(halves)) == halves


def test_ordinary_text_is_stored_as_it_reads() -> None:
    assert split("Tür\n日本") == ("Tür\n日本", None)
    assert dumps(["Tür", {"a": 1}]) == '["Tür",{"a":1}]'
    assert readable("a\0b\ud800c") == "a\ufffdb\ufffdc"


def test_values_without_a_json_form() -> None:
    assert compact({"a": float("nan"), "b": (1, float("inf")), "c": {"y", "x"}}) == (
        '{"a":null,"b":[1,null],"c":["x","y"]}'
    )


@given(st.lists(HOSTILE))
def test_a_word_list_is_stored_under_the_engines_hash(words: list[str]) -> None:
    assert content_hash(words) == sha256(words) == WordList(tuple(words)).hash


def test_the_order_of_keys_is_part_of_a_content() -> None:
    """A game may iterate over a mapping, so a different order is a different content."""
    assert content_hash({"b": 1, "a": 2}) != content_hash({"a": 2, "b": 1})
    assert list(loads(dumps({"b": 1, "a": 2}))) == ["b", "a"]
