"""Small dialogs: a choice of one option, and a line of text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clemtui.language import Interface, translatable
from clemtui.ui.shell.dialogs.overlay import Dialog
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.lists import MenuList


class ChoiceList(MenuList):
    """A list in which Enter chooses the highlighted item."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Choose"), id="choice.take")
    ]


class ChoiceDialog(Dialog[str]):
    """A dialog that asks for one of several values. It returns the value, or None.

    ``preview`` is called with each highlighted value, and with None when the dialog is cancelled.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", translatable("Back"), id="choice.close")
    ]

    def __init__(
        self,
        interface: Interface,
        title: str,
        options: Sequence[tuple[str, str]],
        current: str,
        preview: Callable[[str | None], None] | None = None,
    ) -> None:
        super().__init__()
        self.interface = interface
        self.question = title
        self.options = tuple(options)
        self.current = current
        self._preview = preview

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialogue"):
            yield Static(self.question, markup=False, classes="heading")
            yield ChoiceList(
                *(
                    Option(Content(f"{'✓' if value == self.current else ' '} {name}"))
                    for value, name in self.options
                ),
                markup=False,
            )
            yield Static(
                self.interface.text("Enter: choose    Escape: back"),
                markup=False,
                classes="choices",
            )

    def on_mount(self) -> None:
        choices = self.query_one(OptionList)
        values = [value for value, _ in self.options]
        choices.highlighted = values.index(self.current) if self.current in values else 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if self._preview is not None:
            self._preview(self.options[event.option_index][0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.options[event.option_index][0])

    def action_close(self) -> None:
        if self._preview is not None:
            self._preview(None)
        super().action_close()


class TextDialog(Dialog[None]):
    """A dialog that asks for a line of text, and stays open until ``take`` accepts it.

    ``take`` returns None, or a line that explains what is wrong.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", translatable("Back"), id="choice.close")
    ]

    def __init__(
        self,
        interface: Interface,
        title: str,
        explanation: str,
        text: str,
        take: Callable[[str], Awaitable[str | None]],
    ) -> None:
        super().__init__()
        self.interface = interface
        self.question = title
        self.explanation = explanation
        self.text = text
        self._take = take

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialogue"):
            yield Static(self.question, markup=False, classes="heading")
            yield Static(self.explanation, markup=False, classes="explanation")
            yield LineInput(self.text)
            yield Static(markup=False, classes="error")
            yield Static(
                self.interface.text("Enter: save    Escape: back"), markup=False, classes="choices"
            )

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        problem = await self._take(event.value.strip())
        if problem is None:
            self.dismiss(None)
        else:
            self.query_one(".error", Static).update(self.interface.show(problem))
