"""Lines for terminals that draw each vowel sign of an Indic script in a cell of its own.

Textual pads a line to its width as measured by Rich, which counts these signs as zero cells. On
most terminals, such a line would be too long, shift whatever is to its right, and run over the edge
of the screen. We wrap and cut our texts by the larger width (`cell_count`), which leaves enough
blanks at the ends of these lines to remove. A terminal that agrees with Rich instead draws what
follows such a line a few cells too far to the left.
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

_FRAME = "│"
"""The right side of a panel's frame."""


class SignWidthFilter(LineFilter):
    """A filter that removes as many blanks from the end of a line as its signs may need.

    The frame of a panel keeps its place. Where a scrollbar comes before it, which is drawn
    separately, such a line goes without its frame.
    """

    def __init__(self, hidden: int = 0) -> None:
        """``hidden``: cells covered at the end of a line, for example by a scrollbar."""
        super().__init__()
        self._hidden = hidden

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without these blanks and those in covered cells."""
        spare = extra_cells("".join(text for text, _, control in segments if not control))
        if not spare:
            return list(segments)
        frame = segments[-1:] if segments and segments[-1].text == _FRAME else []
        inside = segments[: len(segments) - len(frame)]
        return _shortened(inside, spare + self._hidden) + ([] if self._hidden else frame)


class BackgroundFilter(LineFilter):
    """A filter that replaces these signs by blanks on the screen behind a dialog.

    The dialog can start at any cell of a line. Without the signs, all terminals agree on where that
    is.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with the signs replaced."""
        spare = extra_cells("".join(text for text, _, control in segments if not control))
        if not spare:
            return list(segments)
        plain = [
            segment if segment.control else Segment(_without_signs(segment.text), segment.style)
            for segment in segments
        ]
        return _shortened(plain, spare)


def scrollbar_filters(widget: Widget, filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
    """Return the filters for a widget whose lines extend below its scrollbar."""
    hidden = widget.scrollbar_size_vertical if widget.show_vertical_scrollbar else 0
    return [
        _sign_width_filter(hidden) if isinstance(each, SignWidthFilter) else each
        for each in filters
    ]


def with_end_sign(strip: Strip, sign: Segment, width: int) -> Strip:
    """End a line with a sign, taking at most ``width`` cells on every terminal."""
    room = width - cell_count(sign.text) - extra_cells(strip.text)
    return Strip.join([strip.crop(0, room), Strip([sign])])


def background_filters(filters: Iterable[LineFilter]) -> Sequence[LineFilter]:
    """Return the filters for a screen that shows another one, already filtered, behind it."""
    return [_BACKGROUND_FILTER if isinstance(each, SignWidthFilter) else each for each in filters]


_BACKGROUND_FILTER = BackgroundFilter()


@cache
def _sign_width_filter(hidden: int) -> SignWidthFilter:
    """Return a cached filter: Textual caches lines by their filters."""
    return SignWidthFilter(hidden)


def _without_signs(text: str) -> str:
    return "".join(" " if extra_cells(character) else character for character in text)


def _shortened(segments: Iterable[Segment], cells: int) -> list[Segment]:
    """Remove up to this many blanks from the end of the segments."""
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
