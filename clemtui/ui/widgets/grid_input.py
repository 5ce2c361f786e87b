"""A grid of characters, filled in cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Offset

from clemtui.engine import GridField
from clemtui.language import one_line
from clemtui.ui.widgets.editing import ABSENT, KeyEditor, Refused


class GridInput(KeyEditor):
    """Arrows move, a character of the alphabet fills a cell, backspace and delete empty it."""

    def __init__(
        self, field: GridField, refusal: str, *, optional: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.field = field
        self.refusal = refusal
        self.optional = optional
        self.rows = [[field.blank] * field.columns for _ in range(field.rows)]
        self.y = self.x = 0

    def value(self) -> Any:
        """The rows as strings."""
        blank = all(cell == self.field.blank for row in self.rows for cell in row)
        return ABSENT if self.optional and blank else ["".join(row) for row in self.rows]

    def fill(self, value: Any) -> None:
        """Show a grid of the same size."""
        if isinstance(value, Sequence) and len(value) == self.field.rows:
            rows = [list(row) for row in value]
            if all(len(row) == self.field.columns for row in rows):
                self.rows = rows
                self.moved()

    def take_over(self, before: object) -> None:
        """Be where one was in another grid of this size."""
        if isinstance(before, GridInput) and before.rows == self.rows:
            self._go(before.x, before.y)

    @property
    def _width(self) -> int:
        return max(cell_len(cell) for cell in self.field.alphabet + self.field.blank)

    def drawn(self) -> Content:
        lines = []
        for y, row in enumerate(self.rows):
            cells = []
            for x, cell in enumerate(row):
                shown = one_line(cell) + " " * (self._width - cell_len(cell))
                here = self.has_focus and (y, x) == (self.y, self.x)
                style = "$block-cursor-foreground on $block-cursor-background" if here else ""
                cells.append(Content.styled(shown, style))
            lines.append(Content(" ").join(cells))
        return Content("\n").join(lines)

    def cursor_cell(self) -> Offset:
        return Offset(self.x * (self._width + 1), self.y)

    def take(self, event: events.Key) -> bool:
        match event.key:
            case "left" | "right" | "up" | "down":
                dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[
                    event.key
                ]
                self._go(self.x + dx, self.y + dy)
            case "home":
                self._go(0, self.y)
            case "end":
                self._go(self.field.columns - 1, self.y)
            case "delete" | "space":
                self._set(self.field.blank)
            case "backspace":
                self._set(self.field.blank)
                self._go(self.x - 1, self.y)
            case _ if event.is_printable and event.character is not None:
                self._type(event.character)
            case _:
                return False
        return True

    def _type(self, character: str) -> None:
        allowed = self.field.alphabet + self.field.blank
        fitting = [c for c in (character, character.upper(), character.lower()) if c in allowed]
        if not fitting:
            self.post_message(Refused(self.refusal))
            return
        self._set(fitting[0])
        if self.x == self.field.columns - 1 and self.y < self.field.rows - 1:
            self._go(0, self.y + 1)
        else:
            self._go(self.x + 1, self.y)

    def _set(self, cell: str) -> None:
        if self.rows[self.y][self.x] != cell:
            self.rows[self.y][self.x] = cell
            self.changed()

    def _go(self, x: int, y: int) -> None:
        self.x = max(0, min(self.field.columns - 1, x))
        self.y = max(0, min(self.field.rows - 1, y))
        self.moved()
        self.scroll_visible(animate=False)
