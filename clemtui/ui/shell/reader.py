"""Texts to read: help, the rules of a game, the prompt of a request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.terminal.bidi import Paragraph
from clemtui.ui.widgets.lists import TextPane

Words = str | Content


class ReaderScreen(BaseScreen[None]):
    """Shows headings and safe texts; arrows and page keys scroll.

    What depends on the interface language is given as functions, which are asked again when that
    has changed.
    """

    KEYS = ("reader.close",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,q,f2,enter", "close", translatable("Back"), id="reader.close", key_display="Esc"
        )
    ]

    def __init__(
        self,
        context: Context,
        title: str | Callable[[], str],
        texts: Sequence[tuple[str, Words]] | Callable[[], Sequence[tuple[str, Words]]],
    ) -> None:
        super().__init__(context)
        self._title = title
        self._texts = texts

    @property
    def texts(self) -> Sequence[tuple[str, Words]]:
        """What is shown: headings, each with its text."""
        return self._texts() if callable(self._texts) else self._texts

    def title_text(self) -> str:
        return self._title() if callable(self._title) else self._title

    def contents(self) -> Iterator[Widget]:
        blocks: list[Widget] = []
        for heading, text in self.texts:
            if heading:
                blocks.append(Static(heading, markup=False, classes="heading"))
            paragraph = Paragraph(text, markup=False, classes="paragraph")
            paragraph.align(text if isinstance(text, str) else "")  # a table keeps its columns
            blocks.append(paragraph)
        yield TextPane(*blocks, id="texts")

    def on_mount(self) -> None:
        self.query_one("#texts").focus()

    def action_close(self) -> None:
        self.dismiss(None)

    def action_help(self) -> None:
        """Nothing is to be explained here: the key of help takes it away again."""
        self.action_close()
