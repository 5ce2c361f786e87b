"""Updates that the loop publishes to the fronts. `clemtui.episode.transcript` folds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from clemtui.engine import Event, Request, Scores
from clemtui.episode.response_times import ResponseTime

INTERRUPTED = "interrupted"
"""Kind of a `Halted` whose call was stopped by someone here."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request was recorded and passed to its player."""

    request: Request


@dataclass(frozen=True, slots=True)
class EventsHappened:
    """The master accepted an entry (or started) and produced these events.

    ``times`` are the response times among them, by request. ``awaits`` are the seats that the
    master now waits for, whether asked already or not.
    """

    events: tuple[Event, ...]
    times: Mapping[int, ResponseTime] = field(default_factory=dict)
    awaits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class AttemptBegan:
    """A call to a model was recorded and is about to be sent."""

    request: Request
    number: int


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """A call to a model failed. It is repeated in ``retry_in`` seconds; None means not at all."""

    request: Request
    message: str
    retry_in: float | None


@dataclass(frozen=True, slots=True)
class Streamed:
    """What a player has written and reasoned since the last update; for observers only."""

    request: Request
    text: str
    reasoning: str


@dataclass(frozen=True, slots=True)
class Halted:
    """A request waits for a decision: send it (again), or leave and resume later.

    ``sent_before`` is set after resuming if a call was in progress when play stopped. ``kind`` is a
    short word for what failed: an `ErrorKind` of the model player, or `INTERRUPTED`.
    ``context_full``: the player cannot go on with a dialogue of this length (`PlayerFailed`).
    """

    request: Request
    message: str
    hint: str = ""
    sent_before: bool = False
    kind: str = ""
    context_full: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The master closed a request that no one has answered, and continues without it."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The game was paused: only people are asked, and all clocks are stopped."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game was resumed after a pause."""


@dataclass(frozen=True, slots=True)
class PaceChanged:
    """The wait after each response was set to ``seconds``."""

    seconds: float


@dataclass(frozen=True, slots=True)
class RecordingFailed:
    """Play stopped because nothing can be recorded anymore.

    The message names the file that contains the records that could not be written.

    Attributes:
        cause: whether a write failed, the database is no longer where it was (the message says how
            to bring it back), or another program plays the episode now.
    """

    message: str
    cause: Literal["failed", "gone", "taken over"] = "failed"


@dataclass(frozen=True, slots=True)
class Finished:
    """The episode is over, scored and recorded."""

    scores: Scores


Update = (
    Asked
    | EventsHappened
    | AttemptBegan
    | AttemptFailed
    | Streamed
    | Halted
    | Withdrawn
    | Paused
    | Resumed
    | PaceChanged
    | RecordingFailed
    | Finished
)
