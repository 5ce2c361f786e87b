"""The history screen: recorded episodes, searched and filtered by a typed line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from clemtui.archive.history import History
from clemtui.archive.search_line import HistoryFilter
from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.language import one_line, safe, translatable
from clemtui.language.width import cell_count
from clemtui.records.errors import StoreError
from clemtui.records.findings import Facets, Snippet
from clemtui.records.rows import EpisodeFilter, EpisodeSummary
from clemtui.ui.archive.episode_texts import EpisodeTexts
from clemtui.ui.archive.history.deciding import ask_for_decision
from clemtui.ui.archive.history.table import EpisodeTable
from clemtui.ui.archive.history.window import HistoryWindow
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenEffect, OpenHistory, OpenReview
from clemtui.ui.shell.starting import resume_by_id
from clemtui.ui.widgets.filters import FilterBox, complete, suggestions, term, toggle
from clemtui.ui.widgets.outcomes import MARKS, marks_of
from clemtui.wording.sample import MARK_MEANINGS

CHECK_SECONDS = 3.0
"""Seconds between looks for what other programs have recorded."""

SEARCH_DELAY_SECONDS = 0.2
"""Seconds without a key press after which a line being typed is searched for."""


class HistoryScreen(BaseScreen[None]):
    """A list of episodes, newest first; more are loaded while scrolling. Enter opens one."""

    CAN_SWITCH_PERSON = True

    KEYS = (
        *("history.open", "history.search", "history.find", "history.decide", "history.mine"),
        *("history.unfinished", "history.game", "history.close"),
    )
    KEY_LINES = 2  # no other line says what can be done with an episode

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", translatable("Find"), id="history.find"),
        Binding("m", "mine", translatable("Mine only"), id="history.mine"),
        Binding("u", "unfinished", translatable("Unfinished"), id="history.unfinished"),
        Binding("t", "game", translatable("This game only"), id="history.game"),
        Binding("c", "effect", translatable("Languages"), id="history.effect"),
        Binding("x", "decide", translatable("Decide"), id="history.decide"),
        Binding("f5", "reload", translatable("Reload"), False, id="history.reload"),
        Binding("escape,q", "close", translatable("Back"), id="history.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenHistory) -> None:
        super().__init__(context, to)
        self.line = safe(" ".join(to.line.split()))
        self.window = HistoryWindow()
        self.matches: dict[str, Snippet] = {}
        self.count: int | None = None
        self.problem = ""
        self.facets: Facets | None = None
        self._filter: HistoryFilter | None = None
        self._highlighted_id: str | None = None
        self._previewed: str | None = None
        self._reading = False
        self._outdated = False
        self._pause: Timer | None = None
        self._version: tuple[int, ...] | None = None
        self._checks: Timer | None = None

    # Contents

    @property
    def episodes(self) -> list[EpisodeSummary]:
        """The episodes loaded so far."""
        return self.window.episodes

    def title_text(self) -> str:
        return self.interface.text("History")

    def contents(self) -> Iterator[Widget]:
        yield FilterBox(
            self.line,
            placeholder=self.interface.text("/ to search, e.g. game:taboo with:scripted river"),
            complete=self._complete,
            id="filter",
        )
        yield Static(markup=False, id="found")
        yield Static(markup=False, id="empty")
        yield Horizontal(
            EpisodeTable(EpisodeTexts(self.context), id="episodes"),
            VerticalScroll(Static(markup=False), id="preview", can_focus=False),
            id="history",
        )
        yield Static(markup=False, id="standing")

    async def fill(self) -> None:
        self._show_window()
        self._table.show_matches(self.matches)
        self._update_message()

    def on_mount(self) -> None:
        self._table.focus()

    def on_screen_resume(self) -> None:
        self._search(keep=True)
        self._stop_checks()
        self._checks = self.set_interval(CHECK_SECONDS, self._check)

    def on_screen_suspend(self) -> None:
        self._stop_checks()
        self.program.take_typed(keep_line=True)

    @property
    def _table(self) -> EpisodeTable:
        return self.query_one(EpisodeTable)

    @property
    def _box(self) -> FilterBox:
        return self.query_one(FilterBox)

    @property
    def _searched(self) -> str:
        """The search text without the filters."""
        return self._filter.text if self._filter is not None else ""

    def _update_message(self) -> None:
        """Show the number of matches, an error in the line, or suggestions while typing."""
        ui = self.interface
        typing = self._box.has_focus and self.facets is not None
        if typing and (suggested := self._suggestions()):
            said = suggested  # shown even though the unfinished last word may not be valid yet
        elif self.problem:
            said = Content.styled(f"✗ {one_line(ui.show(self.problem))}", "$text-error")
        elif typing or self.count is None:
            said = Content("")
        else:
            found = ui.plural("{n} episode", "{n} episodes", self.count)
            said = Content(
                ui.text("Filtered: {found}. Press Escape to show all.", found=found)
                if self.line
                else found
            )
        self.query_one("#found", Static).update(said)
        self.set_class(bool(self.problem), "-problem")
        self.set_class(self.count == 0, "-empty")
        self.query_one("#empty", Static).update("" if self.problem else self._none())

    def _none(self) -> str:
        """Return what to do if no episode is listed."""
        ui = self.interface
        if self.line:
            return ui.text("No matches. Press Escape to clear the filter, F1 for help on filters.")
        return ui.text(
            "Nothing has been played here yet. Press Escape to go back, choose a "
            "game there and press Enter. Every episode is recorded and can be read "
            "here."
        )

    def _suggestions(self) -> Content:
        """Return as many suggestions for the word being typed as fit."""
        assert self.facets is not None
        parts: list[Content] = []
        room = self.size.width - 2
        for each in suggestions(self.line, self.facets):
            number = "" if each.episodes is None else f" {self.interface.number(each.episodes)}"
            room -= cell_count(each.word) + cell_count(number) + 2
            if room < 0:
                break
            parts.append(Content.assemble((each.word, "bold"), (number, "$text-muted"), "  "))
        return Content("").join(parts)

    def _complete(self, line: str) -> str | None:
        return None if self.facets is None else complete(line, self.facets)

    @on(EpisodeTable.Highlighted)
    def _highlighted(self, event: EpisodeTable.Highlighted) -> None:
        preview = self.query_one("#preview", VerticalScroll)
        preview.query_one(Static).update(EpisodeTexts(self.context).card(event.episode))
        if event.episode.id != self._previewed:
            preview.scroll_home(animate=False)
        self._highlighted_id = self._previewed = event.episode.id
        self._show_standing(event.episode)
        self.refresh_bindings()

    def _show_standing(self, episode: EpisodeSummary) -> None:
        """Show which instance an episode is of, and what its marks mean, in words."""
        texts = EpisodeTexts(self.context)
        signs, instance = marks_of(episode), texts.instance_name(episode)
        said = self.interface.text(
            "{instance}. {standing}", instance=instance, standing=texts.standing(episode)
        )
        self.query_one("#standing", Static).update(f"{signs}  {said}" if signs else said)

    # Reading the records

    def _search(self, *, keep: bool = False) -> None:
        """Load the first page of matches; ``keep`` keeps the position in the list.

        Keys that follow the one for this wait: they are about what is then listed.
        """
        if not keep:
            self._outdated = True
            self.program.hold_typed()
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        self.run_latest(partial(self._read_first, keep), group="history")

    def _check(self) -> None:
        """Reload the list if another program has changed what it shows."""
        if self._pause is None and not self._is_reading:
            self.run_latest(self._read_if_changed, group="check")

    def _stop_checks(self) -> None:
        if self._checks is not None:
            self._checks.stop()

    @property
    def _is_reading(self) -> bool:
        """Whether episodes are being read, which a reload would interrupt."""
        mine = (each for each in self.workers if each.node is self and each.group == "history")
        return any(not each.is_finished for each in mine)

    async def _read_if_changed(self) -> None:
        try:
            version = await History(await self.context.service(), self.context.only).version()
        except (PlayError, StoreError) as error:
            self._stop_checks()  # or the same error is shown again and again
            self.show_error(message_of(error))
            return
        if version != self._version and not self._is_reading:
            self._search(keep=True)

    async def _read_first(self, keep: bool) -> None:
        line = self.line
        try:
            with self.busy():
                service = await self.context.service()

                history = History(service, self.context.only)
                self._version = await history.version()
                wanted = HistoryFilter.parse(line)
                await self.window.read(
                    history, wanted.where, self._highlighted_id if keep else None
                )
                await self.wait_composed()
                if keep:
                    self._highlighted_id = self.window.nearest(self._at())
                else:
                    self.count = None  # it was that of other episodes
                self._show_results(wanted)
                self.count = await history.count(wanted.where)
                await self.wait_composed()
                self._update_message()
                if wanted.text:
                    await self._load_matches([episode.id for episode in self.episodes])
                self.facets = await history.facets()
                await self.wait_composed()
                self._update_message()
                if not self.count:
                    await self._check_names(history, wanted.where)
        except UsageError as error:
            self.problem = message_of(error)
            await self.wait_composed()
            self._update_message()
            self._listed()
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            self._listed()

    def _at(self) -> str | None:
        """Return the id of the highlighted episode, even if the message about it is on its way."""
        at = self._table.highlighted
        return self._highlighted_id if at is None else at.id

    def _listed(self) -> None:
        self._outdated = False
        self.program.take_typed(keep_line=True)

    async def _check_names(self, history: History, where: EpisodeFilter) -> None:
        """Refuse a filter that names something unknown, but never the person here, who may be new.

        Raises:
            UsageError: see `History.check`.
        """
        mine = where.person == self.context.person
        await history.check(replace(where, person=None) if mine else where)

    def _show_results(self, wanted: HistoryFilter) -> None:
        self._filter, self.problem = wanted, ""
        self.matches = {}
        self._show_window()
        self._update_message()
        self.refresh_bindings()
        self._listed()

    def _show_window(self) -> None:
        window = self.window
        self._table.show(
            window.episodes,
            more=window.has_older,
            newer=window.before_first is not None,
            searched=bool(self._searched),
            at=self._highlighted_id,
        )

    @on(EpisodeTable.MoreWanted)
    def _more_wanted(self, event: EpisodeTable.MoreWanted) -> None:
        there_are = self.window.before_first is not None if event.newer else self.window.has_older
        if there_are and not self._reading:
            self._reading = True
            self.run_worker(self._read_next(event.newer), group="history")

    async def _read_next(self, newer: bool) -> None:
        assert self._filter is not None

        window, where = self.window, self._filter.where
        try:
            history = History(await self.context.service(), self.context.only)
            read = window.read_newer if newer else window.read_older
            new = await read(history, where)
            await self.wait_composed()
            above = window.before_first is not None
            self._table.extend(window.episodes, more=window.has_older, newer=above)
            if self._searched:
                await self._load_matches([episode.id for episode in new])
        except StoreError as error:
            self._table.extend(window.episodes, more=False, newer=False)  # or each key asks again
            self.show_error(message_of(error))
        finally:
            self._reading = False

    @on(EpisodeTable.EndWanted)
    def _to_far_end(self, event: EpisodeTable.EndWanted) -> None:
        self._highlighted_id = None
        if event.latest:
            self._search()
        else:
            self.run_latest(self._read_oldest, group="history")

    async def _read_oldest(self) -> None:
        assert self._filter is not None

        try:
            with self.busy():
                history = History(await self.context.service(), self.context.only)
                await self.window.read_oldest(history, self._filter.where)
            self._highlighted_id = self.episodes[-1].id if self.episodes else None
            await self.wait_composed()
            self._show_results(self._filter)
            if self._searched:
                await self._load_matches([episode.id for episode in self.episodes])
        except StoreError as error:
            self.show_error(message_of(error))

    async def _load_matches(self, ids: list[str]) -> None:
        history = History(await self.context.service(), self.context.only)
        passages = await history.snippets(ids, self._searched)
        await self.wait_composed()
        self.matches.update(passages)
        self._table.show_matches(passages)

    # Filtering

    def action_find(self) -> None:
        self._box.focus()

    def _set_line(self, line: str) -> None:
        """Filter by another line, as if it had been typed."""
        self.line = line
        with self.prevent(Input.Changed):
            self._box.value = line
        self._box.cursor_position = len(line)
        self._search()

    @on(Input.Changed, "#filter")
    def _typed(self, event: Input.Changed) -> None:
        if event.value != self.line:
            self.line = event.value
            self._update_message()
            if self._pause is not None:
                self._pause.stop()
            self._pause = self.set_timer(SEARCH_DELAY_SECONDS, self._search)

    @on(Input.Submitted, "#filter")
    def _submitted(self) -> None:
        self._search()
        self._table.focus()

    def on_descendant_focus(self) -> None:
        if not self.composing:
            self._update_message()

    def on_descendant_blur(self) -> None:
        if not self.composing:
            self._update_message()

    def action_mine(self) -> None:
        """Toggle between the person's own episodes and all."""
        self.run_latest(self._toggle_mine, group="mine")

    async def _toggle_mine(self) -> None:
        try:
            person = await self.context.ensure_person()
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            return
        await self.wait_composed()
        self._toggle("by", person)

    def action_unfinished(self) -> None:
        self._toggle("state", "running")

    def action_game(self) -> None:
        """Toggle between the game of the highlighted episode and all games."""
        episode = self._table.highlighted
        if episode is not None:
            self._toggle("game", episode.game)

    def _toggle(self, key: str, value: str) -> None:
        if term(key, value) is None:
            self.show_error(self.interface.text("This name cannot be used in a filter."))
        else:
            self._set_line(toggle(self.line, key, value))

    def action_reload(self) -> None:
        self._search(keep=True)

    def action_decide(self) -> None:
        """Exclude, tag or close the highlighted episode; ignored if it is about to be replaced."""
        episode = self._table.highlighted
        if episode is not None and not self._outdated:
            ask_for_decision(self, episode, partial(self._search, keep=True))

    def action_effect(self) -> None:
        """Open the comparison of prompt languages, with the filter of this list."""
        self.open(OpenEffect(self.line))

    def action_close(self) -> None:
        if self.line:
            self._set_line("")
            self._table.focus()
        elif self._box.has_focus:
            self._table.focus()
        else:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Move the focus from the filter line to the results when Down is pressed."""
        if event.key == "down" and self._box.has_focus:
            event.stop()
            self._table.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "find":
            return not (self.is_mounted and self._box.has_focus)
        if action == "decide":
            return bool(self.episodes) and self.context.may("people")
        return action != "game" or bool(self.episodes)

    # Opening

    @on(EpisodeTable.Chosen)
    def _chosen(self, event: EpisodeTable.Chosen) -> None:
        episode = event.episode
        if episode.state != "running" or episode.erased:
            self._open(episode)
            return
        ui = self.interface
        title = ui.text("This episode is not finished.")
        ways = [("resume", ui.text("resume it")), ("read", ui.text("read the earlier messages"))]

        async def answered(way: str | None) -> None:
            if way == "read":
                self._open(episode)
            elif way == "resume":
                await resume_by_id(self, episode.id)

        self.app.push_screen(ChoiceDialog(ui, title, ways, "resume"), answered)

    def _open(self, episode: EpisodeSummary) -> None:
        passage = self.matches.get(episode.id)
        self.open(OpenReview(episode.id, passage.found if passage is not None else ""))

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            ui.text("History"),
            ui.text(
                "All recorded episodes, newest first. Press Enter to read an episode step by "
                "step, or to resume an unfinished one. More are loaded as you scroll down."
            ),
        )
        yield (
            ui.text("Searching"),
            ui.text(
                "Type words to search everything that was said; use double quotes for a "
                "phrase. Words with a colon filter: game:taboo, with:scripted, with:gpt, "
                "by:Ann, outcome:success, state:running, language:de, since:yesterday, "
                "until:2026-03-01, experiment:high_en, interface:verbatim, practice:no, "
                "tag:wave=2, and counts:no for what reports exclude."
            ),
        )
        yield (
            ui.text("Deciding"),
            ui.text(
                "Decide to exclude the episode from all reports and comparisons, to tag it, or to "
                "close an unfinished one. Every decision is recorded with its author, time and "
                "reason. Exclusions can be revoked.",
            ),
        )
        signs = [
            ui.text("{sign} {meaning}", sign=MARKS[mark], meaning=ui.text(meaning))
            for mark, meaning in MARK_MEANINGS.items()
        ]
        yield ui.text("Marks"), "\n".join(signs)
