"""Building blocks for HTTP responses that no server should send."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.support.fake_openai import Reply

EVENTS = "text/event-stream"
DONE = "data: [DONE]\n\n"


def response(
    body: bytes | str = b"",
    status: int = 200,
    *,
    type_: str = EVENTS,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """Return a response with exactly this body, which ends when the connection is closed."""
    encoded = body.encode("utf-8", "surrogateescape") if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Odd", "connection: close", f"content-type: {type_}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return Reply(raw="\r\n".join([*lines, "", ""]).encode("utf-8") + encoded)


def error(body: bytes | str, status: int = 500, *, type_: str = "application/json") -> Reply:
    """Return an error with exactly this body."""
    return response(body, status, type_=type_)


def chunk(content: Any = None, finish: Any = None, **changed: Any) -> dict[str, Any]:
    """Return a chunk of an answer; ``changed`` are members of the chunk as a whole."""
    choice = {"index": 0, "delta": {"content": content}, "finish_reason": finish}
    base = {"id": "c-1", "object": "chat.completion.chunk", "model": "test", "choices": [choice]}
    return {**base, **changed}


def delta(finish: Any = None, **members: Any) -> dict[str, Any]:
    """Return a chunk with these members in its delta."""
    return chunk(choices=[{"index": 0, "delta": members, "finish_reason": finish}])


def choice(**members: Any) -> dict[str, Any]:
    """Return a chunk with one choice that has exactly these members."""
    return chunk(choices=[members])


def event(value: Any) -> str:
    """Return an event with this value as JSON."""
    return f"data: {json.dumps(value)}\n\n"


def stream(*values: Any, done: bool = True, **options: Any) -> Reply:
    """Return a stream of these values, texts being sent as they are."""
    events = "".join(each if isinstance(each, str) else event(each) for each in values)
    return response(events + (DONE if done else ""), **options)


def answer(text: str = "CLUE: hot", **changed: Any) -> Reply:
    """Return a whole answer in two chunks; ``changed`` are members of the last."""
    return stream(chunk(text), chunk(None, "stop", **changed))
