"""A line in which one writes."""

from __future__ import annotations

from collections.abc import Sequence

from textual.filter import LineFilter
from textual.suggester import Suggester
from textual.widgets import Input

from clemtui.ui.terminal.bidi import without_bidi


class LineInput(Input):
    """What stands in it stays when one comes to it, so that the next letter is added; nothing
    blinks."""

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        suggester: Suggester | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(
            value,
            placeholder=placeholder,
            compact=True,
            select_on_focus=False,
            suggester=suggester,
            id=id,
        )
        self.cursor_blink = False

    def get_line_filters(self) -> Sequence[LineFilter]:
        return without_bidi(super().get_line_filters())  # what is written stands in reading order
