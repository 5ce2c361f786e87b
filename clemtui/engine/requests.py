"""Requests and entries: what the game master asks and what it gets back.

An episode is the ordered list of its entries (design, section 1). A request carries the complete
list of messages that its seat is shown; the master owns it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from clemtui.engine.forms import Form
from clemtui.engine.messages import Message, Part, Text, text_of

Purpose = Literal["turn", "side question", "service"]
ControlKind = Literal[
    "gave up", "time-out", "partner gone", "response limit", "context full", "closed"
]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may call when answering a request: a JSON-schema signature."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What the master asks one seat.

    Attributes:
        id: number of the request in its episode, from 1.
        seat: who is asked, e.g. ``Player 1``.
        role: the seat's label in the game.
        messages: everything the seat is shown, oldest first.
        new_from: index of the first message that the seat has not been shown before.
        thread: the conversation it belongs to; side questions may have a separate one.
        purpose: a turn, a side question outside the dialogue, or a service's work.
        form: how a person may answer without typing the protocol by hand.
        tools: tools that may be called in the answer.
        stream_to: other seats that may watch the answer being written.
    """

    id: int
    seat: str
    role: str
    messages: tuple[Message, ...]
    new_from: int = 0
    thread: str = "dialogue"
    purpose: Purpose = "turn"
    form: Form | None = field(default=None, compare=False)
    tools: tuple[Tool, ...] = ()
    stream_to: frozenset[str] = frozenset()

    @property
    def new_messages(self) -> tuple[Message, ...]:
        """The messages that the seat sees for the first time."""
        return self.messages[self.new_from :]


@dataclass(frozen=True, slots=True)
class Response:
    """A seat's answer, exactly as delivered to the master."""

    request_id: int
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The text of the answer."""
        return text_of(self.parts)

    @classmethod
    def of(cls, request_id: int, text: str) -> Response:
        """Return a response that consists of one text."""
        return cls(request_id, (Text(text),))


@dataclass(frozen=True, slots=True)
class Control:
    """An entry that is not an answer: it ends the episode as aborted.

    ``seat`` is who caused it, or None (a limit of the loop). ``reason`` is free text for the
    record.
    """

    kind: ControlKind
    seat: str | None = None
    reason: str = ""


Entry = Response | Control
