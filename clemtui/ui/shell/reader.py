"""A screen for reading texts: help, the rules of a game, the prompt of a request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenReader, Texts
from clemtui.ui.terminal.bidi import Paragraph
from clemtui.ui.widgets.lists import TextPane


class ReaderScreen(BaseScreen[None]):
    """A screen with headings and safe texts. Arrow and page keys scroll."""

    KEYS = ("reader.close",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,q,f2,enter", "close", translatable("Back"), id="reader.close", key_display="Esc"
        )
    ]

    def __init__(self, context: Context, to: OpenReader) -> None:
        super().__init__(context, to)
        self._title = to.title
        self._texts = to.texts

    @property
    def texts(self) -> Texts:
        """The headings, each with its text."""
        return self._texts()

    def title_text(self) -> str:
        return self._title()

    def contents(self) -> Iterator[Widget]:
        blocks: list[Widget] = []
        for heading, text in self.texts:
            if heading:
                blocks.append(Static(heading, markup=False, classes="heading"))
            paragraph = Paragraph(text, markup=False, classes="paragraph")
            paragraph.align(text if isinstance(text, str) else "")  # keep the columns of a table
            blocks.append(paragraph)
        yield TextPane(*blocks, id="texts")

    def on_mount(self) -> None:
        self.query_one("#texts").focus()

    def action_close(self) -> None:
        self.dismiss(None)

    def action_help(self) -> None:
        """Close this screen: it has no help of its own, so the help key toggles it."""
        self.action_close()
