"""The seat port: everything that a front knows of an episode in play.

`clemtui.episode.live.LiveEpisode` implements it for an episode played by this program. A seat at
another terminal will be another implementation. All arguments and results are plain data, and no
method waits for a player.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from clemtui.engine import Game, Instance, SavedTiming, Seat, Texts, Timing, View
from clemtui.episode.condition import Condition
from clemtui.episode.updates import Update
from clemtui.players.base import PlayerKind

LiveEnd = Literal["finished", "left", "not recorded"]
Subscriber = Callable[[Update], object]
Draft = str | Mapping[str, Any]
"""A person's unsubmitted response: free text, or the values of a form by field."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """End the episode because the person in a seat gives up; it counts as aborted.

    ``timing`` is that of the request they were shown; None if they were shown none.
    """

    seat: str
    timing: Timing | None = None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """End the episode because the person who was asked has no time left; it counts as aborted.

    ``timing`` is that of the request.
    """

    request_id: int
    timing: Timing


@dataclass(frozen=True, slots=True)
class SendAgain:
    """Send a halted request, for the first time or again."""

    request_id: int


@dataclass(frozen=True, slots=True)
class StopCall:
    """Stop the running call to a model for a request; does nothing if there is none."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop asking models, scripts and services. Published as `Paused` once recorded."""


@dataclass(frozen=True, slots=True)
class ResumePlay:
    """Resume the game after a pause. Published as `Resumed` once recorded."""


@dataclass(frozen=True, slots=True)
class Step:
    """Let one response through during a pause; otherwise end the current wait."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Set the seconds to wait after each response before the program asks again.

    Published as `Paced`.
    """

    seconds: float


@dataclass(frozen=True, slots=True)
class LeaveEpisode:
    """Stop playing; the episode can be resumed from exactly this point."""


SeatControl = (
    GiveUp | TimeUp | SendAgain | StopCall | Pause | ResumePlay | Step | SetPace | LeaveEpisode
)


class ObserverPort(Protocol):
    """An episode in play as seen by an observer.

    Attributes:
        id: id of the episode in the records.
        kinds: the kind of player in each seat.
        people: the id in the records of the person in each human seat, by seat.
        human_seats: the seats answered through this port; none for an observer.
    """

    @property
    def id(self) -> str: ...

    @property
    def game(self) -> Game: ...

    @property
    def instance(self) -> Instance: ...

    @property
    def texts(self) -> Texts: ...

    @property
    def condition(self) -> Condition: ...

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def kinds(self) -> Mapping[str, PlayerKind]: ...

    @property
    def people(self) -> Mapping[str, str]: ...

    @property
    def human_seats(self) -> tuple[str, ...]: ...

    def updates(self, hear: Subscriber) -> Coroutine[Any, Any, LiveEnd]:
        """Call ``hear`` with every update from now on, in order.

        Updates are those of all seats. A front shows only what a `SeatTranscript` keeps of them.

        Awaiting the result plays the episode if this program plays it, and returns how play ended.

        Raises:
            PlayError: if the rules have a mistake; the episode can be resumed.
        """
        ...

    def view(self, watcher: str) -> View:
        """Return what a watcher may see of the board under the condition of this episode.

        Until the episode is over, a watcher is a seat answered through this port, or `OBSERVER` if
        there is none.

        Raises:
            ValueError: for any other watcher.
        """
        ...

    def control(self, command: SeatControl) -> None:
        """Execute a command. Its effects are published as updates.

        Raises:
            ValueError: for a pace that is negative or not finite, if a seat gives up that is not
                answered through this port, or if time is up for no one here.
        """
        ...


class SeatPort(ObserverPort, Protocol):
    """An episode in play as seen by the people in its seats.

    Attributes:
        drafts: people's drafts for requests that are still open.
        timings: the timing of requests that are still open, as last saved; what a front measures
            from now on is added to it.
    """

    @property
    def drafts(self) -> Mapping[int, Draft]: ...

    @property
    def timings(self) -> Mapping[int, SavedTiming]: ...

    def answer(self, request_id: int, text: str, timing: Timing) -> bool:
        """Submit a person's response.

        Returns False, and submits nothing, if the request is not or no longer open to a person
        here. If by its timing it was given after the person's time was up, the episode ends
        instead (`TimeUp`).
        """
        ...

    def time_left(
        self, seat: str, request_id: int | None = None, spent: float = 0.0
    ) -> float | None:
        """Return how many seconds the person in a seat has left to answer, below 0 if they
        exceeded them; None without a limit.

        ``spent`` is how long they have been answering the open request ``request_id``.
        """
        ...

    def would_break_form(self, request_id: int, text: str) -> bool:
        """Return whether a response would end the episode because it is malformed.

        Nothing is submitted. False if the request is not open to a person here.
        """
        ...

    async def draft(
        self, request_id: int, body: Draft | None, timing: Timing | None = None
    ) -> None:
        """Save a draft of a person's response, and the time that they have spent on it.

        ``body`` is None if they have written nothing; ``timing`` is None if it is not measured.
        Does nothing if the request is not or no longer open to a person here.

        Raises:
            StoreError: if it cannot be recorded.
        """
        ...
