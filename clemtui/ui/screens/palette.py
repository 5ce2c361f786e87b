"""The command palette: every action of a screen by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from clemtui.language import Interface, translatable

Command = tuple[str, str, Binding]
"""An action, its name, and the binding that does the same."""


class PaletteScreen(ModalScreen[str | None]):
    """Finds an action by parts of its name; Enter runs it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", translatable("Back"), id="palette.close"),
        Binding("down", "move(1)", translatable("Next command"), id="palette.next"),
        Binding("up", "move(-1)", translatable("Previous command"), id="palette.previous"),
    ]

    def __init__(self, interface: Interface, commands: Sequence[Command]) -> None:
        super().__init__()
        self.interface = interface
        self.commands = tuple(commands)

    def compose(self) -> ComposeResult:
        with Vertical(id="palette"):
            yield Input(placeholder=self.interface.text("What do you want to do?"), compact=True)
            yield OptionList(markup=False)

    def on_mount(self) -> None:
        self._offer("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._offer(event.value)

    def on_input_submitted(self) -> None:
        choices = self.query_one(OptionList)
        if choices.highlighted is not None:
            self.dismiss(choices.get_option_at_index(choices.highlighted).id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_close(self) -> None:
        self.dismiss(None)

    def action_move(self, step: int) -> None:
        choices = self.query_one(OptionList)
        (choices.action_cursor_down if step > 0 else choices.action_cursor_up)()

    def _offer(self, text: str) -> None:
        wanted = text.casefold().split()
        choices = self.query_one(OptionList)
        choices.clear_options()
        for action, name, binding in self.commands:
            if all(part in name.casefold() for part in wanted):
                key = self.app.get_key_display(binding)
                line = Content.assemble(name, "  ", (key, "$foreground-muted"))
                choices.add_option(Option(line, id=action))
        if choices.option_count:
            choices.highlighted = 0
