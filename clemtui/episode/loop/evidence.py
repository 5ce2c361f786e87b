"""What the loop needs of the records: where the evidence of one episode goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from clemtui.engine import Entry, Request, SavedTiming, Timing
from clemtui.episode.response_times import ResponseTime, ResponseTimes
from clemtui.players.attempts import AttemptLog
from clemtui.players.base import PlayerResponse


@dataclass(frozen=True, slots=True)
class RecordedState:
    """What earlier sittings left of an episode; empty for a new one.

    Attributes:
        entries: all entries, in order.
        responses: the number of responses entered.
        recorded: the requests that are on disk.
        held: open requests that may have been sent already; they are halted instead of sent.
        arrived: answers recorded as attempts but not entered, by request.
        times: response times of the entered responses.
        drafts: people's drafts for open requests.
        timings: how long people have spent on open requests.
    """

    entries: tuple[Entry, ...] = ()
    responses: int = 0
    recorded: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    arrived: Mapping[int, str] = field(default_factory=dict)
    times: ResponseTimes = field(default_factory=ResponseTimes)
    drafts: Mapping[int, str | Mapping[str, Any]] = field(default_factory=dict)
    timings: Mapping[int, SavedTiming] = field(default_factory=dict)


class EvidenceSink(Protocol):
    """Where the evidence of one episode goes. Coroutines return once the data is on disk."""

    @property
    def times(self) -> Mapping[int, ResponseTime]:
        """How long each response entered so far took, by request."""
        ...

    def arrived(self, request_id: int) -> PlayerResponse | None:
        """Return an answer that was recorded as an attempt but not entered."""
        ...

    async def sitting(self, kind: Literal["paused", "resumed"]) -> None:
        """Record the start or end of a pause in the sitting."""

    async def request(self, request: Request) -> None:
        """Record a request exactly as delivered."""

    async def entry(self, entry: Entry, timing: Timing | None, held: float | None) -> None:
        """Record an entry; ``held`` is as in `PlayerResponse`."""

    def attempts(self, request: Request) -> AttemptLog:
        """Return the log that records the calls to a model for this request."""
        ...
