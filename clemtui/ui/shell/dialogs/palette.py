"""The command palette: everything that can be done now, found by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.dom import DOMNode
from textual.fuzzy import FuzzySearch
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clemtui.language import Interface, translatable
from clemtui.ui.shell.dialogs.overlay import Dialog
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.lists import MenuList


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the palette.

    Attributes:
        name: its name in the interface language.
        action: the Textual action, run in the namespace of ``node``.
        key: the key that does the same, as displayed; empty if there is none.
    """

    name: str
    action: str
    node: DOMNode
    key: str = ""


class PaletteList(MenuList, can_focus=False):
    """The matching commands. The text field above keeps the focus."""

    @property
    def shows_cursor(self) -> bool:
        return True


class PaletteScreen(Dialog[Command]):
    """A dialog that finds a command by parts of its name. Enter runs it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+p,f10", "close", translatable("Back"), id="palette.close"),
        Binding("down,tab", "move(1)", translatable("Next command"), id="palette.next"),
        Binding(
            "up,shift+tab", "move(-1)", translatable("Previous command"), id="palette.previous"
        ),
        Binding("pagedown", "page(1)", translatable("Page down"), id="palette.page_down"),
        Binding("pageup", "page(-1)", translatable("Page up"), id="palette.page_up"),
    ]

    def __init__(self, interface: Interface, commands: Sequence[Command]) -> None:
        super().__init__()
        self.interface = interface
        self.commands = tuple(commands)

    def compose(self) -> ComposeResult:
        with Vertical(id="palette"):
            yield LineInput(placeholder=self.interface.text("What do you want to do?"))
            yield PaletteList(markup=False)
            yield Static(
                self.interface.text("No match. Escape: back"),
                markup=False,
                id="nothing",
            )

    def on_mount(self) -> None:
        self._search("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def on_input_submitted(self) -> None:
        choices = self.query_one(OptionList)
        if choices.highlighted is not None:
            self._choose(choices.get_option_at_index(choices.highlighted))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(event.option)

    def _choose(self, option: Option) -> None:
        self.dismiss(self.commands[int(option.id or 0)])

    def action_move(self, step: int) -> None:
        choices = self.query_one(OptionList)
        (choices.action_cursor_down if step > 0 else choices.action_cursor_up)()

    def action_page(self, step: int) -> None:
        choices = self.query_one(OptionList)
        (choices.action_page_down if step > 0 else choices.action_page_up)()  # type: ignore[no-untyped-call]

    def _search(self, text: str) -> None:
        wanted = text.strip()
        search = FuzzySearch()
        found: list[tuple[float, int, Content]] = []
        for at, command in enumerate(self.commands):
            score, offsets = search.match(wanted, command.name) if wanted else (1.0, ())
            if score > 0:
                name = Content(command.name)
                for offset in offsets:
                    name = name.stylize("bold underline", offset, offset + 1)
                found.append(
                    (score, at, Content.assemble(name, "  ", (command.key, "$text-muted")))
                )
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options(
            Option(line, id=str(at))
            for _, at, line in sorted(found, key=lambda each: (-each[0], each[1]))
        )
        if choices.option_count:
            choices.highlighted = 0
        self.query_one("#nothing").display = not found
