"""Events: what the master derives from an entry, each with the audience that may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from clemtui.engine.labels import Label

OBSERVER = "observer"
"""A spectator without a seat: sees everything that is not for the record only."""

REVEAL = "reveal"
"""The view of everything, once the episode is over."""

GAME_MASTER = "GM"

SEND = "send message"
RECEIVE = "get message"

VerdictKind = Literal["accepted", "asked again", "malformed", "violation"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The master's judgement of a response.

    ``accepted``: it counts as a move, right or wrong. ``asked again``: it is rejected and the seat
    must answer once more. ``malformed``: it breaks the required form. ``violation``: it is well
    formed but breaks the rules of the game.
    """

    kind: VerdictKind
    reason: Label | None = None


@dataclass(frozen=True, slots=True)
class Speech:
    """Something that a message says to people, without the words that only its form requires.

    Attributes:
        by: the seat that says it, or `GAME_MASTER`.
        text: content in the prompt language.
        rules: whether it stands for the short rules of the game, in the prompt language, instead.
    """

    by: str
    text: str = ""
    rules: bool = False


RULES = Speech(GAME_MASTER, rules=True)
"""The short rules of the game, which people read in place of a prompt that explains it."""


class Event(NamedTuple):
    """One event of an episode.

    A named tuple, because an episode has hundreds of them: with a frozen dataclass, setting the
    fields took a fifth of the time of a replay.

    Attributes:
        kind: ``send message``, ``get message`` or a word of the game (the reference's event type).
        content: text or JSON-like data.
        round: number of the round it belongs to, from 0.
        sender, recipient: a seat or ``GM``.
        label: the reference's label of the event, if any.
        audience: seats and `OBSERVER`; empty means for the record only.
        logged: whether it appears in the reference's own event log.
        request_id: the request that it delivers or answers.
        verdict: for events that judge a response.
        said: the event in words for people, in the interface language.
        side: whether it belongs to a side question, outside the dialogue.
        speech: a message as people read it, where that differs from what was sent; empty if it
            tells them nothing that the board or a verdict does not say. Never part of a record.
    """

    kind: str
    content: Any
    round: int
    sender: str = GAME_MASTER
    recipient: str = GAME_MASTER
    label: str | None = None
    audience: frozenset[str] = frozenset()
    logged: bool = True
    request_id: int | None = None
    verdict: Verdict | None = None
    said: Label | None = None
    side: bool = False
    speech: tuple[Speech, ...] | None = None

    def visible_to(self, watcher: str) -> bool:
        """Return whether a seat, `OBSERVER` or, after the end, `REVEAL` may see it."""
        return watcher == REVEAL or watcher in self.audience

    def as_log(self) -> dict[str, Any]:
        """Return the event as the reference's recorder writes it, without its time."""
        entry: dict[str, Any] = {
            "round": self.round,
            "from": self.sender,
            "to": self.recipient,
            "type": self.kind,
            "content": self.content,
        }
        if self.label is not None:
            entry["label"] = self.label
        return entry


def reference_log(events: tuple[Event, ...] | list[Event]) -> list[Mapping[str, Any]]:
    """Return the episode's event log as the reference keeps it."""
    return [event.as_log() for event in events if event.logged]
