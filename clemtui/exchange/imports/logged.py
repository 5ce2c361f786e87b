"""An episode as logged by the reference framework: the content of its result files in one shape.

The versions of the format (1.x, 2.x, 3.x) differ in layout; `clemtui.exchange.imports.reading`
converts each to this shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from clemtui.engine import GAME_MASTER, Message, Scores, Timing
from clemtui.exchange.imports.own.block import Attempt
from clemtui.exchange.imports.own.export import OwnExport

PlayerKind = Literal["human", "model", "scripted", "service"]
"""``service``: the reference's programmatic players, unless the seat is one of the game's own."""

_SENT, _GOT = "send message", "get message"
_PROBED, _REPLIED = "probe question", "probe answer"
PSEUDO = "pseudo"
"""The label of what is added to a seat's history without having been asked or said."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log.

    Attributes:
        round: number of its round, from 0.
        kind: the log's ``type``.
        at: when it was logged; without a time zone, as the reference writes it, or with one.
    """

    round: int
    sender: str
    recipient: str
    kind: str
    content: Any
    label: str | None = None
    at: datetime | None = None

    @property
    def is_message(self) -> bool:
        """Whether the game master says something to a seat (including asking again)."""
        to_seat = self.sender == GAME_MASTER != self.recipient
        return to_seat and self.kind.startswith(_SENT)

    @property
    def is_response(self) -> bool:
        """Whether a seat says something."""
        return self.sender != GAME_MASTER and self.kind.startswith(_GOT)

    @property
    def is_probe(self) -> bool:
        """Whether the game master asks a side question, which versions before 2.0 logged."""
        return self.sender == GAME_MASTER and self.kind == _PROBED

    @property
    def is_reply(self) -> bool:
        """Whether a seat replies to a side question, in such a log."""
        return self.sender != GAME_MASTER and self.kind == _REPLIED

    @property
    def is_inserted(self) -> bool:
        """Whether it was added to the seat's history without having been asked or said."""
        return self.label == PSEUDO

    @property
    def text(self) -> str:
        """What was said. Content that is not text (it may be any JSON) is converted with
        ``str``."""
        return self.content if isinstance(self.content, str) else str(self.content)


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """One call of a player, as in ``player_N.requests.json``.

    Attributes:
        messages: the whole prompt; None if it is in an unknown form of the back-end.
        at: when it was called.
        logged_at: when it was logged, after the response.
        seconds: duration; None if not measured (people, scripts).
        attempts: all calls to the model at this request, in a tree exported by this program.
        timing: the timing of a person, in such a tree.
        asked_at: when the model was first asked, in such a tree; ``at`` is when it was asked
            for the answer that counts.
    """

    messages: tuple[Message, ...] | None
    response: str
    at: datetime | None = None
    logged_at: datetime | None = None
    seconds: float | None = None
    attempts: tuple[Attempt, ...] = ()
    timing: Timing | None = None
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LoggedPlayer:
    """The holder of a seat.

    Attributes:
        name: name of the model or program; for a person, the pseudonym, or empty.
        parameters: a model's settings, as far as the files contain them.
        seed: a scripted player's seed, in a tree exported by this program.
        person: a person's id, in such a tree.
        silent: whether the seat was neither told nor asked anything.
    """

    seat: str
    role: str
    kind: PlayerKind
    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    person: str | None = None
    silent: bool = False


@dataclass(frozen=True)
class LoggedEpisode:
    """The content of one episode's files.

    Attributes:
        folder: where it was read.
        path: the folder, relative to the given results folder.
        id: identifies this very episode, wherever its folder is and however its files are laid
            out: the exported episode's own id, or one made from the content (`episode_id`).
        identity: how older versions of this program identified it: a hash of the last names of its
            path and of the bytes of its log.
        line: first number of the version: 1, 2, 3; None if the files do not say.
        version: of what wrote the files, e.g. ``clemcore-3.7.2`` or ``clembench-2.0``.
        game_id: the instance's number; None if only ``position`` is known.
        position: place of the instance in its experiment, from 0, as counted before 3.x.
        language: BCP 47 tag of the prompts, if the names indicate it; otherwise None.
        calls: the calls that were kept, by seat.
        keys: the log's top-level entries besides the events.
        own: what a tree exported by this program says besides; None in other trees.
        ended_at: when it ended; None if the files do not say.
        completed: False if the log itself says that the episode was not played to its end.
        scores: those of ``scores.json``.
        instance, experiment_data: the contents of ``instance.json`` and ``experiment.json``.
        files: SHA-256 of every file that was read, by name.
        notes: one line for each part that could not be read or used.
    """

    folder: Path
    path: str
    id: str
    identity: str
    line: int | None
    version: str
    game: str
    experiment: str
    game_id: int | None
    position: int | None
    language: str | None
    players: tuple[LoggedPlayer, ...]
    events: tuple[LoggedEvent, ...]
    calls: Mapping[str, tuple[LoggedCall, ...]]
    keys: Mapping[str, Any]
    own: OwnExport | None
    ended_at: datetime | None
    completed: bool
    scores: Scores | None
    instance: Mapping[str, Any] | None
    experiment_data: Mapping[str, Any] | None
    files: Mapping[str, str]
    notes: tuple[str, ...]

    @property
    def started_at(self) -> datetime | None:
        """When it started, as far as known: when its first event was logged."""
        if self.own is not None and self.own.started_at is not None:
            return self.own.started_at
        return next((event.at for event in self.events if event.at is not None), None)

    @cached_property
    def messages_to(self) -> dict[str, tuple[str, ...]]:
        """What the game master said to each seat, in order."""
        return self._by_seat("recipient", [e for e in self.events if e.is_message])

    @cached_property
    def responses(self) -> dict[str, tuple[str, ...]]:
        """What each seat answered in the dialogue, in order."""
        said = [e for e in self.events if e.is_response and not e.is_inserted]
        return self._by_seat("sender", said)

    @cached_property
    def replies(self) -> dict[str, tuple[str, ...]]:
        """What each seat replied to side questions, in order, if the log has them."""
        return self._by_seat("sender", [e for e in self.events if e.is_reply])

    @cached_property
    def shown_by_master(self) -> str:
        """Everything the game master wrote, including events and keys, as one text to search.

        What it contains was not merely guessed by a player.
        """
        said = [e.text for e in self.events if e.sender == GAME_MASTER]
        return "\n".join([*said, str(dict(self.keys))])

    @staticmethod
    def _by_seat(end: str, events: list[LoggedEvent]) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for event in events:
            found.setdefault(getattr(event, end), []).append(event.text)
        return {seat: tuple(texts) for seat, texts in found.items()}
