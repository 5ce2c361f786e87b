"""The progress screen: a person's results in a game over time, and everyone's results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.analysis.development import Development
from clemtui.archive.history import History
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.planning.listing import GameListing
from clemtui.language import translatable
from clemtui.records.errors import StoreError
from clemtui.records.findings import Facets
from clemtui.reports.comparison import Comparisons, compare_players, development
from clemtui.reports.tables import pooled_remarks
from clemtui.ui.results.progress.figures import (
    Part,
    own_rows,
    part_name,
    played_parts,
    plot_description,
    plot_points,
    pooled_in,
)
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenProgress, OpenSetUp
from clemtui.ui.widgets.comparison import compared_rows, comparison_table, measures
from clemtui.ui.widgets.fitted_text import FittedText
from clemtui.ui.widgets.lists import MenuList, TextPane
from clemtui.ui.widgets.plots import ProgressPlot, legend
from clemtui.wording.phrases import Voice
from clemtui.wording.sample import excluded_in_words


class ProgressGameList(MenuList):
    """A list of games; Enter plays one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Play"), id="progress.play")
    ]


class ProgressScreen(BaseScreen[None]):
    """A small dashboard for each game."""

    AUTO_FOCUS = "#games"

    CAN_SWITCH_PERSON = True

    KEYS = ("progress.play", "progress.part", "progress.language", "progress.close")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "part", translatable("Role"), id="progress.part"),
        Binding("f", "language", translatable("Language"), id="progress.language"),
        Binding("escape,q", "close", translatable("Back"), id="progress.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenProgress) -> None:
        super().__init__(context, to)
        self.game = to.game
        self._chosen = to.game is not None
        self.part: Part | None = None
        self.language: str | None = None
        self._facets: Facets | None = None
        self._own: Development | None = None
        self._parts: Mapping[Part, Development] = {}
        self._everybody: Comparisons | None = None

    def title_text(self) -> str:
        return self.interface.text("Progress")

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        yield Container(
            ProgressGameList(id="games", markup=False),
            TextPane(
                Static(markup=False, id="own-title", classes="heading"),
                FittedText(id="own"),
                Static(markup=False, id="empty"),
                ProgressPlot(ui, id="plot"),
                Static(legend(ui), markup=False, id="legend"),
                Static(markup=False, id="in-words"),
                Static(ui.text("Everyone here"), markup=False, id="all-title", classes="heading"),
                FittedText(id="everybody"),
                Static(measures(ui), markup=False, id="measures"),
                id="dashboard",
            ),
            id="progress",
        )

    async def fill(self) -> None:
        choices = self.query_one("#games", OptionList)
        listings = self.context.listings
        choices.clear_options()
        choices.add_options(Option(self._game(each), id=each.card.id) for each in listings)
        ids = [each.card.id for each in listings]
        if not ids:
            self.query_one("#empty", Static).update(self.interface.text("No games found."))
            return
        self.game = self.game if self.game in ids else ids[0]
        self._highlight(self.game)
        await self._show()
        if self._own is None:
            self.load()

    def on_mount(self) -> None:
        self.run_worker(self._load_counts(), group="count")

    def on_screen_resume(self) -> None:
        """Reload: the figures may have changed, for example after an episode was played."""
        self.load()

    def _highlight(self, game: str) -> None:
        choices = self.query_one("#games", OptionList)
        choices.highlighted = choices.get_option_index(game)
        choices.call_after_refresh(choices.scroll_to_highlight)

    def load(self) -> None:
        """Load the figures for the game."""
        if self.game is not None:
            self.run_latest(partial(self._load, self.game), group="load")

    async def _load_counts(self) -> None:
        """Show the number of episodes of each game.

        Unless a game was requested or chosen, highlight the one played most.
        """

        try:
            self._facets = await History(await self.context.service(), self.context.only).facets()
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            return
        await self.wait_composed()
        choices = self.query_one("#games", OptionList)
        for listing in self.context.listings:
            choices.replace_option_prompt(listing.card.id, self._game(listing))
        ids = [listing.card.id for listing in self.context.listings]
        played = [each.value for each in self._facets.games if each.value in ids]
        if not self._chosen and played:
            self._highlight(played[0])
        self.refresh_bindings()

    async def _load(self, game: str) -> None:
        try:
            with self.busy():
                person = await self.context.ensure_person()
                service = await self.context.service()
                language = self.language
                own = await development(service, game, person, language=language)
                parts = {
                    each: await development(service, game, person, **each._asdict())
                    for each in played_parts(own)
                }
                everybody = await compare_players(service, game, language=language)
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            return
        self._own, self._parts, self._everybody = own, parts, everybody
        if self.part not in parts:
            self.part = None
        await self.wait_composed()
        await self._show()
        self.refresh_bindings()

    async def _show(self) -> None:
        """Display the loaded figures."""
        every, everybody = self._own, self._everybody
        if every is None or everybody is None:
            return
        ui, voice = self.interface, self._voice()
        own = every if self.part is None else self._parts[self.part]
        self.query_one("#own-title", Static).update(self._title(voice, every))
        rows, steps = own_rows(own, voice), own.steps
        left = [*pooled_remarks(pooled_in(own), ui)]
        if own.left_out:
            left.append(excluded_in_words(own.left_out, ui))
        self.query_one("#own").display = bool(rows or left)
        self.query_one("#own", FittedText).show(partial(comparison_table, rows, ui, remarks=left))
        self.query_one("#legend").display = bool(steps)
        words = self.query_one("#in-words", Static)
        words.display = bool(steps)
        words.update(plot_description(steps, ui, together=len(rows) > 1))
        all_rows = compared_rows(everybody.all_players, ui)
        remarks = [*pooled_remarks(everybody.all_players.pooled, ui)]
        if everybody.all_players.left_out:
            remarks.append(excluded_in_words(everybody.all_players.left_out, ui))
        self.query_one("#all-title").display = bool(all_rows or remarks)
        layout = partial(comparison_table, all_rows, ui, bars=True, remarks=remarks)
        self.query_one("#everybody", FittedText).show(layout)
        empty = self.query_one("#empty", Static)
        empty.display = not rows
        if own.left_out:
            empty.update(ui.text("No episode of yours counts here yet. Press Enter to play."))
        elif all_rows or everybody.all_players.left_out:
            empty.update(ui.text("You have not finished this game yet. Press Enter to play."))
        else:
            empty.update(ui.text("No one has finished this game here yet. Press Enter to play."))
        self.query_one("#measures").display = bool(rows or all_rows)
        await self.query_one(ProgressPlot).show(plot_points(steps))

    def _voice(self) -> Voice:
        assert self.game is not None
        listing = self.context.listing(self.game)
        return Voice(self.interface, self.context.labels(self.game), listing, {})

    def _game(self, listing: GameListing) -> Content:
        title = self.context.labels(listing.card.id).say(listing.title)
        counts = {each.value: each.episodes for each in self._facets.games} if self._facets else {}
        played = counts.get(listing.card.id, 0)
        count = self.interface.plural("{n} recorded", "{n} recorded", played) if played else ""
        return Content.assemble(title, "  ", (count, "$text-muted"))

    def _title(self, voice: Voice, own: Development) -> str:
        """Return the heading: the person, the game, and the part and language selected."""
        ui = self.interface
        facts = [
            *([part_name(self.part, voice, own)] if self.part is not None else []),
            *([ui.language_name(self.language)] if self.language is not None else []),
        ]
        game = voice.labels.say(voice.listing.title)
        return " · ".join(
            [ui.text("{name} in {game}", name=self.context.person, game=game), *facts]
        )

    @on(OptionList.OptionHighlighted, "#games")
    def _select_game(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id == self.game:
            return
        self.game = event.option.id
        self._chosen = True
        self.part = self.language = None
        self._own = self._everybody = None  # they belong to the previous game
        self._parts = {}
        self.load()

    @on(OptionList.OptionSelected, "#games")
    def _play(self, event: OptionList.OptionSelected) -> None:
        self.open(OpenSetUp(self.context.listings[event.option_index]))

    @property
    def languages(self) -> tuple[str, ...]:
        """The prompt languages to choose from: those of the game in which episodes exist."""
        if self.game is None or self._facets is None:
            return ()
        here = self.context.listing(self.game).languages
        return tuple(each.value for each in self._facets.languages if each.value in here)

    async def action_part(self) -> None:
        """Select the next combination of seat and interface condition, or all of them."""
        parts = (None, *self._parts)
        self.part = parts[(parts.index(self.part) + 1) % len(parts)]
        await self._show()

    def action_language(self) -> None:
        """Select the next language, or all of them."""
        languages = (None, *self.languages)
        at = languages.index(self.language) if self.language in languages else 0
        self.language = languages[(at + 1) % len(languages)]
        self.load()

    def action_close(self) -> None:
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "part":
            return len(self._parts) > 1
        if action == "language":
            return len(self.languages) > 1
        return True

    def help_game(self) -> str | None:
        return self.game

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            "",
            ui.text(
                "Choose a game to see its results beside the list: your own episodes, "
                "one dot each, and everyone who has played it here. Roles, interfaces and "
                "prompt languages have rows of their own. Below the rows stands what they pool "
                "and which episodes are excluded."
            ),
        )
        yield "", measures(ui)
