"""Adding a person: a name that is readable and not taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.people import LONGEST_NAME, person_name, pseudonym
from clemtui.language import Sentence
from clemtui.records.names import folded
from tests.support.play_helpers import sitting


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "enter a name"),
        (" \t ", "enter a name"),
        ("two\nlines", "one line"),
        ("two\u2028lines", "one line"),
        ("bell\a", "one line"),
        ("right\u202eleft", "one line"),
        ("half \ud800", "one line"),
        ("a" * (LONGEST_NAME + 1), "too long"),
        ("\u5b57" * (LONGEST_NAME // 2 + 1), "too long"),
        ("ann", "the name 'Ann' is taken"),
        ("\uff21nn", "the name 'Ann' is taken"),
        ("anna@uni.de", "e-mail address: choose a pseudonym, such as P-07"),
        ("anna@uni", "e-mail address"),
        ("ann,bo", "'ann,bo' is reserved: choose another pseudonym"),
        ("human:ann", "'human:ann' is reserved"),
        ("Ada Lovelace", "full name: choose a pseudonym in one word, such as P-07"),
        ("Ada\u00a0Lovelace", "full name"),
    ],
)
def test_what_is_no_name(name: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as caught:
        pseudonym(name, ["Ann"])
    assert "\n" not in str(caught.value)
    assert isinstance(message_of(caught.value), Sentence), "said in every language"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Ann  ", "Ann"),
        ("Jose\u0301", "Jos\u00e9"),
        ("a" * LONGEST_NAME, "a" * LONGEST_NAME),
        ("\u5b57" * (LONGEST_NAME // 2), "\u5b57" * (LONGEST_NAME // 2)),
        ("q\u0323" * LONGEST_NAME, "q\u0323" * LONGEST_NAME),
        ("Participant-7(left-handed)", "Participant-7(left-handed)"),
    ],
)
def test_how_a_name_is_kept(name: str, kept: str) -> None:
    assert pseudonym(name) == kept


@given(st.text(max_size=60))
def test_a_name_that_was_kept_is_kept_as_it_is(name: str) -> None:
    try:
        kept = pseudonym(name)
    except UsageError:
        return
    assert pseudonym(kept) == kept
    assert kept.isprintable() or not kept.isascii()


@pytest.mark.parametrize("typed", ["P-07", "p-07", " P-07 ", "\uff30-07"])
def test_a_known_name_is_known_in_any_case_and_form(typed: str) -> None:
    assert person_name(typed, ["Ada", "P-07"]) == "P-07"


@pytest.mark.parametrize("name", ["Ada Lovelace", "anna@uni.de", "a" * 60])
def test_names_that_exist_stay_valid(name: str) -> None:
    assert person_name(name.upper(), [name]) == name


def test_names_that_differ_only_in_case_stay_apart_and_each_needs_its_exact_spelling() -> None:
    known = ["Ann", "ANN"]
    assert [person_name(name, known) for name in known] == known
    with pytest.raises(
        UsageError, match=r"'ann' can be any of 'Ann', 'ANN': type the name"
    ) as error:
        person_name("ann", known)
    assert "\n" not in str(error.value)


@given(st.text(max_size=30), st.lists(st.text(max_size=30)))
@example("", ["\r"])
def test_a_name_that_stands_for_someone_stands_for_the_same_when_typed_again(
    typed: str, known: list[str]
) -> None:
    try:
        name = person_name(typed, known)
    except UsageError:
        return
    assert person_name(name, [*known, name]) == name
    assert folded(name) == folded(typed)


async def test_a_person_is_known_from_then_on_and_only_once(database: Path) -> None:
    async with sitting(database) as service:
        ann = await service.add_person(" Ann ")
        assert await service.people() == (ann,)
        assert ann.pseudonym == "Ann"
        with pytest.raises(UsageError, match="is taken"):
            await service.add_person("ANN")
        assert await service.people() == (ann,)
