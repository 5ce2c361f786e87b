"""The welcome screen, which asks for a pseudonym on the very first start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from clemtui.episode.errors import PlayError, message_of
from clemtui.language import one_line, translatable
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenWelcome
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.line_input import LineInput


class NameInput(LineInput):
    """An input for a name; Enter accepts it, or the suggestion if it is empty."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", translatable("Use this name"), id="people.name"),
    ]


class WelcomeScreen(BaseScreen[None]):
    """The screen that asks for a pseudonym and suggests one; a person is set when it closes."""

    KEYS = ("people.name", "people.later")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "later", translatable("Not now"), id="people.later"),
    ]

    def __init__(self, context: Context, to: OpenWelcome) -> None:
        super().__init__(context, to)
        self.suggestion = to.suggestion
        self._guard: KeyGuard | None = KeyGuard(painted=False)

    def title_text(self) -> str:
        return self.interface.text("Welcome to clemtui")

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        yield VerticalScroll(
            Static(ui.text("What name would you like to use?"), markup=False, classes="heading"),
            NameInput(placeholder=one_line(self.suggestion), id="name"),
            Static(markup=False, classes="error"),
            Static(self._hint(self.suggestion), markup=False, classes="paragraph", id="hint"),
            Static(
                self._explanation()
                if self.context.may("people")
                else ui.text("Choose a name that does not identify you. There is no password."),
                markup=False,
                classes="paragraph",
            ),
            id="hello",
            can_focus=False,
        )

    def _explanation(self) -> str:
        return self.interface.text(
            "It is a pseudonym, not an account: there is no password, and nothing "
            "leaves this computer except what you send to a model you play with. "
            "Choose one that does not identify you. To play under another name later, "
            "press w on the home screen."
        )

    def _hint(self, name: str) -> str:
        return self.interface.text(
            "Press Enter to use {name}. Your games are recorded under this name, "
            "so that you can find them again and follow your progress.",
            name=one_line(name),
        )

    def on_mount(self) -> None:
        assert self._guard is not None
        self.call_after_refresh(self._guard.mark_painted)
        self.query_one("#name").focus()

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "Type a name and press Enter, or press Enter to use the suggested one."
            ),
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the name that Enter would use."""
        event.stop()
        self.query_one("#hint", Static).update(self._hint(self._entered_name()))

    def _entered_name(self) -> str:
        return self.query_one("#name", Input).value.strip() or self.suggestion

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._guard is not None and self._guard.rejects():
            return  # typed before the screen was visible
        self._guard = None
        self._take(self._entered_name())

    def _take(self, name: str) -> None:
        self.program.hold_typed()
        self.run_worker(self._use_name(name), group="take", exclusive=True)

    async def _use_name(self, name: str) -> None:
        try:
            await self._play_as_new(name)
        finally:
            self.program.take_typed(keep_line=False)

    async def _play_as_new(self, name: str) -> None:
        try:
            service = await self.context.service()
            person = await service.add_person(name)
        except (PlayError, StoreError) as error:
            await self.wait_composed()
            problem = self.interface.show(message_of(error))
            self.query_one(".error", Static).update(f"✗ {problem}")
            return
        await self.play_as(person.pseudonym)
        self.dismiss(None)

    def action_later(self) -> None:
        """Use the suggested name for this run only, and ask again next time.

        A visitor's becomes theirs at once, or several could have it.
        """
        if not self.context.may("people"):
            self._take(self.suggestion)
            return
        self.context.choose_person(self.suggestion)
        self.dismiss(None)
