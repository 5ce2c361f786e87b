"""Text that is laid out for the available width."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static

Layout = Callable[[int], Content]
"""Builds the content for a width in cells."""


class FittedText(Static):
    """A widget that lays out its content for its width, and again whenever the width changes."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(markup=False, id=id, classes=classes)
        self._layout: Layout | None = None

    def show(self, layout: Layout) -> None:
        """Show the content that ``layout`` builds."""
        self._layout = layout
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.content_size.width
        if self._layout is not None and width > 0:
            self.update(self._layout(width))
            # Textual caches the height of content that is replaced twice before the layout settles
            self.styles.height = self.visual.get_height(self.styles.get_rules(), width)
