"""Forms: the checks of values before a game sees them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import (
    COMMON_LABELS,
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
    View,
    WordField,
    label,
    problems,
    without_tags,
)
from clemtui.kit.values import random_values, vary_values

NAME = label("x")
AB = (Choice("a", "A"), Choice("b", "B"))
LINE = LineField("line", NAME, max_length=5)
EVERYTHING = Form(
    (
        LINE,
        TextField("text", NAME),
        WordField("word", NAME, length=3, alphabet="abc"),
        ChoiceField("choice", NAME, AB),
        NumberField("number", NAME, -1, 4),
        GridField("grid", NAME, 2, 3, "XO", "."),
        MultiChoice("several", NAME, AB, 1, 2),
        Optional(LineField("note", NAME)),
        Repeat("lines", NAME, LINE, 1, 3),
        OneOf("way", NAME, (Branch("go", NAME, (LINE,)), Branch("stay", NAME, ()))),
        Dependent("more", NAME, "choice", (Branch("b", NAME, (NumberField("n", NAME, 1, 2),)),)),
    ),
    compose=str,
    private=frozenset({"text", "line"}),
)
GOOD: dict[str, Any] = {
    "line": "hello",
    "text": "one\ntwo",
    "word": "cab",
    "choice": "a",
    "number": -1,
    "grid": ["XO.", "..."],
    "several": ["b", "a"],
    "lines": ["x"],
    "way": {"branch": "stay"},
}


def found(values: dict[str, Any]) -> list[tuple[str | None, str]]:
    """Return the problems of some values, as field and kind."""
    return [(p.field, p.text.id.removeprefix("form.")) for p in problems(EVERYTHING, values)]


def test_valid_values_have_no_problems() -> None:
    assert found(GOOD) == []
    assert found({**GOOD, "note": "x", "choice": "b", "n": 2}) == []


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("line", "", "missing"),
        ("line", " ", "missing"),
        ("line", "a\nb", "several_lines"),
        ("line", "toolong", "too_long"),
        ("line", 3, "wrong_kind"),
        ("text", "\n", "missing"),
        ("word", "ca b", "no_word"),
        ("word", "abca", "wrong_length"),
        ("word", "abd", "wrong_letter"),
        ("choice", "c", "no_option"),
        ("choice", ["a"], "no_option"),
        ("number", 5, "outside"),
        ("number", True, "wrong_kind"),
        ("number", "3", "wrong_kind"),
        ("grid", ["XO."], "wrong_shape"),
        ("grid", ["XO.", ".."], "wrong_shape"),
        ("grid", ["XO.", "..?"], "wrong_letter"),
        ("grid", "XO....", "wrong_kind"),
        ("several", [], "too_few"),
        ("several", ["a", "a"], "twice"),
        ("several", ["a", "c"], "no_option"),
        ("several", ["a", "b", "a"], "too_many"),
        ("several", "ab", "wrong_kind"),
        ("lines", [], "too_few"),
        ("lines", ["x"] * 4, "too_many"),
        ("way", {"branch": "fly"}, "missing"),
        ("way", "go", "missing"),
    ],
)
def test_problems_name_their_field(field: str, value: Any, problem: str) -> None:
    assert (field, problem) in found({**GOOD, field: value})


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [("été", None), ("coe", None), ("cœ", None), ("cœt", "wrong_length"), ("àce", "wrong_letter")],
)
def test_equivalent_characters_count_as_their_letter(typed: str, wrong: str | None) -> None:
    field = WordField("x", NAME, length=3, alphabet="ceot", alike={"é": "e", "œ": "oe"})
    found = problems(Form((field,), compose=str), {"x": typed})
    assert [hint.text.id for hint in found] == ([f"form.{wrong}"] if wrong else [])


def test_problems_in_nested_fields() -> None:
    assert found({**GOOD, "lines": ["x", ""]}) == [("line", "missing")]
    assert found({**GOOD, "way": {"branch": "go"}}) == [("line", "missing")]
    assert found({**GOOD, "choice": "b"}) == [("n", "missing")]
    assert found({**GOOD, "note": ""}) == [("note", "missing")]


def test_all_but_optional_fields_are_required() -> None:
    needed = {field for field, problem in found({}) if problem == "missing"}
    assert needed == set(GOOD)


def test_a_field_that_is_not_required_may_be_empty() -> None:
    form = Form((TextField("plan", NAME, required=False),), compose=str)
    assert problems(form, {"plan": ""}) == ()
    assert problems(form, {}) != ()


@given(st.integers())
def test_random_values_have_no_problems(seed: int) -> None:
    values = random_values(EVERYTHING, random.Random(seed), ("TAG:",))
    assert problems(EVERYTHING, values) == ()


@given(st.integers())
def test_varied_values_differ_in_named_fields_only(seed: int) -> None:
    rng = random.Random(seed)
    values = random_values(EVERYTHING, rng)
    other = vary_values(EVERYTHING, values, EVERYTHING.private, rng)
    assert problems(EVERYTHING, other) == ()
    same = set(GOOD) - {"line", "text", "way"}
    assert {id: other[id] for id in same} == {id: values[id] for id in same}
    assert other["way"]["branch"] == values["way"]["branch"]


@given(
    st.dictionaries(
        st.sampled_from(sorted(GOOD)),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=4,
        ),
    )
)
def test_any_values_can_be_checked_and_problems_have_labels(
    values: dict[str, Any],
) -> None:
    for hint in problems(EVERYTHING, values):
        assert hint.level == "error"
        assert COMMON_LABELS[hint.text.id] == hint.text.values.keys()


def test_optional_field_has_name_of_inner_field() -> None:
    field: Field = Optional(LINE)
    assert (field.id, field.name) == ("line", NAME)


def test_form_without_check_has_no_hints() -> None:
    assert EVERYTHING.check(GOOD, View()) == ()


CLUE = Form(
    (LineField("clue", NAME, tag="CLUE:"),), compose=lambda values: f"CLUE: {values['clue']}"
)


@pytest.mark.parametrize(
    "typed",
    ["CLUE: tall", "clue:tall", " Clue : tall ", "CLUE： tall", "CLUE: CLUE: tall", "Clue:\ttall"],
)
def test_a_tag_that_is_typed_too_is_sent_once_and_that_is_said(typed: str) -> None:
    read, notes = without_tags(CLUE, {"clue": typed})
    assert CLUE.compose(read) == "CLUE: tall"
    assert [(each.text.id, each.level, each.field) for each in notes] == [
        ("form.tag", "note", "clue")
    ]


@pytest.mark.parametrize(
    "typed", ["tall", "a clue: tall", "clue tall", "CLU: tall", "", ":", "CLUES: tall"]
)
def test_what_is_no_tag_stays(typed: str) -> None:
    assert without_tags(CLUE, {"clue": typed}) == ({"clue": typed}, ())


def test_a_tag_that_ends_in_a_letter_may_be_part_of_the_answer() -> None:
    form = Form((LineField("clue", NAME, tag="CLUE"),), compose=lambda values: "")
    assert without_tags(form, {"clue": "clue one"})[0] == {"clue": "clue one"}


def test_only_a_tag_is_no_answer() -> None:
    read, _ = without_tags(CLUE, {"clue": "CLUE:"})
    assert [hint.text.id for hint in problems(CLUE, read)] == ["form.missing"]


def test_tags_are_found_in_every_kind_of_field() -> None:
    line = LineField("line", NAME, tag="SAY:")
    form = Form(
        (
            Optional(WordField("word", NAME, tag="GUESS:")),
            Repeat("lines", NAME, line),
            OneOf("move", NAME, (Branch("say", NAME, (line,)), Branch("stop", NAME, ()))),
            ChoiceField("more", NAME, AB),
            Dependent("details", NAME, "more", (Branch("a", NAME, (line,)),)),
        ),
        compose=lambda values: "",
    )
    typed = {
        "word": "guess: tree",
        "lines": ["say: one", "two"],
        "move": {"branch": "say", "line": "SAY: three"},
        "more": "a",
        "line": "Say: four",
    }
    read, notes = without_tags(form, typed)
    assert read == {
        "word": "tree",
        "lines": ["one", "two"],
        "move": {"branch": "say", "line": "three"},
        "more": "a",
        "line": "four",
    }
    assert len(notes) == 4


@given(st.randoms(use_true_random=False))
def test_values_without_tags_are_unchanged(rng: random.Random) -> None:
    values = random_values(EVERYTHING, rng)
    assert without_tags(EVERYTHING, values) == (values, ())


@given(st.text(max_size=20))
def test_reading_twice_changes_nothing(typed: str) -> None:
    once, _ = without_tags(CLUE, {"clue": typed})
    assert without_tags(CLUE, once) == (once, ())


def test_blanks_around_a_word_are_no_part_of_it() -> None:
    """Unlike those around a line or text, which the game may get as they were typed."""
    read, notes = without_tags(EVERYTHING, {**GOOD, "word": " abc ", "line": " a "})
    assert (read["word"], read["line"]) == ("abc", " a ")
    assert not notes


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((ChoiceField("c", NAME, AB),), True),
        ((ChoiceField("c", NAME, AB), MultiChoice("m", NAME, AB)), True),
        ((Optional(ChoiceField("c", NAME, AB)),), True),
        ((Repeat("r", NAME, ChoiceField("c", NAME, AB)),), True),
        ((OneOf("o", NAME, (Branch("b", NAME, (ChoiceField("c", NAME, AB),)),)),), True),
        ((OneOf("o", NAME, (Branch("b", NAME, (LINE,)),)),), False),
        ((ChoiceField("c", NAME, AB), LINE), False),
        ((NumberField("n", NAME, 0, 1),), False),
        ((), False),
    ],
)
def test_only_choices_are_answers_without_a_word_or_number_of_ones_own(
    fields: tuple[Field, ...], expected: bool
) -> None:
    assert Form(fields, lambda values: "x").only_choices is expected
