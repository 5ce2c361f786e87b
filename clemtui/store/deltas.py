"""Message lists: stored as differences to an earlier request, then rebuilt and verified.

The hash of a request is the SHA-256 of the canonical JSON of its whole message list
(`clemtui.engine.sha256`). It is computed incrementally, so a request in a long dialogue costs only
its new messages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol, Self

from clemtui.engine import Message, canonical_json, message_from_json, message_to_json


class _Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...
    def hexdigest(self) -> str: ...
    def copy(self) -> _Hash: ...


class Chain:
    """A message list and the state of its hash just before the closing bracket."""

    def __init__(self, messages: tuple[Message, ...], state: _Hash) -> None:
        """Initialize the chain; callers use `of` or `extended_to`."""
        self.messages = messages
        self._state = state

    @classmethod
    def of(cls, messages: Sequence[Message]) -> Self:
        """Return the chain of a whole list.

        Raises:
            ValueError: if a message contains a value that canonical JSON does not allow (NaN).
        """
        return cls((), hashlib.sha256(b"["))._extended(tuple(messages))

    def extended_to(self, messages: tuple[Message, ...], kept: int) -> Self:
        """Return the chain of a list that shares its first ``kept`` messages with this one."""
        if kept < len(self.messages):
            return self.of(messages)
        return self._extended(messages)

    def _extended(self, messages: tuple[Message, ...]) -> Self:
        state = self._state.copy()
        for index in range(len(self.messages), len(messages)):
            text = canonical_json(message_to_json(messages[index]))
            comma = "," if index else ""
            state.update(f"{comma}{text}".encode("utf-8", "surrogatepass"))
        return type(self)(messages, state)

    @property
    def hash(self) -> str:
        """The SHA-256 of the list's canonical JSON, as a hexadecimal string."""
        state = self._state.copy()
        state.update(b"]")
        return state.hexdigest()


def common_prefix(first: tuple[Message, ...], second: tuple[Message, ...]) -> int:
    """Return the length of the common prefix of two lists."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count


def to_json(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Return the stored form of messages."""
    return [message_to_json(message) for message in messages]


def from_json(data: Sequence[dict[str, Any]]) -> tuple[Message, ...]:
    """Read messages from their stored form."""
    return tuple(message_from_json(each) for each in data)
