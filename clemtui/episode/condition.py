"""The condition of an episode: everything but the instance that may affect a person's result."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from clemtui.engine import GameCard
from clemtui.records.rows import Interface

RESPONSE_LIMIT = 2000
"""Maximum responses per episode, after which a control ends it.

Some games have no limit of their own. The longest bundled game that has one (privateshared, 15
facts) needs 255 responses, and at most 1215 if every question is repeated as often as allowed.
"""


END_WARNING = "end_warning"
"""The one aid of the verbatim interface: a question before a malformed answer that would end
the episode."""


def aids_of(card: GameCard, interface: Interface) -> tuple[str, ...]:
    """Return the ids of the aids that a game has with an interface."""
    match interface:
        case "assisted":
            return card.aids
        case "verbatim":
            return (END_WARNING,)
    return ()


_OF_STUDIES = frozenset(
    {"withheld", "time_limit", "blinded", "graphemes_per_minute", "thinking_seconds"}
)


class Condition(BaseModel):
    """How an episode is played. Recorded with the episode in full."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    interface: Interface
    """``assisted``: board, form and aids; ``board``: the board, messages as sent and a free-text
    box; ``verbatim``: only messages as sent and a free-text box."""

    aids: tuple[str, ...] = ()
    """Ids of the enabled aids."""

    prompt_language: str
    """Language of the prompts, as a BCP 47 tag."""

    interface_language: str
    """Language of the interface at the start, as a BCP 47 tag; a later change is not recorded."""

    practice: bool = False
    """Whether the episode is a practice episode, which is not meant to count."""

    response_limit: int | None = RESPONSE_LIMIT
    """Maximum responses per episode; None for no limit."""

    live_partner: bool = False
    """Whether a partner's answer is shown while it is being written."""

    continued_from: str | None = None
    """Id of the episode that this one continues with another partner, if any."""

    continued_after: int | None = None
    """Number of entries copied from that episode."""

    withheld: Literal["", "score", "result"] = ""
    """What a participant of a study is not told at the end: the score, or the whole result with
    everything that was hidden; empty: nothing."""

    time_limit: float | None = None
    """How long each person may spend on answering in the whole episode, in seconds; None for no
    limit. What counts is `clemtui.engine.answering_seconds`: not pauses, not waiting for others."""

    blinded: bool = False
    """Whether people are not told who plays the other seats, not even that it is a program."""

    graphemes_per_minute: float | None = None
    """How fast blinded partners seem to type; None: their answers appear when they arrive."""

    thinking_seconds: float | None = None
    """How long such partners seem to think; None: drawn from how long recorded people thought in
    the same seat of the game."""

    def record(self) -> dict[str, Any]:
        """Return the condition as JSON, as it is recorded.

        What only studies have is left out where it says nothing, so that the condition of any other
        episode is the same as before there were studies.
        """
        content: dict[str, Any] = self.model_dump(mode="json")
        fields = type(self).model_fields
        return {
            key: value
            for key, value in content.items()
            if key not in _OF_STUDIES or value != fields[key].default
        }
