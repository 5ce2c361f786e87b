"""When responses arrived and how long they took, for people, models and scripts alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from clemtui.engine import Response, Timing, answering_seconds
from clemtui.records.attempts import CUT_OFF
from clemtui.records.rows import StoredEpisode


@dataclass(frozen=True, slots=True)
class ResponseTime:
    """When a response arrived, and how long it took.

    Attributes:
        seconds: for a person, the time from shown to submitted without time away; for a model, the
            duration of the successful call; None for others, or if not measured.
        attempts: the number of calls to a model, including failed ones; 0 for others.
        at: when the response was recorded.
        cut_at: for a model, the number of tokens at which the provider cut the answer off, 0 if
            unknown; None for a complete answer, and for others.
    """

    seconds: float | None = None
    attempts: int = 0
    at: datetime | None = None
    cut_at: int | None = None


class ResponseTimes:
    """The response times of one episode by request, collected as they become known."""

    def __init__(self) -> None:
        self.known: dict[int, ResponseTime] = {}
        self._calls: dict[int, int] = {}
        self._answered: dict[int, tuple[float | None, int | None]] = {}

    @classmethod
    def of(cls, stored: StoredEpisode) -> ResponseTimes:
        """Collect the times of a recorded episode."""
        times = cls()
        for attempt in stored.attempts:
            times.called(attempt.request)
            if attempt.outcome == "done" and attempt.duration_ms is not None:
                limit = attempt.parameters.get("max_tokens")
                cut_at = cut_off(attempt.finish_reason, limit, attempt.completion_tokens)
                times.answered(attempt.request, attempt.duration_ms / 1000, cut_at)
        for each in stored.entries:
            if isinstance(each.entry, Response):
                times.entered(each.entry.request_id, each.timing, each.at)
        return times

    def calls(self, request: int) -> int:
        """Return the number of calls made to a model for a request so far."""
        return self._calls.get(request, 0)

    def called(self, request: int) -> None:
        """Note that a call to a model began."""
        self._calls[request] = self.calls(request) + 1

    def answered(self, request: int, seconds: float, cut_at: int | None = None) -> None:
        """Note that a call returned an answer; ``cut_at`` is as in `ResponseTime`."""
        self._answered[request] = seconds, cut_at

    def entered(self, request: int, timing: Timing | None, at: datetime | None = None) -> None:
        """Note that a response was recorded."""
        seconds, cut_at = self._answered.get(request, (None, None))
        if timing is not None:
            seconds = answering_seconds(timing)
        self.known[request] = ResponseTime(
            seconds, self.calls(request), at or datetime.now(UTC), cut_at
        )


def cut_off(finish_reason: str | None, limit: object, counted: int | None) -> int | None:
    """Return the number of tokens at which an answer was cut off; None if it was not.

    This is the limit that was set, else the provider's count, else 0.
    """
    if finish_reason is None or finish_reason.casefold() not in CUT_OFF:
        return None
    return limit if isinstance(limit, int) else counted or 0
