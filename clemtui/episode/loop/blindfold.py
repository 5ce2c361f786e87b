"""Hide from people who plays the other seats, where the condition of an episode says so.

What is hidden is everything that only models or only programs have: calls and their repetitions,
their errors, answers as they are being written, answers that were cut off, and response times. The
records have all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from clemtui.engine import RECEIVE
from clemtui.episode.response_times import ResponseTime
from clemtui.episode.updates import (
    AttemptBegan,
    AttemptFailed,
    EventsHappened,
    Halted,
    Streamed,
    Update,
)
from clemtui.language import Sentence, translatable


@dataclass(frozen=True, slots=True)
class Blindfold:
    """Hides the players in some seats; in none if ``seats`` is empty."""

    seats: frozenset[str]

    @classmethod
    def of(cls, seats: Iterable[str], people: Iterable[str], *, blinded: bool) -> Blindfold:
        """Return the blindfold of the people in these seats; ``seats`` are all of them."""
        here = frozenset(people)
        return cls(frozenset(seats) - here if blinded and here else frozenset())

    def of_update(self, update: Update) -> Update | None:
        """Return the update as it may be shown; None if nothing of it may."""
        match update:
            case AttemptBegan(request) | AttemptFailed(request) | Streamed(request):
                return None if request.seat in self.seats else update
            case Halted(request) if request.seat in self.seats:
                return Halted(
                    request,
                    Sentence(translatable("The answer did not arrive.")),
                    Sentence(translatable("Try again.")),
                )
            case EventsHappened() if self.seats:
                return self._without_times(update)
        return update

    def _without_times(self, happened: EventsHappened) -> EventsHappened:
        hidden = {
            event.request_id
            for event in happened.events
            if event.kind == RECEIVE and event.sender in self.seats
        }
        return replace(
            happened,
            times={
                request: ResponseTime(at=time.at) if request in hidden else time
                for request, time in happened.times.items()
            },
        )
