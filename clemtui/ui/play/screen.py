"""The play screen: the transcript, board and composer of one episode."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from clemtui.engine import Request, View
from clemtui.episode.answer_timing import SAVING_SECONDS
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.planning.casting import casting_of
from clemtui.episode.seat_port import (
    GiveUp,
    LeaveEpisode,
    LiveEnd,
    Pause,
    ResumePlay,
    SendAgain,
    StopCall,
)
from clemtui.episode.stage import Stage
from clemtui.episode.updates import Streamed, Update
from clemtui.records.errors import StoreError
from clemtui.ui.play.alerts import TurnCall
from clemtui.ui.play.area import play_area, resize_dock, show_boards, show_typed, show_waiting
from clemtui.ui.play.bindings import PLAY_BINDINGS, PLAY_KEYS, help_texts
from clemtui.ui.play.editing import aim_at_answer, choose_symbol, edit_in_editor
from clemtui.ui.play.pacing import Pacing
from clemtui.ui.play.readers import prompt_reader, rules_reader
from clemtui.ui.play.status import headline, streaming_entry, viewer_name
from clemtui.ui.play.transcript_cursor import TranscriptCursor
from clemtui.ui.play.transcript_screen import TranscriptScreen
from clemtui.ui.shell.base import is_at
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.dialogs.palette import Command
from clemtui.ui.shell.navigation import (
    OpenEpisodeEnd,
    OpenHandOver,
    OpenPartners,
    OpenPause,
    OpenPlay,
    OpenResult,
)
from clemtui.ui.shell.starting import continue_with, note_language
from clemtui.ui.widgets.answer.composer import AnswerInProgress, Composer, Histories
from clemtui.ui.widgets.answer.editing import Edited
from clemtui.ui.widgets.answer.symbols import symbols_of
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.wait_panels import ChoicePanel
from clemtui.wording.halted import ways_to_continue
from clemtui.wording.phrases import in_play, stopped_sentence
from clemtui.wording.rules import rules_in

STREAM_REDRAWS_PER_SECOND = 12
"""How often a response in progress is redrawn, per second."""


class PlayScreen(TranscriptScreen[LiveEnd]):
    """The screen of one live episode, for the people at this keyboard or for a spectator.

    Attributes:
        last_request: the last request to the person at the keyboard.
        covered: whether another screen hides the game: a pause or a hand-over.
        closing: whether this screen is being closed, so that it asks nothing more and the end of
            the episode opens no other one.
        stopped: set once the episode no longer runs here.
    """

    AUTO_FOCUS = ""  # the composer takes the focus when there is a question to answer

    KEYS = PLAY_KEYS
    BINDINGS: ClassVar[list[BindingType]] = PLAY_BINDINGS

    def __init__(self, context: Context, to: OpenPlay) -> None:
        super().__init__(context, to)
        self.live = live = to.live
        self.voice, self.choices = in_play(to.voice, live), to.choices
        self.repetition = to.repetition
        self.add_class(f"-{live.game.card.accent}")
        self.stage = Stage(live, to.usual, in_study=context.in_study)
        self.pacing = Pacing(self.stage)
        self.last_request: Request | None = None
        self.covered = self.closing = False
        self._turn_call = TurnCall()
        self.stopped = asyncio.Event()
        self.aids = frozenset(live.condition.aids)
        self.assisted = live.condition.interface == "assisted" or not live.human_seats
        self._histories: Histories = {}
        self._writing: AnswerInProgress | None = None
        self._streaming: Timer | None = None
        self._cursor = TranscriptCursor(self.stage)
        self._refreshing = self._refresh_again = False
        self._idle = asyncio.Event()
        self._idle.set()

    def help_game(self) -> str | None:
        # participants of a study read the rules of the prompt language, in the help itself
        return None if self.context.in_study else self.live.game.card.id

    @property
    def asks(self) -> bool:
        return any(composer.request is not None for composer in self.query(Composer))

    # Contents

    def title_text(self) -> str:
        return headline(self.stage, self.voice, repetition=self.repetition)

    def contents(self) -> Iterator[Widget]:
        yield Static(id="banner", markup=False)
        yield play_area(self.context, self.voice, self._histories, self.live, self.stage)

    async def fill(self) -> None:
        self._cursor.reset()
        self.query_one(Transcript).details = self.details
        writing, self._writing = self._writing, None
        request = self.stage.next_request()
        if writing is not None and request is not None and writing.request.id == request.id:
            self.query_one("#dock", ContentSwitcher).current = "answer"
            await self.query_one(Composer).resume(writing, self.aids)
        self.resize_dock()
        await self._show_changes()

    async def rebuild(self) -> bool:
        await self._idle.wait()
        self._refreshing = True
        self._idle.clear()
        try:
            composer, before = self.query_one(Composer), self.query_one(Transcript)
            marked, place, unseen = before.marked, before.scroll_offset.y, before.unseen
            at_end, language = before.at_end, self.voice.interface.language
            await self.save_answer()
            self._writing = composer.in_progress()
            labels = self.context.labels(self.live.game.card.id)
            self.voice = replace(self.voice, interface=self.interface, labels=labels)
            if not await super().rebuild():
                return False
            if language != self.interface.language and not self.stage.state.over:
                note_language(self, self.live)
            after = self.query_one(Transcript)
            after.marked = marked
            if not at_end:
                after.restore_position(place, unseen)
        finally:
            self._refreshing = False
            self._idle.set()
        self.call_next(self.refresh_all)
        return True

    def on_mount(self) -> None:
        self._streaming = self.set_interval(
            1 / STREAM_REDRAWS_PER_SECOND, self._show_stream, pause=True, name="stream"
        )
        self.set_interval(1, self.refresh_waiting)
        self.set_interval(SAVING_SECONDS, self.save_answer)
        self.run_worker(self._play(), group="play", name="play")

    def on_resize(self) -> None:
        self.call_after_refresh(self.refresh_all)  # boards may be divided otherwise

    @property
    def player(self) -> str:
        if self.context.in_study:
            return ""  # their code is for them alone
        return viewer_name(self.stage, self.voice, self.context.person)

    def show_person(self) -> None:
        for shown in self.query(Headline):
            shown.show(self.title_text(), self.player)

    # The episode

    async def _play(self) -> None:
        playing = self.live.updates(self._apply_update)
        if self.stage.watching:
            self.pacing.set_initial()
        try:
            end = await playing
        except PlayError as error:
            self.show_trouble(error)
            end = "left"
        finally:
            self.stopped.set()
        self.call_next(self._ended, end)

    def _apply_update(self, update: Update) -> None:
        self.stage.apply(update)
        if isinstance(update, Streamed):
            if self._streaming is not None:
                self._streaming.resume()
        elif self.is_running:
            self.call_next(self.refresh_all)

    async def _ended(self, end: LiveEnd) -> None:
        if end == "not recorded" or self.closing:
            return
        if end == "finished" and self.stage.watching:
            return  # a spectator opens the result when ready
        while self.app.screen is not self and self in self.app.screen_stack:
            await self.app.pop_screen()
        if end == "left":
            self.dismiss("left")
        else:
            self.show_result()

    # Updates

    async def refresh_all(self) -> None:
        """Display all changes. Updates that arrive meanwhile are displayed together afterwards."""
        self._refresh_again = True
        if self._refreshing:
            return
        self._refreshing = True
        self._idle.clear()
        try:
            while self._refresh_again and self.is_running and not self.closing:
                self._refresh_again = False
                await self._show_changes()
        finally:
            self._refreshing = False
            self._idle.set()

    async def _show_changes(self) -> None:
        stage = self.stage
        request = stage.next_request()
        if stage.shared and not self.covered and request and request.seat != stage.active:
            await self._hand_over(request.seat)
        if stage.active is None:
            return
        self.query_one(Transcript).add(self._cursor.new_entries(self.voice))
        self._show_stream()
        self.show_person()
        self._show_failure()
        if not self.covered:
            await self._show_dock()
        if not self.stage.withholds_board:
            await show_boards(self, self.view())
        self.refresh_bindings()

    async def _hand_over(self, seat: str) -> None:
        self.covered = True

        def taken(_: None) -> None:
            self.covered = False
            self.call_next(self.refresh_all)

        await self.save_answer()
        await self.open(OpenHandOver(lambda: self.voice, seat), taken)
        self.query_one(Composer).close()
        self.query_one("#dock", ContentSwitcher).current = "waiting"
        self.stage.active = seat
        self.last_request = None
        self.query_one(Transcript).replace(())
        self._cursor.reset()

    def _show_failure(self) -> None:
        failure = self.stage.state.failure
        self.set_class(failure is not None, "-failed")
        if failure is not None:
            if is_at(self.app.screen, OpenPause):
                self.app.screen.dismiss()
            self.query_one("#banner", Static).update(stopped_sentence(self.interface, failure))

    async def _show_dock(self) -> None:
        dock = self.query_one("#dock", ContentSwitcher)
        composer, panel = self.query_one(Composer), self.query_one(ChoicePanel)
        request = self.stage.next_request()
        ways = ways_to_continue(self.stage, self.voice, in_study=self.context.in_study)
        if request is None or self.stage.state.over:
            composer.close()
        if ways is not None:
            panel.show(*ways)
            if dock.current != "choose":
                dock.current = "choose"
                panel.focus_choices()
        elif request is None or self.stage.state.over:
            self.refresh_waiting()
            if dock.current != "waiting" or self.focused is None:
                dock.current = "waiting"
                self.query_one(Transcript).focus()
        elif composer.request is None or composer.request.id != request.id:
            dock.current = "answer"
            await self._ask(request)
        elif dock.current != "answer":
            dock.current = "answer"
            composer.focus_answer()
        composer.take_typed()
        self._show_typed()
        self.resize_dock()

    async def _ask(self, request: Request) -> None:
        composer = self.query_one(Composer)
        mine = [line.text for line in self.stage.state.lines if line.kind == "from seat"]
        composer.recall(request.seat, [text for text in mine if isinstance(text, str)])
        self.last_request = request
        draft, timing = self.live.drafts.get(request.id), self.live.timings.get(request.id)
        await composer.open(request, self.view(), self.aids, draft, timing)
        self._turn_call.asked(self.app, self.context.settings.alert, self.title_text(), self.voice)

    def view(self) -> View:
        """Return what the board shows to the active seat or spectator."""
        return self.live.view(self.stage.active) if self.stage.active else View()

    @on(Edited)
    def _show_typed(self) -> None:
        show_typed(self)

    def _show_stream(self) -> None:
        """Draw a response in progress for a spectator; pause the timer when there is none."""
        writing = self.stage.streamed()
        tail = streaming_entry(writing, self.voice) if writing is not None else None
        for shown in self.query(Transcript):  # none while the screen is being rebuilt
            shown.set_tail(tail)
        if writing is None and self._streaming is not None:
            self._streaming.pause()

    def refresh_waiting(self) -> None:
        """Refresh the lines about who is being waited for."""
        show_waiting(self, self.stage, self.pacing, self.voice)

    def resize_dock(self) -> None:
        """Adjust the height of the dock to its content."""
        resize_dock(self, over=self.stage.state.over)

    # Answers

    def before_typed(self, typed: events.Key | events.Paste) -> None:
        aim_at_answer(self, typed)

    @on(Composer.Sent)
    def _sent(self, event: Composer.Sent) -> None:
        composer = self.query_one(Composer)
        if composer.request is not event.request or composer.answering is None:
            return
        timing = composer.answering.timing(event.values)
        if self.live.answer(event.request.id, event.text, timing):
            self.stage.sent.add(event.request.id)
            self._turn_call.sent()
            composer.close(sent=True)
            if event.request.purpose != "side question":  # it is not in the transcript
                self.query_one(Transcript).follow()
        else:
            composer.take_typed()
            self.show_error(self.interface.text("This question is no longer open."))

    @on(events.AppBlur)
    @on(events.AppFocus)
    def _app_focus_changed(self, event: events.AppBlur | events.AppFocus) -> None:
        answering = self.query_one(Composer).answering
        if answering is not None:
            (answering.pause if isinstance(event, events.AppBlur) else answering.resume)()

    # Leaving

    @on(Composer.DraftChanged)
    async def save_answer(self) -> None:
        """Save the answer in progress, if there is one: its draft and its timing."""
        for composer in self.query(Composer):  # none while the screen is being rebuilt
            request, answering = composer.request, composer.answering
            if request is None or answering is None or self.stopped.is_set():
                continue
            try:
                await self.live.draft(request.id, composer.written(), answering.timing(None))
            except StoreError as error:
                self.show_trouble(error)

    async def leave(self, *, quitting: bool = False) -> None:
        """Stop the episode and wait until it is saved; ``quitting`` keeps this screen open."""
        self.closing = quitting
        await self.save_answer()
        self.query_one(Composer).close()
        self.live.control(LeaveEpisode())
        await self.stopped.wait()

    async def before_exit(self) -> None:
        await self.leave(quitting=True)

    def confirm_leave(self) -> bool:
        self.action_leave()
        return True

    def action_leave(self) -> None:
        if self.stage.state.over:
            if self.stage.state.scores is not None:
                self.show_result()
            else:
                self.dismiss("not recorded")
            return
        ui = self.interface
        question = ui.text("Leave? Everything is saved, and you can resume exactly here.")

        async def answered(yes: bool | None) -> None:
            if yes and self.stopped.is_set():
                self.action_leave()
            elif yes:
                await self.leave()

        self.app.push_screen(ConfirmDialog(ui, question, ui.text("leave now")), answered)

    def action_give_up(self) -> None:
        seat = self.stage.active
        ui = self.interface
        question = ui.text("Give up? The episode ends as aborted.")

        def answered(yes: bool | None) -> None:
            if yes and seat is not None:
                self.live.control(GiveUp(seat, self.query_one(Composer).timing_of(seat)))

        self.app.push_screen(ConfirmDialog(ui, question, ui.text("give up")), answered)

    def show_result(self) -> None:
        """Replace this screen by the result."""
        scores = self.stage.state.scores
        assert scores is not None
        self.query_one(Composer).take_typed()
        if self.context.in_study:
            end = OpenEpisodeEnd(self.live, self.voice, scores, self.stage.seen_by)
            self.open(end, self._end_seen)
            return
        self.open_instead(
            OpenResult(self.live, self.voice, scores, self.stage.seen_by, self.choices)
        )

    def _end_seen(self, _: None) -> None:
        self.dismiss("finished")

    # Options when the episode has halted

    @on(ChoicePanel.Chosen)
    def _chosen(self, event: ChoicePanel.Chosen) -> None:
        match event.choice:
            case "send":
                self.action_send_again()
            case "partner":
                self.action_other_partner()
            case "leave":
                self.action_leave()
            case "give up":
                self.action_give_up()
            case "result":
                self.show_result()

    def action_send_again(self) -> None:
        if self.stage.halted is not None:
            self.live.control(SendAgain(self.stage.halted.request.id))

    def action_stop_call(self) -> None:
        for request in self.stage.calls()[:1]:
            self.live.control(StopCall(request.id))

    def action_other_partner(self) -> None:
        if self.stage.halted is not None:
            seat = self.stage.halted.request.seat
            # a worker of the app, because this screen is replaced
            self.app.run_worker(self._other_partner(seat), group="start", exclusive=True)

    async def _other_partner(self, seat: str) -> None:
        title = self.interface.text("Who takes over as {role}?", role=self.voice.seat(seat))
        word = await self.ask(OpenPartners(title, casting_of(self.live, seat)))
        if word is None:
            return
        self.closing = True
        try:
            await self.save_answer()
            await continue_with(self, self.live, self.choices, seat, word)
        except (PlayError, StoreError) as error:
            self.closing = False
            self.show_error(message_of(error))
            if self.stopped.is_set():
                self.dismiss("left")
            else:
                self.call_next(self.refresh_all)

    # Pausing and watching

    def action_pause(self) -> None:
        """Hide the game and stop the clocks; when watching, only pause the episode."""
        if self.stage.watching:
            self.action_toggle_pause()
            return
        answering = self.query_one(Composer).answering
        if answering is not None:
            answering.pause("paused")
        self.covered = True
        self.live.control(Pause())

        def resumed(_: None) -> None:
            self.covered = False
            self.live.control(ResumePlay())
            composer = self.query_one(Composer)
            if composer.answering is not None:
                composer.answering.resume("paused")
                composer.call_after_refresh(composer.place_cursor)
            self.call_next(self.refresh_all)

        self.open(OpenPause(), resumed)

    def action_toggle_pause(self) -> None:
        self.pacing.toggle_pause()

    def action_slower(self) -> None:
        self.pacing.slower()
        self.refresh_waiting()

    def action_faster(self) -> None:
        self.pacing.faster()
        self.refresh_waiting()

    def action_step(self) -> None:
        self.pacing.step()

    # Writing

    def action_submit(self) -> None:
        self.query_one(Composer).submit()

    def action_expand(self) -> None:
        self.query_one(Composer).toggle_expanded()
        self.resize_dock()

    def action_editor(self) -> None:
        self.program.hold_typed()
        self.run_latest(self._edit, group="editor")

    async def _edit(self) -> None:
        await edit_in_editor(self, self.query_one(Composer))

    def action_symbol(self) -> None:
        choose_symbol(self, self.query_one(Composer))

    # Available commands

    def commands(self) -> Iterator[Command]:
        ui = self.interface
        yield from super().commands()
        yield Command(ui.text("Copy the whole transcript"), "copy_all", self)
        if self.check_action("other_partner", ()):
            yield Command(ui.text("Continue with another partner"), "other_partner", self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over = self.stage.state.over
        match action:
            case "other_partner" if self.context.in_study:
                return False
            case "send_again" | "other_partner":
                same = action == "other_partner" and self.live.condition.blinded
                return self.stage.halted is not None and not over and not same
            case "stop_call":
                return bool(self.stage.calls()) and not over
            case "give_up":
                return self.stage.active is not None and not self.stage.watching and not over
            case "pause":
                return not over
            case "toggle_pause" | "slower" | "faster" | "step":
                return self.stage.watching and not over
            case "prompt":
                return self.last_request is not None
            case "board":
                return bool(self.view().blocks)
            case "expand" | "submit":
                return any(composer.may(action) for composer in self.query(Composer))
            case "symbol":
                return any(symbols_of(each.request, each) for each in self.query(Composer))
            case "editor":
                return self.context.may("editor") and any(
                    composer.request is not None and composer.multi_line_box() is not None
                    for composer in self.query(Composer)
                )
        return True

    def help_texts(self) -> Iterator[tuple[str, str]]:
        watching, editor = self.stage.watching, self.context.may("editor")
        yield from help_texts(self.interface, watching=watching, editor=editor)
        if self.context.in_study:
            title = self.voice.say(self.voice.listing.title)
            rules = rules_in(self.voice, self.live.condition.prompt_language)
            yield self.interface.text("Rules: {game}", game=title), rules

    # Reading

    def action_prompt(self) -> None:
        if self.last_request is not None:
            self.open(prompt_reader(lambda: self.last_request, lambda: self.interface))

    def action_rules(self) -> None:
        in_study = self.context.in_study
        self.open(rules_reader(self.stage, lambda: self.voice, in_study=in_study))

    def action_board(self) -> None:
        self.toggle_class("-toggled")
