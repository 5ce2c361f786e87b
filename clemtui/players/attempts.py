"""What is recorded of a call to a model: one attempt each time something is sent.

An attempt is evidence. It is recorded before the call leaves and again when it ends, however it
ends, so that nothing is ever sent, or billed, without a trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

AttemptStatus = Literal["done", "error", "cut", "cancelled"]
"""How an attempt ended: `done`, with a whole answer; `error`, with none, or an empty one; `cut`,
with a part of one; `cancelled`, because this program broke it off."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them; None where it did not say, never an estimate."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """How an attempt ended, and everything that had arrived by then."""

    status: AttemptStatus
    text: str
    """What the model wrote, unstripped; see `llm_text.repaired` for what UTF-8 cannot hold."""
    raw: bytes
    """The same text as bytes in which nothing was replaced; see `llm_text.raw_bytes`."""
    reasoning: str
    """What the provider marked as reasoning and not as the answer."""
    usage: Usage
    cost: float | None
    """US dollars; None where the price is not known."""
    finish_reason: str | None
    """As the provider gave it; None where it gave none."""
    provider: str | None
    model: str | None
    """The model that the provider says answered, often more exact than the one asked for."""
    response_id: str | None
    time_to_first_token: float | None
    """Seconds, monotonic, from sending to the first piece of answer or reasoning."""
    duration: float
    """Seconds, monotonic, from sending to the end."""
    error_kind: str | None = None
    """The `ErrorKind` of a failure; None for an attempt that is done or cancelled."""
    problem: str | None = None
    """What went wrong and what to do, for people; one line, without keys."""
    retry_in: float | None = None
    """Seconds until the next attempt of the same call; None where there will be none."""

    @property
    def error_message(self) -> str | None:
        """What is recorded of the problem: the English, whatever language it is told in."""
        return None if self.problem is None else str(self.problem)


class AttemptLog(Protocol):
    """Where attempts are recorded. What `started` returns is handed back as `attempt`.

    If one of these raises, the call is cancelled: nothing is played unrecorded.
    """

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record, before anything is sent, attempt `number` (from 1) with these parameters."""

    async def partial(self, attempt: object, text: str) -> None:
        """Record the answer so far; called at most once a second."""

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended. Called exactly once for each one started."""


class NoAttemptLog:
    """For calls outside any episode, such as the question whether a model answers at all."""

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record nothing."""
        return number

    async def partial(self, attempt: object, text: str) -> None:
        """Record nothing."""

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record nothing."""
