"""The path of a participant through a study: page by page, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widget import Widget

from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.seat_port import SeatPort
from clemtui.language import Interface, one_line, translatable
from clemtui.language.catalogues import SOURCE_LANGUAGE
from clemtui.records.errors import StoreError
from clemtui.study.joining.front import GoesBack, Leaves, PlayedUntil, Withdraws
from clemtui.study.joining.session import (
    choose_language,
    is_erased,
    opened_study,
    take_part,
    who_comes,
)
from clemtui.study.joining.trouble import (
    cannot_take_part,
    did_not_work,
    erased,
    in_trouble,
    is_doubtful,
    not_recorded,
    note_reason,
)
from clemtui.study.joining.walking import code_to_say, how_to_go_on, left_lines
from clemtui.study.path.wording import Asked, in_language
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
        "study.back",
        "study.text_down",
        "study.leave",
        "study.stay",
        "study.withdraw",
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", translatable("Leave"), id="study.leave"),
        Binding("f3,ctrl+b", "back", translatable("Back"), id="study.back", priority=True),
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
        self._goes: type[Leaves] | type[Withdraws] | None = None
        """What the participant wanted to do when no page could take it."""
        self._ended = True
        """Whether no one takes part at the moment."""
        self._quits = False
        """Whether the program ends with this participant."""
        self._exiting = False
        """Whether it is ending."""
        self._recorded = asyncio.Event()
        """Set when all that a participant did is recorded."""
        self._guard = KeyGuard(painted=False)

    @property
    def can_withdraw(self) -> bool:
        return not self._ended and not self._page.withdrawing

    @property
    def player(self) -> str:
        return ""  # their code is for them alone

    def title_text(self) -> str:
        if self._study is None:
            return "clemtui"
        protocol = self._study.manifest.protocol
        public = protocol.public_title
        return one_line(protocol.title if public is None else in_language(public, self.interface))

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
        if self.can_withdraw:
            yield "", f"{self._front.how_to_leave} {self._front.how_to_withdraw}"

    def on_mount(self) -> None:
        self.call_after_refresh(self._guard.mark_painted)

    # The path

    def reload(self) -> None:
        self.run_latest(self._run, group="study")

    async def _run(self) -> None:
        settings, language = self.context.settings, self.interface.language
        while not self._exiting:
            await self._welcome()
            if not self._start.repeats or self._quits:
                break
            self.context.choose_person("")
            await self.program.use_settings(settings, language)
        if not self._exiting:
            await self.app.action_quit()

    async def _welcome(self) -> None:
        """Take the next participant through the study as it is now frozen."""
        code = self._start.code
        try:
            await self.context.read_packs()
            studies = Studies(await self.context.service())
            if self._start.repeats:
                code = await self._who_comes(studies, await self._opened(studies))
            study = await self._opened(studies)  # which may have been amended meanwhile
        except (PlayError, StoreError) as error:
            await self._note(error)
            self._front.say(cannot_take_part(self.interface, error))
            await self._last_page()
            return
        has_language = self._start.repeats
        while await self._sit(studies, study, code, has_language=has_language):
            code, has_language = self.context.person or code, True

    async def _opened(self, studies: Studies) -> StudyInRecords:
        start = self._start
        self._study = study = await opened_study(studies, start.name, start.folder)
        return study

    async def _who_comes(self, studies: Studies, study: StudyInRecords) -> str:
        """Ask for the language of the next participant, and return their code; empty: new."""
        while True:
            try:
                await choose_language(self._front, study)
                return await who_comes(self._front, studies, study)
            except (Leaves, Withdraws):
                continue  # no one is here who could

    async def _sit(
        self, studies: Studies, study: StudyInRecords, code: str, *, has_language: bool
    ) -> bool:
        """Take someone through the study as far as they go; return whether to try again."""
        self._ended = False
        self._recorded.clear()
        try:
            await take_part(
                self._front, studies, study, code, self._start.collector, has_language=has_language
            )
        except (PlayError, StoreError) as error:
            await self._note(error)
            if not self.context.person:
                self._front.say(cannot_take_part(self.interface, error))
            elif await is_erased(studies, study, self.context.person):
                self._front.say(erased(self.interface))
            elif await self._try_again(error):
                return True
        finally:
            self._recorded.set()
        self._ended = True
        if self._exiting:
            return False
        await self._last_page()
        try:  # who comes back begins another sitting
            await studies.play.end_sitting(self.context.person)
        except StoreError as error:
            self.show_trouble(error)
        return False

    def note_trouble(self, error: Exception) -> None:
        # a worker of the app, so that it is noted whatever happens here
        self.app.run_worker(self._note(error), group="trouble")

    async def _note(self, error: Exception | str) -> None:
        """Note a reason for those who run the study."""
        reason = error if isinstance(error, str) else message_of(error)
        reason = Interface(SOURCE_LANGUAGE).show(reason)
        database, name = self.context.options.database, self._start.name
        try:
            await asyncio.to_thread(note_reason, database, name, reason, self.context.person)
        except OSError:  # nothing can be written anywhere
            self.show_error(
                self.interface.text(
                    "Something does not work at the moment. Please tell those who run the study."
                )
            )

    async def _try_again(self, error: Exception) -> bool:
        ui = self.interface
        options = (ui.text("Try again"), ui.text("Leave"))
        asked = Asked("again", did_not_work(ui, error), options, (True, False))
        try:
            if await self._front.ask(asked, in_trouble(ui)):
                return True
        except Withdraws:
            self._goes = Withdraws  # asked once more as soon as the study is open again
            return True
        except Leaves:
            pass  # as if it had been chosen
        assert self._study is not None  # else no one could have taken part
        code = code_to_say(self._study.manifest, self.context.person)
        left = [how_to_go_on(ui, code)] if is_doubtful(error) else left_lines(ui, code)
        self._front.say(*left)
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
            Leaves, Withdraws, GoesBack: if the participant wants that instead.
        """
        if self._goes is not None:
            goes, self._goes = self._goes, None
            raise goes
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
            return self.can_withdraw
        if action == "back":
            return self._page.back
        if action == "text":
            (step,) = parameters
            return any(view.has_more(int(str(step))) for view in self.query(PageView))
        return True

    def key_of(self, id: str) -> str:
        """Return the key of a binding, by its id, as it is printed on keyboards."""
        keys = (each.binding for each in self.active_bindings.values() if each.binding.id == id)
        return self.app.get_key_display(next(keys))

    # Playing

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Show an episode until it ends or is left."""
        end = await self.ask(OpenPlay(live, voice))
        if self._goes is not None:
            goes, self._goes = self._goes, None
            return "withdraws" if goes is Withdraws else "left"
        if end == "not recorded":
            await self._note(not_recorded(self.context.options.database))
        return end

    # Leaving

    def confirm_leave(self) -> bool:
        if not self._ended:
            self.action_leave()
        return not self._ended

    def action_back(self) -> None:
        self._answer_with(GoesBack())

    def _answer_with(self, wish: Leaves | Withdraws | GoesBack) -> bool:
        """Answer the page with a wish; return False if no page waits for an answer."""
        if self._answer is None or self._answer.done():
            return False
        self._answer.set_exception(wish)
        return True

    def action_leave(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._answer_with(Leaves())

        self._ask_to_leave(answered)

    def confirm_quit(self) -> bool:
        if self._ended or isinstance(self.app.screen, ConfirmDialog):
            return False  # asked already, it is meant

        def answered(yes: bool | None) -> None:
            if yes:
                self._quits = True
                self.run_latest(self._leave_for_now, group="withdraw")

        self._ask_to_leave(answered)
        return True

    def _ask_to_leave(self, answered: Callable[[bool | None], None]) -> None:
        ui = self.interface
        if self._page.last:
            question = ui.text("Leave? Everything is recorded, and you have finished the study.")
        elif self.context.person:
            question = ui.text(
                "Leave? Everything so far is recorded, and you can go on later with your code."
            )
        else:
            question = ui.text("Leave? Nothing about you is recorded yet.")
        self.app.push_screen(ConfirmDialog(ui, question, ui.text("leave now")), answered)

    async def withdraw(self) -> None:
        """Let the participant withdraw: what they are doing is left, and they are asked."""
        await self._go_from_anywhere(Withdraws)

    async def _leave_for_now(self) -> None:
        await self._go_from_anywhere(Leaves)

    async def _go_from_anywhere(self, wish: type[Leaves] | type[Withdraws]) -> None:
        """Leave what the participant is doing, and then do as they wish."""
        while self.app.screen is not self:
            top = self.app.screen
            if is_at(top, OpenPlay, OpenEpisodeEnd):
                self._goes = wish
                if isinstance(top, BaseScreen):
                    await top.before_exit()  # which saves the episode
                top.dismiss(None)
                return  # what is below the end of an episode goes with it
            await self.app.pop_screen()
        if not self._answer_with(wish()):
            self._goes = wish

    async def before_exit(self) -> None:
        """Record what was answered and could still have been changed."""
        self._exiting = True
        if not self._ended and self._answer_with(Leaves()):
            await self._recorded.wait()
