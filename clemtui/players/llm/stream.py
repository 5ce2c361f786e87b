"""Reading a streamed answer: what litellm yields, put together and judged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from clemtui.players.attempts import Usage
from clemtui.players.llm.sentences import ErrorKind
from clemtui.players.llm.text import first_bytes, raw_bytes, repaired

MAX_ANSWER_BYTES = 1_000_000
"""Where an answer and its reasoning, together, are stopped."""


class ChatStream(Protocol):
    """The part that is used of litellm's stream of chunks."""

    custom_llm_provider: str | None
    received_finish_reason: str | None
    """What the provider sent; the chunks carry an invented "stop" where it sent nothing."""

    def __aiter__(self) -> AsyncIterator[object]: ...

    async def aclose(self) -> None:
        """Close the connection."""


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed answer. For an observer without a seat; see DESIGN, "A turn"."""

    text: str
    reasoning: str


class Answer:
    """A streamed answer, as far as it has arrived."""

    def __init__(self, limit: int = MAX_ANSWER_BYTES) -> None:
        self._room = limit
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._finish_reason: str | None = None
        self.provider: str | None = None
        self.model: str | None = None
        self.response_id: str | None = None
        self.usage = Usage()
        self.usage_as_sent: object = None
        self.reported_cost: float | None = None
        self.overflowed = False

    def take(self, chunk: object) -> Delta | None:
        """Add a chunk; return what it brought of text or reasoning, if anything."""
        choices = getattr(chunk, "choices", None)
        if not choices:
            return None
        delta = getattr(choices[0], "delta", None)
        reasoning = self._fitting(_reasoning(delta))
        text = self._fitting(_text(delta, "content"))
        if not text and not reasoning:
            return None
        self._text.append(text)
        self._reasoning.append(reasoning)
        return Delta(text, reasoning)

    def close(self, stream: ChatStream) -> None:
        """Take over what only the stream as a whole knows; harmless on one that broke.

        litellm counts tokens itself where the provider did not, and invents an id and a finish
        reason. All of that is left out: what the provider did not say is unknown.
        """
        self.provider = stream.custom_llm_provider
        self._finish_reason = stream.received_finish_reason
        answered_by = getattr(stream, "_provider_response_model", None)
        self.model = answered_by if isinstance(answered_by, str) else None
        for chunk in getattr(stream, "chunks", ()):
            identity = getattr(chunk, "id", None)
            if isinstance(identity, str) and (self.model or self._text):
                self.response_id = identity
            usage = getattr(chunk, "usage", None)
            if usage is not None:
                self.usage_as_sent = usage
                self.usage = _usage(usage)
                self.reported_cost = _cost(usage)

    @property
    def started(self) -> bool:
        """Whether anything of the answer or its reasoning has arrived."""
        return bool(self._text)

    @property
    def finish_reason(self) -> str | None:
        """Why the provider says that it stopped; None if it did not say, or was stopped."""
        return self._finish_reason

    @property
    def text(self) -> str:
        """The answer, unstripped, in a form that can be stored."""
        return repaired("".join(self._text))

    @property
    def raw(self) -> bytes:
        """The answer as bytes, with nothing replaced."""
        return raw_bytes("".join(self._text))

    @property
    def reasoning(self) -> str:
        """The reasoning, in a form that can be stored."""
        return repaired("".join(self._reasoning))

    def verdict(self) -> ErrorKind | None:
        """What is wrong with an answer whose stream has ended without an exception; None: nothing.

        An answer without a finish reason is an answer cut short: a connection that is closed in
        order looks the same as an end. Nothing at all, with neither a model nor a finish reason,
        is what remains of a web page or of a broken JSON text.
        """
        if self.overflowed:
            return ErrorKind.ANSWER_TOO_LONG
        if self._finish_reason == "content_filter":
            return ErrorKind.CONTENT_FILTER
        if self._finish_reason is None:
            if self.started:
                return ErrorKind.CUT
            return ErrorKind.CUT if self.model else ErrorKind.BAD_RESPONSE
        if not self.text.strip():
            return ErrorKind.EMPTY
        return None

    def _fitting(self, piece: str) -> str:
        kept = first_bytes(piece, self._room)
        self._room -= len(kept.encode("utf-8", "surrogatepass"))
        self.overflowed = self.overflowed or len(kept) < len(piece)
        return kept


def _text(delta: object, name: str) -> str:
    value = getattr(delta, name, None)
    return value if isinstance(value, str) else ""


def _reasoning(delta: object) -> str:
    """The reasoning in a chunk; providers and servers put it under different names."""
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
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _cost(usage: object) -> float | None:
    """The price in US dollars that some providers (OpenRouter) send along with the usage."""
    value = getattr(usage, "cost", None)
    return float(value) if isinstance(value, int | float) and value > 0 else None
