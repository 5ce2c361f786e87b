"""Read the body of a response: server-sent events with JSON, or one JSON document.

These functions have a result for all bytes, because what they read was sent by a server that may be
broken or hostile.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_LONGEST_NUMBER = 40
"""Digits of an integer that is read as a number; a longer one is kept as text."""


class _Invalid:
    """The type of `INVALID`."""


INVALID: Final = _Invalid()
"""What `parsed` returns for a text that is not JSON."""

DONE: Final = "[DONE]"
"""The data of the event that ends a stream."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a stream.

    Attributes:
        data: the JSON value, `DONE`, or `INVALID`.
        name: the type of event; mostly empty.
        nested: what is nested too deeply to be read, which is text in the value; mostly empty.
    """

    data: object
    name: str = ""
    nested: tuple[str, ...] = ()


class EventParser:
    """Splits bytes that arrive in pieces into events.

    Servers that omit the empty line between events are understood as well.

    Attributes:
        other: whether the first line is not of an event stream.
        damaged: whether there were bytes that are not UTF-8; they are read as U+FFFD.
    """

    def __init__(self) -> None:
        self.other = False
        self.damaged = False
        self._line: list[bytes] = []
        self._data: list[str] = []
        self._name = ""
        self._started = False

    @property
    def known(self) -> bool:
        """Whether the first line was one of an event stream."""
        return self._started and not self.other

    def feed(self, piece: bytes) -> Iterator[Event]:
        """Yield the events that end in this piece."""
        if self._started and not self.known:
            return
        if b"\n" not in piece and b"\r" not in piece:
            self._line.append(piece)
            return
        whole = b"".join((*self._line, piece))
        lines = whole.splitlines(keepends=True)
        # A line that ends in \r may be followed by its \n.
        self._line = [] if whole.endswith(b"\n") else [lines.pop()]
        for line in lines:
            yield from self._take(line.rstrip(b"\r\n"))
            if self.other:
                return

    def end(self) -> Iterator[Event]:
        """Yield the events of the rest. A last line that breaks off is ignored."""
        rest = b"".join(self._line)
        self._line = []
        if rest:
            yield from self._take(rest.rstrip(b"\r\n"))
        last = list(self._dispatch())
        if not (rest and last and last[0].data is INVALID):
            yield from last

    def _take(self, raw: bytes) -> Iterator[Event]:
        line, damaged = _decoded(raw)
        if not self._started:
            line = line.removeprefix("\ufeff")
            if not line.strip():
                return
            self._started = True
            self.other = not line.startswith(("data:", "event:", "id:", "retry:", ":"))
        if self.other:
            return  # `document` reads all of it
        self.damaged = self.damaged or damaged
        if not line:
            yield from self._dispatch()
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            yield from self._dispatch()
            self._name = value
        elif field == "data":
            if self._data and parsed("\n".join(self._data)) is not INVALID:
                yield from self._dispatch()
            self._data.append(value)

    def _dispatch(self) -> Iterator[Event]:
        text = "\n".join(self._data).strip()
        name, self._name, self._data = self._name, "", []
        if text:
            value, nested = _read(text)
            yield Event(value, name, nested)


def _decoded(raw: bytes) -> tuple[str, bool]:
    """Return bytes as text, and whether some of them are not UTF-8."""
    try:
        return raw.decode("utf-8"), False
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace"), True


async def events(pieces: AsyncIterator[bytes], parser: EventParser) -> AsyncIterator[Event]:
    """Yield the events of a body. A body that is no event stream is one event: a JSON document.

    If the first line of such a body is JSON (`application/x-ndjson`), only that line is read, so
    that a caller who does not want it need not wait for the rest.
    """
    unread = bytearray()
    looked = False
    async for piece in pieces:
        if not parser.known:
            unread += piece
        for event in parser.feed(piece):
            yield event
        if parser.other and not looked:
            looked = True
            first = document(bytes(unread).lstrip().partition(b"\n")[0])
            if not first.is_invalid:
                parser.damaged = parser.damaged or first.damaged
                yield first.event
                return
    for event in parser.end():
        yield event
    if parser.other:
        whole = document(bytes(unread))
        parser.damaged = parser.damaged or whole.damaged
        yield whole.event


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document; ``damaged`` is as in `EventParser`."""

    event: Event
    damaged: bool

    @property
    def is_invalid(self) -> bool:
        """Whether the document is not JSON."""
        return self.event.data is INVALID


def document(body: bytes) -> Document:
    """Read bytes as a JSON document."""
    text, damaged = _decoded(body.removeprefix(codecs.BOM_UTF8))
    value, nested = _read(text)
    return Document(Event(value, nested=nested), damaged)


def may_be_events(headers: Mapping[str, str]) -> bool:
    """Whether a response with these headers may be text. AWS has a binary format for events."""
    return not headers.get("content-type", "").strip().lower().startswith("application/vnd.")


def is_ping(event: Event) -> bool:
    """Whether an event only keeps the connection open."""
    data = event.data
    if isinstance(data, Mapping):
        return not data or (event.name or data.get("type")) in ("ping", "heartbeat", "keep-alive")
    return data is None or isinstance(data, bool | int | float) or (data == "")


def is_error(event: Event) -> bool:
    """Whether an event is an error of the server."""
    data = event.data
    if isinstance(data, list):
        return bool(data) and is_error(Event(data[0]))
    if not isinstance(data, Mapping):
        return False
    named = "error" in (event.name, data.get("type"), data.get("object"))
    return named or bool(data.get("error"))


def speaks_openai(event: Event) -> bool:
    """Whether the first event of a response shows that it is ours to read, not litellm's."""
    data = event.data
    if data is DONE or data is INVALID or is_error(event):
        return True
    if not isinstance(data, Mapping):
        return False
    kind = data.get("object")
    named = isinstance(kind, str) and kind.startswith(("chat.completion", "text_completion"))
    return named or "choices" in data


def parsed(text: str) -> object:
    """Return the value of a JSON text, `DONE`, or `INVALID`. Very long integers remain text.

    So does what is nested too deeply.
    """
    return _read(text)[0]


def _read(text: str) -> tuple[object, tuple[str, ...]]:
    """Return the value of a text as `parsed` does, and what is nested in it too deeply."""
    if text.strip() == DONE:
        return DONE, ()
    nested: tuple[str, ...] = ()
    try:
        try:
            value: object = json.loads(text, parse_int=_integer)
        except RecursionError:
            text, nested = _flattened(text)
            value = json.loads(text, parse_int=_integer)
    except (ValueError, RecursionError):
        return INVALID, ()
    return value, nested


_DEPTH = 8  # of the deepest part of an answer: the text of a part of the reasoning
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.S)


def _flattened(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a JSON text in which objects and lists deeper than any answer are strings.

    Also returns these strings.
    """
    kept: list[str] = []
    nested: list[str] = []
    depth = end = start = 0
    for token in _TOKENS.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth == _DEPTH + 1:
                start = token.start()
        elif token[0] in "]}":
            if depth == _DEPTH + 1:
                nested.append(text[start : token.end()])
                kept += (text[end:start], json.dumps(nested[-1]))
                end = token.end()
            depth -= 1
    return "".join((*kept, text[end:])), tuple(nested)


def member(value: object, name: str) -> object:
    """Return the member of a JSON object, or the attribute of another object; None if it has none.

    litellm yields the chunks of some providers as objects of its own.
    """
    if isinstance(value, Mapping):
        return value.get(name)
    if value is None or isinstance(value, str | int | float | list):
        return None
    return getattr(value, name, None)


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits
