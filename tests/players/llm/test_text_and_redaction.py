"""Parts of the adapter: text that UTF-8 cannot encode, keys in messages, parameters."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import (
    REDACTED,
    KeyFilter,
    is_secret_name,
    keys_in_answers,
    known_keys,
    redact,
)
from clemtui.players.llm.text import first_bytes, joined, raw_bytes, repaired

anything = st.text(st.characters() | st.characters(categories=["Cs"]))


@given(anything)
def test_repaired_text_can_be_stored_and_only_lone_surrogates_differ(text: str) -> None:
    clean = repaired(text)
    assert clean.encode("utf-8").decode("utf-8") == clean
    pairs = zip(clean, joined(text), strict=True)
    assert all(a == b or (a == "�" and "\ud800" <= b <= "\udfff") for a, b in pairs)


@given(anything)
def test_raw_bytes_lose_nothing(text: str) -> None:
    assert raw_bytes(text).decode("utf-8", "surrogatepass") == joined(text)


@given(st.text())
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert repaired(text) == text
    assert raw_bytes(text) == text.encode()


@given(anything, st.integers(0, 40))
def test_a_text_is_cut_between_characters_at_the_last_place_that_fits(
    text: str, limit: int
) -> None:
    kept = first_bytes(text, limit)
    assert text.startswith(kept)
    assert len(kept.encode("utf-8", "surrogatepass")) <= limit
    following = text[: len(kept) + 1].encode("utf-8", "surrogatepass")
    assert kept == text or len(following) > limit


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Incorrect API key provided: sk-proj-12345678abcdef.", f"provided: {REDACTED}"),
        ("key sk-abcd********wxyz is wrong", f"key {REDACTED} is wrong"),
        ("sent Bearer abc.def-123 to us", f"sent Bearer {REDACTED} to us"),
        ("GET https://x.test/v1?key=AIabc123&alt=sse", f"https://x.test/v1?key={REDACTED}&alt=sse"),
        ("our value is hunter2hunter2", f"our value is {REDACTED}"),
    ],
)
def test_keys_are_taken_out_of_messages(text: str, shown: str) -> None:
    assert shown in redact(text, environment={"LAB_TOKEN": "hunter2hunter2"})


def test_words_are_not_taken_for_keys() -> None:
    text = "the skateboard-competition used max_tokens and a keyboard; the model is gpt-4o-mini"
    assert redact(text, environment={"SHORT_KEY": "the", "PLAIN": "gpt-4o-mini"}) == text


def test_the_value_of_a_named_variable_is_a_key_whatever_its_name() -> None:
    environment = {"LAB": "hunter2hunter2\n"}
    assert redact("it is hunter2hunter2", "LAB", environment=environment) == f"it is {REDACTED}"


def test_a_word_that_a_player_may_use_is_not_hidden_in_an_answer() -> None:
    environment = {
        "DB_PASSWORD": "elephant",
        "OPENAI_API_KEY": "supersecretkey",
        "HF_TOKEN": "hunter2hunter2",
        "PIN_KEY": "1234",
    }
    found = keys_in_answers("thekeythatwassent", environment)
    assert set(found) == {"thekeythatwassent", "supersecretkey", "hunter2hunter2"}
    assert keys_in_answers("no-key", {}) == ()


KEY = "hunter2-hunter2-1234"


@given(st.text("hunter-134 "), st.text("hunter-134 "), st.lists(st.integers(0, 60)))
def test_a_key_in_pieces_is_hidden_and_everything_else_is_kept(
    before: str, after: str, cuts: list[int]
) -> None:
    text = f"{before}{KEY}{after}"
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    hidden = KeyFilter((KEY,))
    shown = "".join(hidden.feed(text[a:b]) for a, b in pairwise(places))
    whole = shown + hidden.rest
    assert KEY not in whole
    tail = whole.removesuffix(REDACTED)
    assert text.replace(KEY, REDACTED).startswith(tail)
    assert whole.count(REDACTED) >= 1


def test_a_key_that_is_cut_off_is_hidden_and_a_few_equal_letters_are_not() -> None:
    for end, shown in (("hunter2-hunter2", REDACTED), ("hunt", "hunt")):
        hidden = KeyFilter((KEY,))
        assert hidden.feed(f"my key is {end}") + hidden.rest == f"my key is {shown}"


@pytest.mark.parametrize(
    "name",
    [
        *("api_key", "OPENAI_API_KEY", "HF_TOKEN", "x-secret", "password"),
        *("OPENAI_KEY_2", "KEY1", "MYKEY", "GH_PAT", "DB_PASS", "PGPASSWORD", "HF_TOKEN_READ"),
        "NPM_AUTH",
    ],
)
def test_names_of_secrets(name: str) -> None:
    assert is_secret_name(name)


def test_the_password_in_an_address_is_a_secret() -> None:
    environment = {"DATABASE_URL": "postgres://me:dk3Ls8qPz2@db/x", "DOCS": "http://host:8080/@a"}
    assert known_keys(environment=environment) == ("dk3Ls8qPz2",)


@pytest.mark.parametrize(
    "name", ["max_tokens", "top_k", "keyboard", "api_key_env", "seed", "PATH", "PWD"]
)
def test_names_of_other_things(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"api_base": "localhost:8000"}, "must be an address"),
        ({"api_base": "http://"}, "must be an address"),
        ({"api_base": "http://[half"}, "must be an address"),
        ({"api_base": "http://me:hunter2@localhost/v1"}, "must not contain a key"),
        ({"api_base": "http://localhost/v1?key=hunter2"}, "must not contain a key"),
        ({"api_base": "http://localhost/v1#hunter2"}, "must not contain a key"),
        ({"api_base": "http://localhost/sk-proj-hunter2/v1"}, "must not contain a key"),
        ({"api_key_env": "sk-hunter2"}, "String should match pattern"),
        ({"extra": {"api_key": "hunter2"}}, "cannot contain api_key"),
        ({"extra": {"stream": False}}, "cannot contain stream"),
        ({"extra": {"extra_body": {"messages": ["hunter2"]}}}, "cannot contain messages"),
        ({"extra": {"extra_body": {"access_token": "hunter2"}}}, "must not contain a key"),
        ({"timeout": 0}, "greater than 0"),
        ({"timeout": float("inf")}, "finite"),
        ({"max_tokens": "300"}, "valid integer"),
        ({"api_key": "hunter2"}, "Extra inputs are not permitted"),
    ],
)
def test_wrong_parameters_are_refused_without_repeating_a_key(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        ModelParameters(**{"model": "openai/test", **changes})
    assert words in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_parameters_survive_their_record() -> None:
    parameters = ModelParameters(model="openai/test", temperature=None, extra={"seed": 3})
    again = json.loads(json.dumps(parameters.record()))
    assert ModelParameters(**again) == parameters
