"""What is on a screen: a fold over updates, for one watcher, without any toolkit.

Play, resume and review use the same fold, in the app and in plain text alike. A watcher is a seat,
the observer, or, after the end, the reveal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from clemtui.engine import OBSERVER, RECEIVE, REVEAL, SEND, Event, Label, Request, Scores, Verdict
from clemtui.play.updates import (
    Asked,
    AttemptBegan,
    AttemptFailed,
    Finished,
    Halted,
    Happened,
    RecordingFailed,
    Streamed,
    Update,
    Withdrawn,
)

LineKind = Literal["to seat", "from seat", "said", "verdict", "trouble"]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a transcript.

    Attributes:
        kind: a message of the master to a seat, a response of a seat, something said about the
            play, a verdict, or trouble with a player.
        seat: the seat concerned, if any.
        text: content as it was sent, or a label in the interface language.
        side: whether it belongs to a side question.
    """

    kind: LineKind
    text: str | Label
    round: int
    seat: str | None = None
    verdict: Verdict | None = None
    request_id: int | None = None
    side: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat that is expected to answer: ``attempt`` counts calls to a model, 0 for none."""

    request: Request
    attempt: int = 0
    written: str = ""
    reasoned: str = ""


@dataclass(slots=True)
class ScreenState:
    """What one watcher sees. `apply` returns the lines that an update added.

    ``live_partner`` is the condition under which a seat that a request names may watch the answer
    being written; the observer always may. ``verbatim`` is that under which a person is told what a
    model is: the messages, and neither verdicts nor anything else about them.
    """

    watcher: str
    live_partner: bool = False
    verbatim: bool = False
    lines: list[Line] = field(default_factory=list)
    waiting: dict[int, Waiting] = field(default_factory=dict)
    halted: dict[int, Halted] = field(default_factory=dict)
    round: int = 0
    scores: Scores | None = None
    failure: RecordingFailed | None = None

    @property
    def open_request(self) -> Request | None:
        """The oldest request that this watcher is to answer."""
        mine = [w.request for w in self.waiting.values() if w.request.seat == self.watcher]
        return mine[0] if mine else None

    @property
    def others(self) -> tuple[Waiting, ...]:
        """Who else is expected to answer."""
        return tuple(w for w in self.waiting.values() if w.request.seat != self.watcher)

    @property
    def over(self) -> bool:
        """Whether play has ended, by the rules or by a failure to record."""
        return self.scores is not None or self.failure is not None

    def apply(self, update: Update) -> tuple[Line, ...]:
        """Fold an update in."""
        before = len(self.lines)
        match update:
            case Asked(request):
                self.waiting[request.id] = Waiting(request)
                self.halted.pop(request.id, None)
            case Happened(events):
                for event in events:
                    self._happened(event)
            case AttemptBegan(request, number):
                self.halted.pop(request.id, None)
                self.waiting[request.id] = Waiting(request, number)
            case AttemptFailed(request, message, retry_in):
                if retry_in is not None:
                    self._trouble(request, message)
            case Streamed(request, text, reasoning):
                self._streamed(request, text, reasoning)
            case Halted(request):
                self.halted[request.id] = update
                if update.message:
                    self._trouble(request, f"{update.message} {update.hint}".strip())
            case Withdrawn(request_id):
                self.waiting.pop(request_id, None)
                self.halted.pop(request_id, None)
            case RecordingFailed():
                self.failure = update
                self.waiting.clear()
            case Finished(scores):
                self.scores = scores
                self.waiting.clear()
                self.halted.clear()
        return tuple(self.lines[before:])

    def _happened(self, event: Event) -> None:
        self.round = max(self.round, event.round)
        if event.kind == RECEIVE and event.request_id is not None:
            self.waiting.pop(event.request_id, None)
            self.halted.pop(event.request_id, None)
        if not event.visible_to(self.watcher):
            return
        line = self._line(event)
        if line is not None:
            self.lines.append(line)

    def _line(self, event: Event) -> Line | None:
        if event.kind in (SEND, RECEIVE):
            sent = event.kind == SEND
            return Line(
                "to seat" if sent else "from seat",
                str(event.content),
                event.round,
                seat=event.recipient if sent else event.sender,
                request_id=event.request_id,
                side=event.side,
            )
        if event.said is None or (self.verbatim and self.watcher not in (OBSERVER, REVEAL)):
            return None
        kind: LineKind = "verdict" if event.verdict is not None else "said"
        return Line(
            kind, event.said, event.round, verdict=event.verdict, request_id=event.request_id
        )

    def _streamed(self, request: Request, text: str, reasoning: str) -> None:
        now = self.waiting.get(request.id)
        watching = self.watcher in (OBSERVER, REVEAL) or (
            self.live_partner and self.watcher in request.stream_to
        )
        if now is None or not watching:
            return
        self.waiting[request.id] = Waiting(
            request, now.attempt, now.written + text, now.reasoned + reasoning
        )

    def _trouble(self, request: Request, message: str) -> None:
        self.lines.append(
            Line("trouble", message, self.round, seat=request.seat, request_id=request.id)
        )
