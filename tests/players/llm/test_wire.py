"""What a server sends is recorded as it arrived, and a call goes nowhere but to its server."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.server_variables import proxy_variable
from clemtui.players.llm.wire import Wire, _may_follow
from clemtui.records.attempts import AttemptOutcome, ReceivedBody
from tests.players.llm.kinds.basis import TEXT, WHOLE
from tests.players.llm.kinds.transport import HTTP
from tests.players.llm.model_calls import ask, passing_time
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.misbehaving import chunk, response, stream


async def test_the_body_is_recorded_as_received_before_it_is_judged() -> None:
    order: list[str] = []

    class Log(RecordingLog):
        async def received(self, attempt: object, body: ReceivedBody) -> None:
            order.append("received")
            await super().received(attempt, body)

        async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
            order.append("ended")
            await super().ended(attempt, outcome)

    log = Log()
    with FakeOpenAI([response(": odd\n" + WHOLE)]) as server:
        await ask(server, log)
    assert order == ["received", "ended"]
    expected = (": odd\n" + WHOLE).encode()
    assert log.bodies == [ReceivedBody(200, "text/event-stream", expected, complete=True)]


@pytest.mark.parametrize(
    ("reply", "status", "body"),
    [
        (response("no good", 503, type_="text/plain"), 503, b"no good"),
        (response("data: {half\n\n"), 200, b"data: {half\n\n"),
        (HTTP["broken gzip"][0], 200, b"this is not gzip"),
        (response(b"\xff\xfe", type_="image/png"), 200, b"\xff\xfe"),
    ],
    ids=["an error", "garbage", "broken gzip", "bytes"],
)
async def test_the_body_is_recorded_whatever_it_is(reply: Reply, status: int, body: bytes) -> None:
    log = RecordingLog()
    with FakeOpenAI([reply]) as server, pytest.raises(ModelError):
        await ask(server, log)
    (kept,) = log.bodies
    assert (kept.status, kept.body) == (status, body)


async def test_the_rest_of_an_answer_that_cannot_be_understood_is_recorded_as_well() -> None:
    log = RecordingLog()
    reply = stream(chunk("CLUE"), "data: {half\n\n", chunk(": hot", "stop"))
    with FakeOpenAI([reply]) as server, pytest.raises(ModelError):
        await ask(server, log)
    assert b": hot" in log.bodies[0].body
    assert log.bodies[0].complete


async def test_a_call_without_a_response_has_no_body() -> None:
    log = RecordingLog()
    with FakeOpenAI([Reply(raw=b"")]) as server, pytest.raises(ModelError):
        await ask(server, log)
    assert log.bodies == []


@pytest.mark.parametrize("model", ["anthropic/test", "ollama_chat/test", "hosted_vllm/test"])
async def test_other_protocols_are_recorded_as_well(model: str) -> None:
    log = RecordingLog()
    with FakeOpenAI([error_reply(529, "overloaded")]) as server:
        with pytest.raises(ModelError, match=r"failed \(status 529\). Details: overloaded."):
            await ask(server, log, model=model)
    assert b"overloaded" in log.bodies[0].body


ANTHROPIC = """\
event: message_start
data: {"type": "message_start", "message": {"id": "m-1", "model": "test", "content": [],
data:  "usage": {"input_tokens": 9, "output_tokens": 1}}}

event: content_block_start
data: {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}

event: content_block_delta
data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "CLUE"}}

""".replace("\ndata:  ", " ")
ANTHROPIC_END = """\
event: message_delta
data: {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}, "usage": {}}

event: message_stop
data: {"type": "message_stop"}

"""


async def test_an_answer_in_another_protocol_is_read_by_litellm() -> None:
    log = RecordingLog()
    with FakeOpenAI([response(ANTHROPIC + ANTHROPIC_END)]) as server:
        outcome = await ask(server, log, model="anthropic/test")
    assert (outcome.text, outcome.finish_reason) == ("CLUE", "length")
    assert outcome.notes == {"policies": {"cut_answers": "answer"}}
    assert log.bodies[0].body == (ANTHROPIC + ANTHROPIC_END).encode()


async def test_an_error_in_another_protocol_is_told_in_the_servers_words() -> None:
    said = 'event: error\ndata: {"type": "error", "error": {"message": "Overloaded"}}\n\n'
    log = RecordingLog()
    with FakeOpenAI([response(ANTHROPIC + said)]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, model="anthropic/test")
    assert caught.value.detail == "Overloaded"
    assert log.outcomes[0].text == "CLUE"


async def test_a_complete_answer_whose_stream_does_not_end_is_an_answer() -> None:
    both = stream(chunk(TEXT), chunk(None, "stop"), done=False)  # arrive together
    with FakeOpenAI([replace(both, fault="stall")]) as server:
        outcome = await ask(server, timeout=60.0, on_delta=passing_time(61))
    assert (outcome.status, outcome.text) == ("done", TEXT)


async def test_a_redirect_within_a_host_is_followed_once_with_the_same_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LAB_KEY", "the-key-itself-123")
    moved = response(status=308, headers={"location": "/v2/chat"})
    with FakeOpenAI([moved, TEXT]) as server:
        outcome = await ask(server, api_key_env="LAB_KEY")
    first, second = server.requests
    assert (first.path, second.path) == ("/v1/chat/completions", "/v2/chat")
    assert second.body == first.body
    assert second.headers["authorization"] == "Bearer the-key-itself-123"
    assert outcome.text == TEXT


async def test_nothing_is_sent_to_another_server_to_which_a_call_is_redirected() -> None:
    with FakeOpenAI(["stolen"]) as other:
        moved = response(
            status=307, headers={"location": f"{other.base_url}/chat/completions?key=abcdefgh1"}
        )
        with FakeOpenAI([moved, moved, moved]) as server, pytest.raises(ModelError) as caught:
            await ask(server, retries=2)
        assert str(caught.value) == (
            f"{server.base_url} redirects to {other.base_url}, where nothing was sent. "
            "If you trust that address, set api_base to it."
        )
        assert len(server.requests) == 1
        assert other.requests == []


async def redirected_to(address: str, *more: str) -> str:
    """Return the message when calls are redirected to an address, then to others."""
    moves = [response(status=307, headers={"location": each}) for each in (address, *more)]
    with FakeOpenAI(moves) as server, pytest.raises(ModelError) as caught:
        await ask(server, retries=0)
    return str(caught.value).replace(server.base_url, "BASE")


async def test_the_advice_for_a_redirect_is_an_api_base_that_leads_there() -> None:
    """litellm appends the path of the call to api_base, so it is no part of the advice."""
    assert "redirects to http://a.test/v2, where" in await redirected_to(
        "http://a.test/v2/chat/completions"
    )
    elsewhere = await redirected_to("http://a.test/login")
    assert "redirects to http://a.test/login, where" in elsewhere
    assert elsewhere.endswith("Check api_base; for most servers it ends in /v1.")


@pytest.mark.parametrize(
    "path", [["/v1/chat/completions"], ["/b", "/b"], ["/b", "/v1/chat/completions"]]
)
async def test_a_redirect_in_a_circle_is_no_address_to_set(path: list[str]) -> None:
    assert await redirected_to(*path, *path) == (
        "BASE redirects in a circle. "
        "Try again; if it keeps happening, contact the server's administrator."
    )


async def test_a_proxy_that_may_be_the_reason_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeOpenAI([TEXT]) as server, socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{unused.getsockname()[1]}")
        with pytest.raises(ModelError) as caught:
            await ask(server, retries=0)
        assert str(caught.value) == (
            f"Cannot connect to {server.base_url}. "
            "A proxy is set: check HTTP_PROXY in the environment, or add the server to NO_PROXY."
        )
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert proxy_variable(server.base_url) == ""


@pytest.mark.parametrize(
    ("origin", "target", "followed"),
    [
        ("https://a.test/v1", "https://a.test/v2", True),
        ("https://a.test/v1", "https://A.TEST:443/v2", True),
        ("http://a.test/v1", "https://a.test/v1", True),
        ("https://a.test/v1", "http://a.test/v1", False),
        ("https://a.test/v1", "https://b.test/v1", False),
        ("https://a.test/v1", "https://a.test:8443/v1", False),
        ("http://a.test:8000/v1", "https://a.test:8000/v1", False),
        ("https://a.test/v1", "https://me@a.test/v1", False),
        ("https://a.test/v1", "https://a.test:port/v1", False),
        ("https://a.test/v1", "ftp://a.test/v1", False),
    ],
)
def test_where_a_redirect_may_lead(origin: str, target: str, followed: bool) -> None:
    assert _may_follow(origin, target, 307) is followed
    assert not _may_follow(origin, target, 303)


async def test_streams_of_others_are_left_alone() -> None:
    async with httpx.AsyncClient(follow_redirects=True) as client:
        moved = response(status=307, headers={"location": "/v2"})
        with FakeOpenAI([moved, response("hello")]) as server:
            request: Any = client.build_request("POST", server.base_url, json={"messages": []})
            found = await client.send(request, stream=True)
            assert await found.aread() == b"hello"


class _Broken(httpx.AsyncByteStream):
    """A body whose connection cannot be closed."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._body

    async def aclose(self) -> None:
        raise RuntimeError("the connection is gone")


async def test_a_failure_to_close_costs_no_answer_and_the_last_response_counts() -> None:
    request = httpx.Request("POST", "http://127.0.0.1:9/v1")
    wire = Wire(1_000)
    for status, body in ((503, b"busy"), (200, b"CLUE")):

        async def send(sent: httpx.Request, status: int = status, body: bytes = body) -> Any:
            return httpx.Response(status, stream=_Broken(body), request=sent)

        await wire.send(send, request)
        await wire.drain(5)
        await wire.aclose()
    assert (wire.status, wire.received, wire.complete) == (200, b"CLUE", True)
