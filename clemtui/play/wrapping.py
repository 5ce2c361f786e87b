"""Breaking safe text into lines of so many terminal cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, chop_cells

_WORD = re.compile(" *[^ ]+ *| +")


def wrap(text: str, width: int) -> Iterator[str]:
    """The lines of a text, broken at spaces where possible; each fits into ``width`` cells.

    Leading spaces of a line stay, so that drawn grids keep their shape.
    """
    width = max(width, 1)
    for line in text.split("\n"):
        if cell_len(line) <= width:
            yield line
        else:
            yield from _broken(line, width)


def _broken(line: str, width: int) -> Iterator[str]:
    current, room = "", width
    for word in _words(line):
        cells = cell_len(word)
        if cells <= room:
            current, room = current + word, room - cells
            continue
        if cell_len(word.rstrip(" ")) <= room:  # only the spaces after it do not fit
            current, room = current + word.rstrip(" "), 0
            continue
        if current.strip(" "):
            yield current.rstrip(" ")
            current, room = "", width
        if cells <= width:
            current, room = word, width - cells
            continue
        *full, rest = chop_cells(current + word, width)
        yield from full
        current, room = rest, width - cell_len(rest)
    yield current.rstrip(" ")


def _words(line: str) -> Iterator[str]:
    """The words of a line, each with the spaces that follow it."""
    return (match[0] for match in _WORD.finditer(line))
