"""What `clemtui doctor` finds out about a model."""

from __future__ import annotations

from clemtui.players.llm import ErrorKind, ModelParameters
from clemtui.players.llm_check import check_model
from tests.players.asking import parameters
from tests.support.fake_openai import FakeOpenAI, error_reply


async def test_without_being_told_to_ask_nothing_is_sent() -> None:
    with FakeOpenAI(["ready"]) as server:
        check = await check_model(parameters(server))
    assert (check.error, check.completion) == (None, None)
    assert server.requests == []


async def test_a_missing_key_is_found_without_asking() -> None:
    check = await check_model(ModelParameters(model="openai/gpt-4o-mini"))
    assert check.error is not None
    assert check.error.kind is ErrorKind.MISSING_KEY


async def test_asking_makes_one_short_call() -> None:
    with FakeOpenAI(["Ready."]) as server:
        check = await check_model(parameters(server), ask=True)
    assert check.completion is not None
    assert check.completion.text == "Ready."
    assert len(server.requests) == 1


async def test_asking_does_not_try_again() -> None:
    with FakeOpenAI([error_reply(500, "oops"), "ready"]) as server:
        check = await check_model(parameters(server, retries=5), ask=True)
    assert check.error is not None
    assert check.error.kind is ErrorKind.SERVER_ERROR
    assert len(server.requests) == 1
