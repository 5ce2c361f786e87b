"""Record one episode in play, and publish updates on calls to models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from clemtui.engine import Entry, Request, Response, Text, Timing
from clemtui.episode.loop.evidence import RecordedState
from clemtui.episode.response_times import ResponseTime, cut_off
from clemtui.episode.updates import AttemptBegan, AttemptFailed, Update
from clemtui.players.attempts import AttemptLog
from clemtui.players.base import PlayerResponse
from clemtui.records.attempts import AttemptOutcome, ReceivedBody
from clemtui.store.write.recorder import Attempts, Recorder
from clemtui.store.write.writer import Writer


class RecordedEvidence:
    """The evidence of one episode in the records; the loop's `EvidenceSink`."""

    def __init__(
        self,
        recorder: Recorder,
        episode: str,
        session: str,
        publish: Callable[[Update], object],
        earlier: RecordedState,
    ) -> None:
        self._recorder = recorder
        self._episode = episode
        self._session = session
        self._publish = publish
        self._arrived = dict(earlier.arrived)
        self._times = earlier.times

    @property
    def times(self) -> Mapping[int, ResponseTime]:
        """How long each response entered so far took, by request."""
        return self._times.known

    def arrived(self, request_id: int) -> PlayerResponse | None:
        """Return an answer that was recorded as an attempt but not entered."""
        text = self._arrived.get(request_id)
        return None if text is None else PlayerResponse((Text(text.strip()),))

    async def sitting(self, kind: Literal["paused", "resumed"]) -> None:
        """Record the start or end of a pause in the sitting, with the id of the episode."""
        await self._recorder.do(Writer.sitting_event, self._session, kind, self._episode)

    async def request(self, request: Request) -> None:
        """Record a request exactly as delivered."""
        await self._recorder.do(Writer.request, self._episode, request)

    async def entry(self, entry: Entry, timing: Timing | None, held: float | None) -> None:
        """Record an entry; ``held`` is as in `PlayerResponse`."""
        await self._recorder.do(Writer.entry, self._episode, entry, timing, held)
        if isinstance(entry, Response):
            self._arrived.pop(entry.request_id, None)
            self._times.entered(entry.request_id, timing)

    def attempts(self, request: Request) -> AttemptLog:
        """Return the log that records the calls to a model for this request."""
        log = Attempts(self._recorder, self._episode, request.id)
        return _PublishedAttempts(log, request, self)

    def next_number(self, request: Request) -> int:
        """Return the number of the next call for a request, counted across resends and sittings."""
        return self._times.calls(request.id) + 1

    def began(self, request: Request, number: int) -> None:
        """Note that a call was recorded and is about to be sent."""
        self._times.called(request.id)
        self._publish(AttemptBegan(request, number))

    def ended(self, request: Request, outcome: AttemptOutcome, limit: object) -> None:
        """Note that the end of a call was recorded.

        ``limit`` is the maximum length of the answer in tokens, if set.
        """
        if outcome.status == "done":
            self._arrived[request.id] = outcome.text
            cut_at = cut_off(outcome.finish_reason, limit, outcome.usage.completion_tokens)
            self._times.answered(request.id, outcome.duration, cut_at)
        if outcome.problem is not None:
            self._publish(AttemptFailed(request, outcome.problem, outcome.retry_in))


class _PublishedAttempts:
    def __init__(self, log: Attempts, request: Request, evidence: RecordedEvidence) -> None:
        self._log = log
        self._request = request
        self._evidence = evidence
        self._limit: object = None

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        """Record a call. ``number`` restarts with each `complete`; the record keeps counting."""
        number = self._evidence.next_number(self._request)
        attempt = await self._log.started(number, parameters)
        self._limit = parameters.get("max_tokens")
        self._evidence.began(self._request, number)
        return attempt

    async def partial(self, attempt: object, text: str) -> None:
        await self._log.partial(attempt, text)

    async def received(self, attempt: object, body: ReceivedBody) -> None:
        await self._log.received(attempt, body)

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        await self._log.ended(attempt, outcome)
        self._evidence.ended(self._request, outcome, self._limit)
