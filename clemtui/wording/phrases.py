"""Sentences that every front says: who is who, what a verdict or a score means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.engine import GAME_MASTER, OBSERVER, REVEAL, Label
from clemtui.language import (
    Interface,
    Labels,
    Localised,
    one_line,
    translatable,
    truncate,
)

if TYPE_CHECKING:
    from clemtui.engine import Instance
    from clemtui.episode.planning.listing import GameListing
    from clemtui.episode.transcript import Line

VERDICTS: Mapping[str, str] = {
    "accepted": translatable("accepted"),
    "asked again": translatable("refused, asked again"),
    "malformed": translatable("not in the required form"),
    "violation": translatable("against the rules"),
}
VERDICT_SIGNS: Mapping[str, str] = {
    "accepted": "✓",
    "asked again": "↻",
    "malformed": "✗",
    "violation": "✗",
}
OUTCOMES: Mapping[str, str] = {
    "success": translatable("Success"),
    "lose": translatable("Lost"),
    "aborted": translatable("Aborted"),
}
OUTCOME_MEANINGS: Mapping[str, str] = {
    "success": translatable("The task was solved."),
    "lose": translatable("The game was played by the rules, but not solved."),
    "aborted": translatable("The game ended early, because of the form of an answer or by choice."),
}
SCORE_MEANINGS: Mapping[str, str] = {
    "Request Count": translatable("answers requested"),
    "Parsed Request Count": translatable("answers in the required form"),
    "Violated Request Count": translatable("answers not in the required form"),
    "Request Success Ratio": translatable("share of answers in the required form"),
}
"""What the benchmark's own names of scores mean."""

STATES: Mapping[str, str] = {
    "running": translatable("unfinished"),
    "finished": translatable("finished"),
    "abandoned": translatable("abandoned"),
    "void": translatable("void"),
}
"""The states of an episode."""

SHOWN_CHARACTERS = 20_000
"""Of a message, however long it is. Copying and the records have all of it."""

PLAYERS: Mapping[str, str] = {
    "scripted": translatable("scripted player"),
    "human": translatable("a person at this keyboard"),
    "service": translatable("part of the game"),
}


@dataclass(frozen=True)
class Voice:
    """The interface's words for one game.

    ``names`` says by seat who fills it: a pseudonym, ``scripted``, a model's name.
    """

    interface: Interface
    labels: Labels
    listing: GameListing
    names: Mapping[str, str]

    def say(self, said: Label | str) -> Localised:
        """A label in words, or content as it is safe to show."""
        return self.labels.say(said)

    def role(self, seat: str) -> Localised:
        """The role of a seat; of one that only an imported record has, its name."""
        if not self._has(seat):
            return self.labels.say(seat)
        return self.labels.say(self.listing.role(seat))

    def seat(self, seat: str) -> Localised:
        """A seat by role, with its name where the role is not unique."""
        role = self.role(seat)
        if not self._has(seat):
            return role
        roles = [s.role for s in self.listing.card.seats]
        if roles.count(self.listing.card.seat(seat).role) == 1:
            return role
        return self.interface.text("{role} ({seat})", role=role, seat=seat)

    def _has(self, seat: str) -> bool:
        return any(each.name == seat for each in self.listing.card.seats)

    def player(self, seat: str) -> str:
        """Who fills a seat."""
        return player_name(self.interface, self.names.get(seat, ""))

    def game(self, instance: Instance) -> Localised:
        """What the game is called, and whether an instance of it is one of the benchmark's own."""
        title = self.labels.say(self.listing.title)
        if instance.origin != "official":
            return title
        return self.interface.text("{game}, official", game=title)

    def task(self, instance: Instance) -> Localised:
        """Which instance of the game it is."""
        return self.interface.text(
            "{game} · {experiment}, number {number}",
            game=self.game(instance),
            experiment=one_line(instance.experiment),
            number=str(instance.game_id),
        )

    def with_player(self, seat: str) -> Localised:
        """A seat and who fills it."""
        return self.interface.text(
            "{role} · {player}", role=self.seat(seat), player=self.player(seat)
        )

    def speaker(self, line: Line, watcher: str) -> Localised | None:
        """Who says a line of a transcript; None where it is not speech."""
        seat = line.seat
        if seat is None or line.kind not in ("to seat", "from seat"):
            return None
        if line.kind == "to seat":
            if watcher == seat:
                return self.interface.text("Game master")
            return self.interface.text("Game master → {seat}", seat=self.seat(seat))
        if watcher == seat:
            return self.interface.text("You · {role}", role=self.seat(seat))
        return self.with_player(seat)


def player_name(interface: Interface, name: str) -> str:
    """A player as people call it: our word for a kind, or the name of a model or a person."""
    return interface.text(PLAYERS[name]) if name in PLAYERS else one_line(name)


def watcher_name(voice: Voice, watcher: str) -> Localised:
    """What a watcher is: a role, or one who only looks."""
    if watcher in (OBSERVER, REVEAL, GAME_MASTER):
        return voice.interface.text("watching")
    return voice.seat(watcher)


def bounded(text: str, interface: Interface) -> str:
    """A text as much of which is shown as anybody reads; the rest is counted."""
    more = len(text) - SHOWN_CHARACTERS
    if more <= 0:
        return text
    rest = interface.plural("… and {n} more character", "… and {n} more characters", more)
    return f"{truncate(text, SHOWN_CHARACTERS)}\n{rest}"
