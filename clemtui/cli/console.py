"""Rich's console, for tables and progress bars, with only safe text in it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from clemtui.language import safe


class SafeConsole(Console):
    """A console on standard output or standard error.

    Rich itself writes the control sequences of styles and moves; those in texts are made visible.
    Callers measure their texts first, so they should already be safe.
    """

    def __init__(self, *, err: bool = False, width: int | None = None) -> None:
        """``width``: in cells; None for that of the terminal."""
        super().__init__(
            file=sys.stderr if err else sys.stdout,
            width=width,
            markup=False,
            highlight=False,
            emoji=False,
        )

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the segments of a renderable, with safe texts."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else safe(text), style, control)
