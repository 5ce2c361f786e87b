"""Model servers on loopback for tests of discovery: their model lists and their quirks.

The lists have the format of the real servers. Each server also answers calls to its models from a
script, so that discovered models can play::

    with ollama(["llama3.2:1b"], ["CLUE: hot drink"]) as server:
        ...  # address(server), server.requests
"""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from tests.support.fake_openai import FakeOpenAI, Reply

NOT_FOUND = Reply(status=404, body='{"error": "not found"}')


def address(server: FakeOpenAI) -> str:
    """Return the address of a server without the ``/v1`` of its protocol."""
    return server.base_url.removesuffix("/v1")


def serving(lists: Mapping[str, Reply], script: Iterable[Reply | str] = ()) -> FakeOpenAI:
    """Return a server with documents by path, and a script for calls to its models."""
    replies = iter(script)

    def answer(_messages: object) -> Reply | str:
        path = server.requests[-1].path
        if path.endswith("/chat/completions"):
            return next(replies, NOT_FOUND)
        return lists.get(path, NOT_FOUND)

    server = FakeOpenAI(answer)
    return server


def everywhere(reply: Reply) -> FakeOpenAI:
    """Return a server that sends the same reply for every list."""
    return serving({"/v1/models": reply, "/api/tags": reply})


def ollama(
    models: Sequence[str], script: Iterable[Reply | str] = (), *, family: str = "llama"
) -> FakeOpenAI:
    """Return an Ollama server: its own list besides OpenAI's, where an empty list is null."""
    tags = [
        {
            "name": name,
            "model": name,
            "modified_at": "2025-10-03T23:34:03.409490317-07:00",
            "size": 1_321_098_329,
            "digest": "baf6a787fdff" + "0" * 52,
            "details": {"format": "gguf", "family": family, "families": [family]},
        }
        for name in models
    ]
    data = [_entry(name, "library") for name in models] or None
    return serving({"/v1/models": _list(data), "/api/tags": _json({"models": tags})}, script)


def llama_cpp(models: Sequence[str], script: Iterable[Reply | str] = ()) -> FakeOpenAI:
    """Return a llama.cpp server: both lists in one document, also under Ollama's path."""
    both = {
        "models": [{"name": name, "model": name, "details": {"family": ""}} for name in models],
        "object": "list",
        "data": [_entry(name, "llamacpp") for name in models],
    }
    return serving({"/v1/models": _json(both), "/api/tags": _json(both)}, script)


def vllm(models: Sequence[str], script: Iterable[Reply | str] = ()) -> FakeOpenAI:
    """Return a vLLM server: only OpenAI's list."""
    return serving({"/v1/models": _list([_entry(name, "vllm") for name in models])}, script)


def lm_studio(models: Sequence[str], script: Iterable[Reply | str] = ()) -> FakeOpenAI:
    """Return an LM Studio server: OpenAI's list, and status 200 with an error for unknown paths."""
    entries = [_entry(name, "organization_owner") for name in models]
    error = _json({"error": "Unexpected endpoint or method. (GET /api/tags). Returning 200 anyway"})
    return serving({"/v1/models": _list(entries), "/api/tags": error}, script)


def unknown(models: Sequence[str], script: Iterable[Reply | str] = ()) -> FakeOpenAI:
    """Return a server that speaks the protocol but does not identify itself."""
    return serving({"/v1/models": _list([_entry(name, "somebody") for name in models])}, script)


def _entry(name: str, owner: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": owner}


def _list(entries: list[dict[str, Any]] | None) -> Reply:
    return _json({"object": "list", "data": entries})


def _json(document: object) -> Reply:
    return Reply(body=json.dumps(document))


class RawServer:
    """Sends exactly these bytes to every client, then disconnects. A context manager."""

    def __init__(self, *said: bytes) -> None:
        class Says(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                self.request.recv(65_536)
                try:
                    for piece in said:
                        self.request.sendall(piece)
                except ConnectionError:
                    pass  # the client has read enough

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Says)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def address(self) -> str:
        """The address it listens on."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
