"""The panels shown in place of the composer while there is nothing to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.language import translatable
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.lists import MenuList

_PAGES = ("move.page_up", "move.page_down")
"""Excluded: these keys scroll the transcript, and the list of choices is short."""


SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
"""What turns while someone answers, a character after the other."""

_TURNS_PER_SECOND = 10


class WaitingPanel(Static):
    """A panel that names whose answer is awaited, and since when. Something in it turns meanwhile,
    unless motion is reduced."""

    def __init__(self, *, id: str) -> None:
        super().__init__(markup=False, id=id)
        self._lines: tuple[str, ...] = ()
        self._turns = 0
        self._turning: Timer | None = None

    def on_mount(self) -> None:
        self._turning = self.set_interval(
            1 / _TURNS_PER_SECOND, self._turn, pause=True, name="spinner"
        )

    def show(self, lines: Sequence[str], *, waiting: bool) -> None:
        """Replace the lines shown. ``waiting``: someone is answering."""
        self._lines = tuple(lines)
        if self._turning is None:
            return
        if waiting and self.app.animation_level != "none":
            self._turning.resume()
            self._draw(SPINNER[self._turns])
        else:
            self._turning.pause()
            self._draw()

    def _turn(self) -> None:
        self._turns = (self._turns + 1) % len(SPINNER)
        if self.display:
            self._draw(SPINNER[self._turns])

    def _draw(self, turning: str = "") -> None:
        self.update(
            "\n".join((" ".join(filter(None, (turning, *self._lines[:1]))), *self._lines[1:]))
        )


class ChoiceMenu(MenuList, inherit_bindings=False):
    """The ways to proceed. Ignores keys that were meant for something else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            each
            for each in MenuList.BINDINGS
            if isinstance(each, Binding) and each.id not in _PAGES
        ),
        Binding("enter", "select", translatable("Choose"), id="play.choose"),
    ]

    def __init__(self) -> None:
        super().__init__(markup=False, compact=True)
        self.guard: KeyGuard | None = KeyGuard()

    def on_key(self, event: events.Key) -> None:
        """Ignore Enter until the person moves the highlight or pauses typing."""
        if self.guard is None:
            return
        if event.key != "enter" and not event.is_printable:
            self.guard = None
        elif self.guard.rejects(event) and event.key == "enter":
            event.stop()
            event.prevent_default()


class ChoicePanel(Vertical):
    """A panel that explains why the game does not proceed, and offers choices."""

    class Chosen(Message):
        """Posted when the person chooses a way to proceed, by its id."""

        def __init__(self, choice: str) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._shown: tuple[str, tuple[tuple[str, str], ...]] = ("", ())

    def compose(self) -> ComposeResult:
        yield VerticalScroll(Static(markup=False), id="why", can_focus=False)
        yield ChoiceMenu()

    def show(self, why: str, choices: Sequence[tuple[str, str]]) -> None:
        """Show a text and the choices: pairs of an id and a label."""
        if self._shown == (why, tuple(choices)):
            return
        self._shown = (why, tuple(choices))
        self.query_one(Static).update(why)
        menu = self.query_one(ChoiceMenu)
        menu.clear_options()
        menu.add_options(Option(said, id=choice) for choice, said in choices)
        menu.highlighted = 0
        menu.guard = KeyGuard()

    def focus_choices(self) -> None:
        """Focus the list of choices."""
        self.query_one(ChoiceMenu).focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(event.option_id or ""))
