"""Questions to confirm, and the curtain between two people at one keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import Interface, translatable
from clemtui.ui.calm import Calm
from clemtui.ui.context import Context
from clemtui.ui.screens.base import BaseScreen


class ConfirmScreen(ModalScreen[bool]):
    """Asks whether something is meant. Enter says yes, Escape no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "answer(True)", translatable("Yes"), id="confirm.yes"),
        Binding("escape,n", "answer(False)", translatable("No"), id="confirm.no"),
    ]

    def __init__(self, interface: Interface, question: str, yes: str) -> None:
        super().__init__()
        self.interface = interface
        self.question = question
        self.yes = yes

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(self.question, markup=False)
            yield Static(
                self.interface.text("Enter: {yes}    Escape: back", yes=self.yes),
                markup=False,
                classes="choices",
            )

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class HandOverScreen(BaseScreen[None]):
    """Hides everything until the person whose turn it is has the keyboard."""

    KEYS = ("handover.take",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", translatable("I have the keyboard"), id="handover.take")
    ]

    def __init__(self, context: Context, role: str) -> None:
        super().__init__(context)
        self.role = role
        self._calm = Calm()

    def contents(self) -> Iterator[Widget]:
        yield Middle(
            Static(
                self.interface.text("It is the turn of: {role}", role=self.role),
                markup=False,
                classes="heading",
            ),
            Static(
                self.interface.text(
                    "Hand over the keyboard. Nobody else should look. Then press any key."
                ),
                markup=False,
            ),
            id="curtain",
        )

    def on_key(self, event: events.Key) -> None:
        if event.is_printable or event.key in ("enter", "escape"):
            event.stop()
            if not self._calm.too_soon():  # else it was typed by the person before
                self.action_take()

    def action_take(self) -> None:
        self.dismiss(None)
