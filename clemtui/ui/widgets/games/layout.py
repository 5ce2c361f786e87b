"""Where the cards of the games stand. The first two are larger than the others."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

_LARGE = 2
_MOST_COLUMNS = 5
_LEAST_WIDTH = 20
"""Cells of a card with a name of usual length."""
_HEIGHTS = ((16, 12), (14, 10), (9, 6))
"""Lines of a large card and of a small one, largest first."""


def arrange(count: int, width: int, height: int) -> Sequence[Region]:
    """Return the places of cards, row by row; none if a list serves better.

    All cards should be visible. Where they are too many for that, a list with a line for each is
    tried, and then cards that scroll.
    """
    columns = min(_MOST_COLUMNS, width // _LEAST_WIDTH)
    if columns < 2:
        return ()
    rows = _rows(count, columns)
    for large, small in _HEIGHTS:
        if large + small * (len(rows) - 1) <= height:
            return _placed(rows, columns, width, (large, small))
    large, small = _HEIGHTS[-1]
    scrolls = count > height and large + small <= height
    return _placed(rows, columns, width, (large, small)) if scrolls else ()


def _rows(count: int, columns: int) -> list[int]:
    """Return the number of cards in each row.

    Small cards join the large ones in the first row if that saves a row.
    """
    first = min(count, _LARGE)
    rest = count - first

    def below(beside: int) -> int:
        return -(-(rest - beside) // columns)

    beside = min(range(min(rest, max(0, columns - 3)) + 1), key=below)
    rest -= beside
    full, left = divmod(rest, columns)
    return [first + beside, *[columns] * full, *([left] if left else [])]


def _placed(
    rows: Sequence[int], columns: int, width: int, heights: tuple[int, int]
) -> list[Region]:
    unit = width / columns
    found: list[Region] = []
    y = 0
    for number, cards in enumerate(rows):
        height = heights[0] if number == 0 else heights[1]
        x = 0.0
        for at in range(cards):
            large = number == 0 and at < _LARGE
            cells = (width - unit * max(0, cards - _LARGE)) / _LARGE if large else unit
            found.append(Region(round(x), y, round(x + cells) - round(x), height))
            x += cells
        y += height
    return found


def mirrored(places: Sequence[Region], width: int) -> list[Region]:
    """Return places from right to left."""
    return [Region(width - place.right, place.y, place.width, place.height) for place in places]
