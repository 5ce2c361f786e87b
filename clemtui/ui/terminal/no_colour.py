"""Without colours (https://no-color.org): what stands out by its background is shown reversed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.app import App

STANDS_OUT = 1.5
"""From this contrast to the background of the screen on, a background means something: it is that
of the cursor, of a selection, of a tile. Panels have less."""

_COLOURLESS = Style.from_color(RichColor.parse("default"), RichColor.parse("default"))
_REVERSED = _COLOURLESS + Style(reverse=True)


class NoColours(LineFilter):
    """Takes all colours away. Textual's own filters make greys of them, which are colours still, or
    take the cursor away with them."""

    def __init__(self, app: App[Any]) -> None:
        super().__init__()
        self._app = app

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments in the terminal's own colours."""
        ground = Color.parse(self._app.theme_variables["background"])
        return [
            Segment(text, style and style + self._instead_of(style, ground), control)
            for text, style, control in segments
        ]

    def _instead_of(self, style: Style, ground: Color) -> Style:
        behind = style.bgcolor
        if behind is None or behind.is_default:
            return _COLOURLESS
        if ground.ansi is not None or behind.triplet is None:  # no shades, only colours that mean
            return _REVERSED
        stands_out = contrast(Color.from_rich_color(behind), ground) >= STANDS_OUT
        return _REVERSED if stands_out else _COLOURLESS


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines 2.2, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Color) -> float:
    """The relative luminance of the Web Content Accessibility Guidelines 2.2, from 0 to 1."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
