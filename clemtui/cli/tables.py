"""Tables on standard output: fitted to a terminal, or of full width in a pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from clemtui.cli.console import SafeConsole
from clemtui.language import grapheme_clusters, one_line, shorten
from clemtui.language.sinks import say
from clemtui.language.width import cell_count
from clemtui.language.wrapping import needs_own_wrapping, wrap
from clemtui.reports.tables import ReportTable

_PIPE_WIDTH = 1000
_MIN_WIDTH = 5
"""The fewest cells to which a column is narrowed."""
_PART = re.compile(r"[^_/@]*[_/@]*")
"""Part of a long name such as ``high_frequency_words`` or ``openai/gpt-4o``."""
_FIGURE = re.compile(r"[\W\d_]{1,12}")
"""A figure, a date or a time, which is never shortened; what is longer is an id."""


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, whole: Collection[int] = (0,)
) -> None:
    """Print a table; a column whose heading starts with ``>`` is right-aligned.

    Where a terminal is too narrow, cells are folded between words, then inside long names, columns
    move together, and only then are words and headings shortened. Figures and dates never are.

    Args:
        columns: the headings.
        rows: the cells.
        whole: the columns whose cells are never folded, so that ids and names can be copied.
    """
    right = [column.startswith(">") for column in columns]
    headings = [one_line(column.removeprefix(">")) for column in columns]
    cells = [[one_line(cell) for cell in row] for row in rows]
    fixed = [index in whole or right[index] for index in range(len(columns))]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    console = SafeConsole(width=None if sys.stdout.isatty() else _PIPE_WIDTH)
    gaps = 3 * (len(columns) - 1) + 2
    widths = _widths(headings, cells, fixed, console.width - gaps)
    if sum(widths) + gaps > console.width or widths != _full_widths(headings, cells):
        table.show_edge, table.padding = False, (0, 1, 0, 0)
        gaps = 2 * (len(columns) - 1)
        widths = _widths(headings, cells, fixed, console.width - gaps)
    if _breaks_words(cells, fixed, widths):
        table.padding = 0
        gaps = len(columns) - 1
        widths = _widths(headings, cells, fixed, console.width - gaps)
    console.width = max(console.width, sum(widths) + gaps)
    for heading, is_right, width in zip(headings, right, widths, strict=True):
        table.add_column(
            Text("\n".join(_heading(heading, width))),
            justify="right" if is_right else "left",
            width=width,
            no_wrap=True,
        )
    for row in cells:
        table.add_row(*(
            Text("\n".join([cell] if is_fixed else _folded(cell, width)))
            for cell, is_fixed, width in zip(row, fixed, widths, strict=True)
        ))  # fmt: skip
    console.print(table)


def _heading(heading: str, width: int) -> Iterable[str]:
    if max(map(cell_count, heading.split() or [""])) <= width:
        return wrap(heading, width)
    return [shorten(heading, width, cell_count)]


def _folded(cell: str, width: int) -> list[str]:
    """Fold a cell between words, and a word that is too long between its parts."""
    lines = [""]
    for word in cell.split(" "):
        pieces = [word] if cell_count(word) <= width else _parts(word)
        for index, piece in enumerate(pieces):
            blank = " " if index == 0 and lines[-1] else ""
            if cell_count(lines[-1] + blank + piece) <= width:
                lines[-1] += blank + piece
                continue
            lines += wrap(piece, width) if needs_own_wrapping(piece) else [_shortened(piece, width)]
    return [line for line in lines if line] or [""]


def _shortened(piece: str, width: int) -> str:
    """Shorten a piece in its middle: names often differ at their ends only."""
    if cell_count(piece) <= width:
        return piece
    end = ""
    for character in reversed(list(grapheme_clusters(piece))):
        if cell_count(character + end) > (width - 1) // 2:
            break
        end = character + end
    return shorten(piece, width - cell_count(end), cell_count) + end


def _parts(word: str) -> list[str]:
    return [part for part in _PART.findall(word) if part]


def _breaks_words(
    rows: Sequence[Sequence[str]], fixed: Sequence[bool], widths: Sequence[int]
) -> bool:
    return any(
        cell_count(part) > width
        for row in rows
        for cell, is_fixed, width in zip(row, fixed, widths, strict=True)
        if not is_fixed
        for word in cell.split()
        for part in _parts(word)
    )


def _full_widths(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the widths of columns in which nothing is folded."""
    columns = [[row[index] for row in rows] for index in range(len(headings))]
    return [
        max(map(cell_count, (heading, *column)))
        for heading, column in zip(headings, columns, strict=True)
    ]


def _widths(
    headings: Sequence[str], rows: Sequence[Sequence[str]], fixed: Sequence[bool], room: int
) -> list[int]:
    """Return the widths of the columns, which fill at most ``room`` cells if that is possible."""
    full = _full_widths(headings, rows)
    if sum(full) <= room:
        return full

    def widest(index: int, split: bool) -> int:
        """The widest piece of a column that cannot be folded, with or without its heading."""
        column = [row[index] for row in rows]
        pieces = column if fixed[index] else [word for cell in column for word in cell.split()]
        if split and not fixed[index]:
            pieces = [part for word in pieces for part in _parts(word)]
        else:
            pieces = [*pieces, *headings[index].split()]
        return max([_MIN_WIDTH, *map(cell_count, pieces)])

    indices = range(len(headings))
    words = [min(full[index], widest(index, split=False)) for index in indices]
    if sum(words) <= room:
        return _spread(words, full, room)
    parts = [min(words[index], widest(index, split=True)) for index in indices]
    if sum(parts) <= room:
        return _spread(parts, words, room)
    figures = [
        [part for row in rows for word in row[index].split() for part in _parts(word)
         if _FIGURE.fullmatch(part)]
        for index in indices
    ]  # fmt: skip
    least = [
        widest if is_fixed else max([_MIN_WIDTH, *map(cell_count, column)])
        for widest, is_fixed, column in zip(parts, fixed, figures, strict=True)
    ]
    return _narrowed(parts, least, room)


def _spread(least: Sequence[int], most: Sequence[int], room: int) -> list[int]:
    """Widen columns: as many as possible fully, then the others, the one with the most to fold
    first.
    """
    widths = list(least)
    for index in sorted(range(len(widths)), key=lambda each: most[each] - least[each]):
        if sum(widths) + most[index] - least[index] <= room:
            widths[index] = most[index]
    for _ in range(room - sum(widths)):
        index = max(range(len(widths)), key=lambda each: most[each] / max(widths[each], 1))
        if widths[index] >= most[index]:
            break
        widths[index] += 1
    return widths


def _narrowed(parts: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Narrow the columns one cell at a time, the widest that may be narrowed first."""
    widths = list(parts)
    while sum(widths) > room:
        wide = [index for index, width in enumerate(widths) if width > least[index]]
        if not wide:
            break
        widths[max(wide, key=lambda index: widths[index])] -= 1
    return widths


def print_report_table(table: ReportTable) -> None:
    """Print a report's table under its title, with right-aligned figures."""
    say(one_line(table.title))
    columns = (*table.keys, *(f">{column}" for column in table.columns))
    print_table(columns, ((*key, *numbers) for key, numbers in table.rows), whole=())
