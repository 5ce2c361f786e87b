"""What the home screen shows of games and episodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from textual.content import Content

from clemtui.engine import Label, base_language
from clemtui.language import Interface, Localised, half_up, one_line
from clemtui.ui.shell.context import Context
from clemtui.ui.widgets.games.drawing import GameText
from clemtui.ui.widgets.games.pictures import Picture
from clemtui.ui.widgets.home_lists import Row
from clemtui.ui.widgets.outcomes import MARKS, SIGNS, marks_of, style_of
from clemtui.wording.phrases import OUTCOMES, player_name

if TYPE_CHECKING:
    from clemtui.episode.offers.daily import DailyTask
    from clemtui.episode.planning.listing import GameListing
    from clemtui.records.rows import EpisodeSummary, UnfinishedEpisode


_RELATIVE_TIME_LIMIT = timedelta(days=7)

_MAX_LISTED_LANGUAGES = 3
"""Above this number, languages are counted instead of listed."""


class HomeRowBuilder:
    """A builder of the rows, in the current interface language."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.ui = context.interface

    def games(self, own: Mapping[str, int]) -> Iterator[GameText]:
        """Yield what is shown of each game, with the number of the person's own episodes."""
        for listing in self.context.listings:
            yield self._game(listing, own.get(listing.card.id, 0))

    def _game(self, listing: GameListing, own: int) -> GameText:
        ui, card = self.ui, listing.card
        labels = self.context.labels(card.id)
        seats = sum(1 for seat in card.seats if not seat.service)
        facts = [ui.plural("{n} player", "{n} players", seats)]
        if self.context.packs_read:  # before, a language may turn out not to be available
            languages = dict.fromkeys(map(base_language, listing.languages))
            facts.append(
                ui.list(map(ui.language_name, languages))
                if len(languages) <= _MAX_LISTED_LANGUAGES
                else ui.plural("{n} language", "{n} languages", len(languages))
            )
        parts = (
            part if part.kind == "cells" else replace(part, text=labels.say(Label(part.text)))
            for part in card.picture
        )
        return GameText(
            card.id,
            one_line(labels.say(listing.title)),
            one_line(labels.say(listing.summary)),
            Picture(tuple(parts), f"$game-{card.accent}"),
            " · ".join(facts),
            ui.plural("{n} episode", "{n} episodes", own) if own else "",
        )

    def daily(self, task: DailyTask, *, brief: bool) -> Row:
        """Return the row of a daily task: how far the person is with it, and its game.

        A sign says so, and words where there is room for them (not ``brief``).
        """
        ui = self.ui
        title = self.context.labels(task.game).say(self.context.listing(task.game).title)
        match task.state:
            case "open":
                sign, said, style = "○", ui.text("not yet"), "$text-muted"
            case "unfinished":
                sign, said, style = "◐", ui.text("unfinished"), "$text-warning"
            case "done" if task.left_out:
                from clemtui.wording.sample import EXCLUDED  # loads what the first screen does not

                why = task.left_out[0]
                sign, said, style = MARKS[why], ui.text(EXCLUDED[why]), "$text-muted"
            case "done" if task.outcome is not None:
                sign, said = SIGNS[task.outcome], ui.text(OUTCOMES[task.outcome])
                style = style_of(task.outcome)
            case "done":
                sign, said, style = "·", ui.text("no scores"), "$text-muted"
        right = Content("") if brief else Content.styled(said, style)
        return Row(task.game, Content.assemble((sign, style), " ", title), right)

    def unfinished(self, episode: UnfinishedEpisode, now: datetime) -> Row:
        """Return the row of an unfinished episode."""
        ui, summary = self.ui, episode.summary
        held = episode.lease is not None and not episode.lease_stale
        answers = ui.plural("{n} response", "{n} responses", summary.responses)
        facts = [ui.text("open in another program") if held else answers]
        if base_language(summary.language) != base_language(ui.language):
            facts.append(ui.language_name(summary.language))
        return Row(
            summary.id,
            self._summary(summary),
            Content.styled(" · ".join([*facts, ago(ui, episode.last_at, now)]), "$text-muted"),
        )

    def finished(self, episode: EpisodeSummary, now: datetime) -> Row:
        """Return the row of a finished episode: its outcome and who played what."""
        ui, scores = self.ui, episode.scores
        ended = episode.ended_at or episode.created_at
        when = ago(ui, ended, now) if episode.time_known else ""
        if scores is None:
            outcome = Content(ui.text("no scores"))
        else:
            main = "" if scores.main_score is None else f" {ui.number(half_up(scores.main_score))}"
            said = f"{SIGNS[scores.outcome]} {ui.text(OUTCOMES[scores.outcome])}{main}"
            outcome = Content.styled(
                f"{said} {marks_of(episode)}".rstrip(), style_of(scores.outcome)
            )
        return Row(
            episode.id,
            Content.assemble(outcome, "  ", self._summary(episode)),
            Content.styled(when, "$text-muted"),
        )

    def _summary(self, episode: EpisodeSummary) -> Content:
        ui = self.ui
        title, roles = self._game_and_roles(episode)
        people = [one_line(name) for name in episode.people if name != self.context.person]
        partners = [
            player_name(ui, seat.player)
            for seat in episode.seats
            if seat.kind not in ("human", "service")
        ]
        parts = [ui.list(roles) if roles else ui.text("watching")]
        if people and len(people) == len(episode.people):  # played only by other people
            parts.insert(0, ui.list(people))
        else:
            partners = [*people, *partners]
        if partners:
            parts.append(ui.text("with {players}", players=ui.list(partners)))
        return Content.assemble((title, "bold"), "  ", " · ".join(parts))

    def _game_and_roles(self, episode: EpisodeSummary) -> tuple[str, Sequence[str]]:
        """Return the title of the game and the roles played by people.

        If the current person has roles, only these are listed.
        """
        names = iter(episode.people)
        seats = {s.seat: next(names, "") for s in episode.seats if s.kind == "human"}
        mine = [seat for seat, name in seats.items() if name == self.context.person]
        try:
            listing = self.context.listing(episode.game)
            labels = self.context.labels(episode.game)
            roles = [labels.say(listing.role(seat)) for seat in mine or seats]
        except KeyError:  # the game is not installed, or its seats have changed
            return one_line(episode.game), [*map(one_line, mine or seats)]
        return labels.say(listing.title), roles


def ago(interface: Interface, moment: datetime, now: datetime) -> Localised:
    """Return how long before ``now`` a moment was, or its date after a week."""
    passed = now - moment
    minutes, hours = int(passed / timedelta(minutes=1)), int(passed / timedelta(hours=1))
    if minutes < 1:  # or the clocks of two machines differ
        return interface.text("just now")
    if hours < 1:
        return interface.plural("{n} minute ago", "{n} minutes ago", minutes)
    if passed < timedelta(days=1):
        return interface.plural("{n} hour ago", "{n} hours ago", hours)
    if passed < _RELATIVE_TIME_LIMIT:
        return interface.plural("{n} day ago", "{n} days ago", passed.days)
    return interface.date_time(moment.astimezone(), length="short")
