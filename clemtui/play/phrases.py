"""Sentences that every front says: who is who, what a verdict or a score means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.engine import GAME_MASTER, OBSERVER, REVEAL, Label
from clemtui.language import Interface, Labels, Localised, one_line, translatable

if TYPE_CHECKING:
    from clemtui.engine import Seat
    from clemtui.play.listing import GameListing
    from clemtui.play.screen import Line

FORM_WORDS: Mapping[str, str] = {
    "form.missing": translatable("This is still empty."),
    "form.wrong_kind": translatable("This is not what is asked for here."),
    "form.several_lines": translatable("This must be a single line."),
    "form.too_long": translatable("This may have at most {maximum} characters."),
    "form.no_word": translatable("This must be a single word."),
    "form.wrong_length": translatable("The word must have {length} letters."),
    "form.wrong_letter": translatable("This may not be used here: {letter}"),
    "form.no_option": translatable("Choose one of the options."),
    "form.twice": translatable("Nothing may be chosen twice."),
    "form.outside": translatable("The number must be between {minimum} and {maximum}."),
    "form.too_few": translatable("At least {minimum} are needed."),
    "form.too_many": translatable("At most {maximum} are allowed."),
    "form.wrong_shape": translatable("The grid must have {rows} rows and {columns} columns."),
}
"""The words of the labels that forms themselves use (`clemtui.engine.COMMON_LABELS`)."""

VERDICTS: Mapping[str, str] = {
    "accepted": translatable("accepted"),
    "asked again": translatable("refused, one more try"),
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
    "lose": translatable("The game was played by its rules, and not solved."),
    "aborted": translatable("The game ended early, because of the form of an answer or by choice."),
}
STATES: Mapping[str, str] = {
    "running": translatable("unfinished"),
    "finished": translatable("finished"),
    "abandoned": translatable("abandoned"),
    "void": translatable("void"),
}
"""The states of an episode."""

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
        if isinstance(said, Label) and said.id in FORM_WORDS:
            return self.interface.text(FORM_WORDS[said.id], **said.values)
        return self.labels.say(said)

    def role(self, seat: str) -> Localised:
        """The role of a seat."""
        return self.labels.say(self.listing.role(seat))

    def seat(self, seat: str) -> Localised:
        """A seat by role, with its name where the role is not unique."""
        role = self.role(seat)
        roles = [s.role for s in self.listing.card.seats]
        if roles.count(self.listing.card.seat(seat).role) == 1:
            return role
        return self.interface.text("{role} ({seat})", role=role, seat=seat)

    def player(self, seat: str) -> str:
        """Who fills a seat."""
        return player_name(self.interface, self.names.get(seat, ""))

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


def seat_name(interface: Interface, labels: Labels, listing: GameListing, seat: Seat) -> Localised:
    """A seat with its role, as one chooses it."""
    return interface.text(
        "{role} ({seat})", role=labels.say(listing.role(seat.name)), seat=seat.name
    )


def watcher_name(voice: Voice, watcher: str) -> Localised:
    """What a watcher is: a role, or one who only looks."""
    if watcher in (OBSERVER, REVEAL, GAME_MASTER):
        return voice.interface.text("watching")
    return voice.seat(watcher)
