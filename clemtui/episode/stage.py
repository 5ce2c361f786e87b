"""The stage: what the people at one keyboard know of an episode, independent of any toolkit.

Both fronts fold the updates of an episode into a stage, and only display its contents.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median

from clemtui.engine import OBSERVER, RECEIVE, REVEAL, Request
from clemtui.episode.participants import for_participants
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.transcript import Line, PendingRequest, SeatTranscript
from clemtui.episode.updates import Asked, EventsHappened, Halted, Streamed, Update


class Stage:
    """Folds updates for everyone at this keyboard.

    Attributes:
        watchers: the seats of the people here, or the observer alone.
        active: the watcher at the keyboard; None until someone has come forward.
        sent: the requests answered from here.
        awaited: the seats that the game master waits for, whether asked already or not.
        took: the seconds that each response took, by seat; None if not measured.
        usual: the seconds that a seat usually takes, by what is known of it from before; nothing if
            people are not told who plays there.
    """

    def __init__(
        self,
        live: ObserverPort,
        usual: Mapping[str, float] | None = None,
        *,
        in_study: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with nothing known.

        Args:
            live: the episode.
            usual: see the class.
            in_study: the people here are participants of a study, who are not told the reasons of
                trouble.
            clock: returns the current time in seconds.
        """
        self.live = live
        self._in_study = in_study
        self.watchers = live.human_seats or (OBSERVER,)
        self.states = {watcher: self._empty(watcher) for watcher in self.watchers}
        self.active: str | None = self.watchers[0] if len(self.watchers) == 1 else None
        self.sent: set[int] = set()
        self.awaited: frozenset[str] = frozenset()
        self.took: dict[str, list[float | None]] = {}
        self.usual = {} if live.condition.blinded else usual or {}
        self._clock = clock
        self._record: list[Update] = []
        self._since: dict[int, float] = {}
        self._writing: int | None = None

    @property
    def state(self) -> SeatTranscript:
        """The transcript of the active watcher, or of the first one."""
        return self.states[self.active or self.watchers[0]]

    @property
    def shared(self) -> bool:
        """Whether several people share the keyboard."""
        return len(self.watchers) > 1

    @property
    def watching(self) -> bool:
        """Whether no one plays here."""
        return not self.live.human_seats

    def apply(self, update: Update) -> Mapping[str, tuple[Line, ...]]:
        """Fold an update in. Returns the lines added, by watcher."""
        told = for_participants(update) if self._in_study else update
        if told is None:
            return {}
        update = told
        if isinstance(update, Streamed):
            self._writing = update.request.id
        else:
            self._record.append(update)
        if isinstance(update, Asked):
            self._since[update.request.id] = self._clock()
        elif isinstance(update, EventsHappened):
            self.awaited = update.awaits
            self._note_times(update)
        return {watcher: state.apply(update) for watcher, state in self.states.items()}

    def _note_times(self, happened: EventsHappened) -> None:
        for event in happened.events:
            if event.kind == RECEIVE and event.request_id is not None:
                time = happened.times.get(event.request_id)
                self.took.setdefault(event.sender, []).append(
                    None if time is None else time.seconds
                )

    @property
    def replayed(self) -> bool:
        """Whether earlier events have been published."""
        return any(isinstance(update, EventsHappened) for update in self._record)

    def next_request(self) -> Request | None:
        """Return the request to answer now: the active watcher's oldest, else the others' here."""
        found = [
            request
            for state in self.states.values()
            if (request := state.open_request) is not None and request.id not in self.sent
        ]
        return min(
            found, key=lambda request: (request.seat != self.active, request.id), default=None
        )

    def is_open(self, request: int) -> bool:
        """Whether an answer to a request is still awaited."""
        return any(request in state.waiting for state in self.states.values())

    @property
    def halted(self) -> Halted | None:
        """The oldest request that waits for a decision."""
        return next(iter(self.state.halted.values()), None)

    def sent_again(self, request: int) -> None:
        """Note that a halted request is sent again."""
        for state in self.states.values():
            state.halted.pop(request, None)

    def waiting_for(self) -> tuple[PendingRequest, ...]:
        """Return the seats elsewhere that are expected to answer."""
        return tuple(w for w in self.state.others if w.request.seat not in self.watchers)

    @property
    def withholds_board(self) -> bool:
        """Whether the board is no longer shown: it tells how the game was decided."""
        return self.state.withheld and self.state.ended

    def calls(self) -> tuple[Request, ...]:
        """Return the requests for which a model is known here to be called."""
        if self.live.condition.blinded:
            return ()
        kinds = self.live.kinds
        return tuple(
            waiting.request
            for waiting in self.waiting_for()
            if kinds[waiting.request.seat] == "model"
            and waiting.request.id not in self.state.halted
        )

    def streamed(self) -> PendingRequest | None:
        """Return the answer being written, if the watcher may see it."""
        writing = [w for w in self.state.waiting.values() if w.written or w.reasoned]
        last = [w for w in writing if w.request.id == self._writing]
        return next(iter(last or writing), None)

    def seconds(self, waiting: PendingRequest) -> float:
        """Return how many seconds ago a seat was asked."""
        return self._clock() - self._since.get(waiting.request.id, self._clock())

    def usual_seconds(self, seat: str) -> float | None:
        """Return the median time of a seat's responses so far, or else its usual time from before;
        None if nothing is known."""
        known = [seconds for seconds in self.took.get(seat, ()) if seconds is not None]
        return median(known) if known else self.usual.get(seat)

    def revealed(self) -> SeatTranscript:
        """Return everything that happened, for after the end."""
        return self.seen_by(REVEAL)

    def seen_by(self, watcher: str) -> SeatTranscript:
        """Return what a watcher has seen of the episode, for after the end."""
        state = self._empty(watcher)
        for update in self._record:
            state.apply(update)
        return state

    def _empty(self, watcher: str) -> SeatTranscript:
        return SeatTranscript.under(self.live.condition, watcher)
