"""Read a streamed answer: assemble and judge what litellm yields."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.redaction import KeyFilter, hide_keys
from clemtui.players.llm.text import first_bytes, raw_bytes, repaired
from clemtui.records.attempts import Usage

MAX_ANSWER_BYTES = 1_000_000
"""Maximum size of an answer together with its reasoning; longer ones are stopped."""

MAX_TOKENS = 2**53
"""The largest number of tokens that is believed: a larger one is not exact in JSON."""

MAX_COST = 1e9
"""The highest cost of a call in US dollars that is believed."""


class ChatStream(Protocol):
    """The part of litellm's chunk stream that is used."""

    custom_llm_provider: str | None
    received_finish_reason: str | None
    """As sent by the provider; if it sent none, the chunks contain an invented "stop"."""

    def __aiter__(self) -> AsyncIterator[object]: ...

    async def aclose(self) -> None:
        """Close the connection."""


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed answer, for observers."""

    text: str
    reasoning: str


class Answer:
    """A streamed answer, as far as it has arrived, with the given keys hidden.

    A server may echo the key that it was called with. Keys are hidden here, where the answer
    enters the program, so that what is judged, shown and recorded is the same text.

    Attributes:
        finish_reason: the provider's reason for stopping; None if it gave none, or the answer was
            cut off.
        started: whether any of the answer or its reasoning has arrived.
    """

    def __init__(self, limit: int = MAX_ANSWER_BYTES, keys: Sequence[str] = ()) -> None:
        self._room = limit
        self._keys = keys
        self._text = _Channel(keys)
        self._reasoning = _Channel(keys)
        self.finish_reason: str | None = None
        self.provider: str | None = None
        self.model: str | None = None
        self.response_id: str | None = None
        self.usage = Usage()
        self.usage_as_sent: object = None
        self.reported_cost: float | None = None
        self.overflowed = False
        self.started = False

    def take(self, chunk: object) -> Delta | None:
        """Add a chunk. Returns the text or reasoning that can be shown, which may be empty."""
        choices = getattr(chunk, "choices", None)
        if not choices:
            return None
        delta = getattr(choices[0], "delta", None)
        reasoning = self._truncate_to_room(_reasoning(delta))
        text = self._truncate_to_room(_text(delta, "content"))
        if not text and not reasoning:
            return None
        self.started = True
        return Delta(self._text.add(text), self._reasoning.add(reasoning))

    def end(self) -> Delta:
        """Return what `take` has held back because it could have been the beginning of a key."""
        return Delta(self._text.rest, self._reasoning.rest)

    def close(self, stream: ChatStream) -> None:
        """Read what only the stream as a whole knows. Safe to call on a broken stream.

        litellm counts tokens itself if the provider does not, and invents an id and a finish
        reason. All of these are ignored: what the provider did not report is unknown.
        """
        self.provider = stream.custom_llm_provider
        self.finish_reason = self._without_keys(stream.received_finish_reason)
        answered_by = getattr(stream, "_provider_response_model", None)
        self.model = self._without_keys(answered_by)
        for chunk in getattr(stream, "chunks", ()):
            identity = getattr(chunk, "id", None)
            if isinstance(identity, str) and (self.model or self.started):
                self.response_id = self._without_keys(identity)
            usage = getattr(chunk, "usage", None)
            if usage is not None:
                self.usage_as_sent = usage
                self.usage = _usage(usage)
                self.reported_cost = _cost(usage)

    @property
    def text(self) -> str:
        """The answer, unstripped, in a form that can be stored."""
        return repaired(self._text.whole)

    @property
    def raw(self) -> bytes:
        """The answer as bytes, with nothing but keys replaced."""
        return raw_bytes(self._text.whole)

    @property
    def reasoning(self) -> str:
        """The reasoning, in a form that can be stored."""
        return repaired(self._reasoning.whole)

    def problem(self) -> ErrorKind | None:
        """Return what is wrong with an answer whose stream ended normally; None if it is valid.

        An answer without a finish reason was cut short, because a connection that is closed
        properly looks the same as an end. Nothing at all, with neither a model nor a finish reason,
        is what remains of a web page or of invalid JSON.
        """
        if self.overflowed:
            return ErrorKind.ANSWER_TOO_LONG
        if self.finish_reason == "content_filter":
            return ErrorKind.CONTENT_FILTER
        if self.finish_reason is None:
            if self.started:
                return ErrorKind.CUT
            return ErrorKind.CUT if self.model else ErrorKind.BAD_RESPONSE
        if not self.text.strip():
            return ErrorKind.EMPTY
        return None

    def _without_keys(self, value: object) -> str | None:
        return hide_keys(value, self._keys) if isinstance(value, str) else None

    def _truncate_to_room(self, piece: str) -> str:
        kept = first_bytes(piece, self._room)
        self._room -= len(kept.encode("utf-8", "surrogatepass"))
        self.overflowed = self.overflowed or len(kept) < len(piece)
        return kept


class _Channel:
    """The text or the reasoning of an answer."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._pieces: list[str] = []
        self._filter = KeyFilter(keys)

    def add(self, piece: str) -> str:
        shown = self._filter.feed(piece)
        self._pieces.append(shown)
        return shown

    @property
    def rest(self) -> str:
        return self._filter.rest

    @property
    def whole(self) -> str:
        return "".join(self._pieces) + self.rest


def _text(delta: object, name: str) -> str:
    value = getattr(delta, name, None)
    return value if isinstance(value, str) else ""


def _reasoning(delta: object) -> str:
    """Return the reasoning in a chunk; its name depends on the provider or server."""
    for name in ("reasoning_content", "reasoning"):
        if found := _text(delta, name):
            return found
    fields = getattr(delta, "provider_specific_fields", None)
    if isinstance(fields, Mapping):
        for name in ("reasoning_content", "reasoning", "thinking"):
            value = fields.get(name)
            if isinstance(value, str) and value:
                return value
    return ""


def _usage(usage: object) -> Usage:
    details = getattr(usage, "completion_tokens_details", None)
    return Usage(
        prompt_tokens=_count(getattr(usage, "prompt_tokens", None)),
        completion_tokens=_count(getattr(usage, "completion_tokens", None)),
        reasoning_tokens=_count(getattr(details, "reasoning_tokens", None)),
    )


def _count(value: object) -> int | None:
    """Return a number of tokens; None if it is none, or too large to be one."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MAX_TOKENS else None


def _cost(usage: object) -> float | None:
    """Return the cost in US dollars that some providers (OpenRouter) send with the usage."""
    value = getattr(usage, "cost", None)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return believable_cost(value)


def believable_cost(dollars: float) -> float | None:
    """Return a cost as a float; None if it is 0, which means unknown, or cannot be one."""
    return float(dollars) if 0 < dollars <= MAX_COST else None
