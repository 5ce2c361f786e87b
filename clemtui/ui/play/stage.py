"""What the play screen knows, without any widget: who watches, what happened, who is to answer."""

from __future__ import annotations

import time
from collections.abc import Callable

from clemtui.engine import OBSERVER, REVEAL, Request
from clemtui.episode.live import LiveEpisode
from clemtui.episode.transcript import ScreenState, Waiting
from clemtui.episode.updates import Asked, Happened, Streamed, Update


class Stage:
    """Folds updates for everybody at this keyboard.

    Attributes:
        watchers: the seats of the people here, or the observer alone.
        active: whose screen is shown; None until somebody has taken the keyboard.
    """

    def __init__(self, live: LiveEpisode, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.live = live
        self.watchers = live.human_seats or (OBSERVER,)
        self.states = {watcher: live.screen(watcher) for watcher in self.watchers}
        self.active: str | None = self.watchers[0] if len(self.watchers) == 1 else None
        self._clock = clock
        self._record: list[Update] = []
        self._since: dict[int, float] = {}
        self._writing: int | None = None

    @property
    def state(self) -> ScreenState:
        """The screen of whoever is active, or of the first watcher."""
        return self.states[self.active or self.watchers[0]]

    @property
    def shared(self) -> bool:
        """Whether several people share the keyboard."""
        return len(self.watchers) > 1

    @property
    def watching(self) -> bool:
        """Whether nobody plays here."""
        return not self.live.human_seats

    def apply(self, update: Update) -> None:
        """Fold an update in, for every watcher."""
        if isinstance(update, Streamed):
            self._writing = update.request.id
        else:
            self._record.append(update)
        if isinstance(update, Asked):
            self._since[update.request.id] = self._clock()
        for state in self.states.values():
            state.apply(update)

    @property
    def replayed(self) -> bool:
        """Whether what happened so far has been told."""
        return any(isinstance(update, Happened) for update in self._record)

    def next_request(self) -> Request | None:
        """The request to answer now: of whoever is active first, then of others here."""
        order = sorted(self.watchers, key=lambda watcher: watcher != self.active)
        requests = (self.states[watcher].open_request for watcher in order)
        return next((request for request in requests if request is not None), None)

    def waiting_for(self) -> tuple[Waiting, ...]:
        """The seats, of nobody here, that are expected to answer."""
        return tuple(w for w in self.state.others if w.request.seat not in self.watchers)

    def streamed(self) -> Waiting | None:
        """What is being written where one may watch it."""
        writing = [w for w in self.state.waiting.values() if w.written or w.reasoned]
        last = [w for w in writing if w.request.id == self._writing]
        return next(iter(last or writing), None)

    def seconds(self, waiting: Waiting) -> float:
        """How long a seat has been at it."""
        return self._clock() - self._since.get(waiting.request.id, self._clock())

    def revealed(self) -> ScreenState:
        """Everything that happened, after the end."""
        return self.seen_by(REVEAL)

    def seen_by(self, watcher: str) -> ScreenState:
        """What somebody has seen of everything that happened, after the end."""
        state = self.live.screen(watcher)
        for update in self._record:
            state.apply(update)
        return state
