"""Answering through forms: what they compose, what they refuse to send, and what the aids show."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Form, Hint, WordField, problems
from tests.support.episodes import Episode, episode


def wordle(language: str = "en", target: str = "under") -> Episode:
    return episode("wordle", language, data={"target_word": target})


def form(played: Episode) -> Form:
    assert played.request.form is not None
    return played.request.form


def hints(played: Episode, values: dict[str, Any]) -> tuple[Hint, ...]:
    return form(played).check(values, played.master.view("Player 1"))


@pytest.mark.parametrize(
    ("language", "values", "text"),
    [
        ("en", {"guess": "Apple", "explanation": "a try"}, "explanation: a try\nguess: apple"),
        ("en", {"guess": "apple"}, "explanation:\nguess: apple"),
        ("de", {"guess": "GRÖẞE", "explanation": "mal so"}, "erklärung: mal so\nwort: größe"),
    ],
)
def test_the_form_writes_the_protocol(language: str, values: dict[str, Any], text: str) -> None:
    assert form(wordle(language)).compose(values) == text


@given(
    st.sampled_from(["apple", "UNDER", "zzzzz"]),
    st.text(st.characters(exclude_characters="\n\r")) | st.just("guess: apple"),
)
def test_whatever_is_composed_is_well_formed(guess: str, explanation: str) -> None:
    """Even if the explanation contains a tag: it stays on its own line."""
    played = wordle()
    values = {"guess": guess, "explanation": explanation}
    played.say(form(played).compose(values).strip())
    assert played.verdicts == ["asked again" if guess == "zzzzz" else "accepted"]


def test_the_explanation_may_be_left_out_and_the_guess_may_not() -> None:
    assert problems(form(wordle()), {"guess": "apple"}) == ()
    (missing,) = problems(form(wordle()), {"explanation": "x"})
    assert (missing.field, missing.text.id) == ("guess", "form.missing")


@pytest.mark.parametrize("guess", ["banana", "abc", "app1e", "un er", ""])
def test_a_guess_that_would_abort_the_game_is_an_error_without_any_aid(guess: str) -> None:
    (hint,) = hints(wordle(), {"guess": guess})
    assert (hint.text.id, hint.level, hint.aid) == ("wordle.hint.shape", "error", None)


def test_the_look_up_warns_of_an_unknown_word() -> None:
    """It can still be sent, at the cost of a retry. The hint is an aid that can be turned off."""
    (hint,) = hints(wordle(), {"guess": "zzzzz"})
    assert (hint.text.id, hint.level, hint.aid) == ("wordle.hint.unknown", "warning", "word_lookup")
    assert hint.text.values == {"word": "zzzzz"}


def test_nothing_is_said_of_a_known_word_in_any_case() -> None:
    assert hints(wordle(), {"guess": "Apple"}) == ()


def test_the_aids_are_those_that_the_game_declares() -> None:
    assert wordle().game.card.aids == ("word_lookup", "keyboard_state")


@pytest.mark.parametrize(("language", "letters"), [("en", "az"), ("de", "azäöüß")])
def test_the_form_knows_length_letters_and_words(language: str, letters: str) -> None:
    played = wordle(language)
    field = form(played).fields[0]
    assert isinstance(field, WordField)
    assert field.length == 5
    assert set(letters) <= set(field.alphabet)
    assert field.words == played.instance.lists["words"].members
    assert {letter for word in field.words for letter in word} <= set(field.alphabet)


# The forms of the critic and of the committed guess.


def critic() -> Episode:
    data = {"target_word": "under", "target_word_clue": "beneath"}
    played = episode("wordle_withcritic", data=data)
    played.say("explanation: x\nguess: apple")
    return played


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"agreement": "yes", "explanation": "it fits"}, "explanation: it fits\nagreement: yes"),
        ({"agreement": "no"}, "explanation:\nagreement: no"),
    ],
)
def test_the_critics_form_writes_the_protocol(values: dict[str, Any], text: str) -> None:
    played = critic()
    assert problems(form(played), values) == ()
    assert form(played).compose(values) == text
    played.say(text)
    assert played.verdicts == ["accepted", "accepted"]


def test_a_critic_has_to_choose() -> None:
    (missing,) = problems(form(critic()), {"explanation": "hm"})
    assert (missing.field, missing.text.id) == ("agreement", "form.missing")


@given(st.text(st.characters(exclude_characters="\n\r")) | st.just("agreement: no"))
def test_whatever_a_critic_explains_is_well_formed(explanation: str) -> None:
    played = critic()
    values = {"agreement": "yes", "explanation": explanation}
    played.say(form(played).compose(values).strip())
    assert played.verdicts == ["accepted", "accepted"]


def committing() -> Episode:
    played = critic()
    played.say("explanation: y\nagreement: no")
    return played


@pytest.mark.parametrize(
    ("values", "guess"), [({}, "apple"), ({"guess": ""}, "apple"), ({"guess": "UNDER"}, "under")]
)
def test_omitting_the_final_guess_keeps_the_proposal(values: dict[str, Any], guess: str) -> None:
    played = committing()
    text = form(played).compose({**values, "explanation": "so"})
    assert text == f"explanation: so\nguess: {guess}"


def test_a_hint_names_the_proposal_that_is_kept() -> None:
    (hint,) = hints(committing(), {})
    assert (hint.text.id, hint.level, hint.aid) == ("wordle.hint.keep", "note", None)
    assert hint.text.values == {"word": "apple"}


def test_another_final_guess_is_checked_like_any_guess() -> None:
    (hint,) = hints(committing(), {"guess": "app"})
    assert (hint.text.id, hint.level) == ("wordle.hint.shape", "error")
    (hint,) = hints(committing(), {"guess": "zzzzz"})
    assert (hint.text.id, hint.aid) == ("wordle.hint.unknown", "word_lookup")
    assert hints(committing(), {"guess": "under"}) == ()


def test_the_next_round_begins_with_a_proposal_again() -> None:
    played = committing()
    played.say(form(played).compose({}))
    (missing,) = problems(form(played), {})
    assert missing.field == "guess"
