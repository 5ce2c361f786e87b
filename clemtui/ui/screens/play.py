"""The play screen: transcript, board and composer of one episode."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from clemtui.engine import OBSERVER, Request, View
from clemtui.language import safe
from clemtui.play.errors import PlayError, StoreError
from clemtui.play.live import LiveEnd, LiveEpisode
from clemtui.play.phrases import Voice, bounded
from clemtui.play.updates import Halted, Streamed, Update
from clemtui.ui.context import Context
from clemtui.ui.entries import entry, streaming, wait, where
from clemtui.ui.screens.base import BaseScreen
from clemtui.ui.screens.confirm import ConfirmScreen, HandOverScreen
from clemtui.ui.screens.play_keys import PLAY_BINDINGS, PLAY_KEYS
from clemtui.ui.screens.reader import ReaderScreen
from clemtui.ui.stage import Stage
from clemtui.ui.widgets.board import Board
from clemtui.ui.widgets.composer import Composer
from clemtui.ui.widgets.dock import HaltPanel, WaitPanel
from clemtui.ui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from clemtui.play.plan import Choices

FLUSHES_PER_SECOND = 12
"""How often what an observer sees being written is drawn."""


class PlayScreen(BaseScreen[None]):
    """Plays one live episode, for the people here or for an observer."""

    AUTO_FOCUS = ""  # the composer takes the focus when there is something to answer

    KEYS = PLAY_KEYS
    BINDINGS: ClassVar[list[BindingType]] = PLAY_BINDINGS

    def __init__(
        self, context: Context, live: LiveEpisode, voice: Voice, choices: Choices | None = None
    ) -> None:
        super().__init__(context)
        self.live = live
        self.voice = voice
        self.choices = choices
        self.stage = Stage(live)
        self.aids = frozenset(live.condition.aids)
        self.assisted = live.condition.interface == "assisted" or not live.human_seats
        self._stopped = asyncio.Event()
        self._quitting = False
        self._streaming: Timer | None = None
        self._asked: Request | None = None
        self._shown = 0
        self._covered = False
        self._refreshing = False
        self._again = False

    def contents(self) -> Iterator[Widget]:
        yield Static(id="where", markup=False)
        yield Static(id="banner", markup=False)
        yield Container(Board(self.voice, id="board"), Transcript(id="transcript"), id="body")
        yield ContentSwitcher(
            WaitPanel(self.voice, id="waiting"),
            Composer(self.voice, assisted=self.assisted, id="answer"),
            HaltPanel(self.voice, id="halted"),
            id="dock",
            initial="waiting",
        )

    def on_mount(self) -> None:
        self._streaming = self.set_interval(
            1 / FLUSHES_PER_SECOND, self._show_stream, pause=True, name="stream"
        )
        self.set_interval(1, self._tick)
        self.live.subscribe(self._take)
        self.run_worker(self._play(), group="play", name="play")

    async def _play(self) -> None:
        try:
            end = await self.live.play()
        except PlayError as error:
            self.complain(str(error))
            end = "left"
        finally:
            self._stopped.set()
        self.call_next(self._ended, end)

    def _take(self, update: Update) -> None:
        self.stage.apply(update)
        if isinstance(update, Streamed):
            if self._streaming is not None:
                self._streaming.resume()
        elif self.is_running:
            self.call_next(self._refresh_all)

    async def _ended(self, end: LiveEnd) -> None:
        if end == "not recorded" or self._quitting:
            return
        while self.app.screen is not self and self in self.app.screen_stack:
            await self.app.pop_screen()
        if end == "left":
            self.dismiss(None)
            return
        from clemtui.ui.screens.result import ResultScreen

        self.app.switch_screen(
            ResultScreen(self.context, self.live, self.voice, self.stage, self.choices)
        )

    async def _refresh_all(self) -> None:
        """Show what is new. Updates that come meanwhile are shown together afterwards."""
        if self._refreshing:
            self._again = True
            return
        self._refreshing = True
        try:
            self._again = True
            while self._again and self.is_running:
                self._again = False
                await self._show_changes()
        finally:
            self._refreshing = False

    async def _show_changes(self) -> None:
        stage = self.stage
        if stage.shared and not self._covered:
            request = stage.next_request()
            if request is not None and request.seat != stage.active:
                await self._hand_over(request.seat)
        if stage.active is None:
            return
        lines = stage.state.lines
        self.query_one(Transcript).add(
            entry(line, self.voice, stage.active) for line in lines[self._shown :]
        )
        self._shown = len(lines)
        self._show_stream()
        self._show_where()
        await self.query_one(Board).show(self._view())
        if not self._covered:
            await self._show_dock()
        self.refresh_bindings()

    async def _hand_over(self, seat: str) -> None:
        self._covered = True

        def taken(_: None) -> None:
            self._covered = False
            self.call_next(self._refresh_all)

        await self.app.push_screen(HandOverScreen(self.context, self.voice.seat(seat)), taken)
        self.query_one(Composer).close()
        self.query_one("#dock", ContentSwitcher).current = "waiting"
        self.stage.active = seat
        self._asked = None
        self.query_one(Transcript).replace(())
        self._shown = 0

    def _view(self) -> View:
        return self.live.view(self.stage.active) if self.stage.active else View()

    def _show_where(self) -> None:
        self.query_one("#where", Static).update(where(self.stage, self.voice))
        failure = self.stage.state.failure
        self.set_class(failure is not None, "-failed")
        if failure is not None:
            text = self.interface.text(
                "Nothing can be recorded any more, so play has stopped: {why}", why=failure.message
            )
            self.query_one("#banner", Static).update(text)

    async def _show_dock(self) -> None:
        stage = self.stage
        dock = self.query_one("#dock", ContentSwitcher)
        composer = self.query_one(Composer)
        request = stage.next_request()
        if stage.state.halted and not stage.state.over:
            self.query_one(HaltPanel).show(self._halted())
            dock.current = "halted"
            self.query_one(HaltPanel).focus()
        elif request is None or stage.state.over:
            if composer.request is not None:
                composer.close()
            self._tick()
            if dock.current != "waiting":
                dock.current = "waiting"
                self.query_one(Transcript).focus()
        elif composer.request is None or composer.request.id != request.id:
            dock.current = "answer"
            mine = [ln.text for ln in stage.state.lines if ln.kind == "from seat"]
            composer.recall(request.seat, [text for text in mine if isinstance(text, str)])
            draft = self.live.drafts.get(request.id)
            self._asked = request
            await composer.open(request, self._view(), self.aids, draft)
            dock.set_class(composer.has_class("-large"), "-large")
        elif dock.current != "answer":
            dock.current = "answer"
            composer.focus_answer()

    def _halted(self) -> Halted:
        return next(iter(self.stage.state.halted.values()))

    def _show_stream(self) -> None:
        """Draw what is being written, where one may watch it; rest while nothing is."""
        writing = self.stage.streamed()
        tail = streaming(writing, self.voice) if writing is not None else None
        self.query_one(Transcript).set_tail(tail)
        if writing is None and self._streaming is not None:
            self._streaming.pause()

    def _tick(self) -> None:
        lines = [
            wait(waiting, self.stage.seconds(waiting), self.voice)
            for waiting in self.stage.waiting_for()
        ]
        state = self.stage.state
        self.query_one(WaitPanel).show(lines, over=state.over, stopped=state.failure is not None)

    @on(Composer.Sent)
    def _sent(self, event: Composer.Sent) -> None:
        composer = self.query_one(Composer)
        assert composer.answering is not None
        timing = composer.answering.timing(event.values)
        if self.live.answer(event.request.id, event.text, timing):
            composer.close(sent=True)
            self.query_one(Transcript).follow()
        else:
            self.complain(self.interface.text("This question is not open any more."))

    @on(Composer.Drafted)
    async def _drafted(self, event: Composer.Drafted) -> None:
        await self._keep_draft(event.request.id, event.body)

    async def _keep_draft(self, request: int, body: str | Mapping[str, Any]) -> None:
        try:
            await self.live.draft(request, body)
        except StoreError as error:
            self.complain(str(error))

    async def leave(self, *, quitting: bool = False) -> None:
        """Stop with everything saved, and wait until it is; ``quitting`` stays on this screen."""
        self._quitting = quitting
        composer = self.query_one(Composer)
        if composer.request is not None and composer.draft_due:
            await self._keep_draft(composer.request.id, composer.body())
            composer.close()
        self.live.leave()
        await self._stopped.wait()

    def action_leave(self) -> None:
        if self.stage.state.over:
            self.dismiss(None)
            return
        ui = self.interface
        question = ui.text("Leave? Everything is saved, and you can go on exactly here.")

        async def answered(yes: bool | None) -> None:
            if yes:
                await self.leave()

        self.app.push_screen(ConfirmScreen(ui, question, ui.text("leave")), answered)

    def action_give_up(self) -> None:
        seat = self.stage.active
        ui = self.interface
        question = ui.text("Give up? The episode ends and counts as aborted.")

        def answered(yes: bool | None) -> None:
            if yes and seat is not None:
                self.live.give_up(seat)

        self.app.push_screen(ConfirmScreen(ui, question, ui.text("give up")), answered)

    def action_prompt(self) -> None:
        request = self._asked
        if request is None:
            return
        ui = self.interface
        roles = {"user": ui.text("Game master"), "assistant": ui.text("You")}
        texts = [(roles.get(m.role, m.role), safe(bounded(m.text, ui))) for m in request.messages]
        title = ui.text("Everything that you were sent, as a model would get it")
        self.app.push_screen(ReaderScreen(self.context, title, texts))

    def action_submit(self) -> None:
        self.query_one(Composer).submit()

    def action_board(self) -> None:
        self.toggle_class("-toggled")

    def action_expand(self) -> None:
        composer = self.query_one(Composer)
        composer.toggle_expanded()
        larger = composer.has_class("-expanded") or composer.has_class("-large")
        self.query_one("#dock").set_class(larger, "-large")

    def action_page(self, step: int) -> None:
        transcript = self.query_one(Transcript)
        (transcript.scroll_page_down if step > 0 else transcript.scroll_page_up)(animate=False)

    def action_follow(self) -> None:
        self.query_one(Transcript).follow()

    def action_copy(self) -> None:
        text = self.query_one(Transcript).last_said()
        if text is not None:
            self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode("utf-8"))
            self.app.notify(self.interface.text("Copied."), markup=False, timeout=2)

    def action_send_again(self) -> None:
        if self.stage.state.halted:
            self.live.send(self._halted().request.id)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("send_again",):
            return bool(self.stage.state.halted) and not self.stage.state.over
        if action == "give_up":
            return self.stage.active not in (None, OBSERVER) and not self.stage.state.over
        if action == "prompt":
            return self._asked is not None
        if action == "board":
            return bool(self._view().blocks)
        if action in ("expand", "submit"):
            return self.is_mounted and self.query_one(Composer).request is not None
        return True

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

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            self.voice.labels.say(self.voice.listing.title),
            self.voice.say(self.voice.listing.rules),
        )
        yield (
            ui.text("Answering"),
            ui.text(
                "Enter sends. Tab goes to the next field. Ctrl+J begins a new line where several "
                "are allowed. Ctrl+Z takes back a change. In an empty field, Up brings back what "
                "you wrote before. A warning has to be confirmed by a second Enter."
            ),
        )
