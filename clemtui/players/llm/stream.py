"""Read a streamed answer: assemble what arrives in chunks, whatever the chunks contain.

Chunks are JSON objects of the OpenAI protocol or, for other protocols, objects of litellm.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from clemtui.players.llm.events import member
from clemtui.players.llm.redaction import KeyFilter
from clemtui.players.llm.scrubbing import hide_in_values, stated_without_keys
from clemtui.players.llm.text import first_bytes, raw_bytes, repaired
from clemtui.records.attempts import MAX_TOKENS, Usage, stated

MAX_ANSWER_BYTES = 1_000_000
"""Maximum size of an answer together with its reasoning; longer ones are stopped."""

MAX_COST = 1e9
"""The highest cost of a call in US dollars that is believed."""

_LONGEST_NAME = 1_000  # characters of an id or a model's name


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


class Channel:
    """One of the texts of an answer, with keys hidden."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._pieces: list[str] = []
        self._filter = KeyFilter(keys)

    def add(self, piece: str) -> str:
        """Add a piece; return what can be shown."""
        shown = self._filter.feed(piece)
        self._pieces.append(shown)
        return shown

    @property
    def rest(self) -> str:
        """What is held back because it could be the beginning of a key."""
        return self._filter.rest

    @property
    def whole(self) -> str:
        """All of the text so far."""
        return "".join(self._pieces) + self.rest


class Choice:
    """One of the answers that a response contains; usually there is only one.

    Attributes:
        text, reasoning: what the model wrote, and what the provider marked as reasoning.
        refusal: what the provider marked as a refusal.
        calls: the calls of tools, as sent, in the pieces in which they arrived.
        finish_reason: the reason for stopping, as text; None if there is none yet.
        parts: the number of parts in which the server sent the text as a list; 0 if it did not.
        others: the types of parts that are no text, such as `image_url`.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self.text = Channel(keys)
        self.reasoning = Channel(keys)
        self.refusal = Channel(keys)
        self.calls: list[object] = []
        self.finish_reason: str | None = None
        self.parts = 0
        self.others: list[str] = []
        self._keys = keys

    @property
    def stated_calls(self) -> str:
        """The calls of tools as text."""
        hide_in_values(self.calls, self._keys)
        return "".join(stated_without_keys(each, self._keys) for each in self.calls)


class Answer:
    """A streamed answer, as far as it has arrived, with the given keys hidden.

    A server may echo the key that it was called with. Keys are hidden here, where the answer
    enters the program, so that what is judged, shown and recorded is the same text.

    Attributes:
        ended: whether the server has said that the answer ends here.
        started: whether any of the answer or its reasoning has arrived.
        as_sent: the values that are not what the protocol says, as text, by their place.
        usage_as_sent: the counts that the provider sent, for prices.
    """

    def __init__(self, limit: int = MAX_ANSWER_BYTES, keys: Sequence[str] = ()) -> None:
        self._room = limit
        self._keys = keys
        self.choices: dict[int, Choice] = {}
        self.provider: str | None = None
        self.model: str | None = None
        self.response_id: str | None = None
        self.usage = Usage()
        self.usage_as_sent: object = None
        self.reported_cost: float | None = None
        self.overflowed = False
        self.started = False
        self.ended = False
        self.as_sent: dict[str, str] = {}

    @property
    def first(self) -> Choice:
        """The choice with the lowest index."""
        return self.choices[min(self.choices)] if self.choices else Choice(self._keys)

    @property
    def finish_reason(self) -> str | None:
        """The provider's reason for stopping; None if it gave none, or the answer was cut off."""
        return self.first.finish_reason

    @property
    def text(self) -> str:
        """The answer, unstripped, in a form that can be stored."""
        return repaired(self.first.text.whole)

    @property
    def raw(self) -> bytes:
        """The answer as bytes, with nothing but keys replaced."""
        return raw_bytes(self.first.text.whole)

    @property
    def reasoning(self) -> str:
        """The reasoning, in a form that can be stored."""
        return repaired(self.first.reasoning.whole)

    def take(self, chunk: object, *, nested: Sequence[str] = ()) -> Delta | None:
        """Add a chunk. Returns the text or reasoning that can be shown, which may be empty.

        Args:
            nested: what is nested too deeply to be read (see `Event`).
        """
        self._note("nested", "\n".join(nested) or None)
        if isinstance(chunk, Mapping):
            self._take_metadata(chunk)
        choices = member(chunk, "choices")
        if isinstance(choices, Mapping):
            choices = [choices]
        if not isinstance(choices, list):
            self._note("choices", choices)
            return None
        shown: Delta | None = None
        for position, sent in enumerate(choices):
            choice = self._choice(member(sent, "index"), position)
            delta = self._take_choice(choice, sent, final=isinstance(chunk, Mapping))
            if choice is self.first:
                shown = delta or shown
        return shown

    def end(self) -> Delta:
        """Return what `take` has held back because it could have been the beginning of a key."""
        return Delta(self.first.text.rest, self.first.reasoning.rest)

    def close(self, stream: ChatStream) -> None:
        """Read what only litellm's stream as a whole knows. Safe to call on a broken stream.

        litellm counts tokens itself if the provider does not, and invents an id and a finish
        reason. All of these are ignored: what the provider did not report is unknown.
        """
        reason = self._name("finish_reason", stream.received_finish_reason)
        if reason is not None:
            self._choice(0, 0).finish_reason = reason
        self.model = self._name("model", member(stream, "_provider_response_model"))
        chunks = member(stream, "chunks")
        for chunk in chunks if isinstance(chunks, list) else ():
            if self.model or self.started:
                self.response_id = self._name("id", member(chunk, "id"))
            self._take_usage(member(chunk, "usage"))

    def _take_metadata(self, chunk: Mapping[str, object]) -> None:
        self.model = self._name("model", chunk.get("model")) or self.model
        self.response_id = self._name("id", chunk.get("id")) or self.response_id
        self._take_usage(chunk.get("usage"))

    def _take_usage(self, usage: object) -> None:
        if usage is None:
            return
        self.usage_as_sent = usage
        details = member(usage, "completion_tokens_details")
        self.usage = Usage(
            prompt_tokens=self._count("prompt_tokens", member(usage, "prompt_tokens")),
            completion_tokens=self._count("completion_tokens", member(usage, "completion_tokens")),
            reasoning_tokens=self._count("reasoning_tokens", member(details, "reasoning_tokens")),
        )
        cost = member(usage, "cost")
        self.reported_cost = believable_cost(cost)
        if self.reported_cost is None and cost != 0:
            self._note("cost", cost)
        if isinstance(usage, str | int | float | list):
            self._note("usage", usage)

    def _take_choice(self, choice: Choice, sent: object, *, final: bool) -> Delta | None:
        """Add what a chunk contains of a choice; ``final`` if its finish reason can be trusted."""
        text: list[str] = []
        reasoning: list[str] = []
        for name in ("delta", "message"):
            found = member(sent, name)
            if found is None:
                continue
            self._take_content(choice, member(found, "content"), text, reasoning)
            reasoning.append(_reasoning(found))
            self._add(choice.refusal, _string(member(found, "refusal")))
            for call in ("tool_calls", "function_call"):
                self._take_calls(choice, member(found, call))
        text.append(_string(member(sent, "text")))  # as completions have, which are no chat
        if final:
            reason = self._name("finish_reason", member(sent, "finish_reason") or None)
            choice.finish_reason = reason or choice.finish_reason
        thought = self._cut_to_room("".join(reasoning))
        said = self._cut_to_room("".join(text))
        if not said and not thought:
            return None
        self.started = True
        return Delta(choice.text.add(said), choice.reasoning.add(thought))

    def _take_content(
        self, choice: Choice, content: object, text: list[str], reasoning: list[str]
    ) -> None:
        """Sort the content of a message, a text or a list of parts, into text and reasoning."""
        if content is None or isinstance(content, str):
            text.append(content or "")
            return
        for part in content if isinstance(content, list) else [content]:
            if isinstance(part, str):
                choice.parts += 1
                text.append(part)
                continue
            refusal, written = _string(member(part, "refusal")), member(part, "text")
            if thinking := member(part, "thinking"):
                reasoning.append(_flat(thinking))
            elif refusal:
                self._add(choice.refusal, refusal)
            elif isinstance(written, str):
                choice.parts += 1
                text.append(written)
            else:
                choice.others.append(self._stated(member(part, "type") or part))
                self._note("content", part)

    def _take_calls(self, choice: Choice, calls: object) -> None:
        if calls:
            kept = self._cut_to_room(stated(calls))
            if kept:
                self.started = True
                choice.calls.append(kept if self.overflowed else calls)

    def _add(self, channel: Channel, piece: str) -> None:
        """Add to a text that is not shown while it arrives."""
        kept = self._cut_to_room(piece)
        if kept:
            self.started = True
            channel.add(kept)

    def _choice(self, index: object, position: int) -> Choice:
        if not isinstance(index, int) or isinstance(index, bool):
            self._note("index", index)
            index = position
        return self.choices.setdefault(index, Choice(self._keys))

    def _name(self, place: str, value: object) -> str | None:
        """Return a name or id without keys; None if there is none."""
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > _LONGEST_NAME:
            self._note(place, value)
        return self._stated(value) or None

    def _count(self, place: str, value: object) -> int | None:
        """Return a number of tokens; None if it is none, or too large to be one."""
        if isinstance(value, int) and _is_count(value):
            return value
        self._note(place, value)
        return None

    def _note(self, place: str, value: object) -> None:
        if value is not None:
            self.as_sent[place] = self._stated(value)

    def _stated(self, value: object) -> str:
        return stated_without_keys(value, self._keys)

    def _cut_to_room(self, piece: str) -> str:
        kept = first_bytes(piece, self._room)
        self._room -= len(kept.encode("utf-8", "surrogatepass"))
        self.overflowed = self.overflowed or len(kept) < len(piece)
        return kept


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _flat(value: object) -> str:
    """Return the text of a part of reasoning: a text, or a list of parts with text."""
    if isinstance(value, list):
        return "".join(_string(member(each, "text")) for each in value)
    return _string(value)


def _reasoning(delta: object) -> str:
    """Return the reasoning in a chunk; its name depends on the provider or server."""
    for source, names in (
        (delta, ("reasoning_content", "reasoning")),
        (
            member(delta, "provider_specific_fields"),
            ("reasoning_content", "reasoning", "thinking"),
        ),
    ):
        for name in names:
            if found := _string(member(source, name)):
                return found
    return ""


_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens", "cache_creation_input_tokens",
           "cache_read_input_tokens")  # fmt: skip
_DETAILED_COUNTS = ("cached_tokens", "audio_tokens", "reasoning_tokens")


def believable_counts(usage: object) -> dict[str, object]:
    """Return the numbers of tokens on which prices depend, as far as they can be such."""
    found: dict[str, object] = _numbers(usage, _COUNTS)
    for name in ("prompt_tokens_details", "completion_tokens_details"):
        if details := _numbers(member(usage, name), _DETAILED_COUNTS):
            found[name] = details
    return found


def _numbers(value: object, names: Sequence[str]) -> dict[str, object]:
    found = {name: member(value, name) for name in names}
    return {name: count for name, count in found.items() if _is_count(count)}


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_TOKENS


def believable_cost(dollars: object) -> float | None:
    """Return a cost in US dollars; None if it is 0, which means unknown, or cannot be one."""
    if not isinstance(dollars, int | float) or isinstance(dollars, bool):
        return None
    return float(dollars) if 0 < dollars <= MAX_COST else None
