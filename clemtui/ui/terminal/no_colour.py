"""Output without colours (https://no-color.org): highlighted backgrounds are shown reversed."""

from __future__ import annotations

from typing import Any

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

MEANINGFUL_CONTRAST = 1.5
"""Minimum contrast to the screen's background at which a background means something.

That is the case for the cursor, selections and tiles. Panels have less.
"""

_COLOURLESS = Style.from_color(RichColor.parse("default"), RichColor.parse("default"))
_REVERSED = _COLOURLESS + Style(reverse=True)


class NoColourFilter(LineFilter):
    """A filter that removes all colours.

    Textual's own filters either convert them to greys, which are still colours, or lose the cursor.
    """

    def __init__(self, app: App[Any]) -> None:
        super().__init__()
        self._app = app

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in the terminal's default colours."""
        ground = Color.parse(self._app.theme_variables["background"])
        return [
            Segment(text, style and style + self._replacement(style, ground), control)
            for text, style, control in segments
        ]

    def _replacement(self, style: Style, ground: Color) -> Style:
        behind = style.bgcolor
        if behind is None or behind.is_default:
            return _COLOURLESS
        if ground.ansi is not None or behind.triplet is None:  # no shades: any colour has meaning
            return _REVERSED
        stands_out = contrast(Color.from_rich_color(behind), ground) >= MEANINGFUL_CONTRAST
        return _REVERSED if stands_out else _COLOURLESS


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colours as in WCAG 2.2, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Color) -> float:
    """Return the relative luminance of a colour as in WCAG 2.2, from 0 to 1."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
