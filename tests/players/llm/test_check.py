"""What `clemtui doctor` checks about a model."""

from __future__ import annotations

import pytest

from clemtui.players.llm.check import TEST_TOKENS, check_model, missing_keys
from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.parameters import ModelParameters
from tests.players.llm.model_calls import parameters
from tests.support.fake_openai import FakeOpenAI, error_reply


async def test_without_being_told_to_ask_nothing_is_sent() -> None:
    with FakeOpenAI(["ready"]) as server:
        check = await check_model(parameters(server))
    assert (check.error, check.outcome) == (None, None)
    assert server.requests == []


async def test_a_missing_key_is_found_without_asking() -> None:
    check = await check_model(ModelParameters(model="openai/gpt-4o-mini"))
    assert check.error is not None
    assert check.error.kind is ErrorKind.MISSING_KEY


async def test_asking_makes_one_short_call() -> None:
    with FakeOpenAI(["Ready."]) as server:
        check = await check_model(parameters(server), ask=True)
    assert check.outcome is not None
    assert check.outcome.text == "Ready."
    assert len(server.requests) == 1


async def test_asking_does_not_try_again() -> None:
    with FakeOpenAI([error_reply(500, "oops"), "ready"]) as server:
        check = await check_model(parameters(server, retries=5), ask=True)
    assert check.error is not None
    assert check.error.kind is ErrorKind.SERVER_ERROR
    assert len(server.requests) == 1


async def test_the_answer_is_kept_short_and_never_made_longer_than_was_set() -> None:
    with FakeOpenAI(["ready", "ready"]) as server:
        await check_model(parameters(server), ask=True)
        await check_model(parameters(server, max_tokens=5), ask=True)
    assert [request.body["max_tokens"] for request in server.requests] == [TEST_TOKENS, 5]


async def test_the_variables_that_are_not_set_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "anything")
    models = ["openai/gpt-4o-mini", "groq/llama-3.1-8b-instant", "azure/mine"]
    missing = await missing_keys([ModelParameters(model=model) for model in models])
    assert missing == ("OPENAI_API_KEY", None, None)
