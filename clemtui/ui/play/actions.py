"""What a person can do at the play screen beside answering."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textual import on

from clemtui.engine import Request
from clemtui.episode.errors import PlayError, StoreError, message_of
from clemtui.ui.play.reading import PlayReading
from clemtui.ui.shell.dialogs.confirm import ConfirmScreen
from clemtui.ui.shell.navigation import OpenPartners, OpenPause, OpenResult
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.answer.symbols import symbols_of, write_symbol
from clemtui.ui.widgets.dock import ChoicePanel

if TYPE_CHECKING:
    from clemtui.ui.shell.dialogs.palette import Command


class PlayActions(PlayReading):
    """What can be done with an episode; `PlayScreen` shows it."""

    # Leaving

    async def keep_draft(self, request: int, body: str | Mapping[str, Any]) -> None:
        """Record what stands in the composer."""
        try:
            await self.live.draft(request, body)
        except StoreError as error:
            self.complain(message_of(error))

    async def keep_due_draft(self) -> None:
        """Record what was written last, if it is not on record yet."""
        composer = self.query_one(Composer)
        if composer.request is not None and composer.draft_due:
            await self.keep_draft(composer.request.id, composer.body())

    async def leave(self, *, quitting: bool = False) -> None:
        """Stop with everything saved, and wait until it is; ``quitting`` stays on this screen."""
        self.going = quitting
        await self.keep_due_draft()
        self.query_one(Composer).close()
        self.live.leave()
        await self.stopped.wait()

    async def before_exit(self) -> None:
        await self.leave(quitting=True)

    def offer_to_leave(self) -> bool:
        self.action_leave()
        return True

    def action_leave(self) -> None:
        if self.stage.state.over:
            if self.stage.state.scores is not None:
                self.show_result()
            else:
                self.dismiss(None)
            return
        ui = self.interface
        question = ui.text("Leave? Everything is saved, and you can go on exactly here.")

        async def answered(yes: bool | None) -> None:
            if yes:
                await self.leave()

        self.app.push_screen(ConfirmScreen(ui, question, ui.text("leave now")), answered)

    def action_give_up(self) -> None:
        seat = self.stage.active
        ui = self.interface
        question = ui.text("Give up? The episode ends and counts as aborted.")

        def answered(yes: bool | None) -> None:
            if yes and seat is not None:
                self.live.give_up(seat)

        self.app.push_screen(ConfirmScreen(ui, question, ui.text("give up")), answered)

    def show_result(self) -> None:
        """Go on to the result."""
        scores = self.stage.state.scores
        assert scores is not None
        self.open_instead(
            OpenResult(self.live, self.voice, scores, self.stage.seen_by, self.choices)
        )

    # Ways on where play stands still

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
        for halted in tuple(self.stage.state.halted.values())[:1]:
            self.live.send(halted.request.id)

    def action_stop_call(self) -> None:
        for request in self._calls():
            if self.live.interrupt(request.id):
                return

    def _calls(self) -> list[Request]:
        """The requests for which a model is being called."""
        return [
            waiting.request
            for waiting in self.stage.waiting_for()
            if waiting.request.id not in self.stage.state.halted
            and self.live.players[waiting.request.seat].kind == "model"
        ]

    def action_other_partner(self) -> None:
        for halted in tuple(self.stage.state.halted.values())[:1]:
            # of the app: this screen goes while the other one comes
            self.app.run_worker(
                self._other_partner(halted.request.seat), group="start", exclusive=True
            )

    async def _other_partner(self, seat: str) -> None:
        from clemtui.episode.planning.casting import casting_in
        from clemtui.ui.shell.starting import continue_with

        title = self.interface.text("Who goes on as {role}?", role=self.voice.seat(seat))
        casting = casting_in(self.live, seat)
        word = await self.ask(OpenPartners(title, casting))
        if word is None:
            return
        self.going = True
        try:
            await self.keep_due_draft()
            await continue_with(self, self.live, seat, word)
        except (PlayError, StoreError) as error:
            self.going = False
            self.complain(message_of(error))
            if self.stopped.is_set():
                self.dismiss(None)

    async def refresh_all(self) -> None:
        """Show what is new."""
        raise NotImplementedError

    # Pausing and watching

    def action_pause(self) -> None:
        """Hide everything and stop the clocks; whoever only watches goes on looking."""
        if self.stage.watching:
            self.action_hold()
            return
        answering = self.query_one(Composer).answering
        if answering is not None:
            answering.away("paused")
        self.covered = True
        self.live.pause()

        def resumed(_: None) -> None:
            self.covered = False
            self.live.resume_play()
            composer = self.query_one(Composer)
            if composer.answering is not None:
                composer.answering.back("paused")
                composer.call_after_refresh(composer.place_cursor)
            self.call_next(self.refresh_all)

        self.open(OpenPause(), resumed)

    def action_hold(self) -> None:
        self.pacing.hold()

    def action_slower(self) -> None:
        self.pacing.slower()
        self.tick()

    def action_faster(self) -> None:
        self.pacing.faster()
        self.tick()

    def action_step(self) -> None:
        self.pacing.step()

    def tick(self) -> None:
        """Show again who is waited for."""
        raise NotImplementedError

    # Writing

    def action_submit(self) -> None:
        self.query_one(Composer).submit()

    def action_expand(self) -> None:
        self.query_one(Composer).toggle_expanded()
        self.enlarge()

    def enlarge(self) -> None:
        """Give the dock the room that it needs now."""
        raise NotImplementedError

    def action_editor(self) -> None:
        self.run_latest(self._edit_outside, group="editor")

    async def _edit_outside(self) -> None:
        from clemtui.config.editor import EditorFailed, command_of
        from clemtui.ui.shell.editor import edited

        composer = self.query_one(Composer)
        box, request = composer.long_box(), composer.request
        if box is None:
            return
        before = box.text
        try:
            text = await edited(
                self.app, before, command_of(self.context.settings.editor), self.interface
            )
        except EditorFailed as error:
            self.complain(message_of(error))
            return
        if composer.request is not request:
            self.complain(self.interface.text("This question is not open any more."))
        elif text != before:
            box.take(text)
            box.focus()

    def action_symbol(self) -> None:
        """Write the symbol that the game needs; where there are several, ask for one."""
        from clemtui.ui.shell.dialogs.choice import ChoiceScreen

        composer = self.query_one(Composer)

        def chosen(character: str | None) -> None:
            if character is not None:
                write_symbol(character, composer)

        characters = [symbol.character for symbol in symbols_of(composer.request, composer)]
        if len(characters) == 1:
            chosen(characters[0])
        else:
            ui = self.interface
            options = [(character, character) for character in characters]
            self.app.push_screen(ChoiceScreen(ui, ui.text("Which one?"), options, ""), chosen)

    # What can be done now

    def commands(self) -> Iterator[Command]:
        from clemtui.ui.shell.dialogs.palette import Command

        ui = self.interface
        yield from super().commands()
        yield Command(ui.text("Copy the whole transcript"), "copy_all", self)
        if self.check_action("other_partner", ()):
            yield Command(ui.text("Continue with another partner"), "other_partner", self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over, halted = self.stage.state.over, bool(self.stage.state.halted)
        match action:
            case "send_again" | "other_partner":
                return halted and not over
            case "stop_call":
                return bool(self._calls()) and not over
            case "give_up":
                return self.stage.active is not None and not self.stage.watching and not over
            case "pause":
                return not over
            case "hold" | "slower" | "faster" | "step":
                return self.stage.watching and not over
            case "prompt":
                return self.asked is not None
            case "board":
                return bool(self.view().blocks)
            case "expand" | "submit":
                return any(composer.request is not None for composer in self.query(Composer))
            case "symbol":
                return any(symbols_of(each.request, each) for each in self.query(Composer))
            case "editor":
                return any(
                    composer.request is not None and composer.long_box() is not None
                    for composer in self.query(Composer)
                )
        return True

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        if self.stage.watching:
            yield (
                ui.text("Watching"),
                ui.text(
                    "Plus and minus make it faster and slower. Space pauses and goes on; a full "
                    "stop lets one response pass. At the end, Enter brings the result."
                ),
            )
        else:
            yield (
                ui.text("Answering"),
                ui.text(
                    "Enter sends. Tab goes to the next field. Ctrl+J begins a new line where "
                    "several are allowed; Ctrl+S opens the editor for a long answer. Ctrl+Z takes "
                    "back a change. In an empty field, Up brings back what you wrote before. A "
                    "warning has to be confirmed by a second Enter."
                ),
            )
        yield (
            ui.text("Transcript"),
            ui.text(
                "Page up and page down scroll it while you write. A click, or [ and ] where it has "
                "the focus, mark a message; F8 copies the marked one, what the mouse has selected, "
                "or else the newest. T shows how long each answer took."
            ),
        )
