"""The rules of a game: a version for people, and what its players are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenRules
from clemtui.ui.terminal.bidi import Paragraph
from clemtui.ui.widgets.lists import TextPane


class RulesScreen(BaseScreen[None]):
    """Two pages of rules, side by side if there is room, otherwise one at a time."""

    KEYS = ("rules.close", "move.left", "move.right")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,q,f7,enter", "close", translatable("Back"), id="rules.close", key_display="Esc"
        ),
        Binding("left", "page(0)", translatable("Other page"), id="move.left"),
        Binding("right", "page(1)", translatable("Other page"), id="move.right"),
    ]

    def __init__(self, context: Context, to: OpenRules) -> None:
        super().__init__(context, to)
        self._title = to.title
        self._pages = to.pages
        self.page = 0

    def title_text(self) -> str:
        return self._title()

    def contents(self) -> Iterator[Widget]:
        pages = self._pages()
        yield Horizontal(
            *(PageTab(number, heading) for number, (heading, _) in enumerate(pages)), id="tabs"
        )
        yield Horizontal(
            *(TextPane(*_blocks(texts), id=f"page-{n}") for n, (_, texts) in enumerate(pages)),
            id="pages",
        )

    async def fill(self) -> None:
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "page":
            return parameters != (self.page,)
        return super().check_action(action, parameters)

    def action_page(self, page: int) -> None:
        self.page = page
        self._show()

    def _show(self) -> None:
        for number in range(len(self._pages())):
            here = number == self.page
            self.query_one(f"#page-{number}").set_class(not here, "-other")
            self.query_one(f"#tab-{number}", PageTab).mark_current(here)
        self.query_one(f"#page-{self.page}").focus()
        self.refresh_bindings()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Follow the focus: with both pages visible, Tab moves between them."""
        number = (event.widget.id or "").removeprefix("page-")
        if number.isdecimal() and int(number) != self.page:
            self.action_page(int(number))

    def action_close(self) -> None:
        self.dismiss(None)


class PageTab(Static):
    """The heading of a page; a click opens the page."""

    def __init__(self, number: int, heading: str) -> None:
        super().__init__(markup=False, id=f"tab-{number}", classes="tab")
        self.number = number
        self.heading = heading

    def mark_current(self, here: bool) -> None:
        """Mark whether this page is the current one."""
        self.set_class(here, "-here")
        self.update(f"▸ {self.heading}" if here else f"  {self.heading}")

    async def on_click(self) -> None:
        await self.run_action(f"screen.page({self.number})")


def _blocks(texts: Sequence[tuple[str, str]]) -> Iterator[Static]:
    for heading, text in texts:
        if heading:
            yield Static(heading, markup=False, classes="heading")
        paragraph = Paragraph(text, markup=False, classes="paragraph")
        paragraph.align(text)
        yield paragraph
