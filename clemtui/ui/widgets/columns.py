"""Table columns: which ones fit, how wide they are, and text shortened to fit them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clemtui.language import grapheme_clusters, shorten
from clemtui.language.width import cell_count

GAP = 2
"""Cells between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        least, most: minimum and maximum width, in cells.
        rank: where not all columns fit, those with the highest rank are dropped first.
        right: whether its text is right-aligned.
    """

    id: str
    title: str
    least: int
    most: int
    rank: int
    right: bool = False
    width: int = 0


def fit_columns(columns: Sequence[Column], width: int) -> tuple[Column, ...]:
    """Return the columns that fit into ``width`` cells, in order, as wide as possible."""
    chosen = list(columns)
    while len(chosen) > 1 and _needed(chosen) > width:
        chosen.remove(max(chosen, key=lambda column: column.rank))
    spare = width - _needed(chosen)
    sized: dict[str, Column] = {}
    for column in sorted(chosen, key=lambda column: column.rank):
        more = max(0, min(spare, column.most - column.least))
        spare -= more
        sized[column.id] = replace(column, width=min(column.least + more, max(1, width)))
    return tuple(sized[column.id] for column in chosen)


def _needed(columns: Sequence[Column]) -> int:
    return sum(column.least for column in columns) + GAP * (len(columns) - 1)


def cell_text(text: str, column: Column) -> str:
    """Return a text padded or shortened to exactly the width of its column."""
    return pad(shorten(text, column.width, cell_count), column.width, right=column.right)


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Pad a text with spaces to at least this many cells; ``right`` aligns it to the right."""
    space = " " * (cells - cell_count(text))
    return space + text if right else text + space


def join_names(names: Sequence[str], cells: int) -> str:
    """Join names by a separator, shortening the longest ones to fit into ``cells``."""
    between = " · "
    room = cells - cell_count(between) * (len(names) - 1)
    widest = max(map(cell_count, names), default=0)
    while widest > 2 and sum(min(widest, cell_count(name)) for name in names) > room:
        widest -= 1
    return between.join(shorten(name, widest, cell_count) for name in names)


def tail(text: str, cells: int) -> str:
    """Return the end of a text that fits into ``cells``, with a leading ellipsis if it was cut."""
    if cell_count(text) <= cells:
        return text
    kept, room = "", cells - 1
    for character in reversed(grapheme_clusters(text)):
        room -= cell_count(character)
        if room < 0:
            break
        kept = character + kept
    return "…" + kept.lstrip() if cells > 0 else ""
