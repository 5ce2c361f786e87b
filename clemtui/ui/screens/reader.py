"""Texts to read: help, the rules of a game, the prompt of a request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import Interface, translatable
from clemtui.ui.context import Context
from clemtui.ui.screens.base import BaseScreen
from clemtui.ui.widgets.keybar import program_bindings


class ReaderScreen(BaseScreen[None]):
    """Shows headings and safe texts; arrows and page keys scroll."""

    KEYS = ("reader.close",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,q,f1,f2,enter",
            "close",
            translatable("Back"),
            id="reader.close",
            key_display="Esc",
        )
    ]

    def __init__(self, context: Context, title: str, texts: Sequence[tuple[str, str]]) -> None:
        super().__init__(context)
        self.heading = title
        self.texts = tuple(texts)

    def contents(self) -> Iterator[Widget]:
        yield Static(self.heading, markup=False, classes="headline")
        blocks: list[Widget] = []
        for heading, text in self.texts:
            if heading:
                blocks.append(Static(heading, markup=False, classes="heading"))
            blocks.append(Static(text, markup=False, classes="paragraph"))
        yield VerticalScroll(*blocks, id="texts")

    def on_mount(self) -> None:
        self.query_one("#texts").focus()

    def action_close(self) -> None:
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "help"


def keys_help(interface: Interface, app: App[Any], screen: Screen[Any]) -> tuple[str, str]:
    """The keys of a screen, one action a line, the most important first."""
    keys: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.id is not None and "." in active.binding.id:
            shown = app.get_key_display(replace(active.binding, key_display=None))
            keys.setdefault(active.binding.description, []).append(shown)
    first = [binding.description for binding in program_bindings(screen)]
    found = sorted(keys.items(), key=lambda item: first.index(item[0]))
    rows = [(", ".join(shown), interface.text(said)) for said, shown in found]
    width = max((len(shown) for shown, _ in rows), default=0)
    return interface.text("Keys"), "\n".join(
        f"{shown.ljust(width)}   {said}" for shown, said in rows
    )
