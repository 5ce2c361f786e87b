"""The lists of the home screen. The cursor moves from the end of one to the start of the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets.option_list import Option

from clemtui.language import translatable
from clemtui.ui.widgets.lists import LEFT, RIGHT, MenuList

_GAP = 2
_LEAST_LEFT = 16
"""Cells reserved for the left part of a line, whatever is on the right."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: one line with a left and a right part, and optionally a text below it.

    The line never wraps, which keeps the height of a row constant when more is known about it.
    Where ``left`` is too wide, the first of the ``shorter`` versions that fits is shown instead.
    """

    id: str
    left: Content
    right: Content = field(default_factory=lambda: Content(""))
    below: Content | None = None
    shorter: tuple[Content, ...] = ()

    def drawn(self, width: int) -> Content:
        """Draw the row in ``width`` cells."""
        right = self.right.truncate(max(0, width - _LEAST_LEFT - _GAP), ellipsis=True)
        room = width - right.cell_length - (_GAP if right.cell_length else 0)
        fitting = (each for each in (self.left, *self.shorter) if each.cell_length <= room)
        left = next(fitting, self.left).truncate(max(1, room), ellipsis=True)
        space = " " * max(0, width - left.cell_length - right.cell_length)
        line = Content.assemble(left, space, right)
        return line if self.below is None else Content.assemble(line, "\n", self.below)


class MovedPast(Message):
    """Posted by a list on moving past its first (``step`` -1) or last (1) row."""

    def __init__(self, rows: Widget, step: int) -> None:
        super().__init__()
        self.rows = rows
        self.step = step


class MovedBeside(Message):
    """Posted by a list on moving to what is at its left (``step`` -1) or right (1)."""

    def __init__(self, rows: RowList, step: int) -> None:
        super().__init__()
        self.rows = rows
        self.step = step


class RowList(MenuList):
    """A list of rows. Moving past either end posts a message instead of wrapping around."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "beside(-1)", LEFT, False, id="move.left"),
        Binding("right", "beside(1)", RIGHT, False, id="move.right"),
    ]

    def __init__(self, rows: Sequence[Row] = (), *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.can_focus = False
        self._rows: tuple[Row, ...] = ()
        self._width = 0
        self.show(rows)

    @property
    def row_ids(self) -> tuple[str, ...]:
        """The ids of the rows, top to bottom."""
        return tuple(row.id for row in self._rows)

    def show(self, rows: Sequence[Row], instead: str = "") -> None:
        """Replace the rows, or show the text ``instead`` if there are none.

        In a list that has the focus, the highlighted row stays highlighted if it is still there;
        otherwise the highlight keeps its position. Any other list shows its first row.
        """
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
        self.highlighted = min(at, len(rows) - 1) if self.has_focus else 0

    def on_resize(self, event: events.Resize) -> None:
        width = self.scrollable_content_region.width - 2  # padding of a row
        if width > 0 and width != self._width:
            self._width = width
            if self._rows:
                self.show(self._rows)

    def enter_from(self, step: int) -> None:
        """Highlight the row that is reached from the list above (``step`` 1) or below (-1)."""
        (self.action_first if step > 0 else self.action_last)()

    def action_cursor_down(self) -> None:
        if self.highlighted == len(self._rows) - 1:
            self.post_message(MovedPast(self, 1))
        else:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        if self.highlighted == 0:
            self.post_message(MovedPast(self, -1))
        else:
            super().action_cursor_up()

    def action_beside(self, step: int) -> None:
        """Move to what is at the left (-1) or right (1)."""
        self.post_message(MovedBeside(self, step))


class TodayList(RowList):
    """Daily tasks. Enter plays one, resumes it, or opens it to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Open"), id="home.daily")
    ]


class UnfinishedList(RowList):
    """Unfinished episodes. Enter resumes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Resume"), id="home.resume")
    ]


class RecentList(RowList):
    """Episodes that have ended. Enter opens one to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Read"), id="home.read")
    ]
