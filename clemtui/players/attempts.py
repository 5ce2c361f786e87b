"""The record of a call to a model: one attempt for each request sent.

An attempt is evidence. It is recorded before the request is sent and again when it ends, however it
ends, so that nothing is ever sent, or billed, without a trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from clemtui.records.attempts import AttemptOutcome, ReceivedBody


class AttemptLog(Protocol):
    """Records attempts. What `started` returns is passed to the other methods as `attempt`.

    If a method raises, the call is cancelled, so that nothing is played unrecorded.
    """

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record the start of attempt `number` (from 1) with these parameters, before sending."""

    async def partial(self, attempt: object, text: str) -> None:
        """Record the answer so far. Called at most once a second."""

    async def received(self, attempt: object, body: ReceivedBody) -> None:
        """Record what the server sent, before it is interpreted. Not called if it sent nothing."""

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended. Called exactly once for each attempt started."""


class NoAttemptLog:
    """Log for calls outside any episode, such as connection tests."""

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record nothing."""
        return number

    async def partial(self, attempt: object, text: str) -> None:
        """Record nothing."""

    async def received(self, attempt: object, body: ReceivedBody) -> None:
        """Record nothing."""

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record nothing."""
