"""What the loop needs of the records: where the evidence of one episode goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from clemtui.engine import Entry, Request, Timing
from clemtui.episode.response_times import ResponseTime, ResponseTimes
from clemtui.players.attempts import AttemptLog
from clemtui.players.base import Delivery


@dataclass(frozen=True, slots=True)
class Earlier:
    """What earlier sittings left of an episode; nothing for a new one.

    Attributes:
        responses: how many were entered.
        recorded: the requests that are on disk.
        held: open requests that may have been sent already: they are halted instead of sent.
        arrived: answers by request that are on record as attempts but were not entered.
        times: of the responses that were entered.
        drafts: what people had written for open requests.
    """

    responses: int = 0
    recorded: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    arrived: Mapping[int, str] = field(default_factory=dict)
    times: ResponseTimes = field(default_factory=ResponseTimes)
    drafts: Mapping[int, str | Mapping[str, Any]] = field(default_factory=dict)


class EvidenceSink(Protocol):
    """Where the evidence of one episode goes. What is awaited returns once it is on disk."""

    @property
    def times(self) -> Mapping[int, ResponseTime]:
        """How long the responses took that were entered so far, by request."""
        ...

    def arrived(self, request_id: int) -> Delivery | None:
        """An answer that is recorded as an attempt but was not entered yet."""
        ...

    async def sitting(self, kind: Literal["paused", "resumed"]) -> None:
        """Record a pause of the sitting, or its end."""

    async def request(self, request: Request) -> None:
        """Record a request exactly as it is delivered."""

    async def entry(self, entry: Entry, timing: Timing | None) -> None:
        """Record an entry."""

    def attempts(self, request: Request) -> AttemptLog:
        """Where the calls to a model for this request are recorded."""
        ...
