"""What one watcher sees of an episode: a fold over updates, independent of any toolkit.

Play, resume and review use the same fold, in the app and in plain text. A watcher is a seat, the
observer, or, after the end, the reveal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from clemtui.engine import (
    GAME_MASTER,
    OBSERVER,
    RECEIVE,
    REVEAL,
    SEND,
    Event,
    Label,
    Request,
    Scores,
    Speech,
    Verdict,
)
from clemtui.episode.condition import Condition
from clemtui.episode.response_times import ResponseTime
from clemtui.episode.updates import (
    Asked,
    AttemptBegan,
    AttemptFailed,
    EventsHappened,
    Finished,
    Halted,
    PaceChanged,
    Paused,
    RecordingFailed,
    Resumed,
    Streamed,
    Update,
    Withdrawn,
)
from clemtui.language import Sentence, join_sentences, translatable
from clemtui.language.catalogues import SOURCE_LANGUAGE
from clemtui.records.rows import AS_SENT

LONG_WAIT = 20.0
"""Seconds without any output after which a front suggests what to do."""

_CUT_SHORT = frozenset(
    f"control.{why}" for why in ("gave_up", "time_out", "partner_gone", "response_limit")
)
"""The remarks on why play ended before the game was decided."""

LineKind = Literal["to seat", "from seat", "said", "verdict", "trouble", "unanswered", "advice"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a transcript.

    Attributes:
        kind: a message of the master to a seat, a response of a seat, a remark about the game, a
            verdict, trouble with a player who will be asked again, an unanswered request that waits
            for a decision (with the reason), or advice about a response that was refused.
        seat: the seat concerned, if any.
        text: content as it was sent, or a label or `Sentence` to be translated.
        side: whether it belongs to a side question.
        took: seconds that a response took (see `ResponseTime`); None if unknown.
        attempts: number of calls to a model for a response; 0 if no model wrote it.
        at: when a response was recorded; None for other lines.
        speech: the message as people read it (see `clemtui.engine.Event.speech`); None if as sent.
        language: the prompt language of a message.
    """

    kind: LineKind
    text: str | Label
    round: int
    seat: str | None = None
    verdict: Verdict | None = None
    request_id: int | None = None
    side: bool = False
    took: float | None = None
    attempts: int = 0
    at: datetime | None = None
    speech: tuple[Speech, ...] | None = field(default=None, compare=False)
    language: str = field(default=SOURCE_LANGUAGE, compare=False)


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """A seat that is expected to answer.

    Attributes:
        attempt: number of calls to a model for this request; 0 before the first.
        began: whether any of the answer or its reasoning has arrived. Everyone may know this;
            ``written`` and ``reasoned`` are empty for those who may not watch.
    """

    request: Request
    attempt: int = 0
    began: bool = False
    written: str = ""
    reasoned: str = ""


@dataclass(slots=True)
class SeatTranscript:
    """What one watcher sees. `apply` returns the lines that an update added.

    Attributes:
        live_partner: whether a seat named in a request may watch the answer being written. The
            observer always may.
        verbatim: whether a person reads only what a model reads: the messages, without verdicts or
            remarks.
        withheld: whether the end is withheld: of what comes with it, one reads only one's own
            answer, and why play was cut short if the game was not decided.
        ended: whether the game waits for no one any more.
        language: the prompt language.
    """

    watcher: str
    live_partner: bool = False
    verbatim: bool = False
    withheld: bool = False
    ended: bool = False
    language: str = SOURCE_LANGUAGE
    lines: list[Line] = field(default_factory=list)
    waiting: dict[int, PendingRequest] = field(default_factory=dict)
    halted: dict[int, Halted] = field(default_factory=dict)
    round: int = 0
    scores: Scores | None = None
    failure: RecordingFailed | None = None
    paused: bool = False
    pace: float = 0.0
    _cut: dict[int, tuple[str, int]] = field(default_factory=dict)
    _advised: set[str] = field(default_factory=set)
    _rules_told: bool = False

    @classmethod
    def under(cls, condition: Condition, watcher: str) -> SeatTranscript:
        """Create an empty transcript of a watcher under a condition."""
        return cls(
            watcher,
            live_partner=condition.live_partner,
            verbatim=condition.interface in AS_SENT,
            withheld=bool(condition.withheld) and watcher not in (OBSERVER, REVEAL),
            language=condition.prompt_language,
        )

    @property
    def open_request(self) -> Request | None:
        """The oldest request that this watcher is to answer."""
        mine = [w.request for w in self.waiting.values() if w.request.seat == self.watcher]
        return mine[0] if mine else None

    @property
    def others(self) -> tuple[PendingRequest, ...]:
        """The other seats that are expected to answer."""
        return tuple(w for w in self.waiting.values() if w.request.seat != self.watcher)

    @property
    def over(self) -> bool:
        """Whether play has ended, by the rules or by a failure to record."""
        return self.scores is not None or self.failure is not None

    def apply(self, update: Update) -> tuple[Line, ...]:
        """Fold an update in. Returns the lines added."""
        before = len(self.lines)
        match update:
            case Asked(request):
                self.waiting[request.id] = PendingRequest(request)
                self.halted.pop(request.id, None)
            case EventsHappened(events, times):
                self.ended = not update.awaits
                for event in events:
                    self._happened(event, times)
            case AttemptBegan(request, number):
                self.halted.pop(request.id, None)
                self.waiting[request.id] = PendingRequest(request, number)
            case AttemptFailed(request, message, retry_in):
                if retry_in is not None:
                    self._trouble(request, message)
            case Streamed(request, text, reasoning):
                self._streamed(request, text, reasoning)
            case Halted(request):
                self.halted[request.id] = update
                if update.message:
                    why = join_sentences(update.message, update.hint)
                    self._trouble(request, why, "unanswered")
            case Withdrawn(request_id):
                self.waiting.pop(request_id, None)
                self.halted.pop(request_id, None)
            case Paused():
                self.paused = True
            case Resumed():
                self.paused = False
            case PaceChanged(seconds):
                self.pace = seconds
            case RecordingFailed():
                self.failure = update
                self.waiting.clear()
            case Finished(scores):
                self.scores = scores
                self.waiting.clear()
                self.halted.clear()
        return tuple(self.lines[before:])

    def _happened(self, event: Event, times: Mapping[int, ResponseTime]) -> None:
        self.round = max(self.round, event.round)
        if event.kind == RECEIVE and event.request_id is not None:
            self.waiting.pop(event.request_id, None)
            self.halted.pop(event.request_id, None)
            cut_at = times.get(event.request_id, ResponseTime()).cut_at
            if cut_at is not None:
                self._cut[event.request_id] = event.sender, cut_at
        line = self._line(event, times) if event.visible_to(self.watcher) else None
        if line is not None and not self._withholds(line):
            self.lines.append(line)
        if event.verdict is not None and event.verdict.kind != "accepted":
            self._advise(event)

    def _withholds(self, line: Line) -> bool:
        """Whether a line tells how the game was decided, where that is withheld."""
        if not (self.withheld and self.ended) or is_cut_short(line):
            return False
        return line.kind != "from seat" or line.seat != self.watcher

    def _line(self, event: Event, times: Mapping[int, ResponseTime]) -> Line | None:
        if event.kind in (SEND, RECEIVE):
            if not event.audience:  # a turn internal to the rules, shown to no one
                return None
            sent = event.kind == SEND
            time = ResponseTime()
            if not sent and event.request_id is not None:
                time = times.get(event.request_id, time)
            return Line(
                "to seat" if sent else "from seat",
                str(event.content),
                event.round,
                seat=event.recipient if sent else event.sender,
                request_id=event.request_id,
                side=event.side,
                took=time.seconds,
                attempts=time.attempts,
                at=time.at,
                speech=self._speech(event),
                language=self.language,
            )
        if event.said is None or self._sees_only_messages:
            return None
        kind: LineKind = "verdict" if event.verdict is not None else "said"
        return Line(
            kind,
            event.said,
            event.round,
            verdict=event.verdict,
            request_id=event.request_id,
            side=event.side,
        )

    def _speech(self, event: Event) -> tuple[Speech, ...] | None:
        """Return a message as people read it. Who sees everything is told nothing twice."""
        told = None if self.verbatim else event.speech
        if told is None or self.watcher not in (OBSERVER, REVEAL):
            return told
        if event.kind == SEND:
            told = tuple(each for each in told if each.by == GAME_MASTER)
        if self._rules_told:
            told = tuple(each for each in told if not each.rules)
        self._rules_told = self._rules_told or any(each.rules for each in told)
        return told

    @property
    def _sees_only_messages(self) -> bool:
        return self.verbatim and self.watcher not in (OBSERVER, REVEAL)

    def _advise(self, refused: Event) -> None:
        """Advise that a refused answer had been cut off by its provider, once per seat.

        The advice concerns the call to the model rather than the game, so every player sees it.
        """
        seat, tokens = self._cut.pop(refused.request_id or 0, ("", 0))
        if not seat or seat in self._advised or self._sees_only_messages:
            return
        self._advised.add(seat)
        self.lines.append(
            Line("advice", _advice(tokens), refused.round, seat, request_id=refused.request_id)
        )

    def _streamed(self, request: Request, text: str, reasoning: str) -> None:
        now = self.waiting.get(request.id)
        if now is None:
            return
        if self.watcher in (OBSERVER, REVEAL) or (
            self.live_partner and self.watcher in request.stream_to
        ):
            now = replace(now, written=now.written + text, reasoned=now.reasoned + reasoning)
        self.waiting[request.id] = replace(now, began=True)

    def _trouble(self, request: Request, message: str, kind: LineKind = "trouble") -> None:
        self.lines.append(Line(kind, message, self.round, seat=request.seat, request_id=request.id))


def is_cut_short(line: Line) -> bool:
    """Whether a line says that play ended before the game was decided, and why."""
    return isinstance(line.text, Label) and line.text.id in _CUT_SHORT


def _advice(tokens: int) -> Sentence:
    if not tokens:
        return Sentence(translatable("The answer was cut off; try a larger max_tokens."))
    return Sentence(
        translatable("The answer was cut off at {tokens} tokens; try a larger max_tokens."),
        tokens=tokens,
    )
