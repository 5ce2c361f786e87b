"""The home screen: games to play, unfinished episodes and recent ones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container, Middle, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static

from clemtui.engine import OBSERVER
from clemtui.episode.errors import PlayError, message_of
from clemtui.language import one_line, translatable
from clemtui.records.errors import StoreError
from clemtui.ui.home.rows import HomeRowBuilder
from clemtui.ui.shell.base import FirstScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import (
    OpenHistory,
    OpenHome,
    OpenPeople,
    OpenProgress,
    OpenReview,
    OpenSetUp,
    OpenStudies,
    OpenWelcome,
)
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.home_lists import (
    MovedBeside,
    MovedPast,
    RecentList,
    RowList,
    TodayList,
    UnfinishedList,
)

if TYPE_CHECKING:
    from clemtui.episode.offers.daily import Today
    from clemtui.episode.service import PlayService
    from clemtui.records.rows import EpisodeSummary, Person, UnfinishedEpisode

RECENT_COUNT = 5
"""Number of recent episodes shown."""


class HomeScreen(FirstScreen):
    """The games, unfinished episodes and recent ones.

    On the very first start, it asks who plays. The games appear at once. Records load later, into
    space reserved for them, so nothing moves under the cursor.
    """

    CAN_SWITCH_PERSON = True

    KEYS = (
        "home.choose",
        "home.resume",
        "home.read",
        "home.daily",
        "home.more",
        "home.watch",
        "home.today",
        "home.history",
        "home.progress",
        "home.people",
        "home.settings",
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "more", translatable("More"), id="home.more"),
        Binding("t", "today", translatable("Today"), id="home.today"),
        Binding("r", "history", translatable("History"), id="home.history"),
        Binding("d", "progress", translatable("Progress"), id="home.progress"),
        Binding("w", "people", translatable("Who plays"), id="home.people"),
        Binding("s", "settings", translatable("Settings"), id="home.settings"),
        Binding("u", "studies", translatable("Studies"), False, id="home.studies"),
        Binding("question_mark", "help", translatable("Help"), False, id="home.help"),
        Binding("q", "quit_program", translatable("Quit"), False, id="home.quit"),
        *(
            Binding(
                f"{number}",
                f"play_number({number})",
                translatable("Play the game with this number"),
                False,
                id="home.number",
            )
            for number in range(1, 10)
        ),
    ]

    def __init__(self, context: Context, to: OpenHome) -> None:
        super().__init__(context, to)
        self.unfinished: tuple[UnfinishedEpisode, ...] = ()
        self.recent: tuple[EpisodeSummary, ...] = ()
        self.own: dict[str, int] = {}
        self.today: Today | None = None
        self.error = ""
        self.loaded_at: datetime | None = None
        """When the records were last read; None until the first read."""
        self._person_lock = asyncio.Lock()
        self.covered = context.options.opens_more

    def title_text(self) -> str:
        return self.interface.text("clemtui · dialogue games with people and models")

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        if self.covered:
            yield Middle(Static(self._opening(), markup=False), id="opening")
            return
        yield self._notice(Static("", markup=False, id="problems", classes="notice"))
        unfinished, recent = UnfinishedList(id="unfinished"), RecentList(id="recent")
        unfinished.border_title = ui.text("Resume")
        recent.border_title = ui.text("Recent")
        lists = Vertical(unfinished, recent, id="home-lists")
        yield Vertical(
            GameCards(list(self._rows().games(self.own)), self._lines_besides_games, id="games"),
            Container(lists, *self._today_list(), id="home-records"),
            id="home",
        )

    def _today_list(self) -> Iterator[TodayList]:
        if self.context.settings.challenges == "on":
            tasks = TodayList(id="today")
            tasks.border_title = self.interface.text("Today")
            yield tasks

    def _lines_besides_games(self) -> int:
        """Return how many lines the games leave for everything else."""
        heights = {"-high": 14, "-medium": 9}
        return next((lines for name, lines in heights.items() if self.has_class(name)), 5)

    def _opening(self) -> str:
        """Return what is being opened, as a line."""
        ui, options = self.interface, self.context.options
        if options.choices is not None:
            game = options.choices.game
            titles = {listing.card.id: listing.title for listing in self.context.listings}
            said = self.context.labels(game).say(titles[game]) if game in titles else game
            return ui.text("Opening {game}…", game=said)
        if options.resume is not None or options.review is not None:
            return ui.text("Opening the episode…")
        if options.first == "history":
            return ui.text("Opening the history…")
        return ui.text("One moment…")

    async def uncover(self) -> None:
        """Show the games and take keys from now on: what was to be opened is there, or failed."""
        self.covered = False
        if await self.rebuild():
            self.query_one("#games").focus()

    async def fill(self) -> None:
        if self.query("#opening"):
            return
        ui, rows, now = self.interface, self._rows(), self.loaded_at
        self._notice(self.query_one("#problems", Static))
        self.query_one(GameCards).show(list(rows.games(self.own)))
        unfinished, recent = self.query_one(UnfinishedList), self.query_one(RecentList)
        if now is None or self.error:
            unfinished.show((), f"! {one_line(ui.show(self.error))}" if self.error else "")
            recent.show(())
        else:
            unfinished.show(
                [rows.unfinished(each, now) for each in self.unfinished],
                ui.text("No unfinished episodes."),
            )
            recent.show(
                [rows.finished(each, now) for each in self.recent],
                ui.text("Nothing has been played yet. Choose a game and press Enter."),
            )
        for tasks in self.query(TodayList):
            self._show_today(tasks)
        if self.focused is not None and not self.focused.can_focus:
            self.query_one("#games").focus()
        self.refresh_bindings()

    def _show_today(self, shown: TodayList) -> None:
        shown.display = not self.error
        if self.today is None or self.error:
            shown.show(())
            return
        from clemtui.wording.own_results import streak_in_words  # not needed by the first screen

        ui, brief = self.interface, self.has_class("-normal")
        title, streak = ui.text("Today"), streak_in_words(self.today, ui)
        if streak is not None:
            said = f"▲ {ui.number(self.today.streak)}" if brief else streak
            title = ui.text("Today · {streak}", streak=said)
        shown.border_title = Content(title).markup
        shown.show([self._rows().daily(task, brief=brief) for task in self.today.tasks])

    def on_mount(self) -> None:
        if not self.covered:
            self.query_one("#games").focus()
        self.set_interval(60, self._reload_while_open)  # it says how long ago things happened

    def _reload_while_open(self) -> None:
        if self.is_current and self.loaded_at is not None:
            self.reload()

    def on_screen_resume(self) -> None:
        if self.loaded_at is not None:
            self.call_after_refresh(self._reload_as_set)

    async def _reload_as_set(self) -> None:
        """Reload the records, with the daily tasks or without, as the settings are by now."""
        if bool(self.query(TodayList)) is not (self.context.settings.challenges == "on"):
            await self.rebuild()
        self.reload()

    def reload(self) -> None:
        """Reload the records. The app first calls this once the screen is painted."""
        self.run_latest(self._load, group="records")

    async def _load(self) -> None:
        try:
            await self.context.read_packs()
            service = await self.context.service()
            await self.determine_person()
            await self._read(service)
        except (PlayError, StoreError) as error:
            self.error = message_of(error)
        else:
            self.error = ""
        self.loaded_at = datetime.now(UTC)
        await self.wait_composed()
        await self.fill()

    async def _read(self, service: PlayService) -> None:
        from clemtui.archive.episodes import own_first
        from clemtui.archive.history import History
        from clemtui.records.rows import EpisodeFilter
        from clemtui.reports.comparison import development

        person = self.context.person
        unfinished, only = await service.unfinished(), self.context.only
        self.unfinished = own_first(
            (
                each
                for each in unfinished
                if each.study is None and (only is None or only in each.summary.people)
            ),
            person,
            watched=True,
        )
        where = EpisodeFilter(person=person or None, state="finished", of_study=False)
        self.recent = await History(service, self.context.only).page(where, limit=RECENT_COUNT)
        if self.context.settings.challenges == "on":
            from clemtui.episode.offers.daily import games_with_daily, today
            from clemtui.episode.planning.daily import local_today

            language = self.context.interface.language
            languages = {
                each.card.id: each.usual_language(language)
                for each in self.context.listings
                if each.card.generates
            }
            games = await games_with_daily(service, person, languages)
            self.today = await today(service, person, games, local_today())
        if person:
            for listing in self.context.listings:
                game = listing.card.id
                self.own[game] = len((await development(service, game, person)).steps)

    async def determine_person(self) -> None:
        """Determine the current person, unless it is known already.

        This is the first person in the database. If there is none, or if the command line says so,
        the user is asked.

        Raises:
            PlayError, StoreError: if the records cannot be used.
        """
        async with self._person_lock:
            if self.context.person:
                await self.context.ensure_person()
                self.program.show_person()
                return
            service = await self.context.service()
            people = [each for each in await service.people() if not each.in_study]
            if not self.context.person:  # else chosen meanwhile, which no default replaces
                await self._find_person(service, people)
            self.program.show_person()

    async def _find_person(self, service: PlayService, people: Sequence[Person]) -> None:
        if not self.context.may("people"):
            await self.ask(OpenWelcome(service.newcomer))
        elif people and self.context.options.first == "people":
            while not self.context.person:
                await self.ask(OpenPeople())
        elif people:
            self.context.person = people[0].pseudonym
        else:
            await self.ask(OpenWelcome(service.newcomer))

    def _rows(self) -> HomeRowBuilder:
        return HomeRowBuilder(self.context)

    def _notice(self, shown: Static) -> Static:
        lines = [Content(f"! {one_line(problem)}") for problem in self.context.problems]
        shown.display = bool(lines)
        shown.update(Content("\n").join(lines))
        return shown

    @on(MovedPast)
    def _move_to_other_list(self, event: MovedPast) -> None:
        lists, here = self._lists(), event.rows
        at = [*map(id, lists)].index(id(here))
        if event.step > 0:
            others = lists[at + 1 :][:1]
        else:  # the list before may be beside it
            others = [each for each in lists[:at] if each.region.bottom <= here.region.y][-1:]
        for other in others:
            other.enter_from(event.step)
            other.focus()

    @on(MovedBeside)
    def _move_beside(self, event: MovedBeside) -> None:
        """Move to the nearest list at that side; where there is none, to the games."""
        lists, here = self._lists(), event.rows.region
        line = here.y + (event.rows.highlighted or 0)
        beside = [
            (abs(each.region.center[1] - line), number)
            for number, each in enumerate(lists)
            if each.region.y < here.bottom
            and here.y < each.region.bottom
            and (each.region.x - here.x) * event.step > 0
        ]
        lists[min(beside)[1] if beside else 0].focus()

    def _lists(self) -> list[RowList | GameCards]:
        return [each for each in self.focus_chain if isinstance(each, RowList | GameCards)]

    @on(GameCards.Wanted)
    async def _fulfil(self, event: GameCards.Wanted) -> None:
        match event.wish:
            case "play":
                await self._set_up(event.game, at_once=True)
            case "watch":
                await self._set_up(event.game, seat=OBSERVER)

    async def action_more(self) -> None:
        """Set up a game: the one that the cursor is on, or that of the episode or task there."""
        if (game := self._game_at_cursor()) is not None:
            await self._set_up(game)

    def _game_at_cursor(self) -> str | None:
        """Return the id of the game at the cursor; None if it is not installed."""
        rows = self.focused
        if not isinstance(rows, RowList) or rows.highlighted is None:
            return next((cards.current for cards in self.query(GameCards)), None)
        summaries = (*(each.summary for each in self.unfinished), *self.recent)
        games = {summary.id: summary.game for summary in summaries}
        id = rows.row_ids[rows.highlighted]
        game = games.get(id, id)
        return game if game in {listing.card.id for listing in self.context.listings} else None

    async def action_play_number(self, number: int) -> None:
        """Play the game with this number, from 1; there may be fewer games."""
        games = self.query_one(GameCards)
        if number <= len(games.ids):
            games.highlight(number - 1)
            games.action_wish("play")

    async def _set_up(self, game: str, *, seat: str | None = None, at_once: bool = False) -> None:
        await self.context.read_packs()
        self.open(OpenSetUp(self.context.listing(game), seat, at_once))

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        id = event.option_id or ""
        match event.option_list.id:
            case "today":
                self._open_daily(id)
            case "unfinished":
                from clemtui.ui.shell.starting import resume

                resume(self, next(each for each in self.unfinished if each.summary.id == id))
            case "recent":
                self.open(OpenReview(id))

    def _open_daily(self, game: str) -> None:
        """Play the daily task of a game, resume it, or open it to read."""
        from clemtui.episode.planning.daily import day_number, local_today
        from clemtui.ui.shell.starting import play_daily

        if self.today is not None and self.today.number != day_number(local_today()):
            self.reload()
            self.app.notify(self.interface.text("A new day has begun."), markup=False)
            return
        self.app.run_worker(play_daily(self, game), group="start", exclusive=True)

    def action_today(self) -> None:
        """Go to the daily tasks."""
        for tasks in self.query(TodayList):
            if tasks.can_focus:
                tasks.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.covered and action != "quit_program":
            return False
        if action == "people":
            return self.context.may("people")
        if action == "studies":
            return self.context.may_research
        if action == "more":
            return self._game_at_cursor() is not None
        if action == "today":
            return self.context.settings.challenges == "on"
        return super().check_action(action, parameters)

    def action_history(self) -> None:
        self.open(OpenHistory())

    def action_progress(self) -> None:
        self.open(OpenProgress())

    def action_studies(self) -> None:
        """Open the studies of a researcher; no hint leads players there."""
        self.open(OpenStudies())

    def action_people(self) -> None:
        self.open(OpenPeople())

    def help_game(self) -> str | None:
        return self.query_one(GameCards).current

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "Choose with the arrow keys and press Enter to play a game, to resume "
                "an unfinished episode exactly where it stopped, or to read a finished "
                "one. A digit plays the game with that number. Play starts a task that you have "
                "not met, with the role, language and partner of your last game. Press m to "
                "choose them and everything else, or v to watch models or scripted players. Up "
                "and Down also move from list to list."
            ),
        )
        if self.context.settings.challenges == "on":
            yield self.interface.text("Today"), self._about_today()

    def _about_today(self) -> str:
        return self.interface.text(
            "Each game has a task a day, the same for everybody who plays in that prompt "
            "language. Days in a row on which you finish one that is new to you are your "
            "streak. The settings switch this off."
        )
