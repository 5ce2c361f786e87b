"""Messages: what a seat is shown and what it answers, in parts.

Today's games use text only. Images, tool calls and tool results have been stored in the same shape
since the first database version, so games with pictures or tools need no migration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text, stored raw: neither stripped nor normalised."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, identified by the hash of its bytes; ``alt`` describes it in words."""

    media_type: str
    sha256: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call; ``arguments`` is JSON-like data."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of the tool call with the same ``call_id``."""

    call_id: str
    text: str
    failed: bool = False


Part = Text | Image | ToolCall | ToolResult


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, in chat-completion roles.

    ``label`` is the reference's mark of a message that is not part of the dialogue (``pseudo``: the
    rules, or a turn that no one spoke); it is never shown.
    """

    role: Role
    parts: tuple[Part, ...]
    label: str | None = None

    @property
    def text(self) -> str:
        """The text of all text parts and tool results, joined without a separator."""
        return text_of(self.parts)


def text_of(parts: Sequence[Part]) -> str:
    """Return the readable text of some parts."""
    if len(parts) == 1 and type(only := parts[0]) is Text:  # nearly always
        return only.text
    return "".join(part.text for part in parts if isinstance(part, Text | ToolResult))


def user(text: str, *, label: str | None = None) -> Message:
    """Return a message from the game master to a seat."""
    return Message("user", (Text(text),), label)


def assistant(text: str, *, label: str | None = None) -> Message:
    """Return a message of the seat itself."""
    return Message("assistant", (Text(text),), label)


def part_to_json(part: Part) -> dict[str, Any]:
    """Return the stored form of a part; `part_from_json` reads it."""
    match part:
        case Text(text):
            return {"text": text}
        case Image(media_type, sha256, alt):
            return {"image": sha256, "media_type": media_type, "alt": alt}
        case ToolCall(id, name, arguments):
            return {"tool_call": id, "name": name, "arguments": dict(arguments)}
        case ToolResult(call_id, text, failed):
            return {"tool_result": call_id, "text": text, "failed": failed}


def part_from_json(data: Mapping[str, Any]) -> Part:
    """Read a part from its stored form.

    Raises:
        ValueError: if the data is not a known kind of part.
    """
    if "image" in data:
        return Image(data["media_type"], data["image"], data.get("alt", ""))
    if "tool_call" in data:
        return ToolCall(data["tool_call"], data["name"], data["arguments"])
    if "tool_result" in data:
        return ToolResult(data["tool_result"], data["text"], data["failed"])
    if "text" in data:
        return Text(data["text"])
    raise ValueError(f"not a message part: {sorted(data)}")


def message_to_json(message: Message) -> dict[str, Any]:
    """Return the stored form of a message."""
    stored: dict[str, Any] = {
        "role": message.role,
        "parts": [part_to_json(part) for part in message.parts],
    }
    if message.label is not None:
        stored["label"] = message.label
    return stored


def message_from_json(data: Mapping[str, Any]) -> Message:
    """Read a message from its stored form."""
    parts = tuple(part_from_json(part) for part in data["parts"])
    return Message(data["role"], parts, data.get("label"))
