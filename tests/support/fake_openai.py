"""A small streaming server on loopback that speaks the OpenAI chat completion protocol.

It answers from a script (a list of replies, or a function of the messages), records every request,
and can fail in every way that real servers do. It runs on its own thread, so sync and async tests
can both use it::

    with FakeOpenAI(["CLUE: hot drink"]) as server:
        ...  # server.base_url, server.requests

For tests of the whole program in a terminal it is also a script, which prints its address::

    python tests/support/fake_openai.py --reply "CLUE: hot drink" --log requests.jsonl
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

Fault = Literal[
    "",
    "never",  # accepts the request and never answers
    "stall",  # headers and `fault_after` chunks, then nothing
    "cut",  # `fault_after` chunks, then the connection drops inside a chunked body
    "quiet_end",  # `fault_after` chunks, then a well-formed end without finish_reason or [DONE]
    "broken_json",  # `fault_after` chunks, then a chunk that is half a JSON object
    "error_chunk",  # `fault_after` chunks, then an error object in place of a chunk
    "no_done",  # everything but the [DONE] line
]


@dataclass(frozen=True)
class Reply:
    """A scripted answer. `text` is streamed in `chunks` pieces of about equal length.

    If `status` is not 200, or there is a `body`, the reply is sent unchanged and not streamed. A
    `text` of None is sent as null content. Lone surrogates in `text` are sent as JSON escapes.
    """

    text: str | None = "ok"
    chunks: int = 3
    pieces: tuple[str, ...] = ()  # exact pieces, instead of splitting `text` into `chunks`
    reasoning: str = ""
    finish_reason: str | None = "stop"
    usage: Mapping[str, Any] | None = None  # sent as the last chunk if the client requested it
    model: str | None = None  # the model named in the answer; default: the requested one
    fault: Fault = ""
    fault_after: int = 1
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    error_code: int | str | None = None  # the code inside an "error_chunk"
    repeat: int = 1  # how often to stream the text, for huge answers
    gap: float = 0  # seconds between chunks
    reasoning_field: str = "reasoning_content"
    id: str = "chatcmpl-fake"
    raw: bytes | None = None  # the whole HTTP response, sent at once, then closed or stalled


def error_reply(
    status: int,
    message: str,
    *,
    type_: str = "invalid_request_error",
    code: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """Return an error with the body that OpenAI sends: message, type, param and code."""
    error = {"message": message, "type": type_, "param": None, "code": code}
    return Reply(status=status, body=json.dumps({"error": error}), headers=dict(headers or {}))


def html_reply(text: str = "<html><body>Welcome to the hotel network</body></html>") -> Reply:
    """Return what a captive portal or a wrong address sends: a web page with status 200."""
    return Reply(body=text, headers={"content-type": "text/html"})


@dataclass
class Received:
    """A request as received; `dropped` is set if the client disconnects before the end."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    streaming: threading.Event = field(default_factory=threading.Event)
    dropped: threading.Event = field(default_factory=threading.Event)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages of the request."""
        messages: list[dict[str, Any]] = self.body["messages"]
        return messages


Script = Iterable[Reply | str] | Callable[[list[dict[str, Any]]], Reply | str]


class FakeOpenAI:
    """The server, as a context manager. `base_url` is the `api_base` for clients."""

    def __init__(
        self,
        script: Script = (),
        *,
        port: int = 0,
        on_request: Callable[[Received], None] | None = None,
    ) -> None:
        self._answer = script if callable(script) else _in_turn(script)
        self._port = port
        self.on_request = on_request
        self.requests: list[Received] = []
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="fake-openai", daemon=True)

    @property
    def base_url(self) -> str:
        """The address, with the `/v1` of OpenAI-compatible servers."""
        return f"http://127.0.0.1:{self._port}/v1"

    def __enter__(self) -> FakeOpenAI:
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the fake server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        clients: set[asyncio.Task[None]] = set()

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._client(reader, writer))
            clients.add(task)
            task.add_done_callback(clients.discard)

        server = await asyncio.start_server(accept, "127.0.0.1", self._port, limit=64 * 2**20)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in list(clients):
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            received = await self._read(reader)
            if received is None:
                return
            self.requests.append(received)
            if self.on_request is not None:
                self.on_request(received)
            reply = self._answer(list(received.body.get("messages", ())))
            if isinstance(reply, str):
                reply = Reply(reply)
            watcher = asyncio.ensure_future(self._watch(reader, received))
            sender = asyncio.ensure_future(_send(writer, received, reply))
            try:
                await asyncio.wait({watcher, sender}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                watcher.cancel()
                sender.cancel()
                await asyncio.gather(watcher, sender, return_exceptions=True)
        finally:
            writer.close()

    @staticmethod
    async def _read(reader: asyncio.StreamReader) -> Received | None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            return None  # connected and disconnected
        first, *lines = head.split("\r\n")
        pairs = (line.partition(":") for line in lines if line)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        raw = await reader.readexactly(int(headers.get("content-length", 0)))
        return Received(first.split(" ")[1], headers, json.loads(raw or b"{}"))

    @staticmethod
    async def _watch(reader: asyncio.StreamReader, received: Received) -> None:
        """Return when the client closes its side; every request has its own connection."""
        with contextlib.suppress(ConnectionError):  # a reset is also a disconnect
            await reader.read()
        received.dropped.set()


def _in_turn(replies: Iterable[Reply | str]) -> Callable[[object], Reply | str]:
    script = iter(replies)
    exhausted = error_reply(418, "the script of the fake server has no reply left")
    return lambda _messages: next(script, exhausted)


async def _send(writer: asyncio.StreamWriter, received: Received, reply: Reply) -> None:
    if reply.fault == "never":
        received.streaming.set()
        await asyncio.Event().wait()
    if reply.raw is not None:
        writer.write(reply.raw)
        await writer.drain()
        if reply.fault == "stall":
            await asyncio.Event().wait()
        return
    if reply.status != 200 or reply.body is not None:
        await _send_body(writer, reply)
        return
    head = {"content-type": "text/event-stream", "transfer-encoding": "chunked", **reply.headers}
    _write_head(writer, 200, head)
    whole = reply.fault in ("", "no_done")
    for sent, chunk in enumerate(_chunks(received, reply)):
        if not whole and sent == reply.fault_after:
            break
        await _write_event(writer, json.dumps(chunk))
        received.streaming.set()
        if reply.gap:
            await asyncio.sleep(reply.gap)
    await _finish(writer, received, reply)


async def _finish(writer: asyncio.StreamWriter, received: Received, reply: Reply) -> None:
    match reply.fault:
        case "stall":
            received.streaming.set()
            await asyncio.Event().wait()
        case "cut":
            await writer.drain()
            writer.transport.abort() if reply.fault_after == 0 else writer.close()
            return
        case "broken_json":
            await _write_event(writer, '{"id": "x", "choices": [{"delta": {"content": "half')
        case "error_chunk":
            error = {"message": "the machine is overloaded", "type": "server_error"}
            await _write_event(writer, json.dumps({"error": {**error, "code": reply.error_code}}))
        case "":
            await _write_event(writer, "[DONE]")
        case _:
            pass  # "no_done" and "quiet_end" end here
    writer.write(b"0\r\n\r\n")
    await writer.drain()


def _chunks(received: Received, reply: Reply) -> Iterable[dict[str, Any]]:
    base = {
        "id": reply.id,
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": reply.model or received.body.get("model"),
    }

    def chunk(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**base, "choices": [{"index": 0, "delta": dict(delta), "finish_reason": finish}]}

    if reply.reasoning:
        yield chunk({"role": "assistant", reply.reasoning_field: reply.reasoning})
    if reply.text is None:
        yield chunk({"role": "assistant", "content": None})
    else:
        pieces = reply.pieces or _cut(reply.text, reply.chunks)
        for _ in range(reply.repeat):
            for piece in pieces:
                yield chunk({"role": "assistant", "content": piece})
    if reply.finish_reason is not None:
        yield chunk({}, reply.finish_reason)
    wanted = (received.body.get("stream_options") or {}).get("include_usage")
    if reply.usage is not None and wanted:
        yield {**base, "choices": [], "usage": dict(reply.usage)}


def _cut(text: str, chunks: int) -> tuple[str, ...]:
    size = max(1, -(-len(text) // max(1, chunks)))
    return tuple(text[start : start + size] for start in range(0, len(text), size)) or ("",)


def _write_head(writer: asyncio.StreamWriter, status: int, headers: Mapping[str, str]) -> None:
    lines = [f"HTTP/1.1 {status} Scripted", "connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))


async def _write_event(writer: asyncio.StreamWriter, data: str) -> None:
    event = f"data: {data}\n\n".encode()
    writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
    await writer.drain()


async def _send_body(writer: asyncio.StreamWriter, reply: Reply) -> None:
    body = (reply.body or "").encode()
    headers = {"content-type": "application/json", **reply.headers}
    _write_head(writer, reply.status, {**headers, "content-length": str(len(body))})
    writer.write(body)
    await writer.drain()


def main(arguments: list[str] | None = None) -> None:
    """Serve until standard input ends or the process is stopped; the first line is the address."""
    parser = argparse.ArgumentParser(description="A scripted OpenAI-compatible server on loopback.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--reply", action="append", default=[], help="a text; repeatable, in turn")
    parser.add_argument("--script", type=Path, help="JSON list of texts or of Reply fields")
    parser.add_argument("--log", type=Path, help="append each request as a line of JSON")
    options = parser.parse_args(arguments)
    replies: list[Reply | str] = list(options.reply)
    if options.script:
        known = {f.name for f in fields(Reply)}
        for item in json.loads(options.script.read_text(encoding="utf-8")):
            if isinstance(item, dict) and not known.issuperset(item):
                parser.error(f"unknown fields in {options.script}: {set(item) - known}")
            replies.append(Reply(**item) if isinstance(item, dict) else str(item))

    def log(received: Received) -> None:
        if options.log:
            line = json.dumps({"path": received.path, "body": received.body})
            with options.log.open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")

    with FakeOpenAI(replies, port=options.port, on_request=log) as server:
        print(server.base_url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
