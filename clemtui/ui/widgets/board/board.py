"""The board: the blocks of a view, stacked vertically."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Region
from textual.widget import Widget

from clemtui.engine import (
    Block,
    Card,
    Grid,
    Grids,
    Keyboard,
    LetterBoard,
    MarkedList,
    Matrix,
    Table,
    TextBlock,
    View,
)
from clemtui.ui.widgets.board.blocks import (
    BlockWidget,
    CardWidget,
    MarkedListWidget,
    TableWidget,
    TextWidget,
)
from clemtui.ui.widgets.board.grids import GridsWidget, GridWidget
from clemtui.ui.widgets.board.letters import KeyboardWidget, LetterBoardWidget
from clemtui.ui.widgets.board.matrix import MatrixWidget
from clemtui.wording.phrases import Voice

WIDGETS: Mapping[type[Block], type[BlockWidget[Any]]] = {
    TextBlock: TextWidget,
    Card: CardWidget,
    LetterBoard: LetterBoardWidget,
    Keyboard: KeyboardWidget,
    Grid: GridWidget,
    Grids: GridsWidget,
    MarkedList: MarkedListWidget,
    Table: TableWidget,
    Matrix: MatrixWidget,
}
"""The widget for each kind of block."""

_BESIDE_LETTERS = (CardWidget, KeyboardWidget)

_SPREAD = 9
"""A matrix with more columns than this does not fit beside a transcript."""


class Board(VerticalScroll):
    """A widget that shows a view and redraws only what changed. Hidden if the view is empty."""

    def __init__(self, voice: Voice, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.voice = voice
        self._kinds: list[tuple[str, type[Block]]] = []
        self._showing = asyncio.Lock()
        self.set_class(True, "-bare")

    async def show(self, view: View) -> None:
        """Show a view. Concurrent calls wait for each other."""
        async with self._showing:
            kinds = [(block.id, type(block)) for block in view.blocks]
            if kinds != self._kinds:
                await self._mount(view)
                self._kinds = kinds
            else:
                for widget, block in zip(self.query(BlockWidget), view.blocks, strict=True):
                    widget.show(block)
        self._classify(view)
        self.call_after_refresh(self._show_newest)

    async def _mount(self, view: View) -> None:
        widgets = [WIDGETS[type(block)](block, self.voice) for block in view.blocks]
        async with self.batch():
            await self.remove_children()
            await self.mount_all(list(_arrange(widgets)))

    def _classify(self, view: View) -> None:
        """Set the CSS classes that describe the shape of the view."""
        shapes = [type(block) for block in view.blocks]
        matrices = [block for block in view.blocks if isinstance(block, Matrix)]
        self.set_class(not shapes, "-bare")
        self.set_class(shapes[:1] == [Grids], "-grids")
        self.set_class(shapes == [Card], "-card")
        self.set_class(shapes == [Grids, TextBlock], "-beside")
        self.set_class(LetterBoard in shapes, "-letters")
        self.set_class(bool(matrices), "-matrix")
        self.set_class(any(len(matrix.columns) > _SPREAD for matrix in matrices), "-spread")

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_newest)

    def _show_newest(self) -> None:
        """Scroll to the line that was filled last, if the board is taller than the visible area."""
        for widget in self.query(BlockWidget):
            if widget.newest is not None:
                top = sum(
                    each.virtual_region.y
                    for each in widget.ancestors_with_self
                    if isinstance(each, Widget) and self in each.ancestors
                )
                self.scroll_to_region(Region(0, top + widget.newest, 1, 1), animate=False)


def _arrange(widgets: Sequence[BlockWidget[Any]]) -> Iterator[Widget]:
    """Arrange the widgets in order.

    A letter board and the blocks that belong to it share a container: they can be laid out side by
    side on wide screens.
    """
    at = 0
    while at < len(widgets):
        first, at = widgets[at], at + 1
        if not isinstance(first, LetterBoardWidget):
            yield first
            continue
        start = at
        while at < len(widgets) and isinstance(widgets[at], _BESIDE_LETTERS):
            at += 1
        yield Container(first, Vertical(*widgets[start:at], classes="beside"), classes="letters")
