"""Commands to the loop: from players that answered or failed, and from people."""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.engine import Control, Request, Timing
from clemtui.players.base import PlayerResponse


@dataclass(frozen=True, slots=True)
class Answered:
    """A player answered a request."""

    request: Request
    response: PlayerResponse


@dataclass(frozen=True, slots=True)
class Failed:
    """A player failed to answer a request."""

    request: Request
    error: BaseException


@dataclass(frozen=True, slots=True)
class Send:
    """Send a halted request, for the first time or again."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Stop the call for a request."""

    request_id: int


@dataclass(frozen=True, slots=True)
class SetPaused:
    """Pause or resume the game."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Recheck:
    """Check again whether a request can now be passed on or an answer entered."""


@dataclass(frozen=True, slots=True)
class EndBy:
    """End the episode with a control; ``timing`` is that of the person who causes it."""

    control: Control
    timing: Timing | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop playing."""


Handled = Answered | Failed | Send | Interrupt | SetPaused | Recheck | EndBy
Command = Handled | Leave
