"""A dialog to confirm something."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from clemtui.language import Interface, translatable
from clemtui.ui.shell.dialogs.overlay import Overlay


class ConfirmDialog(Overlay[bool]):
    """A dialog that asks for confirmation. Enter means yes, Escape no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", translatable("Yes"), id="confirm.yes"),
        Binding("escape", "answer(False)", translatable("No"), id="confirm.no"),
    ]

    def __init__(self, interface: Interface, question: str, confirm_label: str) -> None:
        super().__init__()
        self.interface = interface
        self.question = question
        self.confirm_label = confirm_label

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(self.question, markup=False)
            yield Static(
                self.interface.text("Enter: {yes}    Escape: back", yes=self.confirm_label),
                markup=False,
                classes="choices",
            )

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)
