"""Phrases shared by all front ends: players, roles, verdicts and scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clemtui.engine import GAME_MASTER, OBSERVER, REVEAL, Instance, Label, Speech
from clemtui.episode.planning.daily import is_daily
from clemtui.language import (
    Interface,
    Labels,
    Localised,
    one_line,
    translatable,
    truncate,
)
from clemtui.records.names import FORGOTTEN

if TYPE_CHECKING:  # loads pydantic, which the first screen does not
    from clemtui.episode.planning.listing import GameListing
    from clemtui.episode.planning.plan import Choices
    from clemtui.episode.seat_port import ObserverPort
    from clemtui.episode.transcript import Line
    from clemtui.episode.updates import RecordingFailed
    from clemtui.records.rows import EpisodeSummary, SeatAssignment, TagDecision

END_WARNING_NAME = translatable("a question before an answer that ends the episode")
"""The name of the aid `clemtui.episode.condition.END_WARNING`."""

VERDICTS: Mapping[str, str] = {
    "accepted": translatable("accepted"),
    "asked again": translatable("rejected, asked again"),
    "malformed": translatable("not in the required form"),
    "violation": translatable("against the rules"),
}
ANSWER_CAUSES: Mapping[str, str] = {
    "cut off": translatable("the model's answer was cut off"),
    "refused": translatable("the model refused to answer"),
}
"""Why a model's answer was rejected, if it was not simply what the model had to say."""

VERDICT_SIGNS: Mapping[str, str] = {
    "accepted": "✓",
    "asked again": "↻",
    "malformed": "✗",
    "violation": "✗",
}
OUTCOMES: Mapping[str | None, str] = {
    "success": translatable("Success"),
    "lose": translatable("Lost"),
    "aborted": translatable("Aborted"),
    None: translatable("Unknown"),
}
"""The outcomes; None: the scores of an import do not say."""
OUTCOME_MEANINGS: Mapping[str | None, str] = {
    "success": translatable("The task was solved."),
    "lose": translatable("The task was not solved."),
    "aborted": translatable("The episode does not count as played."),
    None: translatable("The scores do not say how the episode ended."),
}
REPLICATES = translatable("Replicates on an instance are averaged first.")
"""Why a mean is not that of the single episodes."""
SCORE_MEANINGS: Mapping[str, str] = {
    "Request Count": translatable("answers received"),
    "Parsed Request Count": translatable("answers in the required form"),
    "Violated Request Count": translatable("answers not in the required form"),
    "Request Success Ratio": translatable("share of answers in the required form"),
}
"""Meanings of the scores that have the benchmark's own names."""

STATES: Mapping[str, str] = {
    "running": translatable("unfinished"),
    "finished": translatable("finished"),
    "abandoned": translatable("abandoned"),
    "void": translatable("void"),
}
"""The states of an episode."""

MAX_CHARACTERS = 20_000
"""How many characters of a message to show; copies and records contain all of it."""

BLINDED = "blinded partner"
"""In place of a player's name, where people are not told who it is. No pseudonym is like this."""

PLAYERS: Mapping[str, str] = {
    BLINDED: translatable("Player B"),
    "scripted": translatable("scripted player"),
    "human": translatable("a person at this keyboard"),
    "service": translatable("part of the game"),
}


_DELETED = re.compile(f"{FORGOTTEN}[0-9a-f-]{{28}}([0-9a-f]{{8}})")


@dataclass(frozen=True)
class Voice:
    """The words of the interface for one game.

    ``names`` maps each seat to its player: a pseudonym, ``scripted``, or a model's name.
    """

    interface: Interface
    labels: Labels
    listing: GameListing
    names: Mapping[str, str]

    def say(self, said: Label | str) -> Localised:
        """Return a label in words, or content made safe to display."""
        return self.labels.say(said)

    def spoken(self, speech: Speech, language: str) -> Localised:
        """Return what a message says to people; ``language`` is the prompt language."""
        if speech.rules:
            return self.labels.say(self.listing.rules, language=language)
        return self.labels.say(truncated(speech.text, self.interface))

    def speaker_of(self, speech: Speech, watcher: str) -> Localised:
        """Return who says it, as a watcher reads it."""
        if speech.by == GAME_MASTER:
            return self.interface.text("Game master")
        if speech.by == watcher:
            return self.interface.text("You · {role}", role=self.seat(speech.by))
        return self.with_player(speech.by)

    def role(self, seat: str) -> Localised:
        """Return the role of a seat, or its name if only an imported record has it."""
        if not self._has(seat):
            return self.labels.say(seat)
        return self.labels.say(self.listing.role(seat))

    def seat(self, seat: str) -> Localised:
        """Return the role of a seat, with the seat's name if the role is not unique."""
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
        """Return who plays in a seat."""
        return player_name(self.interface, self.names.get(seat, ""))

    def game(self, instance: Instance) -> Localised:
        """Return a game's title, marked if the instance is one of the benchmark's own."""
        title = self.labels.say(self.listing.title)
        if instance.origin != "official":
            return title
        return self.interface.text("{game}, official", game=title)

    def experiment(self, played: Instance | EpisodeSummary) -> Localised:
        """Return the display name of the experiment of an instance, or of that of an episode; its
        id if the game does not name it."""
        if is_daily(played):
            return self.interface.text("Daily task")
        name = played.experiment
        label = self.listing.experiment(name)
        return self.labels.say(label) if self.labels.has(label) else Localised(one_line(name))

    def task(self, instance: Instance) -> Localised:
        """Return the name of an instance."""
        return self.interface.text(
            "{game} · {experiment}, number {number}",
            game=self.game(instance),
            experiment=self.experiment(instance),
            number=str(instance.game_id),
        )

    def with_player(self, seat: str) -> Localised:
        """Return the role of a seat and who plays it."""
        return self.interface.text(
            "{role} · {player}", role=self.seat(seat), player=self.player(seat)
        )

    def speaker(self, line: Line, watcher: str) -> Localised | None:
        """Return the speaker of a transcript line, or None if it is not speech."""
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


def in_play(voice: Voice, live: ObserverPort) -> Voice:
    """Return the voice in which an episode is played: it knows no more than the people in it."""
    here = live.human_seats
    if not live.condition.blinded or not here:
        return voice
    hidden = [each.name for each in live.seats if not each.service and each.name not in here]
    return replace(voice, names={**voice.names, **dict.fromkeys(hidden, BLINDED)})


def player_name(interface: Interface, name: str) -> str:
    """Return a player's display name: our word for a kind, or a model's or person's name."""
    return interface.text(PLAYERS[name]) if name in PLAYERS else one_line(name)


def short_name(interface: Interface, seat: SeatAssignment) -> str:
    """Return a player's name for a table: a scripted player's is the word for its kind."""
    if seat.kind == "scripted":
        return interface.text("scripted")
    return player_name(interface, seat.player)


def short_person(name: str) -> str:
    """Return a person's name for a table: in a deleted one's, the id is shortened to its end."""
    return _DELETED.sub(f"{FORGOTTEN}…\\1", name)


def watcher_name(voice: Voice, watcher: str) -> Localised:
    """Return the name of a view: a role, or that of someone who only watches."""
    if watcher in (OBSERVER, REVEAL, GAME_MASTER):
        return voice.interface.text("watching")
    return voice.seat(watcher)


def stopped_sentence(interface: Interface, failure: RecordingFailed) -> Localised:
    """Return that the game has stopped because this program can record nothing more of it.

    A failure without a message is one of which a participant is told (see
    `clemtui.episode.participants`).
    """
    if not failure.message:
        return interface.text(
            "The game has stopped because nothing can be saved at the moment. What was saved "
            "before is kept. Please tell those who run the study."
        )
    why = one_line(failure.message)
    if failure.cause == "taken over":
        return interface.text("The game has stopped: {why}", why=why)
    return interface.text("The game has stopped because it cannot be recorded: {why}", why=why)


def repetition_remark(
    interface: Interface, live: ObserverPort, *, repeated: bool
) -> Localised | None:
    """Return what is said before the first prompt of an episode that is a repetition.

    Nothing of one that continues another, whose own beginning is all that a person had met.
    """
    if not repeated or live.condition.continued_from is not None:
        return None
    return interface.text(
        "Repetition: a player has seen this task before, so reports do not count this episode by "
        "default."
    )


def known_task_question(interface: Interface, choices: Choices) -> Localised:
    """Return what is said before people get a task that one of them knows, as there is no other."""
    daily, several = choices.daily is not None, len(choices.people) > 1
    if daily and several:
        return interface.text(
            "One of you has met today's task before. It is a repetition, which reports do not "
            "count by default, and gives no streak."
        )
    if daily:
        return interface.text(
            "You have met today's task before. It is a repetition, which reports do not count by "
            "default, and gives no streak."
        )
    if several:
        return interface.text(
            "No task here is new to all of you. The next one is a repetition, which reports do not "
            "count by default."
        )
    return interface.text(
        "You have met every task here. The next one is a repetition, which reports do not count by "
        "default."
    )


def generated_remark(interface: Interface, choices: Choices) -> Localised:
    """Return what is said of an instance that was generated because all others are known."""
    if len(choices.people) > 1:
        return interface.text(
            "No task that comes with the game is new to all of you: this one was made just now."
        )
    return interface.text("You have met every task that comes with the game: this is a new one.")


def language_remark(interface: Interface, live: ObserverPort) -> Localised | None:
    """Return what is said to people who play in another interface language than they began in."""
    if not live.human_seats or interface.language == live.condition.interface_language:
        return None
    return interface.text("Episodes are counted under the interface language they began in.")


def tag_lines(interface: Interface, episode: EpisodeSummary) -> Iterator[tuple[str, str]]:
    """Yield the tags of an episode and their values, with who decided on them, when and why; then
    those that were revoked, also with who had decided before.

    Both are safe to show on one line.
    """
    for key, values in episode.tags.items():
        decided = (
            decision_in_words(each, interface) for each in episode.decisions if each.key == key
        )
        details = (f"({each})" for each in decided if each)
        yield one_line(key), " ".join([one_line(", ".join(values)), *details])
    for each in episode.revoked:
        said = interface.text(
            "{value} (revoked: {details})",
            value=one_line(each.value),
            details=revocation_in_words(each, interface),
        )
        yield one_line(each.key), said


def decision_in_words(decision: TagDecision, interface: Interface) -> Localised:
    """Return who decided, when and why, in one line; empty for a tag that the program added."""
    if decision.at is None or not (decision.author or decision.revoked):
        return Localised("")
    day = interface.date(decision.at.astimezone())
    parts = (one_line(decision.author), str(day), one_line(decision.reason))
    return Localised(", ".join(part for part in parts if part))


def revocation_in_words(decision: TagDecision, interface: Interface) -> Localised:
    """Return who revoked a decision, when and why, and the same of the decision itself."""
    details = decision_in_words(decision, interface)
    earlier = decision.earlier and decision_in_words(decision.earlier, interface)
    if not earlier:
        return details
    return interface.text(
        "{details} (earlier decision: {earlier})", details=details, earlier=earlier
    )


def truncated(text: str, interface: Interface) -> str:
    """Return as much of a text as is shown, with the number of characters cut off."""
    more = len(text) - MAX_CHARACTERS
    if more <= 0:
        return text
    rest = interface.plural("… and {n} more character", "… and {n} more characters", more)
    return f"{truncate(text, MAX_CHARACTERS)}\n{rest}"
