"""Texts that describe a recorded episode: its players, task, outcome and score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from clemtui.engine import GameCard, Seat
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels, Localised, half_up, one_line, shorten
from clemtui.language.width import cell_count
from clemtui.records.names import folded
from clemtui.records.rows import EpisodeSummary
from clemtui.ui.shell.context import Context
from clemtui.ui.widgets.outcomes import SIGNS, STYLES, TONES
from clemtui.wording.meanings import interface_meaning
from clemtui.wording.phrases import (
    STATES,
    Voice,
    player_name,
    short_name,
    short_person,
    tag_lines,
)
from clemtui.wording.sample import outcome_in_words, standing


@dataclass(frozen=True)
class RecordedVoice(Voice):
    """The voice for a game that is not installed or has other seats now; uses recorded names."""

    @classmethod
    def of(cls, interface: Interface, summary: EpisodeSummary) -> RecordedVoice:
        """Create a voice from nothing but the record of an episode."""
        seats = tuple(Seat(s.seat, s.role, s.kind == "service") for s in summary.seats)
        card = GameCard(summary.game, summary.family, summary.game_version, seats)
        labels = Labels(interface, {})
        return cls(interface, labels, GameListing(card, (), {}), players_by_seat(summary))

    def role(self, seat: str) -> Localised:
        return Localised(one_line(self.listing.card.seat(seat).role))


def players_by_seat(summary: EpisodeSummary) -> dict[str, str]:
    """Return the player in each seat: a pseudonym, ``scripted`` or a model's name."""
    people = iter(summary.people)
    return {
        seat.seat: next(people, seat.player) if seat.person is not None else seat.player
        for seat in summary.seats
    }


class EpisodeTexts:
    """The texts that describe recorded episodes, in the interface language of a context."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.ui = context.interface

    def voice(self, summary: EpisodeSummary) -> Voice:
        """Return the voice for an episode's game."""
        try:
            listing = self.context.listing(summary.game)
        except KeyError:
            return RecordedVoice.of(self.ui, summary)
        if not {seat.seat for seat in summary.seats} <= {seat.name for seat in listing.card.seats}:
            return RecordedVoice.of(self.ui, summary)
        labels = self.context.labels(summary.game)
        return Voice(self.ui, labels, listing, players_by_seat(summary))

    def title(self, summary: EpisodeSummary) -> str:
        """Return the title of the game."""
        try:
            listing = self.context.listing(summary.game)
        except KeyError:
            return one_line(summary.game)
        return self.context.labels(summary.game).say(listing.title)

    def titles(self) -> Iterator[str]:
        """Yield the titles of the installed games."""
        for listing in self.context.listings:
            yield self.context.labels(listing.card.id).say(listing.title)

    def instance_name(self, summary: EpisodeSummary, cells: int | None = None) -> str:
        """Return the name of the instance, and whether it is an official one.

        Args:
            cells: the room for it; None for any. The name of the experiment is shortened, never the
                number; where not even that fits, it does not say that the instance is official.
        """
        experiment = self.voice(summary).experiment(summary)
        said = self._instance(summary, experiment, official=summary.origin == "official")
        if cells is None or cell_count(said) <= cells:
            return said
        official = summary.origin == "official"
        if official and cells - cell_count(self._instance(summary, "", official=True)) < 2:
            official = False
        room = cells - cell_count(self._instance(summary, "", official=official))
        short = shorten(experiment, max(0, room), cell_count)
        return self._instance(summary, short, official=official).strip()

    def _instance(self, summary: EpisodeSummary, experiment: str, *, official: bool) -> str:
        number = str(summary.game_id)
        if official:
            return self.ui.text(
                "{experiment} {number}, official", experiment=experiment, number=number
            )
        return self.ui.text("{experiment} {number}", experiment=experiment, number=number)

    def started(self, summary: EpisodeSummary, *, day: bool = False) -> str:
        """Return when the episode started; with ``day``, only the date."""
        if not summary.time_known:
            return self.ui.text("not known")
        said = self.ui.date if day else self.ui.date_time
        return said(summary.created_at.astimezone(), length="short")

    def player(self, name: str) -> str:
        """Return the name of a player; the current person, and nobody else, is called “you”."""
        you = self.ui.text("you")
        if name == self.context.person:
            return you
        shown = short_person(player_name(self.ui, name))
        return f'"{shown}"' if folded(shown) == folded(you) else shown

    def players(self, summary: EpisodeSummary) -> list[str]:
        """Return the names of the players for a table, in the order of the seats."""
        names = players_by_seat(summary)
        return [
            short_name(self.ui, s) if s.kind == "scripted" else self.player(names[s.seat])
            for s in summary.seats
            if s.kind != "service"
        ]

    def outcome(self, summary: EpisodeSummary) -> tuple[str, str]:
        """Return the outcome with its sign, and its tone (see `TONES`).

        For an episode without an outcome, this is its state.
        """
        said = outcome_in_words(summary, self.ui)
        if summary.state == "finished" and summary.scores is not None:
            outcome = summary.scores.outcome
            return f"{SIGNS[outcome]} {said}", TONES[outcome]
        return f"{SIGNS[summary.state]} {said}", "muted"

    def standing(self, summary: EpisodeSummary) -> Localised:
        """Return in one line whether an episode counts, and what was decided about it."""
        return standing(summary, self.ui)

    def score(self, summary: EpisodeSummary) -> str:
        """Return the main score; empty if there is none."""
        finished = summary.state == "finished" and summary.scores is not None
        main = summary.scores.main_score if finished and summary.scores is not None else None
        return "" if main is None else self.ui.number(half_up(main, 1))

    def facts(self, summary: EpisodeSummary) -> Iterator[tuple[str, str]]:
        """Yield everything a list knows of an episode, as names and values."""
        ui, voice = self.ui, self.voice(summary)
        yield ui.text("Instance"), self.instance_name(summary)
        for seat in summary.seats:
            if seat.kind != "service":
                yield voice.seat(seat.seat), self.player(voice.names[seat.seat])
        yield ui.text("Started"), self.started(summary)
        yield ui.text("State"), ui.text(STATES[summary.state])
        if summary.scores is not None and summary.state == "finished":
            yield ui.text("Outcome"), self.outcome(summary)[0]
            yield ui.text("Main score"), self.score(summary) or ui.text("no main score")
        yield ui.text("Responses"), ui.number(summary.responses)
        yield ui.text("Language"), ui.language_name(summary.language)
        if any(seat.kind == "human" for seat in summary.seats):
            yield ui.text("Condition"), interface_meaning(summary.interface, ui)
        yield ui.text("Sample"), self.standing(summary)
        for key, values in tag_lines(ui, summary):
            yield ui.text("Tag {key}", key=key), values
        yield ui.text("Version"), one_line(f"{summary.game} {summary.game_version}")
        yield ui.text("Episode"), one_line(summary.id)

    def card(self, summary: EpisodeSummary) -> Content:
        """Return all facts, one per line."""
        outcome, tone = self.outcome(summary)
        lines = [
            Content.styled(self.title(summary), "bold"),
            Content.styled(f"{outcome} {self.score(summary)}".rstrip(), STYLES[tone]),
        ]
        for name, value in self.facts(summary):
            lines.append(Content.assemble((f"{name}: ", "$text-muted"), value))
        return Content("\n").join(lines)
