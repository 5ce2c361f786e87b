"""A text that is laid out for the width it has."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static

Layout = Callable[[int], Content]
"""Makes the text for a width in cells."""


class Fitted(Static):
    """Shows what a layout makes of its width, and lays it out again when that changes."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(markup=False, id=id, classes=classes)
        self._layout: Layout | None = None

    def show(self, layout: Layout) -> None:
        """Show something else."""
        self._layout = layout
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.content_size.width
        if self._layout is not None and width > 0:
            self.update(self._layout(width))
            # Textual keeps the height of a text that is replaced twice before it comes to rest
            self.styles.height = self.visual.get_height(self.styles.get_rules(), width)
