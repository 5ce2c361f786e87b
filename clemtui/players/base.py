"""What a player is: something that answers the requests to one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from clemtui.engine import Part, Request, Timing, View
from clemtui.players.attempts import AttemptLog, NoAttemptLog

PlayerKind = Literal["human", "model", "scripted", "service"]


@dataclass(frozen=True, slots=True)
class PlayerResponse:
    """A player's response, with its timing if a person wrote it.

    ``held`` is for how many seconds a paced partner's was held back; None if it is not paced.
    """

    parts: tuple[Part, ...]
    timing: Timing | None = None
    held: float | None = None


def _discard(text: str, reasoning: str) -> None:
    """Discard streamed text; no one may see it before the master passes it on."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to a player.

    Attributes:
        view: what the seat may see of the board, regardless of a person's aids.
        attempts: where calls to a model are recorded.
        stream: called with newly written text and reasoning, for observers.
    """

    request: Request
    view: View
    attempts: AttemptLog = field(default_factory=NoAttemptLog)
    stream: Callable[[str, str], None] = _discard


class PlayerFailed(Exception):
    """Raised if a player could not answer. The text is one line for people; play can be resumed.

    ``kind`` is a short word for the records; ``hint`` says what to do. A message or hint that is a
    `Sentence` of `clemtui.language` is shown in the interface language. ``context_full`` says that
    the failure is a result of the player: it cannot go on with a dialogue of this length.
    """

    def __init__(
        self, kind: str, message: str, hint: str = "", *, context_full: bool = False
    ) -> None:
        super().__init__(f"{message} {hint}".strip())
        self.kind = kind
        self.message = message
        self.hint = hint
        self.context_full = context_full


class Player(Protocol):
    """Answers the requests to one seat. Players have no state that resuming would need."""

    kind: PlayerKind

    async def respond(self, ask: Ask) -> PlayerResponse:
        """Answer a request.

        Raises:
            PlayerFailed: if there is no answer.
        """
        ...
