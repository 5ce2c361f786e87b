"""Home: the games, and the episodes that wait to be resumed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.language import one_line, translatable
from clemtui.play.errors import PlayError, StoreError
from clemtui.play.listing import GameListing
from clemtui.play.phrases import player_name
from clemtui.ui.context import Context
from clemtui.ui.resumable import Unfinished
from clemtui.ui.screens.base import BaseScreen


class HomeList(OptionList):
    """A list in which Enter plays what is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Play"), id="home.choose")
    ]


class HomeScreen(BaseScreen[None]):
    """Lists games and unfinished episodes; starts or resumes one."""

    KEYS = ("home.choose", "home.other")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other", translatable("Games / unfinished"), id="home.other", priority=True),
        Binding("q", "quit_program", translatable("Quit"), id="home.quit", show=False),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.unfinished: tuple[Unfinished, ...] = ()

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        yield Static(
            Content.assemble(
                ("clemtui", "bold"), "  ", ui.text("dialogue games, against people and models")
            ),
            markup=False,
            classes="headline",
        )
        if self.context.problems:
            yield Static(self._problems(), markup=False, classes="notice")
        yield Static(ui.text("Games"), markup=False, classes="heading")
        yield HomeList(*map(self._game, self.context.listings), id="games", markup=False)
        yield Static(ui.text("Unfinished"), markup=False, classes="heading", id="unfinished-title")
        yield HomeList(id="unfinished", markup=False)

    def on_mount(self) -> None:
        self.query_one("#games", OptionList).focus()
        if self.context.listings:
            self.query_one("#games", OptionList).highlighted = 0

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.reload)

    def reload(self) -> None:
        """Look for unfinished episodes, off the first paint."""
        self.run_worker(self._load_unfinished(), exclusive=True, group="unfinished")

    async def _load_unfinished(self) -> None:
        try:
            self.unfinished = await (await self.context.service()).unfinished()
        except (PlayError, StoreError) as error:
            self.complain(str(error))
            return
        choices = self.query_one("#unfinished", OptionList)
        choices.clear_options()
        for episode in self.unfinished:
            choices.add_option(Option(self._episode(episode), id=episode.summary.id))
        if self.unfinished:
            choices.highlighted = 0
        self.set_class(bool(self.unfinished), "-unfinished")
        if not self.unfinished and choices.has_focus:
            self.query_one("#games").focus()
        self.refresh_bindings()

    def action_other(self) -> None:
        self.focus_next()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "other" or bool(self.unfinished)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "games":
            from clemtui.ui.screens.setup import SetUpScreen

            listing = self.context.listings[event.option_index]
            self.app.push_screen(SetUpScreen(self.context, listing))
        else:
            from clemtui.ui.starting import resume

            resume(self, self.unfinished[event.option_index])

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "Choose a game with the arrow keys and press Enter. An unfinished episode is "
                "resumed exactly where it stood."
            ),
        )

    def _problems(self) -> Content:
        return Content("\n").join(Content(f"! {one_line(p)}") for p in self.context.problems)

    def _game(self, listing: GameListing) -> Option:
        ui = self.interface
        labels = self.context.labels(listing.card.id)
        seats = sum(1 for seat in listing.card.seats if not seat.service)
        facts = ui.text(
            "{seats} · {languages}",
            seats=ui.plural("{n} seat", "{n} seats", seats),
            languages=ui.list(ui.language_name(tag) for tag in listing.languages),
        )
        return Option(
            Content.assemble(
                (labels.say(listing.title), "bold"),
                "  ",
                (facts, "dim"),
                "\n",
                labels.say(listing.summary),
            ),
            id=listing.card.id,
        )

    def _episode(self, episode: Unfinished) -> Content:
        ui = self.interface
        summary = episode.summary
        try:
            listing = self.context.listing(summary.game)
        except KeyError:
            title, seat = one_line(summary.game), ""
        else:
            labels = self.context.labels(summary.game)
            title = labels.say(listing.title)
            mine = [s.seat for s in summary.seats if s.kind == "human"]
            seat = str(ui.list(labels.say(listing.role(name)) for name in mine))
        partners = [player_name(ui, s.player) for s in summary.seats if s.kind != "human"]
        facts = [
            ui.plural("after {n} response", "after {n} responses", summary.responses),
            ui.date_time(episode.last_at, length="short"),
        ]
        if episode.lease is not None and not episode.lease_stale:
            facts.append(ui.text("open in another program"))
        who = [
            seat or ui.text("watching"),
            *([ui.text("with {players}", players=ui.list(partners))] if partners else []),
        ]
        return Content.assemble(
            (title, "bold"), "  ", " · ".join(who), "\n", (" · ".join(facts), "dim")
        )
