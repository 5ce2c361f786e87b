"""The path of a participant through a study: page by page, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.seat_port import SeatPort
from clemtui.language import one_line, translatable
from clemtui.records.errors import StoreError
from clemtui.study.joining.front import Leaves, PlayedUntil, Withdraws
from clemtui.study.joining.session import opened_study, take_part
from clemtui.study.joining.walking import left_lines
from clemtui.study.path.wording import Asked
from clemtui.study.service import Studies, StudyInRecords
from clemtui.ui.shell.base import BaseScreen, FirstScreen, is_at
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.navigation import OpenEpisodeEnd, OpenPlay, OpenStudy
from clemtui.ui.study.front import AppFront
from clemtui.ui.study.page import Answered, Page, PageView
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.wording.phrases import Voice


class StudyScreen(FirstScreen):
    """Shows a participant one page after the other, and the episodes that they play."""

    KEYS = (
        "study.go_on",
        "study.choose",
        "study.send",
        "study.text_down",
        "study.leave",
        "study.withdraw",
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", translatable("Leave"), id="study.leave"),
        Binding("pagedown", "text(1)", translatable("Read on"), id="study.text_down",
                priority=True),
        Binding("pageup", "text(-1)", translatable("Read back"), False, id="study.text_up",
                priority=True),
    ]  # fmt: skip

    def __init__(self, context: Context, to: OpenStudy) -> None:
        super().__init__(context, to)
        start = context.options.study
        assert start is not None
        self._start = start
        self._study: StudyInRecords | None = None
        self._front = AppFront(self)
        self._page = Page(paragraphs=(self.interface.text("One moment…"),))
        self._number = 0
        self._answer: asyncio.Future[Answered] | None = None
        self._withdraws = False
        self._ended = True
        """Whether no one takes part at the moment."""
        self._guard = KeyGuard(painted=False)

    @property
    def can_withdraw(self) -> bool:
        return not self._ended

    @property
    def player(self) -> str:
        return ""  # their code is for them alone

    def title_text(self) -> str:
        return "clemtui" if self._study is None else one_line(self._study.manifest.protocol.title)

    def contents(self) -> Iterator[Widget]:
        yield PageView(self._page, self._number, self.interface)

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            "",
            ui.text(
                "Read, then press Enter to go on. To answer a question, move to an option with the "
                "arrow keys or its number, and press Enter."
            ),
        )
        if not self._ended:
            yield "", f"{self._front.how_to_leave} {self._front.how_to_withdraw}"

    def on_mount(self) -> None:
        self.call_after_refresh(self._guard.mark_painted)

    # The path

    def reload(self) -> None:
        self.run_latest(self._run, group="study")

    async def _run(self) -> None:
        try:
            await self.context.read_packs()
            studies = Studies(await self.context.service())
            self._study = study = await opened_study(studies, self._start.name, self._start.folder)
        except (PlayError, StoreError) as error:
            self._front.say(self.interface.show(message_of(error)))
            await self._last_page()
            await self.app.action_quit()
            return
        settings, language = self.context.settings, self.interface.language
        code = self._start.code
        while True:
            if self._start.repeats:
                code = await self._welcome()
            while await self._sit(studies, study, code):
                code = self.context.person or code
            if not self._start.repeats:
                break
            self.context.choose_person("")
            await self.program.use_settings(settings, language)
        await self.app.action_quit()

    async def _welcome(self) -> str:
        """Ask the next participant for their code; empty: they are new."""
        ui = self.interface
        asked = Asked("code", ui.text("To go on with the study, type your code. If you are new, "
                                      "leave this empty."), optional=True)  # fmt: skip
        while True:
            try:
                return str(await self._front.ask(asked) or "")
            except (Leaves, Withdraws):
                continue  # no one is here who could

    async def _sit(self, studies: Studies, study: StudyInRecords, code: str) -> bool:
        """Take someone through the study as far as they go; return whether to try again."""
        self._ended = False
        try:
            await take_part(self._front, studies, study, code, self._start.collector)
        except (PlayError, StoreError) as error:
            self._front.say(self.interface.show(message_of(error)))
            if self.context.person and await self._try_again():
                return True
        self._ended = True
        await self._last_page()
        try:  # who comes back begins another sitting
            await studies.play.end_sitting(self.context.person)
        except StoreError as error:
            self.show_error(message_of(error))
        return False

    async def _try_again(self) -> bool:
        ui = self.interface
        options = (ui.text("Try again"), ui.text("Leave"))
        asked = Asked("again", ui.text("This did not work. Everything so far is recorded."),
                      options, (True, False))  # fmt: skip
        try:
            if await self._front.ask(asked):
                return True
        except Withdraws:
            self._withdraws = True  # asked once more as soon as the study is open again
            return True
        except Leaves:
            pass  # as if it had been chosen
        self._front.say(*left_lines(ui, self.context.person))
        return False

    async def _last_page(self) -> None:
        """Show what was said last, until someone presses Enter."""
        try:
            await self.turn_to(Page(paragraphs=self._front.take_said()))
        except (Leaves, Withdraws):
            return

    # Pages

    async def turn_to(self, page: Page) -> Answered:
        """Show a page and return the answer.

        Raises:
            Leaves, Withdraws: if the participant wants that instead.
        """
        if self._withdraws:
            self._withdraws = False
            raise Withdraws
        self.refresh_bindings()
        self._page, self._number = page, self._number + 1
        self._guard = guard = KeyGuard(painted=False)
        answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._answer = answer
        if await self.rebuild():
            self.query_one(PageView).take_focus()
            self.call_after_refresh(guard.mark_painted)
            self.call_after_refresh(self.refresh_bindings)
        try:
            return await answer
        finally:
            self._answer = None

    async def speak(self, tag: str) -> None:
        """Switch to another interface language."""
        await self.program.change_settings({"language": tag})

    @on(Answered)
    def _answered(self, event: Answered) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(event)

    def on_key(self, event: events.Key) -> None:
        """Ignore what was typed for the page before."""
        if (event.is_printable or event.key == "enter") and self._guard.rejects(event):
            event.stop()
            event.prevent_default()

    def action_text(self, step: int) -> None:
        self.query_one(PageView).scroll_text(step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "leave":
            return not self._ended
        if action == "text":
            return any(view.overflows for view in self.query(PageView))
        return True

    def key_of(self, id: str) -> str:
        """Return the key of a binding, by its id, as it is printed on keyboards."""
        keys = (each.binding for each in self.active_bindings.values() if each.binding.id == id)
        return self.app.get_key_display(next(keys))

    # Playing

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Show an episode until it ends or is left."""
        end = await self.ask(OpenPlay(live, voice))
        if self._withdraws:
            self._withdraws = False
            return "withdraws"
        return end

    # Leaving

    def confirm_leave(self) -> bool:
        if not self._ended:
            self.action_leave()
        return not self._ended

    def action_leave(self) -> None:
        ui = self.interface
        question = (
            ui.text("Leave? Everything so far is recorded, and you can go on later with your code.")
            if self.context.person
            else ui.text("Leave? Nothing about you is recorded yet.")
        )

        def answered(yes: bool | None) -> None:
            if yes and self._answer is not None and not self._answer.done():
                self._answer.set_exception(Leaves())

        self.app.push_screen(ConfirmDialog(ui, question, ui.text("leave now")), answered)

    async def withdraw(self) -> None:
        """Let the participant withdraw: what they are doing is left, and they are asked."""
        while self.app.screen is not self:
            top = self.app.screen
            if is_at(top, OpenPlay, OpenEpisodeEnd):
                self._withdraws = True
                if isinstance(top, BaseScreen):
                    await top.before_exit()  # which saves the episode
                top.dismiss(None)
                return  # what is below the end of an episode goes with it
            await self.app.pop_screen()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Withdraws())
        else:
            self._withdraws = True
