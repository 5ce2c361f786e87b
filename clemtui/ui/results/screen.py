"""The end of an episode: how it went, the final board, and what others made of the task.

The benchmark's scores and the transcript are one key away, and so is the next task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from clemtui.analysis.comparison import Comparison
from clemtui.analysis.own_results import OwnResults
from clemtui.archive.documents import save
from clemtui.archive.episodes import short_id
from clemtui.engine import REVEAL
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.offers.daily import DailyResult, daily_result
from clemtui.episode.planning.casting import casting_of, partner_question
from clemtui.episode.planning.other_languages import (
    SameTask,
    language_options,
    missing_word_sentences,
    single_language_reason,
)
from clemtui.episode.planning.plan import Choices
from clemtui.episode.service import PlayService
from clemtui.language import translatable
from clemtui.records.errors import StoreError
from clemtui.records.published import PublishedResults
from clemtui.reports.comparison import Comparisons, compare_players, own_person, results_up_to
from clemtui.reports.published import published_heading, published_notes, published_results
from clemtui.reports.tables import pooled_remarks
from clemtui.ui.results.own import own_results_text
from clemtui.ui.results.picture import result_picture
from clemtui.ui.results.sharing import shared_text
from clemtui.ui.results.texts import (
    CELEBRATION,
    condition_notes,
    no_one_else,
    outcome_line,
    this_instance,
    view_name,
    whole_game,
)
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenExport, OpenPartners, OpenResult, OpenReview
from clemtui.ui.shell.saving import display_path, unused_path
from clemtui.ui.shell.starting import play_next, play_same
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.comparison import (
    comparison_table,
    measures,
    published_rows,
    rows_with_own,
)
from clemtui.ui.widgets.fitted_text import FittedText
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.lists import TextPane
from clemtui.ui.widgets.panel import panel
from clemtui.ui.widgets.scores import score_rows, score_table, turn_rows
from clemtui.ui.widgets.transcript.ending import ending
from clemtui.ui.widgets.transcript.folding import FoldingTranscript
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.side_questions import fold, line_entries
from clemtui.wording.meanings import flags_in_words
from clemtui.wording.own_results import best_line, daily_lines, own_conditions, own_heading
from clemtui.wording.phrases import Voice
from clemtui.wording.sample import excluded_in_words

_SPARK_SECONDS = 0.12
PAGES = ("others", "scores", "told")
"""What stands beside the board: how others did, the benchmark's scores, or the transcript."""


class ScoresPane(TextPane):
    """The scores of the benchmark, in place of how others did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3", "screen.page('others')", translatable("Others"), id="result.leave_scores"),
        Binding("escape", "screen.page('others')", translatable("Others"), False, id="result.back"),
    ]


class TranscriptPane(Container):
    """The transcript, in place of how others did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "screen.page('others')", translatable("Others"), id="result.leave_told"),
        Binding("escape", "screen.page('others')", translatable("Others"), False, id="result.back"),
    ]


class ResultScreen(BaseScreen[None]):
    """The result of an episode."""

    AUTO_FOCUS = "#others"

    KEYS = (
        "result.next",
        "result.again",
        "result.leave_scores",
        "result.leave_told",
        "result.scores",
        "result.told",
        "result.home",
        "result.seat",
        "result.partner",
        "result.share",
        "result.picture",
        "result.language",
        "result.view",
        "message.asides",
        "result.steps",
        "result.save",
    )

    KEY_LINES = 2  # the screen asks what to do next

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "next_instance", translatable("Next"), id="result.next"),
        Binding("a", "same_instance", translatable("Again"), id="result.again"),
        Binding("o", "other_seat", translatable("Other role"), id="result.seat"),
        Binding("p", "other_partner", translatable("Other partner"), id="result.partner"),
        Binding("i", "other_language", translatable("Other language"), id="result.language"),
        Binding("f3", "page('scores')", translatable("Scores"), id="result.scores"),
        Binding("b", "page('told')", translatable("Transcript"), id="result.told"),
        Binding("v", "view", translatable("Other view"), id="result.view"),
        Binding("t", "steps", translatable("Step by step"), id="result.steps"),
        Binding("s", "share", translatable("Copy result"), id="result.share"),
        Binding("w", "picture", translatable("Picture"), id="result.picture"),
        Binding("e", "save", translatable("Save"), id="result.save"),
        Binding("escape", "home", translatable("Home"), id="result.home"),
    ]

    def __init__(self, context: Context, to: OpenResult) -> None:
        super().__init__(context, to)
        self.live = to.live
        self.scores = to.scores
        self.choices = to.choices
        self.watcher = REVEAL
        self._seen_by = to.seen_by
        self._voice = to.voice
        self._here: Comparisons | None = None
        self._game: Comparisons | None = None
        self._own = OwnResults()
        self._person: str | None = None
        self._daily: DailyResult | None = None
        self._published: PublishedResults | None = None
        self.languages: tuple[SameTask, ...] = ()
        """The same task in other prompt languages; complete once `languages_known` is set."""
        self.missing_languages: Mapping[str, str] = {}
        """The languages that lack a word for the task, each with the reason."""
        self.languages_known = False
        self.repetition = False
        """Whether a player had seen the task before; False until that is known."""
        self.page = PAGES[0]
        """The one of `PAGES` that is shown."""
        self._guard = KeyGuard(painted=False, amid_typing=True)
        self.add_class(f"-{to.live.game.card.accent}")
        self._starting = False
        self._sparks = ""

    @property
    def voice(self) -> Voice:
        """The texts for the game, in the current interface language."""
        if self._voice.interface is not self.interface:
            labels = self.context.labels(self.live.game.card.id)
            self._voice = replace(self._voice, interface=self.interface, labels=labels)
        return self._voice

    @property
    def watchers(self) -> tuple[str, ...]:
        """The possible views: everything first, then what each seat saw."""
        return (REVEAL, *self._playable) if len(self._playable) > 1 else (REVEAL,)

    def title_text(self) -> str:
        return self.voice.task(self.live.instance)

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        yield Static(markup=False, id="outcome")
        yield Static(markup=False, id="ended")
        yield Static(markup=False, id="notes", classes="notice")
        others = TextPane(
            Static(markup=False, id="own-title", classes="heading"),
            FittedText(id="own-results"),
            Static(this_instance(ui, self.live.texts.language), markup=False, classes="heading"),
            FittedText(id="on-instance"),
            Static(whole_game(ui, self.live.texts.language), markup=False, classes="heading"),
            FittedText(id="in-game"),
            Static(markup=False, id="published-title", classes="heading published"),
            FittedText(id="published", classes="published"),
            Static(measures(ui), markup=False, id="measures"),
            id="others",
        )
        scores = ScoresPane(
            Static(markup=False, id="flags"),
            FittedText(id="score-table"),
            Static(ui.text("Turn by turn"), markup=False, classes="heading", id="turns-title"),
            FittedText(id="turns"),
            id="scores",
        )
        told = TranscriptPane(
            FoldingTranscript(self.interface, id="transcript", from_beginning=False), id="told"
        )
        pages = ContentSwitcher(
            panel(others, ui.text("Others")),
            panel(scores, ui.text("Scores")),
            panel(told),
            id="page",
            initial=PAGES[0],
        )
        board = panel(Board(self.voice, id="board"), ui.text("Board"))
        yield Container(Container(board, pages, id="result"), id="middle")

    async def fill(self) -> None:
        ui, scores = self.interface, self.scores
        self._show_outcome()
        self.query_one("#page", ContentSwitcher).current = self.page
        self._show_notes()
        ended = self.query_one("#ended", Static)
        alone = len(self.live.human_seats) == 1
        ended.update(ending(self._seen_by(REVEAL).lines, self.voice, alone=alone))
        self.query_one("#flags", Static).update(flags_in_words(scores, ui))
        rows = list(score_rows(scores, self.voice))
        self.query_one("#score-table", FittedText).show(lambda width: score_table(rows, width))
        turns = list(turn_rows(scores, self.voice))
        self.query_one("#turns-title").display = bool(turns)
        self.query_one("#turns", FittedText).show(lambda width: score_table(turns, width))
        self._show_own()
        self._show_comparisons()
        self._show_published()
        await self._show_view()

    def on_mount(self) -> None:
        self.call_after_refresh(self._guard.mark_painted)
        if self.scores.outcome == "success" and self.app.animation_level != "none":
            self.call_after_refresh(self._celebrate)
        # a worker of the app, so that it is recorded even if this screen is closed at once
        self.app.run_worker(self._record_exposure(), group="reveal")
        self.run_worker(self._compare(), group="compare")
        self.run_worker(self._look_for_languages(), group="languages")

    def on_key(self, event: events.Key) -> None:
        """Ignore keys that were typed for the game that has just ended, or for the next one."""
        if not (event.is_printable or event.key == "enter"):
            return
        if self._starting or self._guard.rejects(event):
            event.stop()
            event.prevent_default()

    @on(events.Resize)
    def _resized(self) -> None:
        self.call_after_refresh(self.refresh_bindings)

    def _show_outcome(self) -> None:
        tries = self.live.game.tries(self.scores)
        line = outcome_line(self.scores, self.interface, tries, self._sparks)
        self.query_one("#outcome", Static).update(line)

    def _celebrate(self, step: int = 0) -> None:
        """Let a few sparks appear beside a success."""
        self._sparks = CELEBRATION[step]
        self._show_outcome()
        if step + 1 < len(CELEBRATION):
            self.set_timer(_SPARK_SECONDS, partial(self._celebrate, step + 1))

    async def _record_exposure(self) -> None:
        try:
            await (await self.context.service()).record_solution_seen(self.live)
        except StoreError as error:
            self.show_error(message_of(error))

    async def _look_for_languages(self) -> None:
        try:
            service = await self.context.service()
            self.languages = await service.other_languages(self.live)
            self.missing_languages = await service.languages_without(self.live)
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            return
        self.languages_known = True
        self.refresh_bindings()

    async def _compare(self) -> None:
        game, instance = self.live.game.card.id, self.live.instance
        language = self.live.condition.prompt_language
        try:
            service = await self.context.service()
            self._person = person = await own_person(service, self.live, self.context.person)
            self._published = published_results(service, instance, language)
            self.repetition = await service.is_repetition(self.live)
            self._here = await compare_players(
                service, game, instance.hash, language=language, person=person
            )
            self._game = await compare_players(service, game, language=language, person=person)
            if person is not None and self.context.settings.challenges == "on":
                await self._read_own(service, person)
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            return
        await self.wait_composed()
        self._show_notes()
        self._show_own()
        self._show_comparisons()
        self._show_published()

    async def _read_own(self, service: PlayService, person: str) -> None:
        """Read the person's own results, and their streak if this was a daily task."""
        self._own = await results_up_to(service, self.live, person)
        self._daily = await daily_result(service, self.live, person)

    def _show_own(self) -> None:
        """Show the person's own results, and what they mean for daily tasks.

        A first result is no distribution yet.
        """
        ui, own = self.interface, self._own
        if own.episodes < 2:
            own = OwnResults()
        title, conditions = self.query_one("#own-title", Static), ""
        if self._person is not None and own.bars:
            title.update(own_heading(own, self.voice, self.live, self._person))
            conditions = own_conditions(self.live, ui)
        said: list[str] = []
        if self._daily is not None:
            said += daily_lines(self._daily, ui)
        if (best := best_line(own, ui)) is not None:
            said.append(best)
        title.display = bool(own.bars)
        shown = self.query_one("#own-results", FittedText)
        shown.display = bool(own.bars or said)
        shown.show(lambda width: own_results_text(own, conditions, said, ui, width))

    def _show_notes(self) -> None:
        said = list(condition_notes(self.live, self.interface, repetition=self.repetition))
        self.query_one("#notes", Static).update("\n".join(said))
        self.query_one("#notes").display = bool(said)

    def _show_comparisons(self) -> None:
        ui = self.interface
        for id, standings in (("on-instance", self._here), ("in-game", self._game)):
            if standings is None:
                continue
            remarks = []
            if standings.only_own:
                remarks.append(no_one_else(ui, game=id == "in-game"))
            remarks += pooled_remarks(standings.all_players.pooled, ui)
            if standings.all_players.left_out:
                remarks.append(excluded_in_words(standings.all_players.left_out, ui))
            others = standings.all_players
            if others.recorded == 1:  # this one, which has a row of its own
                others = Comparison()
            rows = rows_with_own(others, self.scores, ui.text("this time"), ui)
            layout = partial(comparison_table, rows, ui, remarks=remarks)
            self.query_one(f"#{id}", FittedText).show(layout)

    def _show_published(self) -> None:
        """Show models' published results, apart from what was played here."""
        published, ui = self._published, self.interface
        for part in self.query(".published"):
            part.display = published is not None
        if published is None:
            return
        self.query_one("#published-title", Static).update(published_heading(published, ui))
        rows, notes = published_rows(published), published_notes(published, ui)
        layout = partial(comparison_table, rows, ui, remarks=notes)
        self.query_one("#published", FittedText).show(layout)

    async def _show_view(self) -> None:
        watcher = self.watcher
        self.query_one("#told").border_title = Content(view_name(watcher, self.voice)).markup
        lines = self._seen_by(watcher).lines
        entries = fold(list(line_entries(lines, self.voice, watcher)), self.voice).entries
        self.query_one(Transcript).replace(entries)
        await self.query_one(Board).show(self.live.view(watcher))

    def action_page(self, page: str) -> None:
        """Show one of `PAGES` beside the board."""
        self.page = page
        if page != "told" and self.watcher != REVEAL:
            self.watcher = REVEAL
            self.call_later(self._show_view)
        self.query_one("#page", ContentSwitcher).current = page
        self.query_one(Transcript if page == "told" else f"#{page}").focus()

    async def action_view(self) -> None:
        """Switch to the next view."""
        if self.page == "told":
            at = self.watchers.index(self.watcher)
            self.watcher = self.watchers[(at + 1) % len(self.watchers)]
            await self._show_view()
        else:
            self.action_page("told")

    def action_next_instance(self) -> None:
        async def play(choices: Choices) -> None:
            if not await play_next(self, self.live, choices):
                message = self.interface.text(
                    "This was the last instance of the experiment. To create a new one, set up "
                    "the game again."
                )
                self.note(message, timeout=6)

        choices = self.choices
        if choices is not None:
            self._start_play(lambda: play(choices))

    def action_same_instance(self) -> None:
        self._start_play(lambda: play_same(self, self.live, self.choices))

    def action_other_seat(self) -> None:
        at = self._playable.index(self.live.human_seats[0])
        seat = self._playable[(at + 1) % len(self._playable)]
        self._start_play(lambda: play_same(self, self.live, self.choices, seat=seat))

    def action_other_language(self) -> None:
        """Ask for a language of the task, and for a partner if the scripted one does not speak it.

        Then play the task in that language.
        """

        ui, tasks = self.interface, self.languages
        question = ui.text("Same task, which language?")
        remarks = missing_word_sentences(self.missing_languages, ui)
        if not any(task.reviewed for task in tasks):
            remarks.append(ui.text("None of these has been reviewed by a native speaker yet."))
        for remark in remarks:
            question = ui.text("{question} {remark}", question=question, remark=remark)

        def chosen(language: str | None) -> None:
            if language is not None:
                self._start_play(lambda: self._play_in(language, None))

        self.app.push_screen(ChoiceDialog(ui, question, language_options(tasks, ui), ""), chosen)

    async def _play_in(self, language: str, partner: str | None) -> None:
        if await play_same(self, self.live, self.choices, language=language, partner=partner):
            return

        def chosen(word: str | None) -> None:
            if word is not None:
                self._start_play(lambda: self._play_in(language, word))

        casting = casting_of(self.live, language=language)
        self.open(OpenPartners(partner_question(language, self.interface), casting), chosen)

    def action_other_partner(self) -> None:
        def chosen(word: str | None) -> None:
            if word is not None:
                self._start_play(lambda: play_same(self, self.live, self.choices, partner=word))

        self.open(OpenPartners(casting=casting_of(self.live)), chosen)

    def _start_play(self, play: Callable[[], Awaitable[object]]) -> None:
        """Start an episode, unless one is already starting."""

        async def begin() -> None:
            try:
                await play()
            except (PlayError, StoreError) as error:
                self.show_error(message_of(error))
            finally:
                self._starting = False

        if not self._starting:
            self._starting = True
            self.app.run_worker(begin(), group="start")

    def action_steps(self) -> None:
        self.open(OpenReview(self.live.id))

    def action_share(self) -> None:
        """Copy the result as text that gives no solution away."""
        self.query_one(Transcript).copy(self._shared())

    def _shared(self) -> str:
        live, ui = self.live, self.interface
        language = live.condition.prompt_language
        remark = ui.text("repetition") if self.repetition else None
        if live.condition.practice:
            remark = ui.text("practice")
        return shared_text(
            live.view(REVEAL), self.voice, live.instance, self.scores, language, remark
        )

    def action_picture(self) -> None:
        """Save the same as a picture; who may save no file here gets it in the clipboard."""
        now = datetime.now().astimezone()
        picture = result_picture(self._shared(), self.interface.date(now), self.interface)
        if self.context.may("files"):
            self.run_latest(partial(self._save_picture, picture, now), group="picture")
        else:
            self.query_one(Transcript).copy(picture)

    async def _save_picture(self, picture: str, now: datetime) -> None:
        instance = self.live.instance
        about = ("result", instance.game, instance.experiment, str(instance.game_id))
        end = (f"{now:%Y%m%d}", short_id(self.live.id))
        path = unused_path(about, end, "svg")
        try:
            await asyncio.to_thread(save, picture, path)
        except PlayError as error:
            self.show_error(message_of(error))
            return
        self.note(self.interface.text("Saved to {file}", file=display_path(path)), timeout=8)

    def action_save(self) -> None:
        self.open(OpenExport(self.live.id, self.watcher))

    def action_home(self) -> None:
        self.dismiss(None)

    @property
    def _playable(self) -> list[str]:
        return [seat.name for seat in self.live.seats if not seat.service]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        people, seats = len(self.live.human_seats), len(self._playable)
        match action:
            case "next_instance":
                return self.choices is not None
            case "other_seat":
                return people > 0 and seats > 1
            case "other_partner":
                return seats > min(1, people)
            case "other_language":
                return bool(self.languages)
            case "view":
                return len(self.watchers) > 1
            case "page":
                return parameters != (self.page,)
        return True

    def help_game(self) -> str | None:
        return self.live.game.card.id

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            "",
            ui.text(
                "How the episode ended, and how everyone did. The marked row shows this episode "
                "among the means of all line-ups, which include it if it counts. You can view the "
                "transcript as each player saw it."
            ),
        )
        yield "", measures(ui)
        yield ui.text("Other language"), self._about_languages()

    def _about_languages(self) -> str:
        ui = self.interface
        if not self.languages:
            return ui.text(single_language_reason(self.live.instance))
        return ui.text(
            "The same task with the prompts of another language. Replays are repetitions, which "
            "reports do not count by default."
        )
