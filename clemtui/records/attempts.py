"""How a call to a model ended: what came back, and what it cost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

AttemptStatus = Literal["done", "error", "cut", "cancelled"]
"""How an attempt ended.

`done`: with a complete answer; `error`: with no answer, or an empty one; `cut`: with part of an
answer; `cancelled`: stopped by this program.
"""


MAX_TOKENS = 2**53
"""The largest number of tokens that is believed: a larger one is not exact in JSON."""

CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
"""Finish reasons, in lower case, with which providers report that the token limit was reached."""

_LONGEST_STATED = 1_000  # characters


def stated(value: object) -> str:
    """Return any value that a server sent as text, for the notes: JSON if it has such a form."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = f"({type(value).__name__})"
    return text if len(text) <= _LONGEST_STATED else f"{text[:_LONGEST_STATED]}…"


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    """The body of a response as it arrived, before anything in it was interpreted.

    Attributes:
        status: the HTTP status.
        content_type: as sent by the server; empty if not sent.
        body: the bytes, decompressed if possible, with keys that the server repeated replaced.
        complete: whether the body had ended properly.
    """

    status: int
    content_type: str
    body: bytes
    complete: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts reported by the provider; None if not reported. Never estimated."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The outcome of an attempt, including everything that had arrived by then.

    Keys that the server repeated are replaced by `[key]` in all texts.
    """

    status: AttemptStatus
    text: str
    """The answer, unstripped, after the model's policies were applied (see `llm.policies`).
    `llm.text.repaired` describes what happens to text that UTF-8 cannot encode."""
    raw: bytes
    """The same text as bytes, with no surrogate replaced; see `llm.text.raw_bytes`."""
    duration: float
    """Seconds (monotonic) from sending to the end."""
    reasoning: str = ""
    """Text that the provider marked as reasoning rather than as the answer."""
    usage: Usage = Usage()
    cost: float | None = None
    """Cost in US dollars; None if the price is unknown."""
    finish_reason: str | None = None
    """As given by the provider; None if not given."""
    provider: str | None = None
    model: str | None = None
    """The model that the provider says answered, often more precise than the one requested."""
    response_id: str | None = None
    time_to_first_token: float | None = None
    """Seconds (monotonic) from sending to the first piece of answer or reasoning."""
    error_kind: str | None = None
    """The `ErrorKind` of a failure; None for an attempt that is done or cancelled."""
    problem: str | None = None
    """What went wrong and what to do, as one line for people; contains no keys."""
    retry_in: float | None = None
    """Seconds until the next attempt of the same call; None if there will be none."""
    notes: Mapping[str, Any] = field(default_factory=dict)
    """What is unusual about the answer; empty for most. See `llm.policies.Judgement`."""

    @property
    def error_message(self) -> str | None:
        """The problem as recorded: in English, whatever the interface language."""
        return None if self.problem is None else str(self.problem)
