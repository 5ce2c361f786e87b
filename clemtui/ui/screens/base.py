"""What all screens have in common: the keys of the program, help, a notice where it is tight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import Interface, safe, translatable
from clemtui.ui.context import Context
from clemtui.ui.widgets.keybar import KeyBar, program_bindings

Result = TypeVar("Result")

BUSY_AFTER_SECONDS = 0.3

SMALLEST = (40, 12)
"""Columns and rows below which a notice is shown instead of a broken layout."""


class BaseScreen(Screen[Result]):
    """A screen of the program. Subclasses fill it by `contents` and explain it by `help_texts`."""

    KEYS: ClassVar[tuple[str, ...]] = ()
    """The ids of the bindings that come first in the line of keys, most important first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,ctrl+o", "help", translatable("Help"), id="app.help"),
        # with priority, so that what is typed right behind it goes to the next field already
        Binding(
            "tab", "app.focus_next", translatable("Next field"), False, id="app.next", priority=True
        ),
        Binding(
            "shift+tab",
            "app.focus_previous",
            translatable("Field before"),
            False,
            id="app.before",
            priority=True,
        ),
        Binding("ctrl+p", "commands", translatable("Commands"), id="app.commands", priority=True),
        Binding("ctrl+q", "quit_program", translatable("Quit"), id="app.quit", priority=True),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context

    @property
    def interface(self) -> Interface:
        """The words of the interface language."""
        return self.context.interface

    def compose(self) -> ComposeResult:
        yield from self.contents()
        yield Static(self.interface.text("One moment…"), markup=False, id="busy")
        yield KeyBar(self.interface)
        yield Middle(
            Static(
                self.interface.text(
                    "The terminal is too small: {columns} columns and {rows} rows are needed.",
                    columns=SMALLEST[0],
                    rows=SMALLEST[1],
                ),
                markup=False,
            ),
            id="too-small",
        )

    def contents(self) -> Iterator[Widget]:
        """The widgets of the screen, without the line of keys."""
        raise NotImplementedError

    def help_texts(self) -> Iterator[tuple[str, str]]:
        """Headings and texts that explain the screen, above the list of keys."""
        yield from ()

    def action_help(self) -> None:
        from clemtui.ui.screens.reader import ReaderScreen, keys_help

        texts = [*self.help_texts(), keys_help(self.interface, self.app, self)]
        self.app.push_screen(ReaderScreen(self.context, self.interface.text("Help"), texts))

    def action_commands(self) -> None:
        from clemtui.ui.screens.palette import PaletteScreen

        commands = [
            (binding.action, str(self.interface.text(binding.description)), binding)
            for binding in program_bindings(self)
            if binding.action != "commands"
        ]

        async def run(action: str | None) -> None:
            if action is not None:
                await self.run_action(action)

        self.app.push_screen(PaletteScreen(self.interface, commands), run)

    async def action_quit_program(self) -> None:
        await self.app.action_quit()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Say that something goes on, where it takes longer than a moment."""
        timer = self.set_timer(BUSY_AFTER_SECONDS, lambda: self.add_class("-busy"))
        try:
            yield
        finally:
            timer.stop()
            self.remove_class("-busy")

    def complain(self, message: str) -> None:
        """Show an error without leaving the screen."""
        self.app.notify(safe(message), severity="error", markup=False, timeout=10)
