"""What a player is: something that answers the requests to one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from clemtui.engine import Part, Request, Timing, View
from clemtui.players.attempts import AttemptLog, NoAttemptLog

PlayerKind = Literal["human", "model", "scripted", "service"]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A response as a player delivers it, and how it came about if a person wrote it."""

    parts: tuple[Part, ...]
    timing: Timing | None = None


def _nobody_watches(text: str, reasoning: str) -> None:
    """Drop what streams: no one may see it before the master relays it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request, brought to a player.

    Attributes:
        view: what the seat may see of the board, whatever aids a person would have.
        attempts: where calls to a model are recorded.
        stream: what has just been written and reasoned; only observers ever see it.
    """

    request: Request
    view: View
    attempts: AttemptLog = field(default_factory=NoAttemptLog)
    stream: Callable[[str, str], None] = _nobody_watches


class PlayerFailed(Exception):
    """A player could not answer. The text is one line for people; play can be resumed.

    ``kind`` is a short word for records; ``hint`` says what to do. What is a `Sentence` of
    `clemtui.language` is told in the language of the interface.
    """

    def __init__(self, kind: str, message: str, hint: str = "") -> None:
        super().__init__(f"{message} {hint}".strip())
        self.kind = kind
        self.message = message
        self.hint = hint


class Player(Protocol):
    """Answers the requests to one seat. Players hold no state that resuming would need."""

    kind: PlayerKind

    async def respond(self, ask: Ask) -> Delivery:
        """Answer a request.

        Raises:
            PlayerFailed: if no answer can be had.
        """
        ...
