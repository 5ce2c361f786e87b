"""The board: the blocks of a view, one below the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.containers import VerticalScroll
from textual.geometry import Region

from clemtui.engine import (
    Block,
    Card,
    Grid,
    Grids,
    Keyboard,
    LetterBoard,
    MarkedList,
    Table,
    TextBlock,
    View,
)
from clemtui.play.phrases import Voice
from clemtui.ui.widgets.blocks import (
    BlockWidget,
    CardWidget,
    MarkedListWidget,
    TableWidget,
    TextWidget,
)
from clemtui.ui.widgets.grids import GridsWidget, GridWidget
from clemtui.ui.widgets.letters import KeyboardWidget, LetterBoardWidget

WIDGETS: Mapping[type[Block], type[BlockWidget[Any]]] = {
    TextBlock: TextWidget,
    Card: CardWidget,
    LetterBoard: LetterBoardWidget,
    Keyboard: KeyboardWidget,
    Grid: GridWidget,
    Grids: GridsWidget,
    MarkedList: MarkedListWidget,
    Table: TableWidget,
}
"""How each kind of block is shown."""


class Board(VerticalScroll):
    """Shows a view, and changes only what has changed. Hidden where there is nothing to show."""

    def __init__(self, voice: Voice, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.voice = voice
        self._kinds: list[tuple[str, type[Block]]] = []
        self.set_class(True, "-bare")

    async def show(self, view: View) -> None:
        """Show a view."""
        kinds = [(block.id, type(block)) for block in view.blocks]
        if kinds != self._kinds:
            self._kinds = kinds
            async with self.batch():
                await self.remove_children()
                await self.mount_all(
                    WIDGETS[type(block)](block, self.voice) for block in view.blocks
                )
        else:
            for widget, block in zip(self.query(BlockWidget), view.blocks, strict=True):
                widget.show(block)
        self.set_class(not view.blocks, "-bare")
        self.call_after_refresh(self._show_newest)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_newest)

    def _show_newest(self) -> None:
        """Where the board is taller than its place, scroll to what was filled last."""
        for widget in self.query(BlockWidget):
            if widget.newest is not None:
                line = Region(0, widget.virtual_region.y + widget.newest, 1, 1)
                self.scroll_to_region(line, animate=False)
