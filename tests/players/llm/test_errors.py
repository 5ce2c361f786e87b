"""Every way in which a call to a model can fail: distinguished, in one line, with what to do."""

from __future__ import annotations

import pytest

from clemtui.players.llm.error_messages import ErrorKind, FailureContext, explain
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import complete
from tests.players.llm.model_calls import (
    QUESTION,
    ask,
    parameters,
    pass_time_on_request,
    passing_time,
)
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply, html_reply

K = ErrorKind

# name: (what the server does, kind, how the attempt ends, part of the message)
FAULTS: dict[str, tuple[Reply, ErrorKind, str, str]] = {
    "401": (
        error_reply(401, "Incorrect API key provided.", code="invalid_api_key"),
        *(K.UNAUTHORISED, "error", "Check the key in LAB_KEY"),
    ),
    "401 of another shape": (
        error_reply(401, "go away", code="whatever"),
        *(K.UNAUTHORISED, "error", "Check the key in LAB_KEY"),
    ),
    "400 for a key": (
        error_reply(400, "API key not valid. Please pass a valid API key."),
        *(K.UNAUTHORISED, "error", "Check the key in LAB_KEY"),
    ),
    "403": (error_reply(403, "not for you"), K.FORBIDDEN, "error", "Ask the provider for access"),
    "402": (error_reply(402, "pay first"), K.NO_CREDIT, "error", "Add credit"),
    "429 for lack of credit": (
        error_reply(429, "You exceeded your current quota.", code="insufficient_quota"),
        *(K.NO_CREDIT, "error", "Add credit"),
    ),
    "404 for the model": (
        error_reply(404, "The model `test` does not exist", code="model_not_found"),
        *(K.UNKNOWN_MODEL, "error", "There is no model openai/test"),
    ),
    "404 for the address": (
        Reply(status=404, body="Not Found"),
        *(K.NOT_FOUND, "error", "Check api_base"),
    ),
    "400": (
        error_reply(400, "top_k is not a thing"),
        *(K.BAD_REQUEST, "error", "Details: top_k is not a thing."),
    ),
    "400 for the length of the dialogue": (
        error_reply(
            400, "This model's maximum context length is 9", code="context_length_exceeded"
        ),
        *(K.CONTEXT_LENGTH, "error", "longer context"),
    ),
    "429": (error_reply(429, "slow down"), K.RATE_LIMITED, "error", "Wait, then try again"),
    "500": (error_reply(500, "oops"), K.SERVER_ERROR, "error", "failed (status 500)"),
    "503": (error_reply(503, "oops"), K.SERVER_ERROR, "error", "failed (status 503)"),
    "a cut": (
        Reply("ab", chunks=2, fault="cut"),
        *(K.CUT, "cut", "in the middle of the answer. Check"),
    ),
    "a cut before the first token": (
        Reply("ab", fault="cut", fault_after=0),
        *(K.CUT, "error", "closed the connection before answering. Check"),
    ),
    "an end without a finish reason": (
        Reply("ab", chunks=2, fault="quiet_end"),
        *(K.CUT, "cut", "does not end its streams"),
    ),
    "half a JSON object": (
        Reply("ab", chunks=2, fault="broken_json"),
        *(K.BAD_RESPONSE, "cut", "not a model's answer"),
    ),
    "an error instead of a chunk": (
        Reply("ab", chunks=2, fault="error_chunk"),
        *(K.SERVER_ERROR, "cut", "Details: the machine is overloaded."),
    ),
    "an error with its own code instead of the first chunk": (
        Reply("ab", fault="error_chunk", fault_after=0, error_code=429),
        *(K.RATE_LIMITED, "error", "too many requests"),
    ),
    "a web page": (html_reply(), K.BAD_RESPONSE, "error", "Check that api_base"),
    "half a JSON text": (Reply(body='{"id":'), K.BAD_RESPONSE, "error", "Check that api_base"),
    "an empty answer": (Reply(""), K.EMPTY, "error", "empty answer."),
    "a null answer": (Reply(None), K.EMPTY, "error", "empty answer."),
    "white space": (Reply(" \n "), K.EMPTY, "error", "empty answer."),
    "only reasoning": (
        Reply(None, reasoning="hm", finish_reason="length"),
        *(K.EMPTY, "error", "spent all its tokens on reasoning"),
    ),
    "a filtered answer": (
        Reply(None, finish_reason="content_filter"),
        *(K.CONTENT_FILTER, "error", "choose another"),
    ),
    "an answer that the filter cut": (
        Reply("ab", chunks=2, finish_reason="content_filter"),
        *(K.CONTENT_FILTER, "cut", "choose another"),
    ),
    "an enormous answer": (
        Reply("x" * 999, chunks=1, repeat=9),
        *(K.ANSWER_TOO_LONG, "cut", "longer than 5,000 bytes"),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_each_fault_is_told_apart_recorded_and_not_sent_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAB_KEY", "the-key-itself-123")
    reply, kind, status, words = FAULTS[name]
    log = RecordingLog()
    with FakeOpenAI([reply, "a second answer"]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, api_key_env="LAB_KEY", limit=5_000)
    error, (outcome,) = caught.value, log.outcomes
    assert error.kind is kind
    assert words in str(error)
    assert str(error) == f"{error.message} {error.hint}"
    assert str(error).isprintable()  # one line, and nothing that moves the cursor
    assert "litellm" not in str(error).lower()
    assert (outcome.status, outcome.error_kind) == (status, kind.value)
    assert outcome.error_message == str(error)
    assert outcome.retry_in is None
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("name", "partial"),
    [("a cut", "a"), ("half a JSON object", "a"), ("a filtered answer", "")],
)
async def test_what_had_arrived_is_kept(name: str, partial: str) -> None:
    log = RecordingLog()
    with FakeOpenAI([FAULTS[name][0]]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log)
    assert caught.value.partial == partial
    assert log.outcomes[0].text == partial
    assert log.outcomes[0].raw == partial.encode()


def test_a_server_that_was_sent_no_key_is_not_said_to_have_a_wrong_one() -> None:
    address = ModelParameters(model="openai/test", api_base="http://127.0.0.1:9/v1")
    named = address.model_copy(update={"api_key_env": "LAB_KEY"})
    known = FailureContext()
    assert "No API key was sent" in explain(K.UNAUTHORISED, address, known)[1]
    assert "Check the key in LAB_KEY" in explain(K.UNAUTHORISED, named, known)[1]


async def test_no_answer_within_the_time_is_a_timeout() -> None:
    log = RecordingLog()
    with FakeOpenAI([Reply(fault="never"), "a second answer"]) as server:
        pass_time_on_request(server, 61)
        with pytest.raises(ModelError, match="did not finish within 60 seconds") as caught:
            await ask(server, log, timeout=60.0)
        assert server.requests[0].dropped.wait(10)
    assert caught.value.kind is K.TIMEOUT
    assert "longer timeout" in caught.value.hint
    assert [(outcome.status, outcome.text) for outcome in log.outcomes] == [("error", "")]
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("reply", "seconds_a_piece"),
    [
        (Reply("ab", chunks=2, fault="stall"), 61),
        (Reply("x", repeat=10**9, gap=0.001), 40),  # no gap is as long as the timeout
    ],
    ids=["stall", "trickle"],
)
async def test_the_time_allowed_is_for_the_whole_answer_and_its_beginning_is_kept(
    reply: Reply, seconds_a_piece: float
) -> None:
    log = RecordingLog()
    with FakeOpenAI([reply, "a second answer"]) as server:
        with pytest.raises(ModelError, match="did not finish within 60 seconds") as caught:
            await ask(server, log, timeout=60.0, on_delta=passing_time(seconds_a_piece))
        assert server.requests[0].dropped.wait(10)
    assert caught.value.kind is K.TIMEOUT
    beginning = caught.value.partial
    assert beginning == "a" or set(beginning) == {"x"}  # pieces may arrive together
    assert (log.outcomes[0].status, log.outcomes[0].text) == ("cut", caught.value.partial)
    assert len(server.requests) == 1


async def test_an_enormous_answer_is_stopped_at_the_limit_and_the_connection_closed() -> None:
    log = RecordingLog()
    endless = Reply("x" * 999, chunks=1, repeat=10**9)
    with FakeOpenAI([endless]) as server:
        with pytest.raises(ModelError, match="longer than 5,000 bytes"):
            await ask(server, log, limit=5_000)
        assert server.requests[0].dropped.wait(10)
    assert len(log.outcomes[0].raw) == 5_000


async def test_a_server_that_is_not_there() -> None:
    with FakeOpenAI() as server:
        gone = parameters(server)
    log = RecordingLog()
    with pytest.raises(ModelError) as caught:
        await complete(gone, QUESTION, log=log)
    assert caught.value.kind is K.REFUSED_CONNECTION
    assert str(caught.value).startswith(f"Cannot connect to {gone.api_base}.")
    assert caught.value.status is None  # litellm invents a status of 500
    assert log.outcomes[0].status == "error"


@pytest.mark.parametrize(
    ("model", "variable", "named"),
    [
        ("openai/gpt-4o-mini", None, "OPENAI_API_KEY"),
        ("anthropic/claude-3-5-haiku-latest", None, "ANTHROPIC_API_KEY"),
        ("openai/gpt-4o-mini", "LAB_KEY", "LAB_KEY"),
    ],
)
async def test_a_missing_key_is_found_before_anything_is_sent_or_recorded(
    model: str, variable: str | None, named: str
) -> None:
    log = RecordingLog()
    with pytest.raises(ModelError) as caught:
        await complete(ModelParameters(model=model, api_key_env=variable), QUESTION, log=log)
    assert caught.value.kind is K.MISSING_KEY
    assert str(caught.value) == (
        f"{model} needs an API key, but {named} is not set. "
        f"Set {named} in the environment and start clemtui again."
    )
    assert log.calls == []


@pytest.mark.parametrize("key", ["zQ7-Kéy9", "zQ7\nKey9", "zQ7\udcffKey9"])
@pytest.mark.parametrize("variable", ["LAB_KEY", "OPENAI_API_KEY"])
async def test_a_key_that_cannot_be_sent_is_no_fault_of_the_server(
    variable: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's error of encoding it would quote a character of the key."""
    monkeypatch.setenv(variable, key)
    named = None if variable == "OPENAI_API_KEY" else variable
    asked = ModelParameters(model="openai/gpt-4o-mini", api_key_env=named)
    with pytest.raises(ModelError) as caught:
        await complete(asked, QUESTION, log=RecordingLog())
    assert str(caught.value) == (
        f"The key in {variable} contains a character that cannot be sent. "
        f"Set {variable} in the environment and start clemtui again."
    )


async def test_a_key_of_spaces_is_a_missing_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_KEY", "  ")
    with FakeOpenAI() as server, pytest.raises(ModelError, match="LAB_KEY is not set"):
        await ask(server, api_key_env="LAB_KEY")


async def test_a_provider_that_does_not_exist() -> None:
    with FakeOpenAI() as server, pytest.raises(ModelError) as caught:
        await ask(server, model="nobody/test")
    assert caught.value.kind is K.UNKNOWN_MODEL
    assert "provider, slash" in caught.value.hint


async def test_a_parameter_that_the_model_does_not_take_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-nobody")
    with pytest.raises(ModelError) as caught:
        await complete(
            ModelParameters(model="openai/gpt-5", temperature=0.0, retries=0),
            QUESTION,
            log=RecordingLog(),
        )
    assert caught.value.kind is K.BAD_REQUEST
    assert 'temperature = "default"' in caught.value.hint


@pytest.mark.parametrize("model", ["anthropic/test", "ollama_chat/test", "hosted_vllm/test"])
async def test_other_providers_errors_are_told_apart_alike(model: str) -> None:
    replies = [error_reply(429, "slow", headers={"retry-after": "3"}), error_reply(500, "oops")]
    kinds = []
    with FakeOpenAI(replies) as server:
        for _ in range(2):
            with pytest.raises(ModelError) as caught:
                await ask(server, model=model)
            kinds.append((caught.value.kind, caught.value.retry_after, caught.value.detail))
    assert kinds == [(K.RATE_LIMITED, 3.0, "slow"), (K.SERVER_ERROR, None, "oops")]


async def test_a_key_that_the_server_repeats_is_not_repeated_by_us(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LAB_KEY", "the-key-itself-123")
    said = "You sent the-key-itself-123, we know only sk-proj-Abcdefgh12345678.\nTraceback: secret"
    log = RecordingLog()
    with FakeOpenAI([error_reply(401, said)]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, api_key_env="LAB_KEY")
    everything = f"{caught.value} {caught.value.detail} {log.outcomes} {log.parameters}"
    assert "the-key-itself-123" not in everything
    assert "sk-proj" not in everything
    assert "Traceback" not in everything
    assert caught.value.detail == "You sent [key], we know only [key]"


async def test_control_sequences_in_an_error_do_not_reach_the_person() -> None:
    rude = error_reply(400, "\x1b]0;title\x07\x1b[2Jgone")
    with FakeOpenAI([rude]) as server, pytest.raises(ModelError) as caught:
        await ask(server)
    assert caught.value.detail.isprintable()


async def test_a_very_long_error_is_shortened() -> None:
    wordy = error_reply(400, "no " * 5_000)
    with FakeOpenAI([wordy]) as server, pytest.raises(ModelError) as caught:
        await ask(server)
    assert len(caught.value.detail) <= 240
