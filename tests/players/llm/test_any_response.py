"""Whatever bytes, JSON, headers or exceptions arrive: always a result, never an exception."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clemtui.language import Sentence
from clemtui.players.llm.errors import ModelError, classify, classify_said, said_in
from clemtui.players.llm.events import Event, EventParser, document, events, is_error, is_ping
from clemtui.players.llm.events import speaks_openai as ours
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.policies import judge
from clemtui.players.llm.retry import retry_after, retry_wait
from clemtui.players.llm.scrubbing import scrubbed
from clemtui.players.llm.stream import Answer
from clemtui.players.llm.wire import Redirected, Undecodable, Wire
from clemtui.records.attempts import MAX_TOKENS

MODEL = ModelParameters(model="openai/test", api_base="http://127.0.0.1:9/v1", api_key_env="LAB")

anything = st.text(st.characters() | st.characters(categories=["Cs"]))
numbers = st.integers() | st.floats() | st.sampled_from([10**400, 2**63, -1, float("nan")])
names = st.sampled_from(
    ["choices", "delta", "message", "content", "text", "type", "index", "finish_reason", "refusal",
     "reasoning", "reasoning_content", "provider_specific_fields", "thinking", "tool_calls",
     "function_call", "usage", "prompt_tokens", "completion_tokens_details", "reasoning_tokens",
     "cost", "id", "model", "error", "code", "detail", "errors", "object", "msg"]
)  # fmt: skip
scalars = st.none() | st.booleans() | numbers | anything
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(names | anything, inner, max_size=5)
    ),
    max_leaves=12,
)
choices = st.lists(
    st.fixed_dictionaries(
        {"delta": values},
        optional={"index": values, "finish_reason": values, "message": values, "text": values},
    ),
    max_size=3,
)
chunks = values | st.fixed_dictionaries(
    {"choices": choices | values}, optional={"usage": values, "id": values, "model": values}
)
lines = st.sampled_from(
    [b"data: ", b"data:", b"\n", b"\r", b"\r\n", b"\n\n", b":", b"event: ", b"error", b"[DONE]",
     b"{", b"}", b'"choices"', b"\xff", b"\xef\xbb\xbf"]
)  # fmt: skip
bodies = st.lists(lines | st.binary(max_size=8) | chunks.map(lambda v: json.dumps(v).encode())).map(
    b"".join
)


async def _pieces(body: bytes, cuts: list[int]) -> AsyncIterator[bytes]:
    places = [0, *sorted(min(cut, len(body)) for cut in cuts), len(body)]
    for start, end in pairwise(places):
        yield body[start:end]


async def _read(body: bytes, cuts: list[int]) -> tuple[list[Event], bool]:
    parser = EventParser()
    return [event async for event in events(_pieces(body, cuts), parser)], parser.damaged


@given(bodies, st.lists(st.integers(0, 60)))
def test_the_events_of_a_body_do_not_depend_on_how_it_arrives(body: bytes, cuts: list[int]) -> None:
    whole, in_pieces = asyncio.run(_read(body, [])), asyncio.run(_read(body, cuts))
    assert repr(in_pieces) == repr(whole)
    for event in whole[0]:
        assert isinstance(is_ping(event), bool)
        assert isinstance(is_error(event), bool)
        assert isinstance(ours(event), bool)


@given(st.lists(chunks, max_size=5), st.integers(0, 200))
def test_any_chunks_make_an_answer_that_can_be_stored(received: list[Any], limit: int) -> None:
    answer = Answer(limit)
    for each in received:
        answer.take(json.loads(json.dumps(each)))
    judgement = judge(answer, MODEL)
    json.dumps(judgement.notes)
    answer.text.encode()
    answer.reasoning.encode()
    for count in (answer.usage.prompt_tokens, answer.usage.completion_tokens):
        assert count is None or 0 <= count <= MAX_TOKENS
    for name in (answer.finish_reason, answer.model, answer.response_id):
        assert name is None or isinstance(name, str)


failures = st.sampled_from(
    [
        ValueError("odd"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "odd"),
        ConnectionResetError(),
        TimeoutError(),
        Undecodable("gzip"),
        Redirected("http://other.test/"),
        RecursionError(),
        type(
            "APIError", (Exception,), {"body": {"code": [[]], "message": 5}, "status_code": "x"}
        )(),
        type("APIError", (Exception,), {"body": {"code": "4" * 5_000}, "status_code": 10**400})(),
    ]
)
headers = st.dictionaries(
    st.sampled_from(["retry-after", "retry-after-ms", "content-type", "Retry-After"]) | anything,
    anything
    | st.sampled_from(["1e300", "9" * 5_000, "Fri, 31 Dec 99999999999 23:59:59 GMT", "-1"]),
)


@st.composite
def wires(draw: st.DrawFn) -> Wire:
    wire = Wire(10_000)
    wire.addresses = draw(st.lists(anything, max_size=2))
    wire.status = draw(st.none() | st.integers(0, 1_000) | st.sampled_from([200, 400, 429, 500]))
    wire.headers = {name.lower(): value for name, value in draw(headers).items()}
    wire.body += draw(bodies)
    wire.redirect = draw(st.none() | anything)
    wire.failure = draw(st.none() | failures)
    return wire


def _is_one_line(error: ModelError) -> None:
    for sentence in (error.message, error.hint):
        assert isinstance(sentence, Sentence)
    assert "{" not in str(error.hint)
    assert str(error).isprintable()
    assert len(str(error)) < 1_000
    assert error.status is None or error.status >= 400
    assert error.retry_after is None or 0 <= error.retry_after < float("inf")
    retry_wait(1, error.retry_after, 1.0)


@given(failures, wires())
def test_every_failure_has_one_line_with_what_to_do(failure: Exception, wire: Wire) -> None:
    error = classify(failure, MODEL, wire)
    _is_one_line(error)
    if wire.addresses and wire.redirect is None:
        assert error.status is None or error.status == wire.status or wire.status in range(200, 300)


@given(values, wires())
def test_every_error_that_a_server_sends_has_one_line(value: object, wire: Wire) -> None:
    said = said_in(value)
    assert said.message.isprintable()
    _is_one_line(classify_said(value, MODEL, wire))


@given(headers)
def test_every_header_is_read(received: dict[str, str]) -> None:
    found = retry_after(received)
    assert found is None or 0 <= found <= 400 * 86_400


@given(st.binary(max_size=200))
def test_every_body_is_a_document(body: bytes) -> None:
    assert isinstance(document(body).is_invalid, bool)


KEY = "hunter2-hunter2-1234"


@given(bodies)
def test_a_body_without_a_key_is_kept_byte_for_byte(body: bytes) -> None:
    assert scrubbed(body, (KEY,)) == body
