"""Updates: what the loop tells the fronts. `clemtui.episode.transcript` folds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clemtui.engine import Event, Request, Scores
from clemtui.episode.response_times import ResponseTime

INTERRUPTED = "interrupted"
"""The kind of a `Halted` whose call somebody here has stopped."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request was recorded and brought to its player."""

    request: Request


@dataclass(frozen=True, slots=True)
class Happened:
    """The master took an entry (or started) and these events came of it.

    ``times`` are those of the responses among them, by request; ``awaits`` are the seats that the
    master waits for now, asked already or not.
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
    """A call to a model failed; ``retry_in`` seconds it is made again, or not at all (None)."""

    request: Request
    message: str
    retry_in: float | None


@dataclass(frozen=True, slots=True)
class Streamed:
    """What a player has written and reasoned since the last one: for observers only."""

    request: Request
    text: str
    reasoning: str


@dataclass(frozen=True, slots=True)
class Halted:
    """A request waits for a decision: send it (again), or leave and resume later.

    ``sent_before`` is set on resuming where a call was under way when play stopped; ``kind`` is a
    short word for what failed: an `ErrorKind` of the model player, or `INTERRUPTED`.
    """

    request: Request
    message: str
    hint: str = ""
    sent_before: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The master closed a request that nobody has answered yet, and goes on without."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Paused:
    """Play pauses: no player but a person is asked, and nobody's time counts."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on after a pause."""


@dataclass(frozen=True, slots=True)
class Paced:
    """From now on so many seconds pass after each response before the program asks again."""

    seconds: float


@dataclass(frozen=True, slots=True)
class RecordingFailed:
    """Nothing can be recorded any more, so play stops. The message names the file in which the
    records are that could not be written."""

    message: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The episode is over, scored and recorded."""

    scores: Scores


Update = (
    Asked
    | Happened
    | AttemptBegan
    | AttemptFailed
    | Streamed
    | Halted
    | Withdrawn
    | Paused
    | Resumed
    | Paced
    | RecordingFailed
    | Finished
)
