"""Answering through forms: what they compose, what they refuse to send, and what the aid shows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Form, Hint, Label, problems
from tests.support.episodes import Episode, episode


def taboo(language: str = "en") -> Episode:
    data: dict[str, Any] = {
        "en": {"target_word": "river", "related_word": ["water", "stream", "flow"]},
        "de": {"target_word": "Hund", "related_word": ["Tier", "bellen", "Leine"]},
    }[language]
    return episode("taboo", language, data=data)


def form(played: Episode) -> Form:
    assert played.request.form is not None
    return played.request.form


def hints(played: Episode, values: dict[str, Any]) -> tuple[Hint, ...]:
    return form(played).check(values, played.master.view(played.request.seat))


@pytest.mark.parametrize(
    ("language", "clue", "guess"),
    [
        ("en", "CLUE: it is long", "GUESS: Rhine"),
        ("de", "HINWEIS: it is long", "VERMUTUNG: Rhine"),
    ],
)
def test_the_forms_write_the_tags(language: str, clue: str, guess: str) -> None:
    played = taboo(language)
    text = form(played).compose({"clue": "it is long"})
    assert text == clue
    played.say(text)
    assert form(played).compose({"guess": "Rhine"}) == guess


LINE = st.text(st.characters(exclude_characters="\n\r"), min_size=1)


@given(LINE | st.just("CLUE: GUESS: x"), st.sampled_from(["en", "de"]))
def test_whatever_is_composed_is_well_formed(line: str, language: str) -> None:
    played = taboo(language)
    played.say(form(played).compose({"clue": line}).strip())
    assert played.verdicts[0] in ("accepted", "violation")


SPOKEN = ("the", "Rivers", "water", "“flow”", "far\tstream", "Hundehütte", "bellt", "an", "CLUE:")


@given(
    LINE | st.lists(st.sampled_from(SPOKEN), max_size=3).map(" ".join),
    st.sampled_from(["en", "de"]),
)
def test_the_warning_comes_exactly_where_the_clue_would_lose(line: str, language: str) -> None:
    played = taboo(language)
    warned = bool(hints(played, {"clue": line}))
    played.say(form(played).compose({"clue": line}).strip())
    assert played.verdicts == ["violation" if warned else "accepted"]


@pytest.mark.parametrize(
    ("language", "clue", "kind", "values"),
    [
        ("en", "two Rivers", "target", {"word": "rivers", "forbidden": "river"}),
        ("en", "watered", "related", {"word": "watered", "forbidden": "water"}),
        ("en", "CLUE: watered", "related", {"word": "watered", "forbidden": "water"}),
        ("de", "Er bellt", "related", {"word": "bellt", "forbidden": "bellen"}),
        ("de", "Hundehütte", "target", {"word": "hundehütte", "forbidden": "Hund"}),
    ],
)
def test_the_warning_says_which_word_is_too_close_to_which(
    language: str, clue: str, kind: str, values: dict[str, str]
) -> None:
    """The warning is an aid that can be turned off, and the clue can still be sent."""
    (hint,) = hints(taboo(language), {"clue": clue})
    assert hint == Hint(
        Label(f"taboo.said.uses_{kind}", values), "warning", aid="rule_warning", field="clue"
    )


def test_the_game_declares_the_aid() -> None:
    assert taboo().game.card.aids == ("rule_warning",)


def test_a_guess_is_one_word() -> None:
    """Several words are never correct, so the form does not send them."""
    played = taboo()
    played.say("CLUE: x")
    (hint,) = problems(form(played), {"guess": "the river"})
    assert (hint.text.id, hint.level, hint.aid) == ("form.no_word", "error", None)
    assert problems(form(played), {"guess": "river"}) == ()


def test_an_empty_clue_is_not_sent() -> None:
    """The rules allow it (see the oddities), but someone who only pressed Enter did not mean it."""
    (hint,) = problems(form(taboo()), {"clue": " "})
    assert hint.text.id == "form.missing"
