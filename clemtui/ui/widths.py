"""Lines for terminals that give every vowel sign of an Indic script a cell of its own.

Textual fills a line up to its width as Rich measures it, which gives these signs none. On most
terminals such a line would then be longer than its place, push aside what stands beside it, and run
over the edge of the screen. Our texts are broken and cut by the larger number (`cell_count`), so
there are blanks enough at the ends of these lines to leave out. A terminal that agrees with Rich
draws what stands beside such a line some cells further left instead.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from clemtui.play.measure import extra_cells


class Widths(LineFilter):
    """Leaves out as many blanks at the end of a line as its signs may take in addition."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without these blanks."""
        spare = extra_cells("".join(text for text, _, control in segments if not control))
        kept = list(segments)
        for at in range(len(kept) - 1, -1, -1):
            text, style, control = kept[at]
            blanks = min(spare, len(text) - len(text.rstrip(" ")))
            if not spare or control:
                break
            kept[at] = Segment(text[: len(text) - blanks], style)
            spare -= blanks
            if kept[at].text:
                break
        return kept
