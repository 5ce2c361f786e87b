"""Reading tables strictly: what fits is read, everything else is named with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.strict import KEY, Problem, TableError, matching, not_empty, read


@dataclass(frozen=True)
class Seat:
    name: str
    service: bool = False


@dataclass(frozen=True)
class Everything:
    id: Annotated[str, matching("[a-z]+", "must be lower-case letters")]
    class_name: str = field(metadata={KEY: "class"})
    seats: Annotated[tuple[Seat, ...], not_empty]
    count: int = 0
    share: float = 0.5
    path: Path | None = None
    size: Literal["small", "large"] = "small"
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    anything: object = None


LEAST: dict[str, Any] = {"id": "a", "class": "A", "seats": [{"name": "one"}]}


def test_what_is_left_out_is_as_declared() -> None:
    assert read(Everything, LEAST) == Everything("a", "A", (Seat("one"),))


def test_everything_that_can_be_declared() -> None:
    whole = {
        "id": "a", "class": "A", "seats": [{"name": "one", "service": True}], "count": 3,
        "share": 2, "path": "x/y", "size": "large", "words": {"yes": ["si", "oui"]},
        "anything": {"deep": [1]},
    }  # fmt: skip
    found = read(Everything, whole)
    assert found == Everything(
        "a", "A", (Seat("one", True),), 3, 2.0, Path("x/y"), "large",
        {"yes": ("si", "oui")}, {"deep": [1]},
    )  # fmt: skip
    assert type(found.share) is float


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"id": "A"}, "id: must be lower-case letters"),
        ({"id": 1}, "id: must be text in quotes"),
        ({"class": None}, "class: must be text in quotes"),
        ({"seats": []}, "seats: must not be empty"),
        ({"seats": [{}]}, "seats.0.name: is missing"),
        ({"seats": ["one"]}, "seats.0: must be a table"),
        ({"seats": {"name": "one"}}, 'seats: must be a list, as in ["a", "b"]'),
        ({"seats": [{"name": "a", "nam": "b"}]}, "seats.0.nam: unknown entry; did you mean name?"),
        ({"seats": [{"name": "a", "xyz": "b"}]}, "seats.0.xyz: unknown entry; available: name, service"),  # noqa: E501
        ({"count": 1.0}, "count: must be a whole number"),
        ({"count": True}, "count: must be a whole number"),
        ({"share": False}, "share: must be a number"),
        ({"share": "1"}, "share: must be a number"),
        ({"path": 1}, "path: must be a path in quotes"),
        ({"path": "a\0b"}, "path: must not contain the character U+0000"),
        ({"size": "medium"}, 'size: must be "small" or "large"'),
        ({"size": ["small"]}, 'size: must be "small" or "large"'),
        ({"words": []}, "words: must be a table"),
        ({"words": {"yes": "si"}}, 'words.yes: must be a list, as in ["a", "b"]'),
        ({"words": {"yes": ["si", 2]}}, "words.yes.1: must be text in quotes"),
    ],
)  # fmt: skip
def test_what_does_not_fit(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(TableError) as caught:
        read(Everything, LEAST | change)
    assert list(map(str, caught.value.problems)) == [problem]


def test_all_problems_are_found_in_the_order_of_the_declaration() -> None:
    with pytest.raises(TableError) as caught:
        read(Everything, {"zzz": 1, "count": "1", "seats": [{}], "class": 1})
    assert [".".join(map(str, problem.place)) for problem in caught.value.problems] == [
        "id", "class", "seats.0.name", "count", "zzz"
    ]  # fmt: skip
    assert [problem.unknown for problem in caught.value.problems] == [False] * 4 + [True]


def test_something_that_is_no_table_at_all() -> None:
    with pytest.raises(TableError, match=r"^must be a table$"):
        read(Everything, [])


TOML = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
NAMES = st.sampled_from(["id", "class", "seats", "count", "share", "path", "size", "words"])


@given(st.dictionaries(NAMES | st.text(), TOML))
def test_whatever_stands_in_a_table_is_read_or_named(table: dict[str, Any]) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        found = read(Everything, table)
    except TableError as error:
        problems = error.problems
    else:
        assert found.id == table["id"]
        assert set(table) <= {*LEAST, "count", "share", "path", "size", "words", "anything"}
        return
    assert problems
    assert all(problem.place for problem in problems)
