"""The board: the blocks of a view, stacked vertically."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.widget import Widget

from clemtui.engine import (
    Block,
    Card,
    Grid,
    GridField,
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
    is_drawn,
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
        self._blocks: list[BlockWidget[Any]] = []
        self._showing = asyncio.Lock()
        self._typed: str | None = None
        self.set_class(True, "-bare")

    async def show(self, view: View) -> None:
        """Show a view. Concurrent calls wait for each other."""
        async with self._showing:
            kinds = [(block.id, type(block)) for block in view.blocks]
            if kinds != self._kinds:
                await self._mount(view)
                self._kinds = kinds
            else:
                for widget, block in zip(self._blocks, view.blocks, strict=True):
                    widget.show(block)
        self._classify(view)
        self.type(self._typed)
        self.call_after_refresh(self._fit)

    async def _mount(self, view: View) -> None:
        widgets = [WIDGETS[type(block)](block, self.voice) for block in view.blocks]
        async with self.batch():
            await self.remove_children()
            await self.mount_all(list(_arrange(widgets)))
        self._blocks = widgets

    def _classify(self, view: View) -> None:
        """Set the CSS classes that describe the shape of the view."""
        shapes = [type(block) for block in view.blocks]
        matrices = [block for block in view.blocks if isinstance(block, Matrix)]
        self.set_class(not shapes, "-bare")
        self.set_class(shapes[:1] == [Grids], "-grids")
        self.set_class(any(map(is_drawn, view.blocks)), "-card")
        self.set_class(Grid in shapes, "-grid")
        self.set_class(LetterBoard in shapes, "-letters")
        self.set_class(bool(matrices), "-matrix")
        self.set_class(any(len(matrix.columns) > _SPREAD for matrix in matrices), "-spread")

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if not self.is_attached:
            return  # the screen was closed meanwhile
        self._adapt()
        self.call_after_refresh(self._show_newest)

    def type(self, typed: str | None) -> None:
        """Show what is being typed for the next row of letters; None if no word is asked for."""
        self._typed = typed
        for widget in self.query(LetterBoardWidget):
            widget.type(typed)

    def _adapt(self) -> None:
        """Draw letters and grids large if the whole board fits then."""
        room = self.content_size
        above = self.styles.height is not None and self.styles.height.is_auto
        if above:
            room = Size(room.width, self._most_lines)
        blocks = [widget for widget in self.query(BlockWidget) if widget.display]
        for widget in blocks:
            others = sum(each.outer_size.height for each in blocks if each is not widget)
            small = above and isinstance(widget, CardWidget)  # its lines are for the dialogue
            widget.adapt(0 if small else room.height - others, room.width)

    @property
    def _most_lines(self) -> int:
        """The lines to which the board may grow, in cells."""
        most, holder = self.styles.max_height, self.parent
        if most is None or not isinstance(holder, Widget):
            return self.screen.size.height
        return int(most.resolve(holder.size, self.app.size)) - self.gutter.height

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
        beside = [Vertical(*widgets[start:at], classes="beside")] if at > start else []
        yield Container(first, *beside, classes="letters")


def split_view(view: View, drawn: GridField | None = None) -> tuple[View, View]:
    """Return what needs a column of its own, and what may stand above the dialogue.

    Letters and grids are large, so what is said of them has no room below them. Texts need no
    column at all. A grid that is being drawn (``drawn``) is shown where one draws it, and a list
    of nothing nowhere.
    """
    shown = (block for block in view.blocks if drawn is None or not _begins(drawn, block))
    blocks = [block for block in shown if not (isinstance(block, MarkedList) and not block.items)]
    aside: list[Block] = []
    if any(isinstance(block, LetterBoard) for block in blocks):
        aside = [block for block in blocks if isinstance(block, Card | Keyboard)]
    elif any(isinstance(block, Grids) for block in blocks):
        aside = [block for block in blocks if not isinstance(block, Grids)]
    elif any(isinstance(block, Grid) for block in blocks):
        aside = [block for block in blocks if isinstance(block, MarkedList)]
    elif not any(isinstance(block, Matrix) or is_drawn(block) for block in blocks):
        aside = blocks
    main = [block for block in blocks if not any(block is each for each in aside)]
    return View(tuple(main)), View(tuple(aside))


def _begins(field: GridField, block: Block) -> bool:
    """Return whether a block shows the grid with which a person begins to draw."""
    empty = (field.blank * field.columns,) * field.rows
    return isinstance(block, Grid) and tuple(map("".join, block.cells)) == (field.initial or empty)
