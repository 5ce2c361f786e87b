"""Lines for terminals that give every vowel sign of an Indic script a cell of its own.

Textual fills a line up to its width as Rich measures it, which gives these signs none. On most
terminals such a line would then be longer than its place, push aside what stands beside it, and run
over the edge of the screen. Our texts are broken and cut by the larger number (`cell_count`), so
there are blanks enough at the ends of these lines to leave out. A terminal that agrees with Rich
draws what stands beside such a line some cells further left instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip
from textual.widget import Widget

from clemtui.language.width import cell_count, extra_cells


class Widths(LineFilter):
    """Leaves out as many blanks at the end of a line as its signs may take in addition."""

    def __init__(self, hidden: int = 0) -> None:
        """The last ``hidden`` cells of a line are covered, as by a scrollbar."""
        super().__init__()
        self._hidden = hidden

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without these blanks, and without what is covered."""
        spare = extra_cells("".join(text for text, _, control in segments if not control))
        return _shortened(segments, spare + self._hidden) if spare else list(segments)


class Behind(LineFilter):
    """Draws a line of what is behind a dialogue, which begins at any cell of it: with blanks in the
    place of these signs, so that everybody agrees where that is."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with these blanks."""
        spare = extra_cells("".join(text for text, _, control in segments if not control))
        if not spare:
            return list(segments)
        plain = [
            segment if segment.control else Segment(_without_signs(segment.text), segment.style)
            for segment in segments
        ]
        return _shortened(plain, spare)


def beside_scrollbar(widget: Widget, filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
    """The filters for a widget whose lines go on below its scrollbar."""
    hidden = widget.scrollbar_size_vertical if widget.show_vertical_scrollbar else 0
    return [_widths(hidden) if isinstance(each, Widths) else each for each in filters]


def ending_in(strip: Strip, sign: Segment, width: int) -> Strip:
    """A line with a sign at its end, that takes ``width`` cells at most on every terminal."""
    room = width - cell_count(sign.text) - extra_cells(strip.text)
    return Strip.join([strip.crop(0, room), Strip([sign])])


def behind(filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
    """The filters for a screen that shows another one behind it, whose lines are filtered."""
    return [_BEHIND if isinstance(each, Widths) else each for each in filters]


_BEHIND = Behind()


@cache
def _widths(hidden: int) -> Widths:
    """Always the same one, because lines are kept by their filters."""
    return Widths(hidden)


def _without_signs(text: str) -> str:
    return "".join(" " if extra_cells(character) else character for character in text)


def _shortened(segments: Iterable[Segment], cells: int) -> list[Segment]:
    """The segments with that many blanks less at their end, or all that there are."""
    kept = list(segments)
    for at in range(len(kept) - 1, -1, -1):
        text, style, control = kept[at]
        blanks = min(cells, len(text) - len(text.rstrip(" ")))
        if not cells or control:
            break
        kept[at] = Segment(text[: len(text) - blanks], style)
        cells -= blanks
        if kept[at].text:
            break
    return kept
