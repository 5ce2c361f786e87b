"""The play screen: transcript, board and composer of one episode."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from clemtui.engine import Request, View
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.live import LiveEnd
from clemtui.episode.updates import Streamed, Update
from clemtui.ui.play.actions import PlayActions
from clemtui.ui.play.entries import streaming, wait, where, who
from clemtui.ui.play.halted_choices import ways_on
from clemtui.ui.play.keys import PLAY_BINDINGS, PLAY_KEYS
from clemtui.ui.shell.base import is_at
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenHandOver, OpenPause, OpenPlay
from clemtui.ui.widgets.answer.composer import Composer, Histories, Writing
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.dock import ChoicePanel, WaitPanel
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.transcript.lines import transcript
from clemtui.ui.widgets.transcript.log import Transcript

FLUSHES_PER_SECOND = 12
"""How often what an observer sees being written is drawn."""


class PlayScreen(PlayActions):
    """Plays one live episode, for the people here or for an observer."""

    AUTO_FOCUS = ""  # the composer takes the focus when there is something to answer

    KEYS = PLAY_KEYS
    BINDINGS: ClassVar[list[BindingType]] = PLAY_BINDINGS

    def __init__(self, context: Context, to: OpenPlay) -> None:
        super().__init__(context, to)
        live = to.live
        self.aids = frozenset(live.condition.aids)
        self.assisted = live.condition.interface == "assisted" or not live.human_seats
        self._histories: Histories = {}
        self._writing: Writing | None = None
        self._streaming: Timer | None = None
        self._shown = 0
        self._round = 0
        self._refreshing = False
        self._again = False
        self._still = asyncio.Event()
        self._still.set()

    # What is on the screen

    def title_text(self) -> str:
        return where(self.stage, self.voice)

    def contents(self) -> Iterator[Widget]:
        yield Static(id="banner", markup=False)
        yield Container(
            Board(self.voice, id="board"), Transcript(self.interface, id="transcript"), id="body"
        )
        yield ContentSwitcher(
            WaitPanel(id="waiting"),
            Composer(self.voice, self._histories, assisted=self.assisted, id="answer"),
            ChoicePanel(id="choose"),
            id="dock",
            initial="waiting",
        )

    async def fill(self) -> None:
        self._shown = 0
        self._round = 0
        self.query_one(Transcript).details = self.details
        writing, self._writing = self._writing, None
        if writing is not None and writing.request.id == self._next_id():
            self.query_one("#dock", ContentSwitcher).current = "answer"
            await self.query_one(Composer).go_on(writing, self.aids)
        self.enlarge()
        await self._show_changes()

    async def retranslate(self) -> bool:
        await self._still.wait()
        self._refreshing = True
        self._still.clear()
        try:
            composer, before = self.query_one(Composer), self.query_one(Transcript)
            marked, place, unseen = before.marked, before.scroll_offset.y, before.unseen
            at_end = before.at_end
            await self.keep_due_draft()
            self._writing = composer.writing()
            labels = self.context.labels(self.live.game.card.id)
            self.voice = replace(self.voice, interface=self.interface, labels=labels)
            if not await super().retranslate():
                return False
            after = self.query_one(Transcript)
            after.marked = marked
            if not at_end:
                after.go_back(place, unseen)
        finally:
            self._refreshing = False
            self._still.set()
        self.call_next(self.refresh_all)
        return True

    def on_mount(self) -> None:
        self._streaming = self.set_interval(
            1 / FLUSHES_PER_SECOND, self._show_stream, pause=True, name="stream"
        )
        self.set_interval(1, self.tick)
        if self.stage.watching:
            self.pacing.begin()
        self.live.subscribe(self._take)
        self.run_worker(self._play(), group="play", name="play")

    def show_person(self) -> None:
        for headline in self.query(Headline):
            headline.show(self.title_text(), who(self.stage, self.voice, self.context.person))

    # The episode

    async def _play(self) -> None:
        try:
            end = await self.live.play()
        except PlayError as error:
            self.complain(message_of(error))
            end = "left"
        finally:
            self.stopped.set()
        self.call_next(self._ended, end)

    def _take(self, update: Update) -> None:
        self.stage.apply(update)
        if isinstance(update, Streamed):
            if self._streaming is not None:
                self._streaming.resume()
        elif self.is_running:
            self.call_next(self.refresh_all)

    async def _ended(self, end: LiveEnd) -> None:
        if end == "not recorded" or self.going:
            return
        if end == "finished" and self.stage.watching:
            return  # whoever watches says when the result is to come
        while self.app.screen is not self and self in self.app.screen_stack:
            await self.app.pop_screen()
        if end == "left":
            self.dismiss(None)
        else:
            self.show_result()

    # What is new

    async def refresh_all(self) -> None:
        """Show what is new. Updates that come meanwhile are shown together afterwards."""
        self._again = True
        if self._refreshing:
            return
        self._refreshing = True
        self._still.clear()
        try:
            while self._again and self.is_running:
                self._again = False
                await self._show_changes()
        finally:
            self._refreshing = False
            self._still.set()

    async def _show_changes(self) -> None:
        stage = self.stage
        request = stage.next_request()
        if stage.shared and not self.covered and request and request.seat != stage.active:
            await self._hand_over(request.seat)
        if stage.active is None:
            return
        new = stage.state.lines[self._shown :]
        told = new if stage.watching else [line for line in new if not line.side]
        self.query_one(Transcript).add(
            transcript(
                told,
                self.voice,
                stage.active,
                after=self._round,
                rounds=stage.watching or not stage.state.verbatim,
            )
        )
        self._shown += len(new)
        self._round = max([self._round, *(line.round for line in told)])
        self._show_stream()
        self.show_person()
        self._show_failure()
        await self.query_one(Board).show(self.view())
        if not self.covered:
            await self._show_dock()
        self.refresh_bindings()

    async def _hand_over(self, seat: str) -> None:
        self.covered = True

        def taken(_: None) -> None:
            self.covered = False
            self.call_next(self.refresh_all)

        await self.open(OpenHandOver(lambda: self.voice, seat), taken)
        self.query_one(Composer).close()
        self.query_one("#dock", ContentSwitcher).current = "waiting"
        self.stage.active = seat
        self.asked = None
        self.query_one(Transcript).replace(())
        self._shown = 0
        self._round = 0

    def _show_failure(self) -> None:
        failure = self.stage.state.failure
        self.set_class(failure is not None, "-failed")
        if failure is not None:
            if is_at(self.app.screen, OpenPause):
                self.app.screen.dismiss()
            text = self.interface.text(
                "Nothing can be recorded any more, so play has stopped: {why}", why=failure.message
            )
            self.query_one("#banner", Static).update(text)

    async def _show_dock(self) -> None:
        dock = self.query_one("#dock", ContentSwitcher)
        composer, panel = self.query_one(Composer), self.query_one(ChoicePanel)
        request = self.stage.next_request()
        ways = ways_on(self.stage, self.voice)
        if composer.request is not None and (request is None or self.stage.state.over):
            composer.close()
        if ways is not None:
            panel.show(*ways)
            if dock.current != "choose":
                dock.current = "choose"
                panel.focus_choices()
        elif request is None or self.stage.state.over:
            self.tick()
            if dock.current != "waiting" or self.focused is None:
                dock.current = "waiting"
                self.query_one(Transcript).focus()
        elif composer.request is None or composer.request.id != request.id:
            dock.current = "answer"
            await self._ask(request)
        elif dock.current != "answer":
            dock.current = "answer"
            composer.focus_answer()
        self.enlarge()

    async def _ask(self, request: Request) -> None:
        composer = self.query_one(Composer)
        mine = [line.text for line in self.stage.state.lines if line.kind == "from seat"]
        composer.recall(request.seat, [text for text in mine if isinstance(text, str)])
        self.asked = request
        draft: str | Mapping[str, Any] | None = self.live.drafts.get(request.id)
        await composer.open(request, self.view(), self.aids, draft)

    def _next_id(self) -> int | None:
        request = self.stage.next_request()
        return None if request is None else request.id

    def view(self) -> View:
        return self.live.view(self.stage.active) if self.stage.active else View()

    def _show_stream(self) -> None:
        """Draw what is being written, where one may watch it; rest while nothing is."""
        writing = self.stage.streamed()
        tail = streaming(writing, self.voice) if writing is not None else None
        for shown in self.query(Transcript):  # none while the screen is made anew
            shown.set_tail(tail)
        if writing is None and self._streaming is not None:
            self._streaming.pause()

    def tick(self) -> None:
        ui = self.interface
        waits = [
            wait(waiting, self.stage.seconds(waiting), self.voice)
            for waiting in self.stage.waiting_for()
        ]
        if self.stage.state.over:
            lines = [ui.text("The episode has ended.")]
        elif self.stage.watching:
            lines = [*waits, self.pacing.said(ui)]
        else:
            lines = waits or [ui.text("One moment…")]
        for panel in self.query(WaitPanel):
            panel.show(lines)

    def enlarge(self) -> None:
        composer, dock = self.query_one(Composer), self.query_one("#dock", ContentSwitcher)
        larger = composer.has_class("-expanded") or composer.has_class("-large")
        choosing = dock.current == "choose" and not self.stage.state.over
        dock.set_class(choosing, "-choosing")
        dock.set_class(choosing or (larger and dock.current == "answer"), "-large")

    # Answers

    @on(Composer.Sent)
    def _sent(self, event: Composer.Sent) -> None:
        composer = self.query_one(Composer)
        if composer.request is not event.request or composer.answering is None:
            return  # the key was pressed twice before the first was taken
        timing = composer.answering.timing(event.values)
        if self.live.answer(event.request.id, event.text, timing):
            composer.close(sent=True)
            if event.request.purpose != "side question":  # nothing of that comes there
                self.query_one(Transcript).follow()
        else:
            self.complain(self.interface.text("This question is not open any more."))

    @on(Composer.Drafted)
    async def _drafted(self, event: Composer.Drafted) -> None:
        await self.keep_draft(event.request.id, event.body)

    @on(events.AppBlur)
    def _away(self) -> None:
        answering = self.query_one(Composer).answering
        if answering is not None:
            answering.away()

    @on(events.AppFocus)
    def _back(self) -> None:
        answering = self.query_one(Composer).answering
        if answering is not None:
            answering.back()
