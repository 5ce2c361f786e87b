"""Discovery: servers are asked simultaneously, for a limited time; only those that answer count."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from clemtui.config import Settings, resolve_model
from clemtui.players import discovery, http_get
from clemtui.players.discovery import (
    LONGEST_ANSWER,
    FoundServer,
    Place,
    base_address,
    discover,
    ollama_address,
    places,
)
from clemtui.players.llm.player import complete
from tests.players.llm.model_calls import QUESTION, move_clock
from tests.support import fake_servers
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply, html_reply
from tests.support.fake_servers import RawServer, address, everywhere

LONG = 600.0
"""Seconds that no test waits: the clock is moved instead."""


async def find(*servers: FakeOpenAI | str, named: bool = True) -> tuple[FoundServer, ...]:
    """Return what is found at these servers."""
    addresses = [s if isinstance(s, str) else address(s) for s in servers]
    return await discover([Place(a, named=named) for a in addresses], deadline=LONG)


# What a server is, and which models it has


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (fake_servers.ollama, "Ollama"),
        (fake_servers.llama_cpp, "llama.cpp"),
        (fake_servers.vllm, "vLLM"),
        (fake_servers.lm_studio, "LM Studio"),
        (fake_servers.unknown, "other"),
    ],
)
async def test_a_server_is_known_by_its_answer(
    start: Callable[[Sequence[str]], FakeOpenAI], kind: str
) -> None:
    models = ["llama3.2:1b", "qwen/qwen3-8b@q4_k_m"]
    with start(models) as server:
        (found,) = await find(server, named=False)
    assert found == FoundServer(kind, address(server), tuple(models))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "start",
    [fake_servers.ollama, fake_servers.llama_cpp, fake_servers.vllm, fake_servers.lm_studio],
)
@pytest.mark.parametrize("model", ["llama3.2:1b", "qwen/qwen3-8b@q4_k_m", "/models/My Small.gguf"])
async def test_the_word_of_a_model_is_enough_to_ask_it(
    start: Callable[..., FakeOpenAI], model: str
) -> None:
    with start([model], ["CLUE: a hot drink"]) as server:
        (found,) = await find(server)
        parameters = resolve_model(found.player_word(model), Settings())
        answer = await complete(parameters, QUESTION, log=RecordingLog())
        sent = server.requests[-1]
    assert answer.text == "CLUE: a hot drink"
    assert (sent.path, sent.body["model"]) == ("/v1/chat/completions", model)


async def test_models_that_only_embed_texts_are_left_out() -> None:
    with (
        fake_servers.ollama(["nomic-embed-text:latest"], family="nomic-bert") as one,
        fake_servers.lm_studio(["text-embedding-nomic", "qwen3-8b"]) as other,
    ):
        first, second = await find(one, other)
    assert (first.models, first.problem) == ((), "no models")
    assert (second.models, second.problem) == (("qwen3-8b",), None)


async def test_a_server_without_models_says_so_even_where_nobody_named_it() -> None:
    with fake_servers.ollama([]) as server:
        (found,) = await find(server, named=False)
    assert found == FoundServer("Ollama", address(server), (), "no models")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x1b[31mb", "a,b", "x" * 301, "\u202egpj"])
async def test_names_that_cannot_be_shown_or_typed_are_left_out(name: str) -> None:
    with fake_servers.vllm([name, "good", "good"]) as server:
        (found,) = await find(server)
    assert found.models == ("good",)


# What is not a model server


ODD = {
    "a web page": html_reply(),
    "no such page": Reply(status=404, body="nothing here"),
    "other JSON": Reply(body='{"hello": "world"}'),
    "a list of texts": Reply(body='{"object": "list", "data": ["a", "b"]}'),
    "models that are no list": Reply(body='{"data": {"id": "x"}, "models": 3}'),
    "a number": Reply(body="3"),
    "nothing": Reply(body=""),
    "bytes": Reply(body="\x00\x01"),
    "deep nesting": Reply(body="[" * 100_000),
    "an endless number": Reply(body="1" * 100_000),
    "an error": Reply(status=500, body='{"error": "broken"}'),
}


@pytest.mark.parametrize("reply", ODD.values(), ids=ODD.keys())
async def test_what_is_no_list_of_models_is_no_server_of_models(reply: Reply) -> None:
    with everywhere(reply) as server:
        unasked = await find(server, named=False)
        named = await find(server)
    assert unasked == ()
    assert named == (FoundServer(None, address(server), (), "no model server"),)


async def test_another_protocol_is_no_server_of_models() -> None:
    with RawServer(b"SSH-2.0-OpenSSH_9.2\r\n\r\n") as server:
        (found,) = await find(server.address)
    assert found.problem == "no model server"


async def test_a_server_that_wants_a_key_says_so_where_it_was_named() -> None:
    with everywhere(Reply(status=401, body='{"error": "Unauthorized"}')) as server:
        assert await find(server, named=False) == ()
        (found,) = await find(server)
    assert found.problem == "key wanted"


async def test_an_enormous_list_is_not_taken_in() -> None:
    with everywhere(Reply(body=json.dumps({"data": "x" * LONGEST_ANSWER}))) as server:
        (found,) = await find(server)
    assert found.problem == "too long"


async def test_a_refused_connection_is_silence() -> None:
    with RawServer() as server:
        gone = server.address
    assert await find(gone, named=False) == ()
    assert await find(gone) == (FoundServer(None, gone, (), "silent"),)


@pytest.mark.parametrize("wrong", ["gpu-box:8000", "ftp://127.0.0.1", "http://", "http://[", "?"])
async def test_what_is_no_address_is_told_and_not_asked(wrong: str) -> None:
    assert await find(wrong) == (FoundServer(None, wrong, (), "no address"),)


# Time, proxies and keys


async def test_all_are_asked_at_once_and_the_deadline_holds_for_all_of_it() -> None:
    """Three servers accept the requests but do not answer; then the time passes."""
    loop = asyncio.get_running_loop()

    def pass_time() -> None:
        loop.call_soon_threadsafe(move_clock, loop, LONG)

    all_asked = threading.Barrier(6, pass_time)
    with ExitStack() as stack:
        slow = [stack.enter_context(everywhere(Reply(fault="never"))) for _ in range(3)]
        for server in slow:
            server.on_request = lambda _: threading.Thread(target=all_asked.wait).start()
        found = await find(*slow)
        assert [server.problem for server in found] == ["silent", "silent", "silent"]
        for request in (request for server in slow for request in server.requests):
            assert request.dropped.wait(10), "the connection was left open"


async def test_a_list_is_used_although_the_other_question_is_never_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()

    async def get(url: str, *, limit: int) -> http_get.Reply:
        if url.endswith("/v1/models"):
            return http_get.Reply(200, b'{"data": [{"id": "small", "owned_by": "vllm"}]}')
        move_clock(loop, LONG)
        return await asyncio.Future()

    monkeypatch.setattr(discovery, "get", get)
    (found,) = await find("http://127.0.0.1:1111")
    assert (found.kind, found.models) == ("vLLM", ("small",))


async def test_a_look_up_of_a_name_that_hangs_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    release = threading.Event()

    def hang(*_: object, **__: object) -> list[Any]:
        loop.call_soon_threadsafe(move_clock, loop, LONG)
        release.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    (found,) = await find("http://gpu-box.example:8000")
    release.set()
    assert found.problem == "silent"


async def test_neither_proxies_nor_keys_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with fake_servers.vllm(["small"]) as server, everywhere(html_reply()) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, address(proxy))
        (found,) = await find(server)
    assert found.models == ("small",)
    assert proxy.requests == []
    assert {name for request in server.requests for name in request.headers} == {
        "host", "accept", "user-agent", "connection",
    }  # fmt: skip


# Where to ask


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> str:
    """The only usual address in these tests."""
    monkeypatch.setattr(discovery, "WELL_KNOWN", ("http://127.0.0.1:1111",))
    return "http://127.0.0.1:1111"


def test_the_usual_addresses_are_asked_after_the_named_ones(usual: str) -> None:
    assert places(["http://gpu-box:8000/v1"], {"OLLAMA_HOST": "10.0.0.5"}) == (
        Place("http://gpu-box:8000"),
        Place("http://10.0.0.5:11434"),
        Place(usual, named=False),
    )


def test_no_address_is_asked_twice(usual: str) -> None:
    assert places([usual + "/v1", "http://LOCALHOST:1111/"], {}) == (
        Place("http://LOCALHOST:1111"),
    )


@pytest.mark.parametrize(
    "written",
    ["http://h:1/v1", "http://h:1/v1/", "http://h:1/", " http://h:1 ", "http://h:1"],
)
def test_an_address_is_taken_with_and_without_its_v1(written: str) -> None:
    assert base_address(written) == "http://h:1"


@pytest.mark.parametrize(
    ("host", "meant"),
    [
        ("127.0.0.1", "http://127.0.0.1:11434"),
        ("127.0.0.1:5000", "http://127.0.0.1:5000"),
        (":5000", "http://127.0.0.1:5000"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:5000", "http://127.0.0.1:5000"),
        ("[::]:5000", "http://127.0.0.1:5000"),
        ("[::1]", "http://[::1]:11434"),
        ("gpu-box", "http://gpu-box:11434"),
        ("http://gpu-box", "http://gpu-box:80"),
        ("https://gpu-box/ollama/", "https://gpu-box:443/ollama"),
    ],
)
def test_ollama_host_is_read_as_ollama_reads_it(host: str, meant: str) -> None:
    assert ollama_address(host) == meant


@pytest.mark.parametrize("host", ["ftp://x", "x:port", "[::", "http://x:99999"])
async def test_an_ollama_host_that_makes_no_sense_is_told(host: str) -> None:
    (found,) = await discover([places([], {"OLLAMA_HOST": host})[0]])
    assert found.problem == "no address"
