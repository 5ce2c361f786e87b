"""Connection tests: one short call, failures explained as in play, and nothing recorded."""

from __future__ import annotations

import asyncio
from pathlib import Path

from clemtui.config import Settings
from clemtui.episode.offers.connection_test import ConnectionResult, check_named_connection
from clemtui.players.llm.parameters import ModelParameters
from tests.support import fake_servers
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.play_helpers import sitting


async def say_hello(
    database: Path, word: str, settings: Settings | None = None
) -> ConnectionResult:
    """Test a connection through a new service."""
    async with sitting(database, settings=settings) as service:
        return await check_named_connection(service, word)


def nothing_in(folder: Path) -> bool:
    """Whether no database was written to a folder."""
    return not any(folder.glob("*.db*"))


async def test_a_model_that_answers_is_fine_and_nothing_is_recorded(
    database: Path, tmp_path: Path
) -> None:
    answer = Reply("Ready.", model="small-2025-01-01")
    with fake_servers.vllm(["small"], [answer]) as server:
        said = await say_hello(database, f"openai/small@{server.base_url}")
        (request,) = server.requests
    assert (said.ok, said.text, said.model_as_answered) == (True, "Ready.", "small-2025-01-01")
    assert (said.problem, said.hint) == ("", "")
    assert said.first_seconds is not None
    assert 0 < said.first_seconds <= said.seconds
    assert request.body["max_tokens"] <= 256
    assert nothing_in(tmp_path)


async def test_a_failure_is_explained_and_not_tried_again(database: Path) -> None:
    with FakeOpenAI([error_reply(401, "wrong key"), "ready"]) as server:
        model = ModelParameters(model="openai/small", api_base=server.base_url, retries=5)
        said = await say_hello(database, "mine", Settings(models={"mine": model}))
    assert not said.ok
    assert "rejected the API key" in said.problem
    assert "api_key_env" in said.hint
    assert len(server.requests) == 1


async def test_a_server_that_is_not_there_is_explained(database: Path) -> None:
    with FakeOpenAI([]) as server:
        gone = server.base_url
    said = await say_hello(database, f"openai/small@{gone}")
    assert (said.ok, said.problem) == (False, f"Cannot connect to {gone}.")


async def test_a_missing_key_is_said_before_anything_is_sent(database: Path) -> None:
    said = await say_hello(database, "openai/gpt-4o-mini")
    assert (said.ok, said.seconds) == (False, 0)
    assert "OPENAI_API_KEY" in said.problem


async def test_a_word_that_names_no_model_is_said(database: Path) -> None:
    assert "unknown model 'smal'" in (await say_hello(database, "smal")).problem
    assert "write openai/smal@" in (await say_hello(database, "smal@http://h:1/v1")).problem
    assert (
        "must not contain a key"
        in (await say_hello(database, "openai/x@http://me:pw@h/v1")).problem
    )


async def test_a_model_that_reasons_for_longer_than_hello_is_worth_is_fine(database: Path) -> None:
    with FakeOpenAI([Reply("", reasoning="Let me think.", finish_reason="length")]) as server:
        said = await say_hello(database, f"openai/small@{server.base_url}")
    assert (said.ok, said.text, said.problem) == (True, "", "")


async def test_an_answer_of_nothing_is_not_fine(database: Path) -> None:
    with FakeOpenAI([Reply("", reasoning="Let me think.")]) as server:
        said = await say_hello(database, f"openai/small@{server.base_url}")
    assert not said.ok
    assert "empty answer" in said.problem


async def test_it_can_be_cancelled(database: Path) -> None:
    loop = asyncio.get_running_loop()
    arrived = asyncio.Event()

    def arrival(_request: object) -> None:
        loop.call_soon_threadsafe(arrived.set)

    with FakeOpenAI([Reply(fault="never")]) as server:
        server.on_request = arrival
        saying = asyncio.create_task(say_hello(database, f"openai/small@{server.base_url}"))
        await arrived.wait()
        saying.cancel()
        (outcome,) = await asyncio.gather(saying, return_exceptions=True)
        assert isinstance(outcome, asyncio.CancelledError)
        assert server.requests[0].dropped.wait(10), "the call goes on"
