"""What the loop is told: by players that answered or failed, and by people who decide."""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.engine import Control, Request
from clemtui.players.base import Delivery


@dataclass(frozen=True, slots=True)
class Answered:
    """A player has answered a request."""

    request: Request
    delivery: Delivery


@dataclass(frozen=True, slots=True)
class Failed:
    """A player could not answer a request."""

    request: Request
    error: BaseException


@dataclass(frozen=True, slots=True)
class Send:
    """A halted request is to be sent (again)."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Interrupt:
    """The call for a request is to be stopped."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Pausing:
    """Play pauses, or goes on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Look:
    """Something may have become possible that was not."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop here."""


Handled = Answered | Failed | Send | Interrupt | Pausing | Look | Control
Command = Handled | Leave
