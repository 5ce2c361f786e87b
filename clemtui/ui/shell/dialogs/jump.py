"""Jump mode: a letter on each part of the screen that can have the focus. Its key moves there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import Interface, translatable
from clemtui.ui.shell.dialogs.overlay import Overlay

LETTERS = "asdfghjklqwertyuiopzxcvbnm"

_WIDTH = 3
"""Columns of a letter with its margins."""


class JumpLabel(Static):
    """A letter at the position of its target."""

    def __init__(self, letter: str, target: Widget, place: Offset) -> None:
        super().__init__(f" {letter} ", markup=False, classes="jump")
        self.target = target
        self.styles.offset = place


class JumpScreen(Overlay[Widget | None]):
    """A screen with a letter at each target. It returns the chosen target, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f6,ctrl+l", "close", translatable("Back"), id="jump.close")
    ]

    def __init__(self, interface: Interface, targets: Sequence[Widget]) -> None:
        super().__init__()
        self.interface = interface
        self._drawn_for: Size | None = None
        self.targets = dict(zip(LETTERS, targets, strict=False))

    def compose(self) -> ComposeResult:
        taken: set[Offset] = set()
        for letter, widget in self.targets.items():
            place = widget.screen.find_widget(widget).visible_region.offset
            while place in taken:  # another target starts at the same place
                place += Offset(_WIDTH, 0)
            taken.add(place)
            yield JumpLabel(letter, widget, place)
        yield Static(
            self.interface.text("Press a letter to jump there. Escape: back"),
            markup=False,
            id="jump-help",
        )

    def on_key(self, event: events.Key) -> None:
        widget = self.targets.get((event.character or "").lower())
        if widget is not None:
            event.stop()
            self.dismiss(widget)

    def on_click(self, event: events.Click) -> None:
        self.dismiss(event.widget.target if isinstance(event.widget, JumpLabel) else None)

    def on_resize(self, event: events.Resize) -> None:
        if self._drawn_for not in (None, event.size):  # the targets have moved
            self.dismiss(None)
        self._drawn_for = event.size

    def action_close(self) -> None:
        self.dismiss(None)
