"""The record of a call to a model: one attempt for each request sent.

An attempt is evidence. It is recorded before the request is sent and again when it ends, however it
ends, so that nothing is ever sent, or billed, without a trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

AttemptStatus = Literal["done", "error", "cut", "cancelled"]
"""How an attempt ended.

`done`: with a complete answer; `error`: with no answer, or an empty one; `cut`: with part of an
answer; `cancelled`: stopped by this program.
"""


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
    """The model's text, unstripped; see `llm.text.repaired` for what UTF-8 cannot encode."""
    raw: bytes
    """The same text as bytes, with no surrogate replaced; see `llm.text.raw_bytes`."""
    reasoning: str
    """Text that the provider marked as reasoning rather than as the answer."""
    usage: Usage
    cost: float | None
    """Cost in US dollars; None if the price is unknown."""
    finish_reason: str | None
    """As given by the provider; None if not given."""
    provider: str | None
    model: str | None
    """The model that the provider says answered, often more precise than the one requested."""
    response_id: str | None
    time_to_first_token: float | None
    """Seconds (monotonic) from sending to the first piece of answer or reasoning."""
    duration: float
    """Seconds (monotonic) from sending to the end."""
    error_kind: str | None = None
    """The `ErrorKind` of a failure; None for an attempt that is done or cancelled."""
    problem: str | None = None
    """What went wrong and what to do, as one line for people; contains no keys."""
    retry_in: float | None = None
    """Seconds until the next attempt of the same call; None if there will be none."""

    @property
    def error_message(self) -> str | None:
        """The problem as recorded: in English, whatever the interface language."""
        return None if self.problem is None else str(self.problem)


class AttemptLog(Protocol):
    """Records attempts. What `started` returns is passed to the other methods as `attempt`.

    If a method raises, the call is cancelled, so that nothing is played unrecorded.
    """

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record the start of attempt `number` (from 1) with these parameters, before sending."""

    async def partial(self, attempt: object, text: str) -> None:
        """Record the answer so far. Called at most once a second."""

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended. Called exactly once for each attempt started."""


class NoAttemptLog:
    """Log for calls outside any episode, such as connection tests."""

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record nothing."""
        return number

    async def partial(self, attempt: object, text: str) -> None:
        """Record nothing."""

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record nothing."""
