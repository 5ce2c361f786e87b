"""How a call to a model ended: what came back, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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

    @property
    def error_message(self) -> str | None:
        """The problem as recorded: in English, whatever the interface language."""
        return None if self.problem is None else str(self.problem)
