"""A grid of characters, filled in cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Offset

from clemtui.engine import GridField
from clemtui.language import Interface, one_line
from clemtui.language.cells import displayed_symbol
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.widgets.answer.editing import ABSENT, CURSOR, KeyEditor, Pasted, Refused
from clemtui.ui.widgets.board.tiles import Tile, TileSize, cell_tile, largest_tiles, tile_grid
from clemtui.ui.widgets.columns import pad

FILL_ROW = ("-", "_")
FILL_COLUMN = ("/", "|")
"""Keys that fill a row or column, unless the grid's alphabet contains them. The first is shown."""

EMPTY = "._·□▢"
"""Common notations for empty cells, accepted when typed or pasted."""

_GROUNDS = ("$surface", "$tile")
"""The grounds of the cells, as on a chessboard."""

_GAP = 4
"""Cells between the grid and the list of keys."""

_State = tuple[list[list[str]], int, int]


class GridInput(KeyEditor):
    """An editor for a grid.

    Arrow keys or the mouse select a cell. A character of the alphabet fills it and Space clears it;
    both go on to the next cell, so that a grid can be typed as it is read. Delete clears the cell
    and stays. A row or column can be filled with the last character. Everything can be undone.

    Attributes:
        tiles: the size of the tiles of which it is drawn; None: a character for each cell.
    """

    tiles: TileSize | None = None

    def __init__(
        self,
        field: GridField,
        interface: Interface,
        *,
        optional: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.field = field
        self.interface = interface
        self.optional = optional
        start = field.initial or (field.blank * field.columns,) * field.rows
        self.rows = [list(row) for row in start]
        self.y = self.x = 0
        self._pen: str | None = None
        self._typed: tuple[int, int] | None = None
        self._undo: list[_State] = []
        self._redo: list[_State] = []
        self._lines: int | None = None

    def adapt(self, height: int, width: int) -> bool:
        """Draw the grid as large as there is room, in cells, and explain the keys in the rest.

        Return whether it changed.
        """
        field, size = self.field, (self.field.columns, self.field.rows)
        letter = max(cell_count(cell) for cell in field.alphabet + field.blank)
        room = width - self._lead, height - 1
        tiles = None if self.app.native_ansi_color else largest_tiles(letter, room, size)
        changed = (tiles, height) != (self.tiles, self._lines)
        if changed:
            self.tiles, self._lines = tiles, height
            self.redraw()
        return changed

    @property
    def left_out(self) -> str:
        """What is said of the keys, if there is no room for it here."""
        full = self.tiles is not None and self._lines == 1 + self.field.rows * self.tiles.height
        return "  ".join(self._short_texts()) if full else ""

    def value(self) -> Any:
        """Return the rows as strings."""
        blank = all(cell == self.field.blank for row in self.rows for cell in row)
        return ABSENT if self.optional and blank else ["".join(row) for row in self.rows]

    def fill(self, value: Any) -> None:
        """Show a grid of the same size."""
        if isinstance(value, Sequence) and len(value) == self.field.rows:
            rows = [list(row) for row in value]
            if all(len(row) == self.field.columns for row in rows):
                self.rows = rows
                self.redraw()

    def take_over_history(self, before: object) -> None:
        """Take over the cursor and the undo history of another editor with the same content."""
        if isinstance(before, GridInput) and before.rows == self.rows:
            self._pen = before._pen
            self._undo, self._redo = before._undo, before._redo
            self._go(before.x, before.y)

    @property
    def _width(self) -> int:
        """Terminal cells for a cell of the grid, wide enough for the column numbers."""
        wide = max(cell_count(cell) for cell in self.field.alphabet + self.field.blank)
        return max(wide, len(str(self.field.columns)))

    @property
    def _step_size(self) -> tuple[int, int]:
        """Columns and rows from a cell of the grid to the next, in terminal cells."""
        if self.tiles is None:
            return self._width + 1, 1
        return self._width + self.tiles.frame, self.tiles.height

    @property
    def _lead(self) -> int:
        """Cells before the first column: the row number and a blank."""
        return len(str(self.field.rows)) + 1

    def draw(self) -> Content:
        grid = list(self._grid())
        keys, wide = list(self._keys()), self._lead + self.field.columns * self._step_size[0]
        if wide + _GAP + max(map(cell_count, keys)) <= self.size.width:
            return Content("\n").join(_beside(grid, keys, wide + _GAP))
        free = None if self._lines is None else max(0, self._lines - len(grid))
        below = [Content.styled(key, "$foreground-muted") for key in keys]
        if free is None or free < len(below) or max(map(cell_count, keys)) > self.size.width:
            below = list(self._short_keys())
        return Content("\n").join([*grid, *below[:free]])

    def _grid(self) -> Iterator[Content]:
        if self.tiles is None:
            yield self._heading()
            yield from (self._row(y) for y in range(self.field.rows))
            return
        columns, rows = range(self.field.columns), range(self.field.rows)
        tiles = [[self._tile(x, y) for x in columns] for y in rows]
        above = [str(x + 1) for x in columns]
        beside = [str(y + 1).rjust(self._lead - 1) for y in rows]
        yield from tile_grid(tiles, self._width, self.tiles, (above, beside))

    def _tile(self, x: int, y: int) -> Tile:
        tile = cell_tile(displayed_symbol(self.rows[y][x]))
        here = self.has_focus and (x, y) == (self.x, self.y)
        return Tile(pad(tile.letter, self._width), "cursor" if here else tile.state)

    def _heading(self) -> Content:
        numbers = (str(x + 1).ljust(self._width) for x in range(self.field.columns))
        return Content.styled(" " * self._lead + " ".join(numbers), "$foreground-muted")

    def _row(self, y: int) -> Content:
        cells: list[tuple[str, str]] = []
        for x, cell in enumerate(self.rows[y]):
            shown = one_line(cell) + " " * (self._width - cell_count(cell))
            ground = _GROUNDS[(y + x) % 2]
            letter = f"bold $foreground on {ground}" if cell != self.field.blank else f"on {ground}"
            here = self.has_focus and (y, x) == (self.y, self.x)
            cells += [(shown, CURSOR if here else letter), (" ", f"on {ground}")]
        number = str(y + 1).rjust(self._lead - 1) + " "
        return Content.assemble((number, "$foreground-muted"), *cells)

    def _keys(self) -> Iterator[str]:
        """Yield one line of help for each key."""
        ui = self.interface
        yield ui.text("Arrow keys or mouse: go to a cell")
        yield ui.text("Letter key: fill the cell, go on")
        for row in self._fill_keys(FILL_ROW)[:1]:
            yield ui.text("{key}: fill the row with the last letter", key=row)
        for column in self._fill_keys(FILL_COLUMN)[:1]:
            yield ui.text("{key}: fill the column with the last letter", key=column)
        yield ui.text("Space or dot: clear the cell, go on")
        yield ui.text("Ctrl+Z: undo, Ctrl+Y: redo")

    def _short_texts(self) -> list[str]:
        """Return the same in a few words."""
        ui = self.interface
        keys = [ui.text("Letter: fill, go on"), ui.text("Space: clear")]
        keys += [ui.text("{key}: row", key=key) for key in self._fill_keys(FILL_ROW)[:1]]
        keys += [ui.text("{key}: column", key=key) for key in self._fill_keys(FILL_COLUMN)[:1]]
        return [*keys, ui.text("Ctrl+Z: undo")]

    def _short_keys(self) -> Iterator[Content]:
        """Yield these in a line or two, for below the grid."""
        said = "  ".join(key.replace(" ", "\N{NO-BREAK SPACE}") for key in self._short_texts())
        for line in wrap(said, self.size.width):
            yield Content.styled(line.replace("\N{NO-BREAK SPACE}", " "), "$foreground-muted")

    def _fill_keys(self, characters: Sequence[str]) -> list[str]:
        """Return those characters that are not content of this grid."""
        return [c for c in characters if c not in self.field.alphabet + self.field.blank]

    def cursor_cell(self) -> Offset:
        width, height = self._step_size
        inside = (0, 0) if self.tiles is None else (self.tiles.frame // 2, height // 2)
        return Offset(self._lead + self.x * width + inside[0], 1 + self.y * height + inside[1])

    def on_click(self, event: events.Click) -> None:
        """Select the clicked cell."""
        width, height = self._step_size
        x, y = (event.x - self._lead) // width, (event.y - 1) // height
        if 0 <= x < self.field.columns and 0 <= y < self.field.rows:
            event.stop()
            self._typed = None
            self._go(x, y)

    def on_paste(self, event: events.Paste) -> None:
        """Paste a whole grid in the notation of the prompt or of another program."""
        event.stop()
        self.post_message(Pasted(len(event.text)))
        cells = [
            self._cell(each) or (self.field.blank if each in EMPTY else None)
            for each in event.text
            if not each.isspace()
        ]
        columns = self.field.columns
        if len(cells) != self.field.rows * columns or None in cells:
            text = self.interface.text(
                "You can only paste a whole grid: {rows} rows of {columns} cells.",
                rows=self.field.rows,
                columns=columns,
            )
            self.post_message(Refused(text))
            return
        self._undo.append(self._state())
        self._redo.clear()
        pasted = [str(cell) for cell in cells]
        self.rows = [pasted[at : at + columns] for at in range(0, len(pasted), columns)]
        self.changed()

    def _cell(self, character: str) -> str | None:
        """Return the cell that a character stands for in this grid, or None."""
        allowed = self.field.alphabet + self.field.blank
        fitting = (character, character.upper(), character.lower())
        return next((each for each in fitting if each in allowed), None)

    def process_key(self, event: events.Key) -> bool:
        if event.key != "backspace" and not event.is_printable:
            self._typed = None
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
            case "space":
                self._write_and_go_on(self.field.blank)
            case "delete":
                self._write(self.field.blank)
            case "backspace":
                self._erase()
            case "ctrl+z":
                self._step(self._undo, self._redo)
            case "ctrl+y":
                self._step(self._redo, self._undo)
            case _ if event.is_printable and event.character is not None:
                self._type(event.character)
            case _:
                return False
        return True

    def _type(self, character: str) -> None:
        fitting = self._cell(character)
        if fitting is not None:
            self._write_and_go_on(fitting)
        elif character in FILL_ROW:
            self._fill_cells([(self.y, x) for x in range(self.field.columns)])
        elif character in FILL_COLUMN:
            self._fill_cells([(y, self.x) for y in range(self.field.rows)])
        elif character in EMPTY:
            self._write_and_go_on(self.field.blank)
        else:
            letters = _abbreviated(self.field.alphabet) or self.interface.list(
                self.field.alphabet, last="or"
            )
            refusal = self.interface.text("Allowed here: {letters}", letters=letters)
            self.post_message(Refused(refusal))

    def _erase(self) -> None:
        """Clear the cell that was typed last, as in a text, or else this one or the one before."""
        here = (self.x, self.y)
        if self._typed is None and self.rows[self.y][self.x] == self.field.blank:
            here = self._before(*here)
        self._go(*(self._typed or here))
        self._typed = self._before(self.x, self.y)
        self._put(self.field.blank, [(self.y, self.x)])

    def _before(self, x: int, y: int) -> tuple[int, int]:
        """Return the cell before another one in reading order; the first one has none."""
        at = max(0, y * self.field.columns + x - 1)
        return at % self.field.columns, at // self.field.columns

    def _write_and_go_on(self, cell: str) -> None:
        self._typed = (self.x, self.y)
        self._write(cell)
        self._go_on()

    def _write(self, cell: str) -> None:
        self._pen = cell
        self._put(cell, [(self.y, self.x)])

    def _fill_cells(self, places: Sequence[tuple[int, int]]) -> None:
        """Fill cells with the last written character.

        Before there is one, use the character under the cursor, else the only one in the grid.
        """
        drawn = {cell for row in self.rows for cell in row} - {self.field.blank}
        here = self.rows[self.y][self.x]
        if self._pen is not None:
            self._put(self._pen, places)
        elif here != self.field.blank or len(drawn) == 1:
            self._put(here if here != self.field.blank else drawn.pop(), places)
        else:
            text = self.interface.text(
                "Type a letter first; the row or column will be filled with it."
            )
            self.post_message(Refused(text))

    def _put(self, cell: str, places: Sequence[tuple[int, int]]) -> None:
        if all(self.rows[y][x] == cell for y, x in places):
            return
        self._undo.append(self._state())
        self._redo.clear()
        for y, x in places:
            self.rows[y][x] = cell
        self.changed()

    def _state(self) -> _State:
        return [list(row) for row in self.rows], self.x, self.y

    def _step(self, back: list[_State], forth: list[_State]) -> None:
        if back:
            forth.append(self._state())
            self.rows, x, y = back.pop()
            self._go(x, y)
            self.changed()

    def _go_on(self) -> None:
        """Go to the next cell in reading order; the last cell is kept."""
        if self.x == self.field.columns - 1 and self.y < self.field.rows - 1:
            self._go(0, self.y + 1)
        else:
            self._go(self.x + 1, self.y)

    def _go(self, x: int, y: int) -> None:
        self.x = max(0, min(self.field.columns - 1, x))
        self.y = max(0, min(self.field.rows - 1, y))
        self.redraw()
        self.scroll_visible(animate=False)


def _beside(grid: Sequence[Content], keys: Sequence[str], wide: int) -> Iterator[Content]:
    """Yield the lines of a grid with the keys beside it, from this column on."""
    for number in range(max(len(grid), len(keys))):
        line = grid[number] if number < len(grid) else Content("")
        key = keys[number] if number < len(keys) else ""
        space = " " * (wide - line.cell_length if key else 0)
        yield Content.assemble(line, space, (key, "$foreground-muted"))


def _abbreviated(alphabet: str) -> str:
    """Abbreviate a contiguous alphabet as “first–last”; return '' for any other."""
    first, last = ord(alphabet[0]), ord(alphabet[-1])
    whole = "".join(map(chr, range(first, last + 1)))
    return f"{alphabet[0]}–{alphabet[-1]}" if alphabet == whole and len(alphabet) > 3 else ""
