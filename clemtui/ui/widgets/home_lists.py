"""The lists of the home screen: one goes on where the other ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from clemtui.language import translatable
from clemtui.ui.widgets.lists import MenuList

_GAP = 2
_LEAST_LEFT = 16
"""Cells that the left of a line keeps, whatever stands on its right."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a line with something on the left and on the right, and perhaps a text below it.

    The line is never broken, so that a row keeps its height when more becomes known of it. Where
    there is no room for the left of it, the first of the ``shorter`` ones is taken that fits.
    """

    id: str
    left: Content
    right: Content = field(default_factory=lambda: Content(""))
    below: Content | None = None
    shorter: tuple[Content, ...] = ()

    def drawn(self, width: int) -> Content:
        """The row in so many cells."""
        right = self.right.truncate(max(0, width - _LEAST_LEFT - _GAP), ellipsis=True)
        room = width - right.cell_length - (_GAP if right.cell_length else 0)
        fitting = (each for each in (self.left, *self.shorter) if each.cell_length <= room)
        left = next(fitting, self.left).truncate(max(1, room), ellipsis=True)
        space = " " * max(0, width - left.cell_length - right.cell_length)
        line = Content.assemble(left, space, right)
        return line if self.below is None else Content.assemble(line, "\n", self.below)


class RowList(MenuList):
    """Rows. Moving on from an end is told, instead of going round."""

    class Left(Message):
        """Somebody moved on from the first or last row; ``step`` is -1 or 1."""

        def __init__(self, rows: RowList, step: int) -> None:
            super().__init__()
            self.rows = rows
            self.step = step

    def __init__(self, rows: Sequence[Row] = (), *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.can_focus = False
        self._rows: tuple[Row, ...] = ()
        self._width = 0
        self.show(rows)

    @property
    def row_ids(self) -> tuple[str, ...]:
        """The ids of the rows, from above."""
        return tuple(row.id for row in self._rows)

    def show(self, rows: Sequence[Row], instead: str = "") -> None:
        """Show other rows, or a text where there are none. What is highlighted stays so, and where
        it is, if it is still there."""
        before, ids = self.highlighted, self.row_ids
        self._rows = tuple(rows)
        self.can_focus = bool(rows)
        width = self._width or self.app.size.width - 4 if self.is_attached else 76
        if rows and self.row_ids == ids:
            for row in rows:
                self.replace_option_prompt(row.id, row.drawn(width))
            return
        self.clear_options()
        if not rows:
            self.add_option(Option(Content.styled(instead, "$text-muted"), disabled=True))
            return
        self.add_options(Option(row.drawn(width), id=row.id) for row in rows)
        kept = ids[before] if before is not None and before < len(ids) else None
        at = self.row_ids.index(kept) if kept in self.row_ids else before or 0
        self.highlighted = min(at, len(rows) - 1)

    def on_resize(self, event: events.Resize) -> None:
        width = self.scrollable_content_region.width - 2  # padding of a row
        if width > 0 and width != self._width:
            self._width = width
            if self._rows:
                self.show(self._rows)

    def action_cursor_down(self) -> None:
        if self.highlighted == len(self._rows) - 1:
            self.post_message(self.Left(self, 1))
        else:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        if self.highlighted == 0:
            self.post_message(self.Left(self, -1))
        else:
            super().action_cursor_up()


class GameList(RowList):
    """Games; Enter sets one up to be played, another key to be watched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Play"), id="home.choose"),
        Binding("v", "watch", translatable("Watch"), id="home.watch"),
    ]

    class Watched(Message):
        """Somebody wants to watch a game, by its id."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    def action_watch(self) -> None:
        game = self.highlighted_option
        if game is not None and game.id is not None:
            self.post_message(self.Watched(game.id))


class UnfinishedList(RowList):
    """Unfinished episodes; Enter goes on with one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Continue"), id="home.resume")
    ]


class RecentList(RowList):
    """Episodes that have ended; Enter reads one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Read"), id="home.read")
    ]
