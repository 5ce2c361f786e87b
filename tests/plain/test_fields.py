"""Every kind of field, asked for line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Set
from typing import Any

import pytest

from clemtui.engine import (
    UNICODE,
    Branch,
    Choice,
    ChoiceField,
    Dependent,
    Field,
    Form,
    GridField,
    LineField,
    MultiChoice,
    NumberField,
    OneOf,
    Optional,
    Repeat,
    TextField,
    WordField,
    label,
)
from clemtui.engine.game import GameCard
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels
from clemtui.plain.fields import FormAsker
from clemtui.plain.prompter import PromptWord
from clemtui.wording.phrases import Voice

WORDS = {"en": {f"t.{name}": name for name in ("a", "b", "red", "green", "left", "right")}}
WORDS["en"]["t.which"] = "Which one?"
COLOURS = (Choice("r", label("t.red")), Choice("g", label("t.green")))


class Script:
    """A prompter whose answers are scripted."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.heard: list[str] = []

    can_edit = False

    def say(self, *lines: str) -> None:
        self.heard += lines

    async def edit(self, text: str) -> str | None:
        raise AssertionError("Editor .* not found")

    async def read(self, prompt: str, also: Set[PromptWord] = frozenset()) -> str | PromptWord:
        if prompt:
            self.heard.append(prompt)
        answer = self.answers.pop(0)
        return PromptWord(answer) if answer in also else answer


def fill(script: Script, *fields: Field, kept: Mapping[str, Any] | None = None) -> Any:
    """Return the values the script enters; every answer must have been asked for."""
    ui = Interface("en")
    listing = GameListing(GameCard("t", "t", "1", ()), ("en",), WORDS)
    asker = FormAsker(script, Voice(ui, Labels(ui, WORDS), listing, {}), UNICODE)
    saved: list[Mapping[str, Any]] = []

    async def save(values: Mapping[str, Any]) -> None:
        saved.append(values)

    values = asyncio.run(asker.fill(Form(fields, lambda values: ""), kept or {}, save))
    assert script.answers == []
    assert len(saved) == len(fields)
    return values


A = label("t.a")
B = label("t.b")
LINE = LineField("a", A)
CHOICE = ChoiceField("a", A, COLOURS)
MULTI = MultiChoice("a", A, COLOURS, minimum=1)
GRID = GridField("a", A, rows=2, columns=3, alphabet="x", blank=".")
ONE_OF = OneOf(
    "a", A, (Branch("l", label("t.left"), (LineField("b", B),)), Branch("r", label("t.right"), ()))
)
WAYS = OneOf(
    "a",
    A,
    (
        Branch("l", label("t.left"), (LineField("b", B),)),
        Branch("r", label("t.right"), (NumberField("c", B, 1, 5),)),
    ),
)


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        (LINE, ["  some words "], "some words"),
        (LINE, ["", "words"], "words"),
        (LineField("a", A, required=False), [""], ""),
        (LineField("a", A, max_length=3), ["long", "abc"], "abc"),
        (TextField("a", A), ["one", "", "two", "/done"], "one\n\ntwo"),
        (TextField("a", A), ["/done", "one", "/done"], "one"),
        (WordField("a", A, alphabet="abc"), ["CAB"], "cab"),
        (WordField("a", A, alphabet="ABC"), ["cab"], "CAB"),
        (WordField("a", A, alphabet="abc", length=3), ["ab", "xyz", "abc"], "abc"),
        (WordField("a", A, alphabet="eo", alike={"é": "e", "œ": "oe"}), ["ô", "É"], "e"),
        (WordField("a", A, alphabet="eo", length=3, alike={"œ": "oe"}), ["œ", "Œo"], "oeo"),
        (NumberField("a", A, 1, 5), ["six", "6", "5"], 5),
        (CHOICE, ["2"], "g"),
        (CHOICE, ["green"], "g"),
        (CHOICE, ["blue", "3", "0", "RED"], "r"),
        (ChoiceField("a", A, (Choice("2", B), Choice("1", B))), ["2"], "2"),
        (MULTI, ["", "red, red", "2,1"], ["g", "r"]),
        (MULTI, ["1 2"], ["r", "g"]),
        (GRID, ["xxx", "x"], ["xxx", "x.."]),
        (GRID, ["abc", "x", "x", ".x"], ["x..", ".x."]),
        (Repeat("a", A, LineField("b", B)), ["one", "two", "/done"], ["one", "two"]),
        (Repeat("a", A, LineField("b", B), maximum=1), ["one"], ["one"]),
        (Repeat("a", A, LineField("b", B), minimum=1), ["/done", "one", "/done"], ["one"]),
        (Repeat("a", A, TextField("b", B)), ["", "one", "/done", "/done"], ["one"]),
        (ONE_OF, ["", "right"], {"branch": "l", "b": "right"}),
        (ONE_OF, ["/done"], {"branch": "r"}),
        (WAYS, ["left", "word"], {"branch": "l", "b": "word"}),
        (WAYS, ["3", "2", "5"], {"branch": "r", "c": 5}),
    ],
)
def test_field_accepts_valid_input_and_asks_again_otherwise(
    field: Field, typed: list[str], value: object
) -> None:
    assert fill(Script(*typed), field) == {"a": value}


@pytest.mark.parametrize(
    "field", [LINE, TextField("a", A), CHOICE, MULTI, GRID, NumberField("a", A, 0, 1)]
)
def test_optional_field_may_be_skipped(field: Field) -> None:
    empty = ["/done"] if isinstance(field, TextField) else [""]
    assert fill(Script(*empty), Optional(field)) == {}


@pytest.mark.parametrize(
    ("field", "kept", "typed"),
    [
        (LINE, "before", [""]),
        (NumberField("a", A, 0, 5), 0, [""]),
        (CHOICE, "r", [""]),
        (MULTI, ["r", "g"], [""]),
        (TextField("a", A), "one\ntwo", ["/done"]),
        (GRID, ["x..", "..."], [""]),
        (Repeat("a", A, LineField("b", B)), ["one", "two"], ["", "", "/done"]),
        (ONE_OF, {"branch": "l", "b": "word"}, [""]),
        (WAYS, {"branch": "l", "b": "word"}, ["", ""]),
        (Optional(LINE), "before", [""]),
    ],
)
def test_empty_line_keeps_the_earlier_value(field: Field, kept: object, typed: list[str]) -> None:
    assert fill(Script(*typed), field, kept={"a": kept}) == {"a": kept}


def test_earlier_value_can_be_cleared() -> None:
    assert fill(Script("/clear", ""), Optional(LINE), kept={"a": "before"}) == {}


def test_a_name_that_is_a_question_gets_no_colon() -> None:
    script = Script("2", "word")
    fill(script, ChoiceField("a", label("t.which"), COLOURS), LineField("b", B))
    assert script.heard == ["1. red", "2. green", "Which one?", "b:"]


def test_line_or_empty_branch_is_one_question() -> None:
    script = Script("word")
    fill(script, ONE_OF)
    assert script.heard == ["/done: right", "b:"]


def test_line_or_empty_branch_can_be_cleared() -> None:
    kept = {"a": {"branch": "l", "b": "word"}}
    assert fill(Script("/clear", "", "other"), ONE_OF, kept=kept) == {
        "a": {"branch": "l", "b": "other"}
    }
    assert fill(Script("/done"), ONE_OF, kept=kept) == {"a": {"branch": "r"}}


def test_dependent_fields_follow_their_choice() -> None:
    dependent = Dependent("d", A, "a", (Branch("g", B, (LineField("b", B),)),))
    assert fill(Script("red"), CHOICE, dependent) == {"a": "r"}
    assert fill(Script("green", "word"), CHOICE, dependent) == {"a": "g", "b": "word"}


def test_options_are_numbered_and_bounds_shown() -> None:
    script = Script("9" * 5_000, "1", "9" * 5_000, "3")
    fill(script, CHOICE, NumberField("n", B, 2, 4))
    assert "1. red" in script.heard
    assert "2. green" in script.heard
    assert "b, from 2 to 4:" in script.heard


def test_private_field_is_marked() -> None:
    ui = Interface("en")
    listing = GameListing(GameCard("t", "t", "1", ()), ("en",), WORDS)
    script = Script("plan")

    async def save(values: Mapping[str, Any]) -> None:
        assert values == {"a": "plan"}

    form = Form((LINE,), lambda values: "", private=frozenset({"a"}))
    asker = FormAsker(script, Voice(ui, Labels(ui, WORDS), listing, {}), UNICODE)
    asyncio.run(asker.fill(form, {}, save))
    assert script.heard == ["a (private):"]
