"""How long a response took, and when it came: of people, models and scripts alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from clemtui.engine import Response, Timing

if TYPE_CHECKING:
    from clemtui.records.rows import StoredEpisode


@dataclass(frozen=True, slots=True)
class ResponseTime:
    """How long a response took, and when it came.

    Attributes:
        seconds: of a person, from shown to submitted, less the time away; of a model, what the
            call took that brought the answer; None for others and where nobody measured it.
        attempts: calls to a model that were made for it, failed ones among them; 0 for others.
        at: when it was recorded.
        cut_at: of a model, the tokens at which its provider cut the answer off, 0 where nobody
            said how many; None for an answer that is whole, and for others.
    """

    seconds: float | None = None
    attempts: int = 0
    at: datetime | None = None
    cut_at: int | None = None


def answering_seconds(timing: Timing) -> float | None:
    """Seconds that a person was answering: from shown to submitted, less the time away.

    Pauses may overlap (the terminal lost the focus during a pause): such time counts once.
    """
    if timing.submitted_ms is None:
        return None
    away = 0.0
    reached = 0.0
    for pause in sorted(timing.pauses, key=lambda pause: pause.start_ms):
        start, end = max(pause.start_ms, reached), min(pause.end_ms, timing.submitted_ms)
        away += max(0.0, end - start)
        reached = max(reached, end)
    return (timing.submitted_ms - away) / 1000


class ResponseTimes:
    """The times of the responses of one episode, by request, as they come to be known."""

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.known: dict[int, ResponseTime] = {}
        self._now = now
        self._calls: dict[int, int] = {}
        self._answered: dict[int, tuple[float | None, int | None]] = {}

    @classmethod
    def of(cls, stored: StoredEpisode) -> ResponseTimes:
        """What the records say."""
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
        """How many calls to a model were made for a request so far."""
        return self._calls.get(request, 0)

    def called(self, request: int) -> None:
        """A call to a model begins."""
        self._calls[request] = self.calls(request) + 1

    def answered(self, request: int, seconds: float, cut_at: int | None = None) -> None:
        """A call brought an answer; ``cut_at`` as in `ResponseTime`."""
        self._answered[request] = seconds, cut_at

    def entered(self, request: int, timing: Timing | None, at: datetime | None = None) -> None:
        """A response is on record."""
        seconds, cut_at = self._answered.get(request, (None, None))
        if timing is not None:
            seconds = answering_seconds(timing)
        self.known[request] = ResponseTime(
            seconds, self.calls(request), self._now() if at is None else at, cut_at
        )


_CUT_OFF = frozenset({"length", "max_tokens"})
"""What providers call the end of an answer that has reached its limit of tokens."""


def cut_off(finish_reason: str | None, limit: object, counted: int | None) -> int | None:
    """The tokens at which an answer was cut off: the limit that was set, or else what the provider
    counted, or else 0; None for an answer that was not."""
    if finish_reason is None or finish_reason.casefold() not in _CUT_OFF:
        return None
    return limit if isinstance(limit, int) else counted or 0
