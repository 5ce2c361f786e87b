"""A matrix: many short values by row and column, as wide as space allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from clemtui.engine import Matrix, MatrixCell, MatrixRow
from clemtui.language import grapheme_clusters, translatable
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import separator
from clemtui.ui.widgets.board.blocks import TONES, BlockWidget, one_safe_line
from clemtui.ui.widgets.columns import pad

_LINE = "│"
_SIGNS = {True: "✓", False: "✗", None: " "}
_MEANINGS = {True: translatable("right"), False: translatable("wrong")}
_STYLES = {True: "", False: f"bold {TONES['bad']}", None: ""}


@dataclass(frozen=True)
class _Notation:
    """How values are written: the text for each, and the separator before its sign."""

    written: dict[str, str]
    between: str

    @property
    def width(self) -> int:
        """Cells of a value with its sign."""
        widest = max(map(cell_count, self.written.values()), default=0)
        return widest + len(self.between) + 1


class MatrixWidget(BlockWidget[Matrix]):
    """Values under column headings, each with a sign for right or wrong.

    Where the values do not fit, only their first letters are shown, with a legend below. Where even
    these do not fit, the matrix is split into several parts.
    """

    def lines(self) -> Iterator[Content]:
        matrix = self.block
        if not matrix.rows or not matrix.columns:
            return
        room = self.room
        gap = separator(*matrix.columns, *(cell.text for cell in _cells(matrix.rows)))
        heading = self.voice.say(matrix.heading)
        names = [one_safe_line(row.name) for row in matrix.rows]
        head = max(map(cell_count, names))
        notation, width = self._notation(room - head)
        at_once = max(1, (room - head) // (width + 1))
        for first in range(0, len(matrix.columns), at_once):
            part = slice(first, first + at_once)
            numbers = "".join(
                gap + pad(one_safe_line(name), width) for name in matrix.columns[part]
            )
            before = pad(heading, head)
            if cell_count(heading) > head:
                yield Content.styled(heading, "bold")
                before = " " * head
            yield Content.styled((before + numbers).rstrip(), "bold")
            for name, row in zip(names, matrix.rows, strict=True):
                yield self._row(pad(name, head), row, part, notation, width, gap)
        yield from self._legend(notation)

    def _notation(self, room: int) -> tuple[_Notation, int]:
        """Choose how values are written in ``room`` cells, and the width of a column."""
        matrix = self.block
        texts = {cell.text: one_safe_line(cell.text) for cell in _cells(matrix.rows)}
        headings = max(cell_count(one_safe_line(column)) for column in matrix.columns)
        initials = {
            text: grapheme_clusters(said)[0] if said else "" for text, said in texts.items()
        }
        notations = [_Notation(texts, " "), _Notation(texts, "")]
        if len(set(initials.values())) == len(initials):
            notations.append(_Notation(initials, ""))
        for notation in notations:
            width = max(notation.width, headings)
            if (width + 1) * len(matrix.columns) <= room:
                break
        return notation, width

    def _row(
        self, name: str, row: MatrixRow, part: slice, notation: _Notation, width: int, gap: str
    ) -> Content:
        parts: list[Content | tuple[str, str]] = [(name, "$foreground-muted")]
        for number, cell in list(enumerate(row.cells))[part]:
            parts.append((_LINE if number == row.since else gap, TONES["strong"]))
            if cell is None:
                parts.append((" " * width, ""))
                continue
            text = notation.written[cell.text]
            said = pad(f"{text}{notation.between}{_SIGNS[cell.right]}", width)
            parts.append((said, _STYLES[cell.right]))
        return Content.assemble(*parts).rstrip()

    def _legend(self, notation: _Notation) -> Iterator[Content]:
        """Yield a legend of the signs, first letters and lines."""
        ui = self.voice.interface
        right = {cell.right for cell in _cells(self.block.rows)}
        said = [
            f"{_SIGNS[sign]} {ui.text(_MEANINGS[sign])}" for sign in (True, False) if sign in right
        ]
        said += [
            f"{short} {one_safe_line(text)}"
            for text, short in notation.written.items()
            if short != one_safe_line(text)
        ]
        if said:
            yield Content.styled("  ".join(said), "$foreground-muted")
        if self.block.note is not None and any(row.since is not None for row in self.block.rows):
            note = f"{_LINE} {self.voice.say(self.block.note)}"
            yield Content.styled(note, "$foreground-muted")

    def on_resize(self) -> None:
        self._draw()


def _cells(rows: Sequence[MatrixRow]) -> Iterator[MatrixCell]:
    return (cell for row in rows for cell in row.cells if cell is not None)
