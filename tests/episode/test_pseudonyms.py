"""Adding a person: a name that is readable and not taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.people import LONGEST_NAME, pseudonym
from clemtui.language import Sentence
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
        ("Participant 7 (left-handed)", "Participant 7 (left-handed)"),
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


async def test_a_person_is_known_from_then_on_and_only_once(database: Path) -> None:
    async with sitting(database) as service:
        ann = await service.add_person(" Ann ")
        assert await service.people() == (ann,)
        assert ann.pseudonym == "Ann"
        with pytest.raises(UsageError, match="is taken"):
            await service.add_person("ANN")
        assert await service.people() == (ann,)
