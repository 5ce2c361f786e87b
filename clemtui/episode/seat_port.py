"""The seat port: all that a front holds of an episode in play.

`clemtui.episode.live.LiveEpisode` is the port of an episode that this program plays. A seat at
another terminal is to be another implementation. Everything that passes is plain data, and nothing
here waits for a player.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from clemtui.engine import Game, Instance, Seat, Texts, Timing, View
from clemtui.episode.condition import Condition
from clemtui.episode.updates import Update
from clemtui.players.base import PlayerKind

LiveEnd = Literal["finished", "left", "not recorded"]
Subscriber = Callable[[Update], object]
Draft = str | Mapping[str, Any]
"""What a person has written so far: free text, or the values of a form by field."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The person in a seat gives up: the episode ends and counts as aborted."""

    seat: str


@dataclass(frozen=True, slots=True)
class SendAgain:
    """Send a halted request (again)."""

    request_id: int


@dataclass(frozen=True, slots=True)
class StopCall:
    """Stop the call to a model that is under way for a request; nothing happens without one."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Ask no model, script or service from now on; told by `Paused` once it is on record."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on after a pause; told by `Resumed` once it is on record."""


@dataclass(frozen=True, slots=True)
class Step:
    """Let one response pass during a pause; otherwise, end the current wait."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Wait so many seconds after each response before the program asks again; told by `Paced`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class LeaveEpisode:
    """Stop here; the episode can be resumed exactly where it stands."""


SeatControl = GiveUp | SendAgain | StopCall | Pause | GoOn | Step | SetPace | LeaveEpisode


class ObserverPort(Protocol):
    """An episode in play as somebody follows it who holds no seat.

    Attributes:
        id: of the episode in the records.
        kinds: what kind of player fills each seat.
        people: the person in each seat filled by one, by seat: their id in the records.
        human_seats: the seats that are answered through this port; none for an observer.
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
        """Follow the episode: ``hear`` is called with every update, in order, from this call on.

        Awaiting the result plays the episode where this program plays it, and says how play ended.

        Raises:
            PlayError: if the rules have a mistake; the episode can be resumed.
        """
        ...

    def view(self, watcher: str) -> View:
        """What a watcher may see of the board under the condition of this episode."""
        ...

    def control(self, command: SeatControl) -> None:
        """Take a decision to the loop. What comes of it is told by updates.

        Raises:
            ValueError: for a negative pace.
        """
        ...


class SeatPort(ObserverPort, Protocol):
    """An episode in play as the people in its seats hold it.

    Attributes:
        drafts: what was written so far for requests that are still open.
    """

    @property
    def drafts(self) -> Mapping[int, Draft]: ...

    def answer(self, request_id: int, text: str, timing: Timing) -> bool:
        """Hand in a person's response. False, and nothing is taken, if that request is not open
        to a person here (any more)."""
        ...

    async def draft(self, request_id: int, body: Draft) -> None:
        """Keep what a person has written so far; nothing is kept once it is handed in.

        Raises:
            StoreError: if it cannot be recorded.
        """
        ...
