"""A successful call to a model: what is sent, returned and recorded."""

from __future__ import annotations

import math

import pytest

from clemtui.players.llm.key import NO_KEY
from clemtui.players.llm.retry import RetryTiming
from clemtui.players.llm.stream import Delta
from clemtui.records.attempts import Usage
from tests.players.llm.model_calls import QUESTION, ask, ticking
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply

COUNTED = {
    "prompt_tokens": 9,
    "completion_tokens": 5,
    "total_tokens": 14,
    "completion_tokens_details": {"reasoning_tokens": 3},
}


async def test_the_answer_comes_back_as_it_was_streamed_with_what_the_provider_said() -> None:
    reply = Reply("  CLUE: hot\n", model="test-2026-01", reasoning="what is hot", usage=COUNTED)
    with FakeOpenAI([reply]) as server:
        completion = await ask(server)
    assert completion.text == "  CLUE: hot\n"  # stripping is up to the player
    assert completion.raw == b"  CLUE: hot\n"
    assert completion.reasoning == "what is hot"
    assert completion.finish_reason == "stop"
    assert completion.usage == Usage(9, 5, 3)
    assert completion.provider == "openai"
    assert completion.model == "test-2026-01"
    assert completion.response_id == "chatcmpl-fake"
    assert completion.time_to_first_token is not None
    assert 0 < completion.time_to_first_token <= completion.duration


async def test_the_messages_and_parameters_are_sent_and_nothing_else_asks_for_an_answer() -> None:
    with FakeOpenAI(["CLUE: hot"]) as server:
        await ask(server, temperature=0.5, max_tokens=30, extra={"top_p": 0.9, "seed": 7})
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.messages == list(QUESTION)
    wanted = {"model": "test", "temperature": 0.5, "max_tokens": 30, "top_p": 0.9, "seed": 7}
    assert {name: request.body[name] for name in wanted} == wanted
    assert request.body["stream"] is True
    assert set(request.body) == {*wanted, "messages", "stream", "stream_options"}


async def test_a_temperature_left_to_the_provider_is_not_sent() -> None:
    with FakeOpenAI(["a"]) as server:
        await ask(server, temperature="default")
    assert "temperature" not in server.requests[0].body


async def test_what_the_provider_does_not_say_is_unknown_and_never_zero_or_estimated() -> None:
    log = RecordingLog()
    with FakeOpenAI(["CLUE: hot"]) as server:
        completion = await ask(server, log)
    assert completion.usage == Usage(None, None, None)
    assert completion.cost is None
    assert log.outcomes[0].usage == Usage(None, None, None)
    assert log.outcomes[0].cost is None


async def test_a_server_of_ones_own_has_no_listed_price_even_for_a_model_with_a_famous_name() -> (
    None
):
    with FakeOpenAI([Reply("a", usage=COUNTED)]) as server:
        completion = await ask(server, model="openai/gpt-4o")
    assert completion.usage.prompt_tokens == 9
    assert completion.cost is None


async def test_a_cost_that_the_provider_reports_is_kept() -> None:
    with FakeOpenAI([Reply("a", usage={**COUNTED, "cost": 0.00125})]) as server:
        completion = await ask(server)
    assert completion.cost == 0.00125


@pytest.mark.parametrize("count", [10**40, -5, 2**63, "NaN", [1]])
async def test_a_number_of_tokens_that_cannot_be_one_is_unknown(count: object) -> None:
    sent = Reply("a", usage={"prompt_tokens": count, "completion_tokens": 5, "total_tokens": 8})
    with FakeOpenAI([sent]) as server:
        completion = await ask(server)
    assert completion.text == "a"
    assert completion.usage.prompt_tokens is None


@pytest.mark.parametrize("cost", [math.inf, math.nan, -1, 10**400, True, "much"])
async def test_a_cost_that_cannot_be_one_is_unknown(cost: object) -> None:
    with FakeOpenAI([Reply("a", usage={**COUNTED, "cost": cost})]) as server:
        completion = await ask(server)
    assert completion.text == "a"
    assert completion.cost is None


async def test_the_price_of_a_listed_model_is_computed_from_the_counted_tokens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-nobody")
    with FakeOpenAI([Reply("a", usage=COUNTED)]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        completion = await ask(server, model="openai/gpt-4o")
    # gpt-4o has been listed at 2.50 and 10 dollars per million tokens since 2024-08-06.
    assert completion.cost == pytest.approx(9 * 2.5e-6 + 5 * 10e-6)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_reasoning_is_kept_apart_whatever_the_server_calls_it(field: str) -> None:
    seen: list[Delta] = []
    with FakeOpenAI([Reply("42", reasoning="six by seven", reasoning_field=field)]) as server:
        completion = await ask(server, on_delta=seen.append)
    assert (completion.text, completion.reasoning) == ("42", "six by seven")
    assert seen[0] == Delta("", "six by seven")
    assert "".join(delta.text for delta in seen) == "42"


@pytest.mark.parametrize(
    "pieces",
    [
        ("a", "<", "b", "<|", "im", "<s>", "x", "</s>", "<|eot_id|>"),
        ("haha ",) * 150,  # litellm by default treats a hundred equal pieces as an error
        ("\n", " ", "\t", "x", "\r\n"),
    ],
    ids=["marks", "repetition", "white space"],
)
async def test_no_piece_is_lost_or_judged(pieces: tuple[str, ...]) -> None:
    with FakeOpenAI([Reply(pieces=pieces)]) as server:
        completion = await ask(server)
    assert completion.text == "".join(pieces)


async def test_control_characters_survive_and_lone_surrogates_are_replaced_but_not_lost() -> None:
    pieces = ("a\ud83d", "\ude00", "\x1b[31m\x00", "\ud800")
    with FakeOpenAI([Reply(pieces=pieces)]) as server:
        completion = await ask(server)
    assert completion.text == "a\N{GRINNING FACE}\x1b[31m\x00\N{REPLACEMENT CHARACTER}"
    assert completion.raw.decode("utf-8", "surrogatepass").endswith("\x00\ud800")


async def test_a_lone_surrogate_in_a_message_does_not_stop_it_from_being_sent() -> None:
    with FakeOpenAI(["ok"]) as server:
        await ask(server, messages=[{"role": "user", "content": "x\ud800y"}])
    assert server.requests[0].messages[0]["content"] == "x\N{REPLACEMENT CHARACTER}y"


@pytest.mark.parametrize(
    "reply",
    [
        Reply("a whole answer", fault="no_done"),
        Reply("a whole answer", chunks=3, fault="cut", fault_after=4),
        Reply("a whole answer", chunks=3, fault="broken_json", fault_after=4),
    ],
    ids=["without [DONE]", "cut after the finish reason", "broken after the finish reason"],
)
async def test_an_answer_with_its_finish_reason_is_whole_however_the_stream_ends(
    reply: Reply,
) -> None:
    with FakeOpenAI([reply]) as server:
        completion = await ask(server)
    assert (completion.text, completion.finish_reason) == ("a whole answer", "stop")


async def test_an_answer_that_reached_max_tokens_is_an_answer_and_says_so() -> None:
    with FakeOpenAI([Reply("CLUE: ho", finish_reason="length")]) as server:
        completion = await ask(server)
    assert (completion.text, completion.finish_reason) == ("CLUE: ho", "length")


async def test_an_attempt_is_recorded_before_anything_is_sent() -> None:
    sent_before: list[int] = []

    class Log(RecordingLog):
        async def started(self, number: int, parameters: object) -> object:
            sent_before.append(len(server.requests))
            return number

    with FakeOpenAI(["ok"]) as server:
        log = Log()
        await ask(server, log)
    assert sent_before == [0]
    assert len(server.requests) == 1
    assert [outcome.status for outcome in log.outcomes] == ["done"]


async def test_if_recording_fails_nothing_is_sent() -> None:
    class FullDisk(RecordingLog):
        async def started(self, number: int, parameters: object) -> object:
            raise OSError("no space left on device")

    with FakeOpenAI(["ok"]) as server, pytest.raises(OSError, match="no space left"):
        await ask(server, FullDisk())
    assert server.requests == []


async def test_the_answer_so_far_is_recorded_at_most_once_a_second() -> None:
    log = RecordingLog()
    with FakeOpenAI([Reply("0123456789", chunks=10)]) as server:
        await ask(server, log, pacing=RetryTiming(clock=ticking(0.4)))
    # Each piece takes 0.4 s on this clock, so every third one is due to be recorded.
    assert [text for _, text in log.partials] == ["0123", "0123456", "0123456789"]
    assert log.calls[0] == "started 1"
    assert log.calls[-1] == "ended 1"


async def test_the_parameters_are_recorded_with_the_name_of_the_key_and_without_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LAB_KEY", "the-key-itself-123")
    log = RecordingLog()
    with FakeOpenAI(["ok"]) as server:
        await ask(server, log, api_key_env="LAB_KEY", extra={"seed": 3})
    assert server.requests[0].headers["authorization"] == "Bearer the-key-itself-123"
    assert log.parameters == [
        {
            "model": "openai/test",
            "api_base": server.base_url,
            "api_key_env": "LAB_KEY",
            "temperature": 0.0,
            "max_tokens": None,
            "timeout": 60.0,
            "retries": 0,
            "extra": {"seed": 3},
        }
    ]


async def test_a_providers_key_is_not_sent_to_a_server_that_merely_speaks_its_protocol(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "worth-money")
    with FakeOpenAI(["ok"]) as server:
        await ask(server)
    assert server.requests[0].headers["authorization"] == f"Bearer {NO_KEY}"
