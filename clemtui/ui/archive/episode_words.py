"""What lists and readers say of a recorded episode: who played what with whom, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from clemtui.engine import GameCard, Seat
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels, Localised, one_line
from clemtui.ui.widgets.outcomes import SIGNS, STYLES, TONES
from clemtui.wording.phrases import OUTCOMES, STATES, Voice, player_name

if TYPE_CHECKING:
    from clemtui.records.rows import EpisodeSummary
    from clemtui.ui.shell.context import Context


@dataclass(frozen=True)
class RecordedVoice(Voice):
    """The words for a game that is not here, or has other seats now: those of the record."""

    @classmethod
    def of(cls, interface: Interface, summary: EpisodeSummary) -> RecordedVoice:
        """Speak of an episode by nothing but what is recorded of it."""
        seats = tuple(Seat(s.seat, s.role, s.kind == "service") for s in summary.seats)
        card = GameCard(summary.game, summary.family, summary.game_version, seats)
        labels = Labels(interface, {})
        return cls(interface, labels, GameListing(card, (), {}), players_by_seat(summary))

    def role(self, seat: str) -> Localised:
        return Localised(one_line(self.listing.card.seat(seat).role))


def players_by_seat(summary: EpisodeSummary) -> dict[str, str]:
    """Who filled each seat: a pseudonym, ``scripted``, a model's name."""
    people = iter(summary.people)
    return {
        seat.seat: next(people, seat.player) if seat.person is not None else seat.player
        for seat in summary.seats
    }


class EpisodeWords:
    """The words for recorded episodes, in the interface language of a context."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.ui = context.interface

    def voice(self, summary: EpisodeSummary) -> Voice:
        """The words for the game of an episode."""
        try:
            listing = self.context.listing(summary.game)
        except KeyError:
            return RecordedVoice.of(self.ui, summary)
        if not {seat.seat for seat in summary.seats} <= {seat.name for seat in listing.card.seats}:
            return RecordedVoice.of(self.ui, summary)
        labels = self.context.labels(summary.game)
        return Voice(self.ui, labels, listing, players_by_seat(summary))

    def title(self, summary: EpisodeSummary) -> str:
        """What the game is called."""
        try:
            listing = self.context.listing(summary.game)
        except KeyError:
            return one_line(summary.game)
        return self.context.labels(summary.game).say(listing.title)

    def titles(self) -> Iterator[str]:
        """What the games that are here are called."""
        for listing in self.context.listings:
            yield self.context.labels(listing.card.id).say(listing.title)

    def task(self, summary: EpisodeSummary) -> str:
        """Which instance it was, and whether it is the benchmark's own."""
        experiment, number = one_line(summary.experiment), str(summary.game_id)
        if summary.origin == "official":
            return self.ui.text(
                "{experiment} {number}, official", experiment=experiment, number=number
            )
        return self.ui.text("{experiment} {number}", experiment=experiment, number=number)

    def begun(self, summary: EpisodeSummary, *, day: bool = False) -> str:
        """When it began, or on which day."""
        if not summary.time_known:
            return self.ui.text("not known")
        said = self.ui.date if day else self.ui.date_time
        return said(summary.created_at.astimezone(), length="short")

    def player(self, name: str) -> str:
        """Who somebody is; whoever plays now is called so."""
        if name == self.context.person:
            return self.ui.text("you")
        return player_name(self.ui, name)

    def players(self, summary: EpisodeSummary) -> list[str]:
        """Who played, seat by seat."""
        names = players_by_seat(summary)
        return [self.player(names[s.seat]) for s in summary.seats if s.kind != "service"]

    def outcome(self, summary: EpisodeSummary) -> tuple[str, str]:
        """How it ended, with its sign, and what that is (see `TONES`); where it has not, its
        state."""
        if summary.state == "finished" and summary.scores is not None:
            outcome = summary.scores.outcome
            return f"{SIGNS[outcome]} {self.ui.text(OUTCOMES[outcome])}", TONES[outcome]
        return f"{SIGNS[summary.state]} {self.ui.text(STATES[summary.state])}", "muted"

    def score(self, summary: EpisodeSummary) -> str:
        """Its main score; empty where it has none."""
        main = summary.scores.main_score if summary.scores is not None else None
        return "" if main is None else self.ui.number(round(main, 1))

    def facts(self, summary: EpisodeSummary) -> Iterator[tuple[str, str]]:
        """Everything that a list knows of it: names, each with its value."""
        ui, voice = self.ui, self.voice(summary)
        yield ui.text("Instance"), self.task(summary)
        for seat in summary.seats:
            if seat.kind != "service":
                yield voice.seat(seat.seat), self.player(voice.names[seat.seat])
        yield ui.text("Started"), self.begun(summary)
        yield ui.text("State"), ui.text(STATES[summary.state])
        if summary.scores is not None:
            yield ui.text("Outcome"), self.outcome(summary)[0]
            yield ui.text("Main score"), self.score(summary) or ui.text("no main score")
        yield ui.text("Responses"), ui.number(summary.responses)
        yield ui.text("Language"), ui.language_name(summary.language)
        yield (
            ui.text("Condition"),
            ui.text("with board and form")
            if summary.interface == "assisted"
            else ui.text("as a model sees it"),
        )
        if summary.practice:
            yield ui.text("Practice"), ui.text("yes (not counted)")
        if summary.repeated:
            yield ui.text("Repetition"), ui.text("the task had been seen before")
        for key, values in summary.tags.items():
            yield ui.text("Tag {key}", key=one_line(key)), one_line(", ".join(values))
        if summary.erased:
            yield ui.text("Erased"), ui.text("its text is gone")
        yield ui.text("Version"), one_line(f"{summary.game} {summary.game_version}")
        yield ui.text("Episode"), one_line(summary.id)

    def card(self, summary: EpisodeSummary) -> Content:
        """All facts, one below the other."""
        outcome, tone = self.outcome(summary)
        lines = [
            Content.styled(self.title(summary), "bold"),
            Content.styled(f"{outcome} {self.score(summary)}".rstrip(), STYLES[tone]),
        ]
        for name, value in self.facts(summary):
            lines.append(Content.assemble((f"{name}: ", "$text-muted"), value))
        return Content("\n").join(lines)
